// A Web Test Runner reporter that writes every test of every engine to a results file.
import { relative } from 'node:path';
import { noResults, writeResults } from '../results/results.mjs';

/** @param {{ file: string, rootDir: string }} options file: where the results go */
export function resultsReporter({ file, rootDir }) {
  const started = new Map();
  const ended = new Map();
  return {
    start({ sessions }) {
      sessions.on('session-status-updated', ({ id, status }) => {
        if (status === 'INITIALIZING') started.set(id, performance.now());
        else if (status.endsWith('FINISHED')) ended.set(id, performance.now());
      });
    },
    stop({ sessions }) {
      const results = noResults();
      for (const session of sessions) {
        const context = { file: relative(rootDir, session.testFile), engine: engineOf(session.browser) };
        const { testResults, id } = session;
        results.files.push({ ...context, ms: Math.round((ended.get(id) ?? 0) - (started.get(id) ?? 0)) });
        if (testResults) collect(testResults, [], context, results);
        // A file that did not load, timed out, or threw outside of its tests.
        if (!session.passed && !hasFailedTest(testResults)) {
          const error = session.errors.map(({ message, stack }) => stack ?? message).join('\n');
          results.failed.push({ title: `${context.file} runs to its end`, ...context, isWholeFile: true, error });
        }
      }
      writeResults(file, results);
    },
  };
}

/** As TEST_BROWSERS names it. */
function engineOf({ name }) {
  return /webkit|safari/i.test(name) ? 'webkit' : name.toLowerCase();
}

function collect(suite, path, context, results) {
  for (const { name, passed, skipped, duration, error } of suite.tests) {
    const test = { title: [...path, name].join(' › '), ...context, ms: duration ?? 0 };
    if (skipped) results.skipped.push(test);
    else if (passed) results.passed.push(test);
    else results.failed.push({ ...test, error: [error?.message, error?.stack].filter(Boolean).join('\n') });
  }
  for (const inner of suite.suites) collect(inner, [...path, inner.name], context, results);
}

function hasFailedTest(suite) {
  return !!suite && (suite.tests.some((test) => !test.passed && !test.skipped) || suite.suites.some(hasFailedTest));
}
