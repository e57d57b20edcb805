// Shows which requirements of the specification have a passing test: those whose id, like [TR-12], is in the title
// of a test that passed in the last `npm test`. A requirement with a failing test is not proven.
// test/requirements-reasons.json says why others have no test, for a row or for a whole area.
//   pnpm requirements                  by area and level: proven/total, and the mandatory ones that are not proven
//   pnpm requirements --missing TR     the unproven rows of an area
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readResults, suitesWithResults } from './results/results.mjs';

const MANDATORY = ['MUST', 'MUST NOT', 'must*'];
export const LEVELS = [...MANDATORY, 'SHOULD', 'SHOULD NOT', 'MAY', 'WIRE', 'TOLERATE', 'SEP', 'CONF', 'GUID'];

const read = (file) => JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'));
export const { areas, requirements } = read('requirements.json');

/** Why there is no test, by the id of a row or of an area. */
export const reasons = read('requirements-reasons.json');

export const mandatory = requirements.filter(({ level }) => MANDATORY.includes(level));

/** The ids in a test's title: `[TR-12]`, or several as `[TR-12, TR-13]`. */
export function idsIn(title) {
  return [...title.matchAll(/\[([A-Z]{2}-\d+(?:,? [A-Z]{2}-\d+)*)\]/g)].flatMap(([, ids]) => ids.split(/,? /));
}

/** One sentence for the end of `npm test`. */
export function summarize() {
  const proven = provenIds();
  return `requirements  ${count(requirements, proven)} proven by a passing test, ${count(mandatory, proven)} of the mandatory ones`;
}

function provenIds() {
  const proven = new Set();
  const refuted = new Set();
  for (const { passed, unsteady, failed } of suitesWithResults().map(readResults)) {
    for (const { title } of [...passed, ...unsteady]) for (const id of idsIn(title)) proven.add(id);
    for (const { title } of failed) for (const id of idsIn(title)) refuted.add(id);
  }
  return new Set([...proven].filter((id) => !refuted.has(id)));
}

function count(rows, proven) {
  return `${rows.filter(({ id }) => proven.has(id)).length}/${rows.length}`;
}

function printTable(proven) {
  const line = (id, rows, title) =>
    [
      id.padEnd(6),
      count(rows, proven).padEnd(9),
      ...LEVELS.map((level) => {
        const ofLevel = rows.filter((row) => row.level === level);
        return (ofLevel.length > 0 ? count(ofLevel, proven) : '').padEnd(11);
      }),
      title,
    ].join('');
  console.log(['area'.padEnd(6), 'all'.padEnd(9), ...LEVELS.map((level) => level.padEnd(11)), 'title'].join(''));
  for (const [area, title] of Object.entries(areas))
    console.log(
      line(
        area,
        requirements.filter((row) => row.area === area),
        title,
      ),
    );
  console.log(line('', requirements, ''));
}

/** The mandatory requirements without a passing test: those with a reason and those without one. */
function printOpen(proven) {
  const open = mandatory.filter(({ id }) => !proven.has(id));
  const explained = open.filter(({ id, area }) => reasons[id] && !reasons[area]);
  const unexplained = open.filter(({ id, area }) => !reasons[id] && !reasons[area]);
  console.log('\nMandatory, without a passing test:');
  for (const area of Object.keys(areas).filter((name) => reasons[name])) {
    const rows = open.filter((row) => row.area === area);
    if (rows.length > 0) console.log(`  ${area.padEnd(6)} ${rows.length} rows: ${reasons[area]}`);
  }
  for (const { id } of explained) console.log(`  ${id.padEnd(6)} ${reasons[id]}`);
  if (unexplained.length === 0) return;
  console.log(`\nMANDATORY, WITHOUT A PASSING TEST OR A REASON: ${unexplained.length}`);
  for (const area of Object.keys(areas)) {
    const rows = unexplained.filter((row) => row.area === area);
    if (rows.length > 0) console.log(`  ${area}  ${areas[area]}`);
    for (const { id, level, text } of rows) console.log(`    ${id}  ${level.padEnd(8)}  ${text}`);
  }
}

function printMissing(area, proven) {
  for (const { id, level, revisions, text } of requirements) {
    if (!id.startsWith(`${area}-`) || proven.has(id)) continue;
    console.log(`${id}  ${level.padEnd(10)} ${revisions.padEnd(6)} ${text}`);
    const reason = reasons[id] ?? reasons[area];
    if (reason) console.log(`       No test: ${reason}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const {
    values: { missing },
  } = parseArgs({ options: { missing: { type: 'string' } } });
  if (suitesWithResults().length === 0) console.log('No test has run yet: npm test\n');
  if (missing === undefined) {
    const proven = provenIds();
    printTable(proven);
    printOpen(proven);
  } else if (areas[missing]) printMissing(missing, provenIds());
  else {
    console.error(`No area ${missing}. There are: ${Object.keys(areas).join(', ')}.`);
    process.exitCode = 1;
  }
}
