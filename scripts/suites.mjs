// The suites of `npm test`. Each is a child process that prints for people and writes a file of results
// (see results.mjs). For a check that only passes or fails, the file is made from its exit code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = (...args) => [process.execPath, args];
const bin = (file, ...args) => node(join('node_modules', file), ...args);

/**
 * Stages run one after the other. Within a stage, two suites run at a time.
 *
 * - `checks`: commands, each named by what its success shows.
 * - `command`: writes its own results.
 * - `needs`: suites that have to run first, even if only this one was requested.
 * - `again`: repeats only the failed tests, with nothing else running. Without it, a failure is final.
 */
export const STAGES = [
  [
    {
      name: 'types',
      checks: { 'types agree': () => bin('typescript/bin/tsc', '-b') },
    },
    {
      name: 'lint',
      checks: {
        'code is formatted': () => bin('oxfmt/bin/oxfmt', '--check'),
        'nothing is unused': () => bin('knip/bin/knip.js'),
        'code is clean': () => bin('oxlint/bin/oxlint', '--deny-warnings'),
        'words are spelled right': () => bin('cspell/bin.mjs', '--no-progress', '--no-summary', '--unique'),
        'prose is plain English': () => node('test/prose/prose.mjs'),
        // define.ts registers elements, not the code that uses them, and the analyzer does not know recent CSS.
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
    {
      name: 'node',
      // The framework samples are compiled against the build.
      needs: ['types'],
      needsBrowsers: true,
      // By default, Node leaves one core free: of two cores, one would have nothing to do.
      command: () => nodeTests(allNodeTests(), '--test-concurrency=2'),
      again: (failed) => nodeTests(filesOf(failed), '--test-concurrency=1'),
    },
    {
      name: 'build',
      // The site describes the declarations of the client.
      needs: ['types'],
      checks: {
        'the script-tag file builds': () => node('scripts/script-tag.mjs'),
        'the playground builds': () => bin('vite/bin/vite.js', 'build'),
        'the documentation builds': () => node('demo/site/build.mjs'),
      },
    },
  ],
  // test/unit, test/integration and test/property: the servers and each engine start once for all three.
  [
    {
      name: 'browser',
      needsBrowsers: true,
      command: () => bin('@web/test-runner/dist/bin.js'),
      again: (failed) => [...bin('@web/test-runner/dist/bin.js'), { TEST_ONLY: JSON.stringify(pagesOf(failed)) }],
    },
  ],
  [
    {
      name: 'e2e',
      needs: ['build'],
      needsBrowsers: true,
      command: () => [...bin('@playwright/test/cli.js', 'test'), { E2E_BUILT: '1' }],
      again: () => [
        ...bin('@playwright/test/cli.js', 'test', '--last-failed', '--workers=1', '--trace=on'),
        { E2E_BUILT: '1' },
      ],
    },
  ],
  // The shortest at the end, so that no long one runs alone.
  [
    {
      name: 'packages',
      needs: ['types', 'build'],
      checks: {
        'the packages can be installed and imported': () => node('scripts/packages.mjs'),
        'the API reports are up to date': () => node('scripts/api.mjs', '--check'),
      },
    },
    { name: 'conformance', needsBrowsers: true, command: () => node('test/conformance/run.mjs', '--check') },
    { name: 'faults', needsBrowsers: true, command: () => node('test/fault-lab/short.mjs') },
    { name: 'speed', needsBrowsers: true, command: () => node('test/bench/short.mjs') },
    { name: 'size', needs: ['build'], needsBrowsers: true, command: () => node('scripts/size.mjs', '--built') },
  ],
];

function nodeTests(files, ...options) {
  return node('--test', `--test-reporter=${join(root, 'test/reporters/node-test.mjs')}`, ...options, ...files);
}

/** Named one by one: without names, Node would look for tests everywhere. */
function allNodeTests() {
  return readdirSync(join(root, 'test/node'))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => join('test/node', file));
}

function filesOf(tests) {
  return [...new Set(tests.map(({ file }) => file))];
}

function pagesOf(tests) {
  const pages = new Map(tests.map(({ file, engine }) => [`${file} ${engine}`, { file, engine }]));
  return [...pages.values()];
}
