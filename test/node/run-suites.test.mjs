import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { capture } from '../../scripts/child.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one suite whose tests fail. When they run again alone, they end as `again` says: [title, passes][]. */
function runOf(again, options) {
  const tests = again.map(([title]) => failure(title));
  const second = (outcome) => tests.filter((_test, index) => again[index][1] === outcome);
  return runTwice(tests, { passed: second(true), failed: second(false) }, options);
}

const failure = (title, isWholeFile) => ({ title, file: 'a.test.ts', error: 'it took too long', isWholeFile });

/** @param {object | undefined} second the results of the second run; undefined if it crashes */
async function runTwice(tests, second, options = {}) {
  const program = `
    import { runSuites } from './scripts/run-suites.mjs';
    const none = { passed: [], failed: [], skipped: [], unsteady: [], files: [] };
    const says = (results) => [process.execPath, ['-e', \`fs.writeFileSync(process.env.RESULTS_FILE, \${JSON.stringify(JSON.stringify({ ...none, ...results }))})\`]];
    const suite = {
      name: 'trial',
      command: () => says({ passed: [{ title: 'steady' }], failed: ${JSON.stringify(tests)} }),
      again: () => ${second ? `says(${JSON.stringify(second)})` : `[process.execPath, ['-e', '']]`},
    };
    process.exitCode = await runSuites([[suite]], { isWhole: false, isStrict: ${options.isStrict ?? false} });`;
  const { code, output } = await capture(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { RESULTS_FOLDER: folder },
  });
  return {
    code,
    output,
    last: output.split('\n').at(-1),
    results: JSON.parse(readFileSync(join(folder, 'trial.json'), 'utf8')),
  };
}

let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), 'run-suites-'))));
after(() => rmSync(folder, { recursive: true }));

describe('a test that fails', () => {
  test('and fails again alone fails the run', async () => {
    const { code, last } = await runOf([['breaks', false]]);
    assert.deepEqual([code, last], [1, '1 passed, 1 failed']);
  });

  test('and passes alone is unsteady: named with its first failure, kept, and no reason to stop', async () => {
    const { code, output, last, results } = await runOf([['wavers', true]]);
    assert.deepEqual([code, last], [0, '2 passed, 0 failed']);
    assert.match(output, /unsteady {2}trial: a\.test\.ts: wavers\n {4}it took too long/);
    assert.deepEqual(results.unsteady, [{ title: 'wavers', file: 'a.test.ts', error: 'it took too long' }]);
  });

  test('and passes alone fails a strict run', async () => {
    const { code, last } = await runOf([['wavers', true]], { isStrict: true });
    assert.deepEqual([code, last], [1, '2 passed, 1 failed']);
  });
});

describe('a second run', () => {
  test('that breaks saves nothing', async () => {
    const { last } = await runTwice([failure('breaks'), failure('b.test.ts runs to its end', true)], undefined);
    assert.equal(last, '1 passed, 2 failed');
  });

  test('saves a file that did not run to its end where all of its tests pass', async () => {
    const whole = [failure('a.test.ts runs to its end', true)];
    assert.equal((await runTwice(whole, { passed: [failure('one')] })).last, '2 passed, 0 failed');
    assert.equal(
      (await runTwice(whole, { passed: [failure('one')], failed: [failure('two')] })).last,
      '1 passed, 1 failed',
    );
  });

  test('saves no test whose twin of the same title fails', async () => {
    const twins = [failure('twin')];
    assert.equal((await runTwice(twins, { passed: twins, failed: twins })).last, '1 passed, 1 failed');
  });

  test('adds what failed in it alone', async () => {
    const { last } = await runTwice([failure('wavers')], { passed: [failure('wavers')], failed: [failure('other')] });
    assert.equal(last, '2 passed, 1 failed');
  });
});

test('more than three unsteady tests fail the run', async () => {
  const unsteady = ['one', 'two', 'three'].map((title) => [title, true]);
  assert.equal((await runOf(unsteady)).code, 0);
  const { code, output } = await runOf([...unsteady, ['four', true]]);
  assert.equal(code, 1);
  assert.match(output, /4 unsteady tests, 3 allowed/);
});

test('where many tests fail none runs again', async () => {
  const many = Array.from({ length: 11 }, (_none, index) => [`test ${index}`, true]);
  assert.equal((await runOf(many)).last, '1 passed, 11 failed');
});
