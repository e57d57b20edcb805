// A log with ten thousand entries a second, up to a million, beside a virtualized list: does the page stay responsive, what does it
// cost, how long does a search take?
import { atMost, interleave, ratios } from './compare.mjs';
import { watchTasks } from './tasks.mjs';

const COUNT = 1_000_000;
const PER_SECOND = 10_000;
/** With longer tasks, a user feels the page hang. */
const MAX_TASK_MS = 100;
const MAX_SEARCH_MS = 2_000;
const ROWS = [
  { name: 'mcp-log-viewer', contestant: 'log-viewer', isSearched: true },
  { name: 'virtualized list', contestant: 'log-virtual' },
];
const COLUMNS = [
  { title: 'longest task ms', key: 'longestTaskMs' },
  { title: 'all tasks ms', key: 'allTasksMs' },
  { title: 'frame gap ms', key: 'longestFrameGapMs' },
  { title: 'entries/s', key: 'entriesPerSecond' },
  { title: 'held', key: 'entries' },
  { title: 'heap MB', key: 'heapMB' },
  { title: 'ms', key: 'ms' },
  { title: 'first hit ms', key: 'firstMs' },
  { title: 'says', key: 'said' },
];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ rounds: number, isQuick: boolean, report: (group: import('./compare.mjs').Group) => void }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchLog(browser, { rounds: wanted, isQuick, report }) {
  const count = isQuick ? COUNT / 10 : COUNT;
  // A million entries take two minutes to come.
  const rounds = isQuick ? 1 : Math.min(wanted, 2);
  const whole = await interleave(ROWS, rounds, (row) => measureLog(browser, row, count));
  const part = (name, rows) =>
    Object.fromEntries(rows.map((row) => [row.name, whole[row.name].map((own) => own[name])]));
  const title = `log: ${count.toLocaleString('en')} entries`;
  const floods = part('flood', ROWS);
  report({
    title: `${title}, ${PER_SECOND.toLocaleString('en')} a second, all of them held`,
    rounds,
    columns: COLUMNS,
    reports: floods,
    plot: { key: 'allTasksMs', label: 'ms of computing' },
  });
  const searches = ['find', 'filter'].map((name) => [name, part(name, ROWS.slice(0, 1))[ROWS[0].name]]);
  report({ title: `${title}: search`, rounds, columns: COLUMNS, reports: Object.fromEntries(searches) });
  const [ours, list] = ROWS.map(({ name }) => name);
  return [
    ...atMost(
      `${title}: time for an entry`,
      floods[ours].map(({ entriesPerSecond }) => 1e6 / entriesPerSecond),
      {
        atMost: 103,
        digits: 1,
        unit: ' µs',
      },
    ),
    ...atMost(`${title}: computing time x the virtualized list`, ratios(floods, ours, [list], 'allTasksMs'), {
      atMost: 0.7,
    }),
    ...atMost(`${title}: heap x the virtualized list`, ratios(floods, ours, [list], 'heapMB'), { atMost: 1.1 }),
    ...[['flood', floods[ours]], ...searches].flatMap(([name, own]) =>
      atMost(
        `${title}: ${name}, longest task`,
        own.map(({ longestTaskMs }) => longestTaskMs),
        {
          atMost: MAX_TASK_MS,
          digits: 0,
          unit: ' ms',
        },
      ),
    ),
    ...searches.flatMap(([name, own]) =>
      atMost(
        `${title}: ${name}, computing time`,
        own.map(({ allTasksMs }) => allTasksMs),
        {
          atMost: MAX_SEARCH_MS,
          digits: 0,
          unit: ' ms',
        },
      ),
    ),
  ];
}

/** Task times are processor time, all others wall-clock time. */
function measureLog(browser, { contestant, isSearched }, count) {
  return browser.withPage(async (page) => {
    await page.goto(`${browser.origin}/${contestant}`);
    const watched = async (work) => {
      const stop = await watchTasks(page);
      const report = await work();
      const { longestMs, allMs } = await stop();
      return { ...report, longestTaskMs: longestMs, allTasksMs: allMs };
    };
    const flood = await watched(() =>
      page.evaluate((options) => globalThis.floodLog(options), { count, perSecond: PER_SECOND }),
    );
    Object.assign(flood, await page.evaluate(() => globalThis.heapOfLog()));
    if (!isSearched) return { flood };
    const find = await watched(() =>
      page.evaluate((text) => globalThis.findInLog(text), `row ${Math.floor(count * 0.777)} of`),
    );
    const filter = await watched(() =>
      page.evaluate((text) => globalThis.filterLog(text), `row ${Math.floor(count * 0.0777)}`),
    );
    return { flood, find, filter };
  });
}
