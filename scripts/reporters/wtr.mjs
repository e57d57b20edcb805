// A Web Test Runner reporter that writes every test of every engine to a file of results.
import { relative } from 'node:path';
import { noResults, writeResults } from '../results.mjs';

/** @param {{ file: string, rootDir: string }} options file: where the results go */
export function resultsReporter({ file, rootDir }) {
  return {
    stop({ sessions }) {
      const results = noResults();
      for (const session of sessions) {
        const engine = session.browser.name.toLowerCase();
        if (session.testResults) collect(session.testResults, [], engine, results);
        // A file that did not load, timed out or threw outside of its tests.
        if (!session.passed && !hasFailedTest(session.testResults)) {
          results.failed.push({ title: `${relative(rootDir, session.testFile)} runs to its end`, engine });
        }
      }
      writeResults(file, results);
    },
  };
}

function collect(suite, path, engine, results) {
  for (const { name, passed, skipped } of suite.tests) {
    const test = { title: [...path, name].join(' › '), engine };
    if (skipped) results.skipped.push(test);
    else if (passed) results.passed.push(test);
    else results.failed.push(test);
  }
  for (const inner of suite.suites) collect(inner, [...path, inner.name], engine, results);
}

function hasFailedTest(suite) {
  return !!suite && (suite.tests.some((test) => !test.passed && !test.skipped) || suite.suites.some(hasFailedTest));
}
