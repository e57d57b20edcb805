// Many servers in one host, each at an origin of its own: the time until all are listed, and the connections it takes.
import { startManyServers } from './many-servers.mjs';
import { median, mostCommon, summary } from './statistics.mjs';
import { printTable } from './table.mjs';

/** The pages, in test/bench/contestants. */
export const HOSTS = ['ours-host', 'official-host'];
const COUNTS = [1, 10, 50];
const MAX_SOCKETS = 2;
/** Of the official client's time. */
const MAX_RATIO = 1;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {unknown} _servers it starts its own
 * @param {{ rounds: number, counts?: number[] }} options
 * @returns {Promise<{ title: string, measured: string, isMet: boolean }[]>} the targets
 */
export async function benchServers(browser, _servers, { rounds, counts = COUNTS }) {
  const targets = [];
  for (const era of ['legacy', 'modern']) {
    for (const count of counts) {
      // One more, on which the engine compiles what is measured.
      const servers = await startManyServers(era, count + 1);
      const reports = new Map(HOSTS.map((name) => [name, []]));
      try {
        for (let round = 0; round < rounds; round++)
          for (const name of round % 2 ? HOSTS.toReversed() : HOSTS)
            reports.get(name).push(await measure(browser, servers, name, era));
      } finally {
        await servers.stop();
      }
      console.log(`\n${count} servers, ${era}, until all tools are listed, rounds: ${rounds}`);
      print(reports);
      targets.push(...targetsOf(`${count} servers, ${era}`, reports));
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
      sockets: taken.map(({ sockets }) => sockets),
      sequence: mostCommon(taken.map(({ sent }) => sent.map((method) => method.split('/').at(-1)).join(' '))),
    };
  });
}

const ratios = (reports) =>
  reports.get('ours-host').map(({ wallMs }, round) => wallMs / reports.get('official-host')[round].wallMs);

const mostSockets = (own) => Math.max(...own.flatMap(({ sockets }) => sockets));

function print(reports) {
  printTable(
    ['', 'all listed ms', 'sockets a server', '<sequence'],
    [...reports].map(([name, own]) => [
      name,
      summary(own.map(({ wallMs }) => wallMs)),
      mostSockets(own),
      mostCommon(own.map(({ sequence }) => sequence)),
    ]),
  );
}

function targetsOf(title, reports) {
  const toOfficial = ratios(reports);
  const sockets = mostSockets(reports.get('ours-host'));
  return [
    {
      title: `${title}: at most ${MAX_RATIO} times the official client's time`,
      measured: summary(toOfficial, 2),
      isMet: median(toOfficial) <= MAX_RATIO,
    },
    {
      title: `${title}: at most ${MAX_SOCKETS} sockets a server`,
      measured: String(sockets),
      isMet: sockets <= MAX_SOCKETS,
    },
  ];
}
