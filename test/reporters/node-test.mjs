// A reporter for `node --test`: prints failures, and writes every test to a results file.
import { relative } from 'node:path';
import process from 'node:process';
import { inspect } from 'node:util';
import { noResults, writeResults } from '../results/results.mjs';

export default async function* report(events) {
  const results = noResults();
  const path = [];
  for await (const { type, data } of events) {
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name);
    if (type === 'test:stderr') yield data.message;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const test = {
      title: [...path.slice(0, data.nesting), data.name].join(' › '),
      ...(data.file && { file: relative(process.cwd(), data.file) }),
      ms: data.details.duration_ms,
    };
    const isSuite = data.details?.type === 'suite';
    if (type === 'test:fail') {
      const cause = data.details.error?.cause ?? data.details.error;
      // A suite fails because of a test in it, and that test is counted.
      if (isSuite && data.details.error?.failureType === 'subtestsFailed') continue;
      const error = cause instanceof Error ? shortStack(cause) : inspect(cause);
      results.failed.push({ ...test, error });
      yield `✗ ${test.title}\n${indent(error)}\n`;
    } else if (!isSuite) {
      const isLeftOut = data.skip !== undefined || data.todo !== undefined;
      results[isLeftOut ? 'skipped' : 'passed'].push(test);
    }
  }
  writeResults(process.env.RESULTS_FILE, results);
}

/** Without the lines that no reader looks at. */
function shortStack({ message, stack }) {
  return (stack ?? message)
    .split('\n')
    .filter((line) => !/^\s+at .*(node:|node_modules)/.test(line))
    .join('\n');
}

function indent(text) {
  return text.replaceAll(/^/gm, '    ');
}
