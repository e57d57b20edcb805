// How fast a stream reaches the app, and how responsive the page stays meanwhile.
import { mainThread } from './browser.mjs';
import { atMost, interleave, ratios } from './compare.mjs';
import { STREAMS } from './stream-bytes.mjs';
import { startStreamServer } from './stream-server.mjs';
import { watchTasks } from './tasks.mjs';

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
 * Chromium takes in what has piled up of a body in tasks of its own, of 50 to 400 ms for tens of megabytes from the same machine, even
 * if nobody reads. So what counts is how long script runs in a task, not how long the task is.
 */
const MAX_SCRIPT_MS = 50;
/** Watching tasks takes time, so these rounds come after those that are timed. */
const MAX_WATCHED_ROUNDS = 3;
const COLUMNS = [
  { title: 'wall ms', key: 'wallMs', isRelative: true },
  { title: 'main thread ms', key: 'cpuMs', isRelative: true },
  { title: 'long tasks', key: 'longTasks' },
  { title: 'longest ms', key: 'longestMs' },
  { title: 'JSON.parse ms', key: 'parseMs' },
  { title: 'frame gap ms', key: 'longestFrameGapMs' },
  { title: 'heap peak MB', key: 'peakHeapMB' },
];
const SCRIPT_COLUMNS = [
  { title: 'longest script ms', key: 'longestScriptMs' },
  { title: 'of that JSON.parse ms', key: 'parseMs' },
  { title: 'longest besides JSON.parse ms', key: 'ownScriptMs' },
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
      const watched = rows.filter(({ name }) => !name.startsWith('drain'));
      const scripts = await interleave(watched, Math.min(rounds, MAX_WATCHED_ROUNDS), (row) =>
        measureScripts(browser, server, run, row),
      );
      report({
        title: `${title}: script`,
        rounds: Math.min(rounds, MAX_WATCHED_ROUNDS),
        columns: SCRIPT_COLUMNS,
        reports: scripts,
      });
      targets.push(...targetsOf(title, key, run, reports, scripts));
    }
  } finally {
    await server.stop();
  }
  return targets;
}

/** Besides the wall-clock time, the computing time of the main thread, which depends less on what else the machine does. */
export async function measureStream(browser, server, { tool, slowdown = 1, isWatched = true }, row) {
  const report = await withStream(browser, server, { tool, slowdown, isWatched }, row, async (page, receive) => {
    const { milliseconds } = await mainThread(page);
    const before = await milliseconds();
    return { ...(await receive()), cpuMs: (await milliseconds()) - before };
  });
  const { longTasksMs, parseMs, ...others } = report;
  const [longestMs = 0] = longTasksMs;
  return { ...others, longTasks: longTasksMs.length, longestMs, ...(parseMs > 0 && { parseMs }) };
}

/**
 * How long script ran in one task. A huge event can only be parsed in one piece: what counts is the rest of that task, and the next
 * longest. `JSON.parse` is timed by the clock, which is near its computing time on a machine that does nothing else.
 */
async function measureScripts(browser, server, { tool, slowdown }, row) {
  return await withStream(browser, server, { tool, slowdown, isWatched: false }, row, async (page, receive) => {
    const stop = await watchTasks(page, { withScripts: true });
    const { delivered, parseMs } = await receive();
    const { scriptsMs } = await stop();
    const [longestScriptMs, second = 0] = scriptsMs;
    const ownScriptMs = Math.max(longestScriptMs - parseMs, parseMs > 0 ? second : 0);
    return { delivered, longestScriptMs, ownScriptMs, ...(parseMs > 0 && { parseMs }) };
  });
}

/** Calls `measure` with a page that is connected, and with a function that receives the stream. */
async function withStream(browser, server, { tool, slowdown, isWatched }, { name, contestant, setting }, measure) {
  const report = await browser.withPage(
    async (page) => {
      await page.goto(`${browser.origin}/${contestant}`);
      await page.evaluate(
        (args) => globalThis.openServer(...args),
        [`${server.url}/${setting}`, setting, { isWarm: true, isWatched }],
      );
      return await measure(page, () => page.evaluate((stream) => globalThis.measureStream(stream), tool));
    },
    { slowdown },
  );
  const { events } = STREAMS[tool];
  if (!contestant.startsWith('drain') && report.delivered !== events)
    throw new Error(`${name} delivered ${report.delivered} of ${events} events`);
  return report;
}

function targetsOf(title, key, { tool, maxRatio, maxHeap }, reports, scripts) {
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
      `${title}: ${name}, longest script${tool === 'huge' ? ' besides JSON.parse' : ''}`,
      scripts[name].map(({ ownScriptMs }) => ownScriptMs),
      { atMost: MAX_SCRIPT_MS, digits: 0, unit: ' ms' },
    ),
    ...(maxHeap
      ? atMost(`${title}: ${name}, peak heap x floor`, ratios(reports, name, ['floor'], 'peakHeapMB'), {
          atMost: maxHeap,
        })
      : []),
  ]);
}
