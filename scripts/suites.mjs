// The suites of `npm test`, in the order in which they run, cheapest first. Each is a child process
// that prints for a person and writes a file of results (see results.mjs); a check that knows only
// yes or no gets its file from its exit code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { capture } from './child.mjs';
import { summarise } from './requirements.mjs';
import { forgetAllResults, forgetResults, noResults, readResults, resultsFile, writeResults } from './results.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = (...args) => [process.execPath, args];
// Colours for a person, none in a log.
const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
const bin = (file, ...args) => node(join('node_modules', file), ...args);

/** For what hangs. On two cores that do nothing else no suite takes a third of this. */
const SUITE_TIMEOUT_MS = 60 * 60_000;

export const SUITES = [
  { name: 'types', checks: { 'types agree': () => bin('typescript/bin/tsc', '-b') } },
  {
    name: 'lint',
    checks: {
      'code is formatted': () => bin('oxfmt/bin/oxfmt', '--check'),
      'code is clean': () => bin('oxlint/bin/oxlint', '--deny-warnings'),
      // Elements are registered by define.ts, not by who uses them; and the analyzer knows no CSS of this decade.
      'templates are clean': () =>
        bin(
          'lit-analyzer/cli.js',
          'packages/elements/src/**/*.ts',
          '--strict',
          '--rules.no-missing-import',
          'off',
          '--rules.no-invalid-css',
          'off',
        ),
    },
  },
  // The files by name: without any, Node would look for tests everywhere.
  {
    name: 'node',
    command: () => node('--test', `--test-reporter=${join(root, 'scripts/reporters/node-test.mjs')}`, ...nodeTests()),
  },
  {
    name: 'unit',
    needsBrowsers: true,
    command: () => bin('@web/test-runner/dist/bin.js', '--files', 'test/unit/**/*.test.ts'),
  },
  {
    name: 'integration',
    needsBrowsers: true,
    command: () => bin('@web/test-runner/dist/bin.js', '--files', 'test/integration/**/*.test.ts'),
  },
  {
    name: 'property',
    needsBrowsers: true,
    command: () => bin('@web/test-runner/dist/bin.js', '--files', 'test/property/**/*.test.ts'),
  },
  {
    name: 'build',
    checks: {
      'the script-tag file builds': () => node('scripts/script-tag.mjs'),
      'the playground builds': () => bin('vite/bin/vite.js', 'build'),
    },
  },
  { name: 'e2e', needsBrowsers: true, command: () => bin('@playwright/test/cli.js', 'test') },
  { name: 'size', command: () => node('scripts/size.mjs') },
  { name: 'conformance', needsBrowsers: true, command: () => node('test/conformance/run.mjs', '--check') },
];

/**
 * Runs the suites one after the other, whatever the earlier ones said, and ends with one line of totals.
 * @param {typeof SUITES} suites
 * @param {{ isWhole: boolean }} options isWhole: nothing of an earlier run is to count
 * @returns {Promise<number>} the exit code
 */
export async function runSuites(suites, { isWhole }) {
  if (isWhole) forgetAllResults();
  const total = noResults();
  const faults = [];
  for (const suite of suites) {
    const started = performance.now();
    process.stdout.write(suite.name.padEnd(14));
    forgetResults(suite.name);
    const output = suite.checks ? await runChecks(suite) : await runCommand(suite);
    const results = readResults(suite.name);
    console.log(`${describe(results)}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    if (results.failed.length > 0) console.log(`${output}\n`);
    for (const outcome of Object.keys(total)) total[outcome].push(...results[outcome]);
    faults.push(
      ...results.failed.map(({ title, engine }) => `${[suite.name, engine].filter(Boolean).join(', ')}: ${title}`),
    );
  }
  // Once more where nobody has to look for them: the log of a whole run is long, and may be cut.
  for (const fault of faults) console.log(`not so  ${fault}`);
  if (isWhole) console.log(summarise());
  console.log(describe(total));
  return total.failed.length > 0 ? 1 : 0;
}

async function runChecks({ name, checks }) {
  const results = noResults();
  const outputs = [];
  for (const [title, command] of Object.entries(checks)) {
    const { code, output } = await capture(...command(), { cwd: root, env });
    results[code === 0 ? 'passed' : 'failed'].push({ title });
    if (code !== 0) outputs.push(output || `${title}: exit code ${code}`);
  }
  writeResults(resultsFile(name), results);
  return outputs.join('\n');
}

async function runCommand({ name, command }) {
  const { code, output } = await capture(...command(), {
    cwd: root,
    env: { ...env, RESULTS_FILE: resultsFile(name) },
    timeoutMs: SUITE_TIMEOUT_MS,
  });
  const results = readResults(name) ?? noResults();
  const { passed, failed } = results;
  // A suite that broke, or that found nothing to run, proved nothing.
  if (failed.length === 0 && code !== 0) failed.push({ title: `${name} runs to its end (exit code ${code})` });
  else if (failed.length === 0 && passed.length === 0) failed.push({ title: `${name} has tests` });
  writeResults(resultsFile(name), results);
  return [output, ...(passed.length === 0 ? failed.map(({ title }) => `not so: ${title}`) : [])].join('\n').trim();
}

function nodeTests() {
  return readdirSync(join(root, 'test/node'))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => join('test/node', file));
}

function describe({ passed, failed, skipped }) {
  return `${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;
}
