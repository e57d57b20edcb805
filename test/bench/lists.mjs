// Long lists of tools: the first listing, the second, which the server lets the page take from its cache, and a call after both.
import { mainThread } from './browser.mjs';
import { atMost, interleave, ratios } from './compare.mjs';

const ROWS = [
  { name: 'floor', contestant: 'floor', setting: 'modern' },
  { name: 'mcp-web', contestant: 'mcp-web', setting: 'modern' },
  { name: 'mcp-web, legacy', contestant: 'mcp-web', setting: 'legacy' },
  { name: 'official', contestant: 'official', setting: 'modern' },
  { name: 'ai-sdk', contestant: 'ai-sdk', setting: 'modern' },
];
const RUNS = [
  { tools: 10_000, perPage: 100, maxRatio: 1.1, maxSecondRatio: 0.2 },
  { tools: 30_000, perPage: 100, maxRatio: 1.1, maxSecondRatio: 0.2 },
  // The floor's `response.json()` parses beside the page; ours has the same task, and may not have a longer one. Here the
  // floor makes one request instead of a hundred: what is parsed again from the cache takes 0.2 of its time alone.
  { tools: 10_000, perPage: 10_000, maxTaskRatio: 1.25, maxSecondRatio: 0.5 },
];
/** Browsers report no shorter task. */
const LEAST_REPORTED_MS = 50;
const COLUMNS = [
  { title: 'ms', key: 'wallMs', isRelative: true },
  { title: 'main thread ms', key: 'cpuMs', isRelative: true },
  { title: 'longest task ms', key: 'longestMs' },
  { title: 'call after it ms', key: 'callMs', digits: 1 },
  { title: 'second listing ms', key: 'secondMs' },
  { title: 'its requests', key: 'secondRequests' },
  { title: 'heap peak MB', key: 'peakHeapMB' },
];

const atLeast = (ms) => Math.max(ms, LEAST_REPORTED_MS);

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void,
 *   servers: Awaited<ReturnType<typeof import('./mcp-server.mjs').startServers>> }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchLists(browser, { contestants, rounds, report, servers }) {
  const rows = ROWS.filter(({ contestant }) => contestants.includes(contestant));
  const targets = [];
  let run = 0;
  for (const { tools, perPage, maxRatio, maxTaskRatio, maxSecondRatio } of RUNS) {
    const reports = await interleave(rows, rounds, (row) =>
      measureList(browser, servers, { ...row, tools, perPage, run: `lists-${run++}` }),
    );
    const pages = tools / perPage;
    const title = `${tools.toLocaleString('en')} tools, ${pages === 1 ? 'one page' : `${pages} pages`}`;
    report({
      title,
      rounds,
      columns: COLUMNS,
      reports,
      plot: { key: 'wallMs', label: 'time of the first listing, 1 = floor', isRelative: true },
    });
    for (const name of Object.keys(reports).filter((row) => row.startsWith('mcp-web'))) {
      if (maxRatio)
        targets.push(
          ...atMost(`${title}: ${name}, x floor`, ratios(reports, name, ['floor'], 'wallMs'), { atMost: maxRatio }),
        );
      if (maxTaskRatio)
        targets.push(
          ...atMost(
            `${title}: ${name}, longest task x floor`,
            reports.floor &&
              reports[name].map(({ longestMs }, round) => atLeast(longestMs) / atLeast(reports.floor[round].longestMs)),
            { atMost: maxTaskRatio },
          ),
        );
    }
    // Only a modern server says how long its list may be cached.
    const again = reports['mcp-web'];
    if (!again || !reports.floor) continue;
    targets.push(
      ...atMost(
        `${title}: second listing x the floor's first`,
        again.map(({ secondMs }, round) => secondMs / reports.floor[round].wallMs),
        { atMost: maxSecondRatio },
      ),
      ...atMost(
        `${title}: requests of the second listing`,
        again.map(({ secondRequests }) => secondRequests),
        {
          atMost: 0,
          digits: 0,
        },
      ),
    );
  }
  return targets;
}

export async function measureList(
  browser,
  servers,
  { name, contestant, setting, tools, perPage, run, isWatched = true },
) {
  const path = `/mcp/${setting}/any/${run}`;
  return browser.withPage(async (page) => {
    const { milliseconds } = await mainThread(page);
    await page.goto(`${browser.origin}/${contestant}`);
    const url = `${servers.otherOrigin}${path}?tools=${tools}&perPage=${perPage}`;
    await page.evaluate((args) => globalThis.openServer(...args), [url, setting, { isWatched }]);
    const list = async () => {
      const report = await page.evaluate(() => globalThis.measureList());
      if (report.count !== tools) throw new Error(`${name} listed ${report.count} of ${tools} tools.`);
      return report;
    };
    const before = await milliseconds();
    const { longTasksMs, wallMs, peakHeapMB } = await list();
    const cpuMs = (await milliseconds()) - before;
    const [callMs] = await page.evaluate(() => globalThis.measureCalls(1));
    const asked = servers.exchanges(path).length;
    const { wallMs: secondMs } = await list();
    const secondRequests = servers.exchanges(path).length - asked;
    return { wallMs, cpuMs, longestMs: longTasksMs[0] ?? 0, callMs, secondMs, secondRequests, peakHeapMB };
  });
}
