// A Playwright reporter that writes every test of every project to a results file.
import { relative } from 'node:path';
import process from 'node:process';
import { noResults, writeResults } from '../results/results.mjs';

export default class ResultsReporter {
  #file;
  #tests = [];
  #hasErrors = false;

  constructor({ file }) {
    this.#file = file;
  }

  onBegin(_config, suite) {
    this.#tests = suite.allTests();
  }

  /** A failure outside of the tests: a file that does not compile, a server that does not start. */
  onError() {
    this.#hasErrors = true;
  }

  onEnd() {
    const results = noResults();
    for (const test of this.#tests) {
      // The first two titles are the empty root and the project.
      const { duration = 0, errors = [] } = test.results.at(-1) ?? {};
      const entry = {
        title: test.titlePath().slice(3).join(' › '),
        file: relative(process.cwd(), test.location.file),
        engine: test.parent.project()?.name,
        ms: duration,
      };
      const outcome = test.outcome();
      const error = errors.map(({ message }) => message).join('\n') || 'It did not run.';
      if (outcome === 'expected') results.passed.push(entry);
      // A test that could not run, for example because a hook failed, is also reported as skipped.
      else if (outcome === 'skipped' && test.expectedStatus === 'skipped') results.skipped.push(entry);
      else results.failed.push({ ...entry, error });
    }
    if (this.#hasErrors) results.failed.push({ title: 'the run has no errors outside of its tests' });
    writeResults(this.#file, results);
  }

  printsToStdio() {
    return false;
  }
}
