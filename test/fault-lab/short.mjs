// A few seeds for `npm test`, with all kinds of fault.
//   pnpm fault-lab:short
import process from 'node:process';
import { noResults, writeResults } from '../results/results.mjs';
import { openBrowser } from './browser.mjs';
import { KINDS } from './kinds.mjs';
import { planOf } from './plan.mjs';
import { explain, Tally, VIOLATIONS } from './tally.mjs';
import { runTrial } from './trial.mjs';

const SEEDS = [1, 2, 3, 6];
const CALLS_PER_PAGE = 20;
/** Much longer than anything takes, even on a machine that does other things. */
const PATIENCE_MS = 150_000;

const tally = new Tally();
const errors = [];
const browser = await openBrowser();
try {
  // Most of the time, they wait.
  await Promise.all(
    SEEDS.map(async (seed) => {
      const plan = { ...planOf(seed, { callsPerPage: CALLS_PER_PAGE }), isReturnedTo: true };
      const verdict = await runTrial(browser, plan, { patienceMs: PATIENCE_MS });
      tally.add(verdict);
      const explained = explain(verdict);
      if (explained.length > 0) errors.push(`seed ${seed}`, ...explained);
    }),
  );
} finally {
  await browser.close();
}
for (const line of [...errors, ...tally.lines()]) console.log(line);

const results = noResults();
for (const violation of VIOLATIONS) {
  const count = tally.violations[violation];
  const title = `under ${KINDS.length} kinds of fault, nothing is ${violation}`;
  results[count === 0 ? 'passed' : 'failed'].push({ title, ...(count > 0 && { error: errors.join('\n') }) });
}
if (process.env.RESULTS_FILE) writeResults(process.env.RESULTS_FILE, results);
process.exitCode = results.failed.length > 0 ? 1 : 0;
