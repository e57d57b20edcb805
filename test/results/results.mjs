// The results of each suite of the last `npm test`, one file per suite.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const folder =
  process.env.RESULTS_FOLDER ?? fileURLToPath(new URL('../../node_modules/.cache/mcp-web/results', import.meta.url));

/**
 * Tests by outcome, each `{ title, file?, engine?, ms?, error? }`, and how long each file took.
 * An unsteady test failed at first and passed when it ran again alone; its error is that of the first run.
 */
export const noResults = () => ({ passed: [], failed: [], skipped: [], unsteady: [], files: [] });

export const resultsFile = (suite) => join(folder, `${suite}.json`);

export function writeResults(file, results) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** undefined if the suite has not run, or crashed before it could write. */
export function readResults(suite) {
  const file = resultsFile(suite);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

export function forgetResults(suite) {
  rmSync(resultsFile(suite), { force: true });
}

export function forgetAllResults() {
  rmSync(folder, { recursive: true, force: true });
}

/** The names of the suites that have results. */
export function suitesWithResults() {
  return existsSync(folder) ? readdirSync(folder).map((file) => basename(file, '.json')) : [];
}
