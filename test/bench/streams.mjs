// How fast a stream reaches the app, and how responsive the page stays meanwhile.
import { median, summary } from './statistics.mjs';
import { STREAMS } from './stream-bytes.mjs';
import { startStreamServer } from './stream-server.mjs';
import { printTable } from './table.mjs';

const ROWS = [
  { title: 'drain', contestant: 'drain', setting: 'modern', isDeaf: true },
  { title: 'parser floor', contestant: 'floor', setting: 'modern' },
  { title: 'ours, modern', contestant: 'ours', setting: 'modern' },
  { title: 'ours, legacy', contestant: 'ours', setting: 'legacy' },
  { title: 'official, modern', contestant: 'official', setting: 'modern' },
  { title: 'ai-sdk, modern', contestant: 'ai-sdk', setting: 'modern' },
];
const TOOLS = ['small', 'large', 'huge'];
const MAX_RATIO = { small: 1.5, large: 1.15, huge: 1.15 };
const MAX_TASK_MS = 50;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number }} options
 * @returns {Promise<{ title: string, measured: string, isMet: boolean }[]>} the targets
 */
export async function benchStreams(browser, { contestants, rounds }) {
  const rows = ROWS.filter(({ contestant }) => contestants.includes(contestant));
  const server = await startStreamServer();
  const targets = [];
  try {
    for (const tool of TOOLS) {
      const bytes = server.prepare(tool);
      const reports = await interleave(rows, rounds, (row) => measure(browser, server, tool, row));
      console.log(`\n${STREAMS[tool].title} (${(bytes / 1e6).toFixed(1)} MB), rounds: ${rounds}`);
      print(rows, reports);
      targets.push(...targetsOf(tool, rows, reports));
    }
  } finally {
    await server.stop();
  }
  return targets;
}

/** One measurement of each row in each round. Each round begins with another row. */
async function interleave(rows, rounds, work) {
  const reports = new Map(rows.map((row) => [row, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % rows.length;
    for (const row of [...rows.slice(first), ...rows.slice(0, first)]) reports.get(row).push(await work(row));
  }
  return reports;
}

/** Besides the wall-clock time, the computing time of the main thread, which does not depend on what else the machine does. */
async function measure(browser, server, tool, { contestant, setting, isDeaf }) {
  const url = `${server.url}/${setting}`;
  const report = await browser.withPage(async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const threadMs = async () =>
      (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
    await page.goto(`${browser.origin}/${contestant}`);
    await page.evaluate((args) => globalThis.prepareStream(...args), [url, setting]);
    const before = await threadMs();
    return {
      ...(await page.evaluate((name) => globalThis.measureStream(name), tool)),
      cpuMs: (await threadMs()) - before,
    };
  });
  const { events } = STREAMS[tool];
  if (!isDeaf && report.delivered !== events)
    throw new Error(`${contestant} delivered ${report.delivered} of ${events} events`);
  return report;
}

function print(rows, reports) {
  const floor = floorOf(rows, reports);
  const isParseWatched = [...reports.values()].flat().some(({ parseMs }) => parseMs > 0);
  printTable(
    [
      '',
      'wall ms',
      'x floor',
      'main thread ms',
      'x floor',
      'long tasks',
      'longest ms',
      ...(isParseWatched ? ['JSON.parse ms'] : []),
      'frame gap ms',
      'heap peak MB',
    ],
    rows.map((row) => {
      const own = reports.get(row);
      const of = (key) => summary(own.map((report) => report[key]));
      const ratio = (key) => (floor ? summary(ratios(own, floor, key), 2) : '');
      return [
        row.title,
        of('wallMs'),
        ratio('wallMs'),
        of('cpuMs'),
        ratio('cpuMs'),
        summary(own.map(({ longTasksMs }) => longTasksMs.length)),
        summary(own.map(({ longTasksMs: [longest = 0] }) => longest)),
        ...(isParseWatched ? [of('parseMs')] : []),
        of('longestFrameGapMs'),
        of('peakHeapMB'),
      ];
    }),
  );
}

const floorOf = (rows, reports) => reports.get(rows.find(({ contestant }) => contestant === 'floor'));

/** Round by round, because the machine's speed changes from one to the next. */
const ratios = (reports, floor, key) => reports.map((report, round) => report[key] / floor[round][key]);

function targetsOf(tool, rows, reports) {
  const floor = floorOf(rows, reports);
  return rows
    .filter(({ contestant }) => contestant === 'ours')
    .flatMap((row) => {
      const own = reports.get(row);
      // A huge event can only be parsed in one piece: what counts is the rest of that task, and the next longest task.
      const taskMs = own.map(({ longTasksMs: [longest = 0, second = 0], parseMs }) =>
        Math.max(longest - parseMs, parseMs > 0 ? second : 0),
      );
      const title = `${row.title}: ${STREAMS[tool].title}`;
      const fastEnough = floor && {
        title: `${title}, at most ${MAX_RATIO[tool]} x floor`,
        measured: `${summary(ratios(own, floor, 'wallMs'), 2)}, main thread ${summary(ratios(own, floor, 'cpuMs'), 2)}`,
        isMet: median(ratios(own, floor, 'wallMs')) <= MAX_RATIO[tool],
      };
      const smooth = {
        title: `${title}, no task over ${MAX_TASK_MS} ms${tool === 'huge' ? ' besides JSON.parse' : ''}`,
        measured: `${summary(taskMs)} ms`,
        isMet: median(taskMs) <= MAX_TASK_MS,
      };
      return fastEnough ? [fastEnough, smooth] : [smooth];
    });
}
