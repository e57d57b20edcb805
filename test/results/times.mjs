// Shows where the time of a run went.
const SLOWEST_FILES = 10;
const SLOWEST_TESTS = 20;

/** Prints seconds by suite and engine, and the slowest files and tests. @param {ReturnType<typeof import('./results.mjs').noResults>} results */
export function printTimes({ passed, failed, unsteady, files: timed }) {
  const tests = [...passed, ...failed, ...unsteady].filter(({ ms, file }) => ms && file);
  const files = [...timed, ...filesOf(tests.filter(({ suite }) => !timed.some((file) => file.suite === suite)))];
  printSums('time by folder and engine', files);
  printSlowest('slowest files', files, SLOWEST_FILES);
  printSlowest('slowest tests', tests, SLOWEST_TESTS);
}

/** The total time of each file's tests. */
function filesOf(tests) {
  const files = new Map();
  for (const { suite, engine, file, ms } of tests) {
    const key = [suite, engine, file].join();
    files.set(key, { suite, engine, file, ms: ms + (files.get(key)?.ms ?? 0) });
  }
  return [...files.values()];
}

function printSums(heading, entries) {
  const sums = new Map();
  for (const { suite, engine, file, ms } of entries) {
    const folder = file.split('/').slice(0, 2).join('/');
    const key = [suite, folder, engine].filter(Boolean).join(', ');
    sums.set(key, (sums.get(key) ?? 0) + ms);
  }
  printLines(heading, [...sums]);
}

function printSlowest(heading, entries, count) {
  const slowest = entries.toSorted((a, b) => b.ms - a.ms).slice(0, count);
  printLines(
    heading,
    slowest.map(({ ms, engine, file, title }) => [[engine, file, title].filter(Boolean).join(', '), ms]),
  );
}

function printLines(heading, rows) {
  if (rows.length === 0) return;
  console.log(heading);
  for (const [name, ms] of rows) console.log(`${(ms / 1000).toFixed(1).padStart(9)} s  ${name}`);
}
