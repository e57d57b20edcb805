// Measures how fast the client is, compared with the floor and its peers, interleaved in one headless Chromium.
//   pnpm bench                         everything: most of an hour
//   pnpm bench --stream --start        only these. There are: --stream --start --calls --lists --servers --tabs --import --sizes --forms --log
//   pnpm bench --quick                 fewer rounds; --rounds N: so many
//   pnpm bench --only mcp-web,floor    of drain, drain-in-slices, floor, mcp-web, official, ai-sdk
//   pnpm bench --check                 fails if a target is missed
//   pnpm bench --plots                 measures nothing: draws docs/images/bench, and fills docs/performance.md and the README from the last runs
// Milliseconds depend on the machine; ratios to the floor do not. Compare only within one run.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { printGroup } from './compare.mjs';
import { startServers } from './mcp-server.mjs';
import { writeOutcome } from './outcome.mjs';
import { publish } from './publish.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { printTargets } from './table.mjs';

const CONTESTANTS = ['drain', 'drain-in-slices', 'floor', 'mcp-web', 'official', 'ai-sdk'];
const NAMES = Object.keys(SCENARIOS);

const { values: options } = parseArgs({
  options: {
    ...Object.fromEntries(NAMES.map((name) => [name, { type: 'boolean' }])),
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean' },
    plots: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const contestants = options.only?.split(',') ?? CONTESTANTS;
const unknown = contestants.filter((name) => !CONTESTANTS.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown contestant ${unknown.join(', ')}. There are: ${CONTESTANTS.join(', ')}.`);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
if (!(Number.isInteger(rounds) && rounds > 0))
  throw new Error(`--rounds has to be a number of rounds, not ${options.rounds}.`);

const servers = await startServers();
const browser = await openBrowser(servers.handle);
const targets = [];
try {
  if (options.plots) await publish(browser);
  else await measure(NAMES.filter((name) => options[name]));
} finally {
  await browser.close();
  await servers.stop();
}
process.exitCode = options.check && targets.some(({ isMet }) => !isMet) ? 1 : 0;

/** @param {string[]} wanted all if empty */
async function measure(wanted) {
  const [load] = loadavg();
  if (load > availableParallelism())
    console.log(
      `The machine is busy (load ${load.toFixed(1)}, ${availableParallelism()} cores): wall times, long tasks and frame gaps will look worse than they are.`,
    );
  console.log(`Chromium ${browser.version}, headless. Medians (lowest-highest); "x floor" is taken within each round.`);
  // Otherwise the first page of each would wait for its bundle.
  for (const name of contestants) await browser.bundleOf(name);
  for (const name of wanted.length > 0 ? wanted : NAMES) {
    const groups = [];
    const report = (group) => {
      groups.push(group);
      printGroup(group);
    };
    const own = await SCENARIOS[name].bench(browser, { contestants, rounds, isQuick: options.quick, servers, report });
    targets.push(...own);
    // With only some of the contestants, there is nothing to compare.
    if (!options.only) writeOutcome(name, { browser: `Chromium ${browser.version}`, groups, targets: own });
  }
  console.log('');
  printTargets(targets);
}
