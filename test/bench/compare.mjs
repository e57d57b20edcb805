// How contestants are compared: interleaved round by round, each figure as a ratio within its round.
import { median, mostCommon, summary } from './statistics.mjs';
import { printTable } from './table.mjs';

/**
 * @typedef {{ name: string, contestant: string, setting?: string }} Row a contestant in one setting
 * @typedef {Record<string, number | string>} Report one measurement
 * @typedef {{ title: string, key: string, digits?: number, isRelative?: boolean }} Column `isRelative` adds the ratio
 *   to the floor
 * @typedef {{ title: string, rounds: number, columns: Column[], reports: Record<string, Report[]>,
 *   plot?: { key: string, label: string, isRelative?: boolean } }} Group what was measured side by side
 * @typedef {{ title: string, measured: string, isMet: boolean }} Target
 */

/**
 * Measures each row once in each round. Each round begins with another row, so that whatever else the machine does hits all.
 * @param {Row[]} rows
 * @param {number} rounds
 * @param {(row: Row) => Promise<Report>} measure
 * @returns {Promise<Record<string, Report[]>>} by name of the row
 */
export async function interleave(rows, rounds, measure) {
  const reports = Object.fromEntries(rows.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % rows.length;
    for (const row of [...rows.slice(first), ...rows.slice(0, first)]) reports[row.name].push(await measure(row));
  }
  return reports;
}

/**
 * Round by round, because the machine's speed changes from one to the next. The best of the others is the one against
 * which the median ratio is the worst. Chosen anew in each round, it would be the luckiest, and a client exactly as fast
 * as the others would seem slower than the best of them.
 * @param {string[]} others the names of other rows: the best of them counts. Those that did not take part are left out
 * @returns {number[] | undefined} undefined if one of the two sides did not take part
 */
export function ratios(reports, name, others, key) {
  const opponents = others.filter((other) => reports[other]);
  if (!reports[name] || opponents.length === 0) return undefined;
  const against = opponents.map((other) =>
    reports[name].map((report, round) => report[key] / reports[other][round][key]),
  );
  return against.toSorted((a, b) => median(b) - median(a))[0];
}

/**
 * @param {string} title
 * @param {number[] | undefined} values of the rounds
 * @param {{ atMost: number, digits?: number, unit?: string }} limit for their median
 * @returns {Target[]} none without values
 */
export function atMost(title, values, { atMost: limit, digits = 2, unit = '' }) {
  if (!values) return [];
  return [
    {
      title: `${title}: at most ${limit}${unit}`,
      measured: `${summary(values, digits)}${unit}`,
      isMet: median(values) <= limit,
    },
  ];
}

/** @param {Group} group */
export function printGroup({ title, rounds, columns, reports }) {
  console.log(`\n${title}, rounds: ${rounds}`);
  const { headings, rows } = tableOf({ columns, reports });
  printTable(headings, rows);
}

/** @param {Pick<Group, 'columns' | 'reports'>} group */
export function tableOf({ columns, reports }) {
  const hasFloor = reports.floor !== undefined;
  const isUsed = ({ key }) => Object.values(reports).some((own) => own.some((report) => report[key] !== undefined));
  const used = columns.filter(isUsed);
  const isText = ({ key }) => Object.values(reports).some((own) => typeof own[0][key] === 'string');
  return {
    headings: [
      '',
      ...used.flatMap((column) => [
        `${isText(column) ? '<' : ''}${column.title}`,
        ...(column.isRelative && hasFloor ? ['x floor'] : []),
      ]),
    ],
    rows: Object.entries(reports).map(([name, own]) => [
      name,
      ...used.flatMap(({ key, digits, isRelative }) => [
        cell(
          own.map((report) => report[key]),
          digits,
        ),
        ...(isRelative && hasFloor ? [summary(ratios(reports, name, ['floor'], key), 2)] : []),
      ]),
    ]),
  };
}

function cell(values, digits) {
  if (values.includes(undefined)) return '';
  return typeof values[0] === 'string' ? mostCommon(values) : summary(values, digits);
}
