// Measures how fast the client is, compared with the floor and its peers, interleaved in one headless Chromium.
//   pnpm bench                     streams, then page start
//   pnpm bench --stream            only streams; --start: only page start
//   pnpm bench --forms             only forms of 20, 200 and 1,000 fields
//   pnpm bench --log                only the log viewer with a million entries: two minutes a round
//   pnpm bench --quick             fewer rounds; --rounds N: so many
//   pnpm bench --only ours,floor   of drain, floor, ours, official, ai-sdk
//   pnpm bench --check             fails if a target is not met
// Milliseconds depend on the machine; ratios to the floor do not. Compare only within one run.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { benchForms, FORM_PAGES } from './forms.mjs';
import { benchLog } from './log.mjs';
import { benchStart, startServers } from './start.mjs';
import { benchStreams } from './streams.mjs';
import { printTargets } from './table.mjs';

const CONTESTANTS = ['drain', 'floor', 'ours', 'official', 'ai-sdk'];

const { values: options } = parseArgs({
  options: {
    stream: { type: 'boolean' },
    start: { type: 'boolean' },
    forms: { type: 'boolean' },
    log: { type: 'boolean' },
    quick: { type: 'boolean' },
    check: { type: 'boolean' },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const contestants = options.only?.split(',') ?? CONTESTANTS;
const unknown = contestants.filter((name) => !CONTESTANTS.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown contestant ${unknown.join(', ')}. There are: ${CONTESTANTS.join(', ')}.`);
const rounds = Number(options.rounds ?? (options.quick ? 3 : 7));
if (!(Number.isInteger(rounds) && rounds > 0))
  throw new Error(`--rounds has to be a number of rounds, not ${options.rounds}.`);

const servers = await startServers();
const browser = await openBrowser([...contestants, ...FORM_PAGES, 'log-viewer'], servers.handle);
const targets = [];
try {
  const [load] = loadavg();
  if (load > availableParallelism())
    console.log(
      `The machine is busy (load ${load.toFixed(1)}, ${availableParallelism()} cores): wall times, long tasks and frame gaps will look worse than they are.`,
    );
  console.log(`Chromium ${browser.version}, headless. Medians (lowest-highest); "x floor" is taken within each round.`);
  const isAll = !options.stream && !options.start && !options.forms && !options.log;
  if (options.stream || isAll) targets.push(...(await benchStreams(browser, { contestants, rounds })));
  if (options.start || isAll) targets.push(...(await benchStart(browser, servers, { contestants, rounds })));
  if (options.forms || isAll) targets.push(...(await benchForms(browser, { rounds })));
  if (options.log || isAll) targets.push(...(await benchLog(browser, { rounds: options.quick || isAll ? 1 : rounds })));
} finally {
  await browser.close();
  await servers.stop();
}
if (targets.length > 0) {
  console.log('');
  printTargets(targets);
}
process.exitCode = options.check && targets.some(({ isMet }) => !isMet) ? 1 : 0;
