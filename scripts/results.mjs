// What each suite of the last `npm test` proved, one file a suite:
// { passed: [{ title, engine? }], failed: [...], skipped: [...] }
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../node_modules/.cache/mcp-web/results', import.meta.url));

export const noResults = () => ({ passed: [], failed: [], skipped: [] });

export const resultsFile = (suite) => join(folder, `${suite}.json`);

export function writeResults(file, results) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** undefined when the suite has not run, or broke before it could write. */
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

/** The names of the suites that left results. */
export function suitesWithResults() {
  return existsSync(folder) ? readdirSync(folder).map((file) => basename(file, '.json')) : [];
}
