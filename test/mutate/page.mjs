// In the page: runs one test file with one mutant switched on, and notes which mutants each test comes past.
const active = Number(new URLSearchParams(location.search).get('mutant') ?? -1);
let reached = new Set();

/** Asked in the code under test, wherever it has a mutant. */
globalThis.isMutant = (number) => {
  reached.add(number);
  return number === active;
};

const take = () => {
  const taken = [...reached];
  reached = new Set();
  return taken;
};

/**
 * @param {string} file
 * @param {{ titles?: string[], timeoutMs: number, stopsAtFailure: boolean }} options `titles`: only these tests
 */
globalThis.runTests = async (file, { titles, timeoutMs, stopsAtFailure }) => {
  mocha.setup({ ui: 'bdd', timeout: timeoutMs, bail: stopsAtFailure, reporter: class {} });
  failForWhatLeaves(Mocha);
  try {
    await import(`/${file}`);
  } catch (error) {
    return { atImport: take(), tests: [{ title: 'import', failure: String(error), ms: 0, reached: [] }] };
  }
  const atImport = take();
  if (titles) keepOnly(mocha.suite, new Set(titles));
  const tests = [];
  await new Promise((resolve) => {
    const runner = mocha.run(resolve);
    const note = (test, error) => {
      const failure = error && (String(error.message ?? error).slice(0, 500) || 'failed');
      tests.push({ title: test.fullTitle(), failure, ms: test.duration ?? 0, reached: take() });
    };
    runner.on('pass', (test) => note(test));
    runner.on('fail', (test, error) => note(test, error));
  });
  return { atImport, tests };
};

function keepOnly(suite, titles) {
  suite.tests = suite.tests.filter((test) => titles.has(test.fullTitle()));
  for (const part of suite.suites) keepOnly(part, titles);
}
