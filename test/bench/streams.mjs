// How fast a stream reaches the app, and how responsive the page stays meanwhile.
import { mainThread } from './browser.mjs';
import { atMost, interleave, ratios } from './compare.mjs';
import { STREAMS } from './stream-bytes.mjs';
import { startStreamServer } from './stream-server.mjs';

const ROWS = [
  { name: 'drain', contestant: 'drain', setting: 'modern' },
  { name: 'drain, in slices', contestant: 'drain-in-slices', setting: 'modern' },
  { name: 'floor', contestant: 'floor', setting: 'modern' },
  { name: 'mcp-web, modern', contestant: 'mcp-web', setting: 'modern' },
  { name: 'mcp-web, legacy', contestant: 'mcp-web', setting: 'legacy' },
  { name: 'official, modern', contestant: 'official', setting: 'modern' },
  { name: 'ai-sdk, modern', contestant: 'ai-sdk', setting: 'modern' },
];
/** `maxRatio` is of the time; of the computing time where the server sets the pace. Frames need pauses, which cost time at 4x. */
const RUNS = [
  { tool: 'small', slowdown: 1, maxRatio: 1.1, maxHeap: 1.1 },
  { tool: 'large', slowdown: 1, maxRatio: 1.05, maxHeap: 1.1 },
  { tool: 'huge', slowdown: 1, maxRatio: 1.05, maxHeap: 1.1 },
  { tool: 'paced', slowdown: 1, maxRatio: 1.25, maxHeap: 1.1 },
  { tool: 'fewer', slowdown: 4, maxRatio: 1.3 },
  { tool: 'large', slowdown: 4, maxRatio: 1.3 },
  { tool: 'huge', slowdown: 4, maxRatio: 1.05 },
  { tool: 'paced', slowdown: 4, maxRatio: 1.3 },
];
/**
 * Chromium takes what has piled up at the beginning of a body in one task of its own, of 130 to 400 ms for tens of megabytes
 * from the same machine, even if nobody reads: only what a task takes longer than in a page that just reads is ours.
 */
const MAX_TASK_MS = 50;
const COLUMNS = [
  { title: 'wall ms', key: 'wallMs', isRelative: true },
  { title: 'main thread ms', key: 'cpuMs', isRelative: true },
  { title: 'long tasks', key: 'longTasks' },
  { title: 'longest ms', key: 'longestMs' },
  { title: 'JSON.parse ms', key: 'parseMs' },
  { title: 'frame gap ms', key: 'longestFrameGapMs' },
  { title: 'heap peak MB', key: 'peakHeapMB' },
];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchStreams(browser, { contestants, rounds, report }) {
  const rows = ROWS.filter(({ contestant }) => contestants.includes(contestant));
  const server = await startStreamServer();
  const targets = [];
  try {
    for (const run of RUNS) {
      const megabytes = (server.prepare(run.tool) / 1e6).toFixed(1);
      const title = `${STREAMS[run.tool].title}${run.slowdown > 1 ? `, ${run.slowdown}x slower processor` : ''}`;
      const reports = await interleave(rows, rounds, (row) => measureStream(browser, server, run, row));
      const key = STREAMS[run.tool].perSecond ? 'cpuMs' : 'wallMs';
      const plot = { key, label: `${key === 'cpuMs' ? 'computing time' : 'time'}, 1 = floor`, isRelative: true };
      report({ title: `${title} (${megabytes} MB)`, rounds, columns: COLUMNS, reports, plot });
      targets.push(...targetsOf(title, key, run, reports));
    }
  } finally {
    await server.stop();
  }
  return targets;
}

/** Besides the wall-clock time, the computing time of the main thread, which depends less on what else the machine does. */
export async function measureStream(
  browser,
  server,
  { tool, slowdown = 1, isWatched = true },
  { name, contestant, setting },
) {
  const report = await browser.withPage(
    async (page) => {
      const { milliseconds } = await mainThread(page);
      await page.goto(`${browser.origin}/${contestant}`);
      await page.evaluate(
        (args) => globalThis.openServer(...args),
        [`${server.url}/${setting}`, setting, { isWarm: true, isWatched }],
      );
      const before = await milliseconds();
      return {
        ...(await page.evaluate((stream) => globalThis.measureStream(stream), tool)),
        cpuMs: (await milliseconds()) - before,
      };
    },
    { slowdown },
  );
  const { events } = STREAMS[tool];
  if (!contestant.startsWith('drain') && report.delivered !== events)
    throw new Error(`${name} delivered ${report.delivered} of ${events} events`);
  const { longTasksMs, parseMs, ...others } = report;
  const [longestMs = 0, second = 0] = longTasksMs;
  return {
    ...others,
    longTasks: longTasksMs.length,
    longestMs,
    ...(parseMs > 0 && { parseMs }),
    // A huge event can only be parsed in one piece: what counts is the rest of that task, and the next longest task.
    ownTaskMs: Math.max(longestMs - parseMs, parseMs > 0 ? second : 0),
  };
}

function targetsOf(title, key, { tool, maxRatio, maxHeap }, reports) {
  const ours = Object.keys(reports).filter((name) => name.startsWith('mcp-web'));
  return ours.flatMap((name) => [
    ...atMost(
      `${title}: ${name}, ${key === 'cpuMs' ? 'computing time' : 'time'} x floor`,
      ratios(reports, name, ['floor'], key),
      {
        atMost: maxRatio,
      },
    ),
    ...atMost(
      `${title}: ${name}, longest task${tool === 'huge' ? ' besides JSON.parse' : ''}, more than a page that only reads`,
      reports['drain, in slices'] &&
        reports[name].map(({ ownTaskMs }, round) => ownTaskMs - reports['drain, in slices'][round].longestMs),
      { atMost: MAX_TASK_MS, digits: 0, unit: ' ms' },
    ),
    ...(maxHeap
      ? atMost(`${title}: ${name}, peak heap x floor`, ratios(reports, name, ['floor'], 'peakHeapMB'), {
          atMost: maxHeap,
        })
      : []),
  ]);
}
