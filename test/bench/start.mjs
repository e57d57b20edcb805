// From the start of the page to the first tool result: connects, lists the tools, calls one, and counts every request on the way.
import { atMost, interleave, ratios } from './compare.mjs';
import { DELAY_MS, GOODBYE_PREFLIGHT, PREFLIGHT, STREAM_PREFLIGHT } from './mcp-server.mjs';

const ORIGINS = [
  { cors: 'same', title: 'same origin' },
  { cors: 'any', title: 'cross origin, CORS *' },
  { cors: 'listed', title: 'cross origin, CORS as asked' },
];
/** `cold` and `second`: how many requests a visit may take, without preflights, `STREAM` and `GOODBYE`. */
const ERAS = [
  { era: 'modern', cold: 3, second: 2 },
  { era: 'legacy', cold: 4, second: 4 },
  // The page does not know that the server is legacy: the floor does.
  { era: 'legacy, found', second: 4 },
  { era: 'modern', isToolKnown: true, cold: 2, second: 1 },
];
/** What the page listens to. */
const STREAM = ['GET', STREAM_PREFLIGHT];
/** How the page before it ended its session. */
const GOODBYE = ['DELETE', GOODBYE_PREFLIGHT];
const PEERS = ['official', 'ai-sdk'];
const MAX_RATIO = 1.35;
const COLUMNS = [
  { title: 'result ms', key: 'resultMs', isRelative: true },
  { title: 'code runs ms', key: 'evaluatedMs' },
  { title: 'requests', key: 'requests' },
  { title: 'preflights', key: 'preflights' },
  { title: 'round trips', key: 'roundTrips' },
  { title: 'sequence', key: 'sequence' },
];

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void,
 *   servers: Awaited<ReturnType<typeof import('./mcp-server.mjs').startServers>> }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchStart(browser, { contestants, rounds, report, servers }) {
  const targets = [];
  let run = 0;
  for (const { era, isToolKnown, ...limits } of ERAS) {
    const rows = rowsOf(era).filter(({ contestant }) => contestants.includes(contestant));
    for (const { cors, title } of ORIGINS) {
      const visits = await interleave(rows, rounds, (row) =>
        measureVisits(browser, servers, { ...row, cors, isToolKnown, run: run++ }),
      );
      for (const visit of ['cold', 'second']) {
        const reports = Object.fromEntries(
          Object.entries(visits).map(([name, own]) => [name, own.map((both) => both[visit])]),
        );
        const full = `${era}${isToolKnown ? ', tool known' : ''}, ${title}, ${visit} visit`;
        report({
          title: `page start to first tool result: ${full}, ${DELAY_MS} ms a request`,
          rounds,
          columns: COLUMNS,
          reports,
          ...(cors === 'any' && { plot: { key: 'resultMs', label: 'ms from the start of the page' } }),
        });
        targets.push(
          ...targetsOf(`first result, ${full}`, { cors, visit, isToolKnown, maxRequests: limits[visit] }, reports),
        );
      }
    }
  }
  return targets;
}

const rowsOf = (era) => [
  { name: 'floor', contestant: 'floor', setting: era },
  { name: 'mcp-web', contestant: 'mcp-web', setting: era },
  { name: 'mcp-web, stored', contestant: 'mcp-web', setting: `${era.split(',')[0]}, stored` },
  ...PEERS.map((contestant) => ({ name: contestant, contestant, setting: era })),
];

/** Two visits in a row: the second finds the browser's caches filled. */
export async function measureVisits(browser, servers, { contestant, setting, cors, isToolKnown, run }) {
  const path = `/mcp/${setting.split(',')[0]}/${cors}/${run}`;
  const server = `${cors === 'same' ? '' : servers.otherOrigin}${path}?delay=${DELAY_MS}`;
  const query = new URLSearchParams({ setting, server, ...(isToolKnown && { known: '' }) });
  return browser.withPage(async (page) => {
    const visit = async () => {
      const before = servers.exchanges(path).length;
      await page.goto(`${browser.origin}/${contestant}?${query}`);
      const times = await page.evaluate(() => globalThis.started);
      return { ...times, ...countsOf(servers.exchanges(path).slice(before)) };
    };
    return { cold: await visit(), second: await visit() };
  });
}

function countsOf(exchanges) {
  const own = exchanges.filter(({ what }) => !GOODBYE.includes(what));
  const withoutStream = own.filter(({ what }) => !STREAM.includes(what));
  const preflights = withoutStream.filter(({ what }) => what === PREFLIGHT).length;
  return {
    requests: withoutStream.length - preflights,
    preflights,
    roundTrips: roundTrips(own),
    /** The round trips that wait for the stream. */
    detours: roundTrips(own) - roundTrips(withoutStream),
    sequence: sequence(exchanges),
  };
}

/** Requests that ran side by side are joined by `+`. */
function sequence(exchanges) {
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

function targetsOf(title, { cors, visit, isToolKnown, maxRequests }, reports) {
  // Only with a store does a second visit know more than the first.
  const name = visit === 'cold' ? 'mcp-web' : 'mcp-web, stored';
  const own = reports[name];
  if (!own) return [];
  const of = (key) => own.map((report) => report[key]);
  const preflightsOf = (names) => names.flatMap((other) => (reports[other] ?? []).map(({ preflights }) => preflights));
  // Requests side by side each have a preflight of their own, where none was answered yet: the floor's have too.
  const maxPreflights =
    cors === 'any' ? Number(visit === 'cold') : Math.max(...preflightsOf(['floor']), Math.min(...preflightsOf(PEERS)));
  return [
    ...(maxRequests ? atMost(`${title}: requests`, of('requests'), { atMost: maxRequests, digits: 0 }) : []),
    ...(cors === 'same' || !Number.isFinite(maxPreflights)
      ? []
      : atMost(`${title}: preflights`, of('preflights'), { atMost: maxPreflights, digits: 0 })),
    ...(title.includes('legacy')
      ? atMost(`${title}: round trips that wait for the stream`, of('detours'), { atMost: 0, digits: 0 })
      : []),
    // A page that knows a tool but not the server has to ask what the floor is told.
    ...(cors === 'same' || (isToolKnown && visit === 'cold')
      ? []
      : atMost(`${title}: time x floor`, ratios(reports, name, ['floor'], 'resultMs'), { atMost: MAX_RATIO })),
    ...atMost(`${title}: time x the fastest peer`, ratios(reports, name, PEERS, 'resultMs'), { atMost: 0.99 }),
  ];
}
