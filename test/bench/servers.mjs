// Many servers in one host, each at an origin of its own: the time until all are listed, and the connections it takes.
import { atMost, interleave, ratios } from './compare.mjs';
import { startManyServers } from './many-servers.mjs';
import { mostCommon } from './statistics.mjs';

const ROWS = [
  { name: 'mcp-web', contestant: 'mcp-web-hosts' },
  { name: 'official', contestant: 'official-clients' },
];
const COUNTS = [1, 10, 50];
const MAX_SOCKETS = 2;
/** Of the official client's time. */
const MAX_RATIO = 1;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ rounds: number, report: (group: import('./compare.mjs').Group) => void }} options it starts its own servers
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchServers(browser, { rounds, report }) {
  const targets = [];
  for (const era of ['legacy', 'modern'])
    for (const count of COUNTS) {
      // One more, on which the engine compiles what is measured.
      const servers = await startManyServers(era, count + 1);
      const title = `${count} ${count === 1 ? 'server' : 'servers'}, ${era}`;
      try {
        const reports = await interleave(ROWS, rounds, ({ contestant }) => measure(browser, servers, contestant, era));
        report({
          title: `${title}, until all tools are listed`,
          rounds,
          columns: [
            { title: 'all listed ms', key: 'wallMs' },
            { title: 'sockets a server', key: 'sockets' },
            { title: 'requests of one', key: 'sequence' },
          ],
          reports,
          ...(count > 1 && { plot: { key: 'wallMs', label: 'ms until all tools are listed' } }),
        });
        targets.push(
          ...atMost(`${title}: x official`, ratios(reports, 'mcp-web', ['official'], 'wallMs'), { atMost: MAX_RATIO }),
          ...atMost(
            `${title}: sockets a server`,
            reports['mcp-web'].map(({ sockets }) => sockets),
            { atMost: MAX_SOCKETS, digits: 0 },
          ),
        );
      } finally {
        await servers.stop();
      }
    }
  return targets;
}

function measure(browser, servers, name, era) {
  return browser.withPage(async (page) => {
    await page.goto(`${browser.origin}/${name}`);
    await page.evaluate(([urls, setting]) => globalThis.openServers(urls, setting), [servers.urls.slice(-1), era]);
    servers.take();
    const wallMs = await page.evaluate(
      ([urls, setting]) => globalThis.openServers(urls, setting),
      [servers.urls.slice(0, -1), era],
    );
    // What the host does after the lists, such as listening for changes, takes connections too.
    await page.waitForTimeout(300);
    const taken = servers.take().slice(0, -1);
    return {
      wallMs,
      sockets: Math.max(...taken.map(({ sockets }) => sockets)),
      sequence: mostCommon(taken.map(({ sent }) => sent.map((method) => method.split('/').at(-1)).join(' '))),
    };
  });
}
