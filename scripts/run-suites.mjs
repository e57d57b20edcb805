// Runs suites stage by stage and ends with one line of totals.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { capture } from './child.mjs';
import { summarize } from '../test/requirements.mjs';
import {
  forgetAllResults,
  forgetResults,
  noResults,
  readResults,
  resultsFile,
  writeResults,
} from '../test/results/results.mjs';
import { printTimes } from '../test/results/times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// Colors on a terminal, none in a log file.
const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

const CONCURRENCY = 2;
/** Ends a suite that hangs. On two idle cores, no suite takes a third of this. */
const SUITE_TIMEOUT_MS = 60 * 60_000;
/** With more failures than this, the cause is not a race. */
const MOST_RUN_AGAIN = 10;
const MOST_UNSTEADY = 3;

/**
 * Runs all suites, even after one has failed.
 * @param {typeof import('./suites.mjs').STAGES} stages
 * @param {{ isWhole: boolean, isStrict: boolean }} options isWhole: results of earlier runs are ignored;
 *   isStrict: one unsteady test fails the run
 * @returns {Promise<number>} the exit code
 */
export async function runSuites(stages, { isWhole, isStrict }) {
  if (isWhole) forgetAllResults();
  const total = noResults();
  const runs = new Map();
  for (const stage of stages) {
    const waiting = [...stage];
    const runNext = async () => {
      for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
        const run = Promise.all((suite.needs ?? []).map((name) => runs.get(name))).then(() => runSuite(suite));
        runs.set(suite.name, run);
        await run;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
    // After the stage, so that nothing else is running.
    for (const suite of stage) {
      const results = await finishSuite(suite, await runs.get(suite.name));
      for (const kind of Object.keys(total))
        total[kind].push(...results[kind].map((entry) => ({ suite: suite.name, ...entry })));
    }
  }
  printTimes(total);
  // Repeat the failures at the end: the log of a whole run is long and may be truncated.
  for (const test of total.failed) console.log(`failed    ${nameOf(test)}`);
  for (const test of total.unsteady) console.log(`unsteady  ${nameOf(test)}\n${indent(test.error ?? '')}`);
  const mostUnsteady = isStrict ? 0 : MOST_UNSTEADY;
  if (total.unsteady.length > mostUnsteady) {
    const fault = { title: `${total.unsteady.length} unsteady tests, ${mostUnsteady} allowed` };
    console.log(`failed    ${fault.title}`);
    total.failed.push(fault);
  }
  if (isWhole) console.log(summarize());
  const { passed, failed, unsteady } = total;
  console.log(`${passed.length + unsteady.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

async function runSuite(suite) {
  const started = performance.now();
  forgetResults(suite.name);
  const output = suite.checks ? await runChecks(suite) : await runCommand(suite);
  const results = readResults(suite.name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${suite.name.padEnd(14)}${describe(results)}  ${seconds} s`);
  return { output, results };
}

async function finishSuite(suite, { output, results }) {
  const again = await runAgain(suite, results);
  if (again) console.log(`${suite.name.padEnd(14)}${describe(results)}  after repeating the failed tests`);
  if (results.failed.length > 0) console.log(`${output}\n${again}\n`);
  return results;
}

async function runChecks({ name, checks }) {
  const results = noResults();
  const outputs = [];
  for (const [title, command] of Object.entries(checks)) {
    const started = performance.now();
    const { code, output } = await capture(...command(), { cwd: root, env });
    results[code === 0 ? 'passed' : 'failed'].push({ title, ms: performance.now() - started });
    if (code !== 0) outputs.push(output || `${title}: exit code ${code}`);
  }
  writeResults(resultsFile(name), results);
  return outputs.join('\n');
}

async function runCommand({ name, command }) {
  const { code, output, results } = await resultsOf(name, command());
  const { passed, failed } = results;
  // A suite that crashed or found no tests proves nothing.
  if (failed.length === 0 && code !== 0) failed.push({ title: `${name} runs to its end (exit code ${code})` });
  else if (failed.length === 0 && passed.length === 0) failed.push({ title: `${name} has tests` });
  writeResults(resultsFile(name), results);
  return [output, ...(passed.length === 0 ? failed.map(({ title }) => `failed: ${title}`) : [])].join('\n').trim();
}

/** A test is unsteady if it fails, and then passes when it runs again with nothing beside it. */
async function runAgain({ name, again }, results) {
  const { failed } = results;
  const isWorthIt = failed.length > 0 && failed.length <= MOST_RUN_AGAIN && failed.every(({ file }) => file);
  if (!again || !isWorthIt) return '';
  forgetResults(`${name}-again`);
  const { output, results: second } = await resultsOf(`${name}-again`, again(failed));
  forgetResults(`${name}-again`);
  // Two tests with the same title cannot be told apart, so both have to pass.
  const isPassing = (test) => second.passed.some(isOf(test)) && !second.failed.some(isOf(test));
  const others = second.failed.filter((other) => !failed.some((test) => isOf(test)(other)));
  results.unsteady.push(...failed.filter(isPassing));
  results.failed = [...failed.filter((test) => !isPassing(test)), ...others];
  writeResults(resultsFile(name), results);
  return `Again, alone:\n${output}`;
}

/** Whether another entry is about the same test, or about its whole file. */
const isOf = (one) => (other) =>
  one.file === other.file &&
  one.engine === other.engine &&
  (one.isWholeFile || other.isWholeFile || one.title === other.title);

async function resultsOf(name, [command, args, extra]) {
  const { code, output } = await capture(command, args, {
    cwd: root,
    env: { ...env, ...extra, RESULTS_FILE: resultsFile(name) },
    timeoutMs: SUITE_TIMEOUT_MS,
  });
  return { code, output, results: readResults(name) ?? noResults() };
}

function nameOf({ suite, engine, file, title }) {
  return `${[suite, engine].filter(Boolean).join(', ')}: ${[file, title].filter(Boolean).join(': ')}`;
}

function indent(text) {
  return text.split('\n').slice(0, 8).join('\n').replaceAll(/^/gm, '    ');
}

function describe({ passed, failed, skipped, unsteady }) {
  const also = Object.entries({ skipped, unsteady }).filter(([, tests]) => tests.length > 0);
  return `${passed.length + unsteady.length} passed, ${failed.length} failed${also.map(([kind, tests]) => `, ${tests.length} ${kind}`).join('')}`;
}
