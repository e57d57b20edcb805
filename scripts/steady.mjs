// Repeats one test file to find a race, or to show that it is fixed.
//   pnpm steady FILE [--times 50] [--load] [--engine firefox]
// --load keeps all cores busy meanwhile. A file of test/unit, test/integration or test/property runs
// in the engines of `pnpm test:unit`, unless --engine names one.
import { availableParallelism } from 'node:os';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { capture } from './child.mjs';
import { forgetResults, noResults, readResults, resultsFile } from '../test/results/results.mjs';

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '50' }, load: { type: 'boolean' }, engine: { type: 'string' } },
  allowPositionals: true,
});
const { load, engine } = values;
const times = Number(values.times);
const [file] = positionals;
if (!file?.startsWith('test/') || !(times > 0)) {
  console.error('Name a test file: pnpm steady test/unit/client/sse.test.ts --times 50 --load');
  process.exit(1);
}
const burners = load
  ? Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for(;;);']))
  : [];
process.on('exit', () => burners.forEach((burner) => burner.kill()));

const failures = new Map();
let passes = 0;
for (const [args, env] of commandsFor(file)) {
  forgetResults('steady');
  const { code, output } = await capture(process.execPath, args, {
    env: { ...env, RESULTS_FILE: resultsFile('steady') },
  });
  const results = readResults('steady') ?? noResults();
  if (code !== 0 && results.failed.length === 0)
    results.failed.push({ title: 'the run comes to its end', error: output });
  passes += results.passed.length;
  for (const { engine: where, title, error } of results.failed) {
    const name = [where, title].filter(Boolean).join(', ');
    failures.set(name, [...(failures.get(name) ?? []), error]);
  }
}
// `pnpm requirements` reads the results of whole runs only.
forgetResults('steady');
for (const [name, errors] of failures) console.log(`${errors.length} of ${times}  ${name}\n${errors[0]}\n`);
const failed = [...failures.values()].flat().length;
console.log(`${passes} passed, ${failed} failed in ${times} runs of ${file}${load ? ' under load' : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

function commandsFor(path) {
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', path, `--repeat-each=${times}`];
  if (path.startsWith('test/e2e/')) return [[[...playwright, ...(engine ? [`--project=${engine}`] : [])]]];
  if (path.startsWith('test/node/'))
    return Array(times).fill([['--test', '--test-reporter=./test/reporters/node-test.mjs', path]]);
  const TEST_ONLY = JSON.stringify([{ file: path, engine, times }]);
  return [[['node_modules/@web/test-runner/dist/bin.js'], { TEST_ONLY, ...(engine && { TEST_BROWSERS: engine }) }]];
}
