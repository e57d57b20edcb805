// One server in many tabs of a browser that has six connections for it: does each tab still get its answers?
import { atMost, interleave, ratios } from './compare.mjs';

const ROWS = [
  { name: 'floor', contestant: 'floor' },
  { name: 'mcp-web', contestant: 'mcp-web' },
  { name: 'mcp-web, host', contestant: 'mcp-web-host' },
  { name: 'official', contestant: 'official' },
  { name: 'ai-sdk', contestant: 'ai-sdk' },
];
const ERAS = ['modern', 'legacy'];
const TABS = [1, 10];
/** Whoever has waited for so long is not answered at all. */
const PATIENCE_MS = 3_000;
const CALLS = 5;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void,
 *   servers: Awaited<ReturnType<typeof import('./mcp-server.mjs').startServers>> }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchTabs(browser, { contestants, rounds: wanted, report, servers }) {
  const rows = ROWS.filter(({ name }) => contestants.includes(name.split(',')[0]));
  // Waiting in vain takes long.
  const rounds = Math.min(wanted, 3);
  const targets = [];
  let run = 0;
  for (const era of ERAS)
    for (const tabs of TABS) {
      const reports = await interleave(rows, rounds, ({ contestant }) =>
        measureTabs(browser, servers, { contestant, era, tabs, run: `tabs-${run++}` }),
      );
      const title = `${tabs} ${tabs === 1 ? 'tab' : 'tabs'}, ${era}`;
      report({
        title,
        rounds,
        columns: [
          { title: 'last tab ready ms', key: 'readyMs', isRelative: true },
          { title: 'call ms', key: 'callMs', digits: 1, isRelative: true },
          { title: 'tabs without an answer', key: 'stuck' },
          { title: 'streams held', key: 'streams' },
        ],
        reports,
        ...(tabs > 1 && { plot: { key: 'stuck', label: `tabs that got no answer within ${PATIENCE_MS / 1000} s` } }),
      });
      for (const name of Object.keys(reports).filter((row) => row.startsWith('mcp-web')))
        targets.push(
          ...atMost(
            `${title}: ${name}, tabs without an answer`,
            reports[name].map(({ stuck }) => stuck),
            {
              atMost: 0,
              digits: 0,
            },
          ),
          ...atMost(`${title}: ${name}, call x floor`, ratios(reports, name, ['floor'], 'callMs'), { atMost: 2 }),
        );
    }
  return targets;
}

async function measureTabs(browser, servers, { contestant, era, tabs, run }) {
  const path = `/mcp/${era}/any/${run}`;
  const url = `${servers.otherOrigin}${path}?changing`;
  return browser.withPage(async (first) => {
    const open = [];
    let readyMs = PATIENCE_MS;
    for (let tab = 0; tab < tabs; tab++) {
      const page = tab === 0 ? first : await first.context().newPage();
      await page.goto(`${browser.origin}/${contestant}`);
      const startedAt = performance.now();
      const isReady = await patiently(page.evaluate((args) => globalThis.openServer(...args), [url, era]));
      readyMs = performance.now() - startedAt;
      if (isReady) open.push(page);
    }
    const times = [];
    let answered = 0;
    for (const page of open) {
      const own = await patiently(page.evaluate((count) => globalThis.measureCalls(count), CALLS));
      times.push(...(own || [PATIENCE_MS]));
      answered += Number(Boolean(own));
    }
    return {
      readyMs,
      callMs: times.toSorted((a, b) => a - b)[times.length >> 1],
      stuck: tabs - answered,
      streams: servers.exchanges(path).filter(isStream).length,
    };
  });
}

const isStream = ({ what }) => what === 'GET' || what === 'listen';

/** Resolves with false if it takes too long. What comes later is nobody's concern. */
async function patiently(work) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false);
  });
  const result = await Promise.race([
    work.then(
      (value) => value ?? true,
      () => false,
    ),
    late,
  ]);
  clearTimeout(timer);
  return result;
}
