// Draws docs/images/bench, and writes the figures in docs/performance.md, from the last run of each scenario.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BEFORE, BEFORE_COMMIT } from './before.mjs';
import { ratios, tableOf } from './compare.mjs';
import { readOutcomes } from './outcome.mjs';
import { SCENARIOS } from './scenarios.mjs';
import { median } from './statistics.mjs';

const docs = new URL('../../docs/', import.meta.url);
const BEGIN = '<!-- Written by `pnpm bench --plots`. -->';
const END = '<!-- The end of what `pnpm bench --plots` writes. -->';

/** @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser draws the plots */
export async function publish(browser) {
  const outcomes = readOutcomes();
  const names = Object.keys(SCENARIOS).filter((name) => outcomes[name]);
  if (names.length === 0) throw new Error('There are no results yet. Run `pnpm bench` first.');
  mkdirSync(new URL('images/bench/', docs), { recursive: true });
  const drawn = await browser.withPage(async (page) => {
    await page.goto(`${browser.origin}/plots`);
    const result = [];
    for (const name of names) {
      const points = pointsOf(outcomes[name].groups);
      if (points.length === 0) continue;
      const { label, isRelative = false } = outcomes[name].groups.find(({ plot }) => plot).plot;
      const svg = await page.evaluate((args) => globalThis.drawPlot(...args), [points, { label, isRelative }]);
      writeFileSync(new URL(`images/bench/${name}.svg`, docs), `${svg}\n`);
      result.push(name);
    }
    return result;
  });
  const file = fileURLToPath(new URL('performance.md', docs));
  const [head, rest] = readFileSync(file, 'utf8').split(BEGIN);
  const [, tail] = rest.split(END);
  const sections = [
    targetTable(names.flatMap((name) => outcomes[name].targets)),
    ...names.map((name) => section(name, outcomes[name], drawn.includes(name))),
  ];
  writeFileSync(file, `${head}${BEGIN}\n\n${sections.join('\n\n')}\n\n${END}${tail}`);
  console.log(`Written: docs/performance.md and docs/images/bench (${drawn.join(', ')}).`);
}

/** The points of each group that is drawn: relative to the floor, which is the line at 1, or as they are. */
function pointsOf(groups) {
  return groups
    .filter(({ plot }) => plot)
    .flatMap(({ title, reports, plot: { key, isRelative } }) =>
      Object.entries(reports)
        .filter(([name]) => !isRelative || (name !== 'floor' && name !== 'drain'))
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
    `${met} of ${targets.length} targets are met. "Before" was measured at commit ${BEFORE_COMMIT}.`,
    ['| target | before | now: median (range) | met |', '|---|---|---|---|', ...lines].join('\n'),
  ].join('\n\n');
}

function section(name, { date, commit, browser, machine, load, groups }, isDrawn) {
  const { title } = SCENARIOS[name];
  return [
    `## ${title}`,
    `${date}, commit ${commit}, ${browser}, ${machine}, load ${load} at the end. Medians (range).`,
    ...(isDrawn ? [`![${title}: medians and ranges of all contestants](images/bench/${name}.svg)`] : []),
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
