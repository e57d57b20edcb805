// From the start of the page to the first tool result: connects, lists the tools, calls one, and counts every request on the way.
import { listen } from '../servers/listen.mjs';
import { DELAY_MS, delayedServer } from './start-server.mjs';
import { median, mostCommon, summary } from './statistics.mjs';
import { printTable } from './table.mjs';

const ORIGINS = [
  { cors: 'same', title: 'same origin' },
  { cors: 'any', title: 'cross origin, CORS *' },
  { cors: 'listed', title: 'cross origin, CORS as asked' },
];
// `maxRequests` counts what the page sends before the result, without preflights and without the stream it listens to.
const SETTINGS = [
  { setting: 'modern', origins: ORIGINS, maxRequests: 3 },
  // On a second visit, the preflights of the first are still cached, so it is measured only where there are none.
  { setting: 'modern, remembered', origins: ORIGINS.slice(0, 1), maxRequests: 2, only: ['floor', 'ours'] },
  { setting: 'legacy', origins: ORIGINS, maxRequests: 4 },
  { setting: 'legacy, found', origins: ORIGINS },
  { setting: 'legacy, remembered', origins: ORIGINS.slice(0, 1), maxRequests: 4, only: ['floor', 'ours'] },
];

/** Serves the pages' own origin and another one. */
export async function startServers() {
  const { handle, exchanges } = delayedServer();
  const other = await listen(handle);
  return { handle, exchanges, otherOrigin: other.url, stop: () => other.stop() };
}

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {Awaited<ReturnType<typeof startServers>>} servers
 * @param {{ contestants: string[], rounds: number }} options
 * @returns {Promise<{ title: string, measured: string, isMet: boolean }[]>} the targets
 */
export async function benchStart(browser, servers, { contestants, rounds }) {
  const targets = [];
  let run = 0;
  for (const { setting, origins, maxRequests, only = contestants } of SETTINGS) {
    const names = only.filter((name) => contestants.includes(name) && name !== 'drain');
    for (const { cors, title } of origins) {
      const reports = new Map(names.map((name) => [name, []]));
      for (let round = 0; round < rounds; round++) {
        const first = round % names.length;
        for (const name of [...names.slice(first), ...names.slice(0, first)]) {
          reports.get(name).push(await measure(browser, servers, { name, setting, cors, run: run++ }));
        }
      }
      console.log(
        `\npage start to first tool result: ${setting}, ${title}, ${DELAY_MS} ms a request, rounds: ${rounds}`,
      );
      print(names, reports);
      if (reports.has('ours')) targets.push(...targetsOf(`${setting}, ${title}`, reports.get('ours'), maxRequests));
    }
  }
  return targets;
}

async function measure(browser, { otherOrigin, exchanges }, { name, setting, cors, run }) {
  const [era] = setting.split(',');
  const path = `/mcp/${era}/${cors}/${run}`;
  const query = new URLSearchParams({ setting, server: cors === 'same' ? path : `${otherOrigin}${path}` });
  return browser.withPage(async (page) => {
    const visit = async () => {
      await page.goto(`${browser.origin}/${name}?${query}`);
      return page.evaluate(() => globalThis.started);
    };
    if (setting.endsWith('remembered')) await visit();
    const before = exchanges(path).length;
    const times = await visit();
    // Copied at once: a request without an answer was not waited for.
    return {
      ...times,
      exchanges: exchanges(path)
        .slice(before)
        .map((exchange) => ({ ...exchange })),
    };
  });
}

function print(names, reports) {
  printTable(
    ['', 'result ms', 'code runs ms', 'requests', 'preflights', 'round trips', '<sequence'],
    names.map((name) => {
      const own = reports.get(name);
      const count = (isCounted) =>
        summary(own.map(({ exchanges }) => exchanges.filter(({ what }) => isCounted(what)).length));
      return [
        name,
        summary(own.map(({ resultMs }) => resultMs)),
        summary(own.map(({ evaluatedMs }) => evaluatedMs)),
        count((what) => what !== 'OPTIONS'),
        count((what) => what === 'OPTIONS'),
        summary(own.map(({ exchanges }) => roundTrips(exchanges))),
        mostCommon(own.map(sequence)),
      ];
    }),
  );
}

/** Requests that ran side by side are joined by `+`. */
function sequence({ exchanges }) {
  return exchanges
    .map(({ what, at }, index) => {
      if (index === 0) return what;
      const isBeside = exchanges.slice(0, index).some(({ answeredAt }) => answeredAt === undefined || answeredAt > at);
      return `${isBeside ? '+ ' : '> '}${what}`;
    })
    .join(' ');
}

/** The minimal number of exchanges that ran one after the other. */
function roundTrips(exchanges) {
  const answered = exchanges
    .filter(({ answeredAt }) => answeredAt !== undefined)
    .toSorted((a, b) => a.answeredAt - b.answeredAt);
  let trips = 0;
  let until = -Infinity;
  for (const { at, answeredAt } of answered) {
    if (at < until) continue;
    trips++;
    until = answeredAt;
  }
  return trips;
}

function targetsOf(title, reports, maxRequests) {
  const isRequest = ({ what }) => what !== 'OPTIONS' && what !== 'GET';
  const requests = reports.map(({ exchanges }) => exchanges.filter(isRequest).length);
  const detours = reports.map(
    ({ exchanges }) => roundTrips(exchanges) - roundTrips(exchanges.filter(({ what }) => what !== 'GET')),
  );
  return [
    ...(maxRequests
      ? [
          {
            title: `${title}: at most ${maxRequests} requests before the result`,
            measured: summary(requests),
            isMet: Math.max(...requests) <= maxRequests,
          },
        ]
      : []),
    ...(title.startsWith('legacy')
      ? [
          {
            title: `${title}: no round trip waits for the GET stream`,
            measured: summary(detours),
            isMet: median(detours) <= 0,
          },
        ]
      : []),
  ];
}
