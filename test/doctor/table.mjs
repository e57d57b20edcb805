// Writes the tables of docs/doctor.md: the causes from the docstring, and what each engine can tell from the cases that the tests
// run. `test/node/doctor.test.mjs` fails when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CASES } from './matrix.mjs';

const PAGE = new URL('../../docs/doctor.md', import.meta.url);
const CAUSES = new URL('../../packages/client/src/doctor/diagnosis.ts', import.meta.url);
const ENGINES = ['chromium', 'firefox', 'webkit'];

/** The page as it should be. */
export function writeTables(page = readFileSync(PAGE, 'utf8')) {
  return fill(fill(page, 'causes', causes()), 'engines', engines());
}

function causes() {
  const [docstring] = /\/\*\*(?:(?!\*\/)[^])*\| cause \|[^]*?\*\//.exec(readFileSync(CAUSES, 'utf8'));
  return docstring
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''))
    .filter((line) => line.startsWith('|'))
    .join('\n');
}

function engines() {
  const rows = CASES.map(({ title, cause, hidden, except }) => {
    const cells = ENGINES.map((engine) => (except?.[engine] ? '–' : hidden ? 'the likeliest' : '✓'));
    return `| ${title} | \`${cause}\` | ${cells.join(' | ')} |`;
  });
  return ['| what is wrong | cause | Chromium | Firefox | WebKit |', '|---|---|---|---|---|', ...rows].join('\n');
}

function fill(page, name, text) {
  return page.replace(
    new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
    (_whole, start, end) => `${start}\n${text}\n\n${end}`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(PAGE, writeTables());
