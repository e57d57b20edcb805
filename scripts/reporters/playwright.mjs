// A Playwright reporter that writes every test of every project to a file of results.
import { noResults, writeResults } from '../results.mjs';

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

  /** Something outside of the tests: a file that does not compile, a server that does not start. */
  onError() {
    this.#hasErrors = true;
  }

  onEnd() {
    const results = noResults();
    for (const test of this.#tests) {
      // The first two titles are the empty root and the project.
      const entry = { title: test.titlePath().slice(3).join(' › '), engine: test.parent.project()?.name };
      const outcome = test.outcome();
      if (outcome === 'skipped') results.skipped.push(entry);
      else if (outcome === 'expected') results.passed.push(entry);
      else results.failed.push(entry);
    }
    if (this.#hasErrors) results.failed.push({ title: 'the run has no errors outside of its tests' });
    writeResults(this.#file, results);
  }

  printsToStdio() {
    return false;
  }
}
