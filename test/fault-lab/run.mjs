// Throws faults at the client until something breaks that must not.
//   pnpm fault-lab --seeds 100             seeds 1 to 100; --from 101 begins there
//   pnpm fault-lab --seed 7 --trace        one again, with everything that arrived
//   pnpm fault-lab --only half-open        only this kind, more often; several, separated by commas
//   pnpm fault-lab --each                  each kind by itself, with a line for each
//   pnpm fault-lab --tabs 30               so many tabs of one server, whose leader is killed --kills 20 times
//   pnpm fault-lab --listeners             16 clients that listen for a minute of all faults
//   pnpm fault-lab --leaks                 10,000 calls of each client and host: what grows?
// --patience S: how long everything may take to come right after the faults. --clients: no hosts. --at-once N: so many
// seeds at a time. --calls N: of each page. --era legacy: only the tabs or leaks of this era. --hosts: only the leaks of
// hosts. --kinds lists the kinds.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { kindNamed, KINDS } from './kinds.mjs';
import { measureLeaks } from './leaks.mjs';
import { planOf, planOfListeners } from './plan.mjs';
import { describeTabs, runTabs } from './tabs.mjs';
import { explain, Tally } from './tally.mjs';
import { runTrial } from './trial.mjs';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    calls: { type: 'string' },
    'at-once': { type: 'string', default: '1' },
    patience: { type: 'string', default: '90' },
    clients: { type: 'boolean', default: false },
    hosts: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    each: { type: 'boolean', default: false },
    leaks: { type: 'boolean', default: false },
    tabs: { type: 'string' },
    era: { type: 'string' },
    kills: { type: 'string', default: '20' },
    listeners: { type: 'boolean', default: false },
    kinds: { type: 'boolean', default: false },
  },
});

const eras = options.era?.split(',') ?? ['modern', 'legacy'];
const patienceMs = Number(options.patience) * 1_000;
const kinds = options.only?.split(',').map((name) => kindNamed(name) ?? fail(`There is no kind ${name}: see --kinds.`));
if (options.kinds) for (const { name, where } of KINDS) console.log(`${name} (${where})`);
else {
  const browser = await openBrowser();
  try {
    process.exitCode = await runAll(browser);
  } finally {
    await browser.close();
  }
}

/** @returns {Promise<number>} the exit code */
async function runAll(browser) {
  if (options.leaks) return runLeaks(browser);
  if (options.tabs !== undefined) return runManyTabs(browser);
  if (options.listeners) return runListeners(browser);
  if (options.each) return runEach(browser);
  const tally = await runSeeds(browser, kinds);
  console.log();
  for (const line of tally.lines()) console.log(line);
  return tally.isFlawless && tally.silent === 0 ? 0 : 1;
}

async function runSeeds(browser, ofKinds) {
  const tally = new Tally();
  const first = Number(options.seed ?? options.from);
  const count = options.seed === undefined ? Number(options.seeds) : 1;
  let next = first;
  const work = async () => {
    while (next < first + count) tally.add(await runSeed(browser, next++, ofKinds));
  };
  await Promise.all(Array.from({ length: Number(options['at-once']) }, work));
  return tally;
}

async function runSeed(browser, seed, ofKinds) {
  const startedAt = performance.now();
  const callsPerPage = options.calls === undefined ? undefined : Number(options.calls);
  const plan = planOf(seed, { kinds: ofKinds, only: ofKinds !== undefined, callsPerPage, hosts: !options.clients });
  const verdict = await runTrial(browser, plan, { patienceMs });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { calls, ok, errors } = verdict.counts;
  console.log(
    `seed ${seed}: calls ${calls}, ok ${ok}, errors ${errors}, violations ${verdict.findings.length}, ${seconds} s`,
  );
  if (options.trace) for (const line of verdict.ledger.lines()) console.log(line);
  for (const line of explain(verdict)) console.log(line);
  return verdict;
}

async function runEach(browser) {
  const tallies = [];
  for (const kind of kinds ?? KINDS) {
    console.log(kind.name);
    tallies.push([kind.name, await runSeeds(browser, [kind])]);
  }
  console.log();
  for (const [name, tally] of tallies) for (const line of tally.lines().slice(-2)) console.log(`${name}: ${line}`);
  return tallies.every(([, tally]) => tally.isFlawless) ? 0 : 1;
}

async function runLeaks(browser) {
  const measured = options.hosts ? ['host'] : options.clients ? ['client'] : ['client', 'host'];
  const { lines, leaked } = await measureLeaks(browser, {
    calls: Number(options.calls ?? 10_000),
    eras,
    kinds: measured,
  });
  for (const line of lines) console.log(line);
  console.log(`leaked ${leaked}`);
  return leaked > 0 ? 1 : 0;
}

async function runManyTabs(browser) {
  const tally = new Tally();
  let missed = 0;
  for (const era of eras) {
    const tabs = Number(options.tabs);
    const verdict = await runTabs(browser, { era, tabs, kills: Number(options.kills), patienceMs });
    tally.add(verdict);
    missed += verdict.found.missed;
    console.log(`${era}, ${tabs} tabs: ${describeTabs(verdict)}`);
    for (const line of explain(verdict)) console.log(line);
  }
  console.log(tally.lines().at(-1));
  return tally.isFlawless && tally.counts.errors === 0 && missed === 0 ? 0 : 1;
}

async function runListeners(browser) {
  const verdict = await runTrial(browser, planOfListeners(Number(options.seed ?? options.from)), { patienceMs });
  const tally = new Tally();
  tally.add(verdict);
  for (const line of [...explain(verdict), ...tally.lines()]) console.log(line);
  return tally.isFlawless ? 0 : 1;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
