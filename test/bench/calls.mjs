// Calls of a connected client: one after another over a slow network, and 1,000 at once over a fast one.
import { mainThread } from './browser.mjs';
import { atMost, interleave, ratios } from './compare.mjs';
import { DELAY_MS, PREFLIGHT } from './mcp-server.mjs';
import { median } from './statistics.mjs';

const ERAS = ['modern', 'legacy'];
const PEERS = ['official', 'ai-sdk'];
const CALLS = 20;
const CALLS_AT_ONCE = 1_000;
const AT_ONCE = [
  { protocol: 'HTTP/1.1', origin: 'otherOrigin', maxRatio: 1.05 },
  { protocol: 'HTTP/2', origin: 'http2Origin', maxRatio: 1.1 },
];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void,
 *   servers: Awaited<ReturnType<typeof import('./mcp-server.mjs').startServers>> }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchCalls(browser, { contestants, rounds, report, servers }) {
  const targets = [];
  const names = ['floor', 'mcp-web', ...PEERS].filter((name) => contestants.includes(name));
  let run = 0;
  for (const era of ERAS) {
    const rows = names.map((name) => ({ name, contestant: name, setting: era }));
    const oneByOne = await interleave(rows, rounds, (row) =>
      measureCalls(browser, servers, { ...row, run: `calls-${run++}`, count: CALLS, delayMs: DELAY_MS }),
    );
    const title = `call after call, ${era}, cross origin`;
    report({
      title: `${title}, ${DELAY_MS} ms a request`,
      rounds,
      columns: [
        { title: 'median ms', key: 'callMs', digits: 1, isRelative: true },
        { title: 'preflights', key: 'preflights' },
      ],
      reports: oneByOne,
      plot: { key: 'callMs', label: 'time of a call, 1 = floor', isRelative: true },
    });
    targets.push(
      ...atMost(`${title}: x floor`, ratios(oneByOne, 'mcp-web', ['floor'], 'callMs'), { atMost: 1.03 }),
      ...atMost(
        `${title}: preflights`,
        oneByOne['mcp-web']?.map(({ preflights }) => preflights),
        { atMost: 0, digits: 0 },
      ),
    );
    for (const { protocol, origin, maxRatio } of AT_ONCE) {
      const atOnce = await interleave(rows, rounds, (row) =>
        measureCallsAtOnce(browser, servers[origin], { ...row, run: `calls-${run++}` }),
      );
      const name = `${CALLS_AT_ONCE.toLocaleString('en')} calls at once, ${era}, ${protocol}`;
      report({
        title: name,
        rounds,
        columns: [
          { title: 'ms', key: 'wallMs', isRelative: true },
          { title: 'longest task ms', key: 'longestMs' },
          { title: 'heap peak MB', key: 'peakHeapMB' },
        ],
        reports: atOnce,
        plot: { key: 'wallMs', label: 'time, 1 = floor', isRelative: true },
      });
      targets.push(
        ...atMost(`${name}: x floor`, ratios(atOnce, 'mcp-web', ['floor'], 'wallMs'), { atMost: maxRatio }),
        ...atMost(`${name}: x the fastest peer`, ratios(atOnce, 'mcp-web', PEERS, 'wallMs'), { atMost: 0.99 }),
      );
    }
  }
  return targets;
}

/** @returns {Promise<{ callMs: number, cpuMs: number, preflights: number }>} without the first call, which may need a preflight */
export async function measureCalls(browser, servers, { contestant, setting, run, count, delayMs }) {
  const path = `/mcp/${setting}/any/${run}`;
  return browser.withPage(async (page) => {
    await open(page, browser, contestant, `${servers.otherOrigin}${path}?delay=${delayMs ?? 0}`, setting);
    const { milliseconds } = await mainThread(page);
    const before = { sent: servers.exchanges(path).length, ms: await milliseconds() };
    const times = await page.evaluate((calls) => globalThis.measureCalls(calls), count);
    const cpuMs = (await milliseconds()) - before.ms;
    const exchanges = servers.exchanges(path).slice(before.sent);
    return { callMs: median(times), cpuMs, preflights: exchanges.filter(({ what }) => what === PREFLIGHT).length };
  });
}

async function measureCallsAtOnce(browser, origin, { contestant, setting, run }) {
  return browser.withPage(async (page) => {
    await open(page, browser, contestant, `${origin}/mcp/${setting}/any/${run}`, setting);
    const { longTasksMs, ...report } = await page.evaluate(
      (calls) => globalThis.measureCallsAtOnce(calls),
      CALLS_AT_ONCE,
    );
    return { ...report, longestMs: longTasksMs[0] ?? 0 };
  });
}

async function open(page, browser, contestant, url, setting) {
  await page.goto(`${browser.origin}/${contestant}`);
  await page.evaluate((args) => globalThis.openServer(...args), [url, setting, { isWarm: true }]);
}
