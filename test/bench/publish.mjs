// Draws docs/images/bench, and writes the figures in docs/performance.md and the plots in the README, from the last run of each scenario.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BEFORE, BEFORE_COMMIT } from './before.mjs';
import { ratios, tableOf } from './compare.mjs';
import { readOutcomes } from './outcome.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { median } from './statistics.mjs';

const root = new URL('../../', import.meta.url);
const images = 'docs/images/bench';
/** Those that are in the README too. */
const IN_README = ['stream', 'forms'];
const BEGIN = '<!-- Written by `pnpm bench --plots`. -->';
const END = '<!-- The end of what `pnpm bench --plots` writes. -->';

/** @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser draws the plots */
export async function publish(browser) {
  const outcomes = readOutcomes();
  const names = Object.keys(SCENARIOS).filter((name) => outcomes[name]);
  if (names.length === 0) throw new Error('There are no results yet. Run `pnpm bench` first.');
  mkdirSync(new URL(images, root), { recursive: true });
  const drawn = await browser.withPage(async (page) => {
    await page.goto(`${browser.origin}/plots`);
    const result = [];
    for (const name of names) {
      const points = pointsOf(outcomes[name].groups);
      if (points.length === 0) continue;
      const { label, isRelative = false } = outcomes[name].groups.find(({ plot }) => plot).plot;
      const svg = await page.evaluate((args) => globalThis.drawPlot(...args), [points, { label, isRelative }]);
      writeFileSync(new URL(`${images}/${name}.svg`, root), `${svg}\n`);
      result.push(name);
    }
    return result;
  });
  fill('docs/performance.md', [
    targetTable(names.flatMap((name) => outcomes[name].targets)),
    ...names.map((name) => section(name, outcomes[name], drawn.includes(name))),
  ]);
  fill(
    'README.md',
    IN_README.filter((name) => drawn.includes(name)).map((name) => picture(name, images)),
  );
  console.log(`Written: README.md, docs/performance.md and ${images} (${drawn.join(', ')}).`);
}

/** Replaces what is between the two marks of a document. */
function fill(document, paragraphs) {
  const file = new URL(document, root);
  const [head, rest] = readFileSync(file, 'utf8').split(BEGIN);
  const [, tail] = rest.split(END);
  writeFileSync(file, [`${head}${BEGIN}`, ...paragraphs, `${END}${tail}`].join('\n\n'));
}

const picture = (name, folder) =>
  `![${SCENARIOS[name].title}: medians and ranges of all contestants](${folder}/${name}.svg)`;

/** The points of each group that is drawn: relative to the floor, which is the line at 1, or as they are. */
function pointsOf(groups) {
  return groups
    .filter(({ plot }) => plot)
    .flatMap(({ title, reports, plot: { key, isRelative } }) =>
      Object.entries(reports)
        .filter(([name]) => !isRelative || (name !== 'floor' && !name.startsWith('drain')))
        .map(([name, own]) => {
          const values = isRelative ? ratios(reports, name, ['floor'], key) : own.map((report) => report[key]);
          return { group: title, name, low: Math.min(...values), median: median(values), high: Math.max(...values) };
        }),
    );
}

function targetTable(targets) {
  const met = targets.filter(({ isMet }) => isMet).length;
  const lines = targets.map(
    ({ title, measured, isMet }) =>
      `| ${title} | ${BEFORE[title.replace(/: at most [^:]*$/, '')] ?? ''} | ${measured} | ${isMet ? 'yes' : '**no**'} |`,
  );
  return [
    '## Targets',
    `${met} of ${targets.length} targets are met. "Before" was measured at commit ${BEFORE_COMMIT} with the same contestants and servers, but bundled by esbuild.`,
    ['| target | before | now: median (range) | met |', '|---|---|---|---|', ...lines].join('\n'),
  ].join('\n\n');
}

function section(name, { date, commit, browser, machine, load, groups }, isDrawn) {
  return [
    `## ${SCENARIOS[name].title}`,
    `${date}, commit ${commit}, ${browser}, ${machine}, load ${load} at the end. Medians (range).`,
    ...(isDrawn ? [picture(name, 'images/bench')] : []),
    ...groups.map((group) => `**${group.title}**, rounds: ${group.rounds}\n\n${markdownTable(tableOf(group))}`),
  ].join('\n\n');
}

function markdownTable({ headings, rows }) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(headings.map((heading) => heading.replace('<', ''))),
    line(headings.map((heading, column) => (column === 0 || heading.startsWith('<') ? '---' : '---:'))),
    ...rows.map(line),
  ].join('\n');
}
