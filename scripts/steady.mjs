// Repeats one test file, to hunt a race or to show that it is mended.
//   pnpm steady FILE [--times 50] [--load] [--engine firefox]
// --load keeps both cores busy meanwhile. A file of test/unit, test/integration or test/property runs
// in the engines of `pnpm test:unit`, unless --engine names one.
import { availableParallelism } from 'node:os';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { capture } from './child.mjs';
import { noResults, readResults, resultsFile } from './results.mjs';

const {
  values: { times, load, engine },
  positionals: [file],
} = parseArgs({
  options: {
    times: { type: 'string', default: '50' },
    load: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
  allowPositionals: true,
});
const commands = {
  'test/node/': (results) => nodeRuns(results),
  'test/e2e/': (results) => [
    [
      ['node_modules/@playwright/test/cli.js', 'test', file, `--repeat-each=${times}`],
      { RESULTS_FILE: results, ...(engine && { TEST_BROWSERS: engine }) },
    ],
  ],
  'test/': (results) => [
    [
      ['node_modules/@web/test-runner/dist/bin.js'],
      {
        RESULTS_FILE: results,
        TEST_ONLY: JSON.stringify([{ file, engine, times: Number(times) }]),
        ...(engine && { TEST_BROWSERS: engine }),
      },
    ],
  ],
};
const kind = Object.keys(commands).find((folder) => file?.startsWith(folder));
if (!kind || !(Number(times) > 0)) {
  console.error('Which file? pnpm steady test/unit/client/sse.test.ts --times 50 --load');
  process.exit(1);
}
const burners = load
  ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for(;;);']))
  : [];
process.on('exit', () => burners.forEach((burner) => burner.kill()));

const failures = new Map();
let passes = 0;
for (const [args, env] of commands[kind](resultsFile('steady'))) {
  const { code, output } = await capture(process.execPath, args, { env });
  const results = readResults('steady') ?? noResults();
  if (code !== 0 && results.failed.length === 0)
    results.failed.push({ title: 'the run comes to its end', error: output });
  passes += results.passed.length;
  for (const { engine: where, title, error } of results.failed) {
    const name = [where, title].filter(Boolean).join(', ');
    failures.set(name, [...(failures.get(name) ?? []), error]);
  }
}
for (const [name, errors] of failures) console.log(`${errors.length} of ${times}  ${name}\n${errors[0]}\n`);
const failed = [...failures.values()].flat().length;
console.log(`${passes} passed, ${failed} failed in ${times} runs of ${file}${load ? ' under load' : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function nodeRuns(results) {
  const reporter = new URL('../test/reporters/node-test.mjs', import.meta.url).pathname;
  return Array.from({ length: Number(times) }, () => [
    ['--test', `--test-reporter=${reporter}`, file],
    { RESULTS_FILE: results },
  ]);
}
