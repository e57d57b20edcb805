// Decides whether a mutant is noticed: runs the tests that come past it, until one fails twice.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** For one test: what it takes without a mutant, and time that a busy machine may need. */
const SLOWER = 4;
const SPARE_MS = 8_000;
const BASE_TIMEOUT_MS = 60_000;
const FILE_LIMIT_MS = 300_000;

/** What was measured of a script stays true of it, as far as the servers behave alike. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/mcp-web/mutate');

/**
 * Runs all tests without a mutant. A test that fails here says nothing about mutants, and is left out.
 *
 * @param {import('./browser.mjs').MutantBrowser[]} browsers
 * @param {Awaited<ReturnType<typeof import('./site.mjs').openSite>>} site
 * @param {string[]} testFiles
 * @returns {Promise<{ file: string, title: string, ms: number, reached: Set<number> }[]>} quick ones first
 */
export async function measure(browsers, site, testFiles) {
  const measured = [];
  const queue = [...testFiles];
  let fromCache = 0;
  const measureFile = async (browser, file) => {
    const script = await site.offer(file);
    if (script === undefined) return;
    const cached = join(CACHE, `${createHash('sha256').update(file).update(script).digest('hex')}.json`);
    let result = existsSync(cached) ? JSON.parse(readFileSync(cached, 'utf8')) : undefined;
    if (result) fromCache++;
    else result = await browser.run(file, { timeoutMs: BASE_TIMEOUT_MS, limitMs: FILE_LIMIT_MS });
    if (!result) return console.log(`Left out: ${file} does not end`);
    for (const { title, failure, ms, reached } of result.tests) {
      if (failure) console.log(`Left out: ${file} "${title}" fails without a mutant: ${failure}`);
      else measured.push({ file, title, ms, reached: new Set([...reached, ...result.atImport]) });
    }
    // What failed may pass the next time.
    if (result.tests.some(({ failure }) => failure)) return;
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(cached, JSON.stringify(result));
  };
  await Promise.all(
    browsers.map(async (browser) => {
      for (let file = queue.shift(); file; file = queue.shift()) await measureFile(browser, file);
    }),
  );
  const tests = measured.reduce((sum, { ms }) => sum + ms, 0);
  console.log(
    `${measured.length} tests in ${testFiles.length} files take ${Math.round(tests / 1000)} s; ${fromCache} files were measured before`,
  );
  return measured.sort((one, other) => one.ms - other.ms);
}

/**
 * How much of what each test comes past is in one source file: a test that is about it knows what it has to do. Tests that
 * only come past it on their way are told apart test by test, because many files have some of both.
 *
 * @param {Awaited<ReturnType<typeof measure>>} tests
 * @param {(mutant: number) => string} sourceOf
 * @returns {(test: Awaited<ReturnType<typeof measure>>[number], source: string) => number}
 */
export function focusOf(tests, sourceOf) {
  const shares = new Map();
  for (const test of tests) {
    const ofTest = new Map();
    for (const mutant of test.reached)
      ofTest.set(sourceOf(mutant), (ofTest.get(sourceOf(mutant)) ?? 0) + 1 / test.reached.size);
    shares.set(test, ofTest);
  }
  return (test, source) => shares.get(test)?.get(source) ?? 0;
}

/**
 * @param {import('./browser.mjs').MutantBrowser} browser
 * @param {number} mutant
 * @param {{ tests: Awaited<ReturnType<typeof measure>>, killers: Map<string, number>, isOnce: boolean, focus: (test: Awaited<ReturnType<typeof measure>>[number]) => number, limitMs: number }} options
 * `isOnce`: see `Mutant`; `focus`: how much a test is about the mutant; `limitMs`: what was not noticed by then survived
 * @returns {Promise<{ verdict: 'killed' | 'timeout' | 'survived' | 'unreached', by?: string, isOutOfTime?: boolean }>}
 */
export async function judge(browser, mutant, { tests, killers, isOnce, focus, limitMs }) {
  // Only the first test that loads a file comes past its constants. Those after it use them too.
  const reaching = tests.filter((test) => test.reached.has(mutant) || (isOnce && focus(test) > 0));
  if (reaching.length === 0) return { verdict: 'unreached' };
  const byFile = new Map();
  for (const test of reaching) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test]);
  const costOf = (ofFile) => ofFile.reduce((sum, { ms }) => sum + ms, 0);
  // A page takes a second, however short its tests are.
  const promise = (ofFile) => ofFile.reduce((sum, test) => sum + focus(test), 0) / (1_000 + costOf(ofFile));
  const ordered = [...byFile].sort(
    ([file, ofFile], [other, ofOther]) =>
      (killers.get(other) ?? 0) - (killers.get(file) ?? 0) || promise(ofOther) - promise(ofFile),
  );
  const startedAt = performance.now();
  for (const [file, ofFile] of ordered) {
    if (performance.now() - startedAt > limitMs) return { verdict: 'survived', isOutOfTime: true };
    const slowest = Math.max(...ofFile.map(({ ms }) => ms));
    const run = (titles) =>
      browser.run(file, {
        mutant,
        titles,
        timeoutMs: slowest * SLOWER + SPARE_MS,
        limitMs: costOf(ofFile) * SLOWER + 3 * SPARE_MS,
        stopsAtFailure: true,
      });
    const failed = await failureOf(
      run,
      ofFile.map(({ title }) => title),
    );
    if (!failed) continue;
    killers.set(file, (killers.get(file) ?? 0) + 1);
    return { verdict: failed === 'timeout' ? 'timeout' : 'killed', by: `${file} "${failed}"` };
  }
  return { verdict: 'survived' };
}

/** The title of a test that fails, and fails again: an unsteady one proves nothing, and the tests after it have their turn. */
async function failureOf(run, titles) {
  let left = titles;
  while (left.length > 0) {
    const result = await run(left);
    if (!result) return 'timeout';
    const failed = result.tests.find(({ failure }) => failure);
    if (!failed) return undefined;
    // A hook has no test of its own to repeat.
    const again = await run(left.includes(failed.title) ? [failed.title] : left);
    if (!again) return 'timeout';
    if (again.tests.some(({ failure }) => failure)) return failed.title;
    const done = new Set(result.tests.map(({ title }) => title));
    left = left.filter((title) => !done.has(title));
  }
  return undefined;
}
