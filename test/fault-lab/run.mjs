// Throws faults at the client until something breaks that must not.
//   pnpm fault-lab --seeds 100             seeds 1 to 100; --from 101 begins there
//   pnpm fault-lab --seed 7 --trace        one again, with everything that arrived
//   pnpm fault-lab --only half-open        only this kind, more often; several, separated by commas
//   pnpm fault-lab --leaks                 10,000 calls of one client and one host: what grows?
// --patience S: how long everything may take to come right after the faults. --kinds lists the kinds.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { kindNamed, KINDS } from './kinds.mjs';
import { measureLeaks } from './leaks.mjs';
import { describe } from './ledger.mjs';
import { planOf } from './plan.mjs';
import { explain, Tally } from './tally.mjs';
import { runTrial } from './trial.mjs';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    calls: { type: 'string' },
    patience: { type: 'string', default: '60' },
    trace: { type: 'boolean', default: false },
    leaks: { type: 'boolean', default: false },
    kinds: { type: 'boolean', default: false },
  },
});

const kinds = options.only?.split(',').map((name) => kindNamed(name) ?? fail(`There is no kind ${name}: see --kinds.`));
if (options.kinds) for (const { name, where, awaits } of KINDS) console.log(`${name} (${where})${awaits ? ` awaits ${awaits}` : ''}`);
else {
  const browser = await openBrowser();
  try {
    process.exitCode = await (options.leaks ? runLeaks(browser) : runSeeds(browser));
  } finally {
    await browser.close();
  }
}

async function runSeeds(browser) {
  const tally = new Tally();
  const first = Number(options.seed ?? options.from);
  const count = options.seed === undefined ? Number(options.seeds) : 1;
  for (let seed = first; seed < first + count; seed++) {
    const startedAt = performance.now();
    const callsPerPage = options.calls && Number(options.calls);
    const plan = planOf(seed, { ...(kinds && { kinds }), ...(callsPerPage && { callsPerPage }) });
    const verdict = await runTrial(browser, plan, { patienceMs: Number(options.patience) * 1_000 });
    tally.add(verdict);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const { calls, ok, errors } = verdict.counts;
    console.log(`seed ${seed}: calls ${calls}, ok ${ok}, errors ${errors}, ${verdict.findings.length} violations, ${seconds} s`);
    if (options.trace)
      for (const arrival of verdict.ledger.arrivals)
        console.log(`${String(arrival.at).padStart(7)} ${arrival.label} ${arrival.nonce ?? ''} ${describe(arrival)}`);
    for (const line of explain(verdict)) console.log(line);
  }
  console.log();
  for (const line of tally.lines()) console.log(line);
  return tally.isFlawless && tally.silent === 0 ? 0 : 1;
}

async function runLeaks(browser) {
  const { lines, leaked } = await measureLeaks(browser, { calls: Number(options.calls ?? 10_000) });
  for (const line of lines) console.log(line);
  console.log(`leaked ${leaked}`);
  return leaked > 0 ? 1 : 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
