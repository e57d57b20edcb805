// Changes the client in many small ways, one at a time, and says which changes no test notices. Nothing is written to disk.
//   pnpm mutate --folder transports --sample 60 --seed 7
//   pnpm mutate --file packages/client/src/transports/resume.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServers } from '../servers/start.mjs';
import { randomFrom } from '../fuzz/random.mjs';
import { MutantBrowser } from './browser.mjs';
import { EQUIVALENT } from './equivalent.mjs';
import { focusOf, judge, measure } from './judge.mjs';
import { findMutants, withMutants } from './mutants.mjs';
import { openSite } from './site.mjs';

const SOURCES = 'packages/client/src';
const FOLDERS = ['wire', 'transports', 'session', 'oauth', 'host'];
const TESTS = ['test/unit/client', 'test/integration'];
/** What these do not notice, others may: they take longer, and come past the client on the way to something else. */
const FURTHER_TESTS = ['test/unit/elements'];
/** At once. Most tests wait most of the time. */
const PAGES = 2;
/** How long tests may look for one mutant, in s. */
const LIMIT_S = 60;

const { values: options } = parseArgs({
  options: {
    file: { type: 'string', multiple: true },
    folder: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    at: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    tests: { type: 'string', multiple: true },
    pages: { type: 'string' },
    limit: { type: 'string' },
  },
});

const filesIn = (folder, end) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith(end))
    .sort();
// With mutants in all folders, whichever is tried, what was measured of the tests before need not be measured again.
const files = options.file ?? FOLDERS.flatMap((folder) => filesIn(`${SOURCES}/${folder}`, '.ts'));
const isInFolder = ({ file }) => options.folder?.includes(folderOf(file)) ?? true;
const isInLine = ({ file, line }) => options.at?.some((place) => `${file}:${line}`.endsWith(`/${place}`)) ?? true;
const all = files.flatMap((file) => findMutants(file, readFileSync(file, 'utf8')));
const isEquivalent = ({ file, before, after }) =>
  EQUIVALENT.some((known) => known.file === file && known.before === before && known.after === after);
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const chosen = sampleOf(
  all.filter((mutant) => isInFolder(mutant) && isInLine(mutant)),
  Number(options.sample ?? Infinity),
);
const tried = chosen.filter((mutant) => !isEquivalent(mutant));
// By these numbers, a page knows them. They stay the same whatever sample is tried.
const numberOf = new Map(all.map((mutant, number) => [mutant, number]));
console.log(
  `Seed ${seed}: ${chosen.length} of ${all.length} mutants in ${files.length} files, ${chosen.length - tried.length} of them equivalent`,
);
if (options.list) {
  for (const mutant of tried) show(mutant, '');
  process.exit();
}

const rewrites = new Map(
  files.map((file) => {
    const numbers = new Map([...numberOf].filter(([mutant]) => mutant.file === file));
    return [file, (text) => withMutants(file, text, numbers)];
  }),
);
const servers = await startServers();
const testsIn = (folders) =>
  folders
    .flatMap((folder) => filesIn(folder, '.test.ts'))
    .filter((file) => (options.tests ?? ['']).some((word) => file.includes(word)));
const site = await openSite({ serverUrls: servers.urls, rewrites });
const browsers = Array.from({ length: Number(options.pages ?? PAGES) }, () => new MutantBrowser(site.origin));
const tally = new Map();
try {
  const survivors = [];
  await judgeAll(tried, TESTS, (mutant, judged) => {
    if (judged.verdict === 'killed' || judged.verdict === 'timeout') return report(mutant, judged);
    survivors.push([mutant, judged]);
    show(mutant, `${judged.verdict} so far${judged.isOutOfTime ? ' (not all tests had time)' : ''} `);
  });
  await judgeAll(
    survivors.map(([mutant]) => mutant),
    FURTHER_TESTS,
    (mutant, judged) => {
      const [, before] = survivors.find(([survivor]) => survivor === mutant);
      report(mutant, judged.verdict === 'unreached' ? before : judged);
    },
  );
} finally {
  await Promise.all(browsers.map((browser) => browser.close()));
  await site.stop();
  await servers.stop();
}
console.log('');
const none = { killed: 0, timeout: 0, survived: 0, unreached: 0 };
const total = { ...none };
for (const [folder, counts] of tally) {
  sum(folder, counts);
  for (const verdict of Object.keys(none)) total[verdict] += counts[verdict];
}
sum('all', total);

function folderOf(file) {
  return file.slice(SOURCES.length + 1).split('/')[0];
}

async function judgeAll(mutants, folders, onjudged) {
  if (mutants.length === 0) return;
  const tests = await measure(browsers, site, testsIn(folders));
  const focus = focusOf(tests, (number) => all[number].file);
  const killers = new Map();
  const queue = [...mutants];
  const limitMs = Number(options.limit ?? LIMIT_S) * 1000;
  await Promise.all(
    browsers.map(async (browser) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift())
        onjudged(
          mutant,
          await judge(browser, numberOf.get(mutant), {
            tests,
            killers: killersOf(mutant, killers),
            isOnce: mutant.isOnce,
            focus: (test) => focus(test, mutant.file),
            limitMs,
          }),
        );
    }),
  );
}

/** The same mutants for the same seed, in any order: a run that is ended early has tried some of all folders. */
function sampleOf(mutants, size) {
  const { below } = randomFrom(seed);
  const left = [...mutants];
  const taken = [];
  while (left.length > 0 && taken.length < size) taken.push(...left.splice(below(left.length), 1));
  return taken;
}

/** The tests that killed mutants of the same file come first. */
function killersOf({ file }, killers) {
  if (!killers.has(file)) killers.set(file, new Map());
  return killers.get(file);
}

function report(mutant, { verdict, by = '', isOutOfTime = false }) {
  const { file, line } = mutant;
  const folder = folderOf(file);
  const counts = tally.get(folder) ?? { killed: 0, timeout: 0, survived: 0, unreached: 0 };
  tally.set(folder, counts);
  counts[verdict]++;
  if (verdict === 'killed' || verdict === 'timeout') console.log(`${verdict} ${file}:${line} by ${by}`);
  else show(mutant, `${verdict}${isOutOfTime ? ' (not all tests had time)' : ''} `);
}

function show({ file, line, before, after }, verdict) {
  console.log(`${verdict}${file}:${line}\n  - ${before}\n  + ${after}`);
}

function sum(name, { killed, timeout, survived, unreached }) {
  const count = killed + timeout + survived + unreached;
  const rate = ((100 * (killed + timeout)) / count).toFixed(1);
  console.log(
    `${name}: ${count} mutants, killed ${killed}, timeout ${timeout}, survived ${survived}, of these without a test ${unreached}, rate ${rate} %`.replace(
      `survived ${survived}`,
      `survived ${survived + unreached}`,
    ),
  );
}
