// How long a page waits for `import()` of each client, with nothing cached.
import { mainThread } from './browser.mjs';
import { atMost, interleave, ratios } from './compare.mjs';

const PEERS = ['official', 'ai-sdk'];
const SLOWDOWNS = [1, 4];
/** What the browser still does for the empty page is over by then. */
const SETTLE_MS = 200;

/**
 * @param {Awaited<ReturnType<import('./browser.mjs').openBrowser>>} browser
 * @param {{ contestants: string[], rounds: number, report: (group: import('./compare.mjs').Group) => void }} options
 * @returns {Promise<import('./compare.mjs').Target[]>}
 */
export async function benchImport(browser, { contestants, rounds, report }) {
  const names = ['floor', 'mcp-web', ...PEERS].filter((name) => contestants.includes(name));
  const rows = names.map((name) => ({ name, contestant: name }));
  const targets = [];
  for (const slowdown of SLOWDOWNS) {
    const reports = await interleave(rows, rounds, (row) => measureImport(browser, row, slowdown));
    const title = `cold import${slowdown > 1 ? `, ${slowdown}x slower processor` : ''}`;
    report({
      title,
      rounds,
      columns: [
        { title: 'import ms', key: 'importMs', digits: 1, isRelative: true },
        { title: 'main thread ms', key: 'cpuMs', digits: 1, isRelative: true },
      ],
      reports,
      plot: { key: 'importMs', label: 'ms' },
    });
    targets.push(
      ...atMost(`${title}: x the fastest peer`, ratios(reports, 'mcp-web', PEERS, 'importMs'), { atMost: 0.4 }),
      ...atMost(`${title}: computing time x the fastest peer`, ratios(reports, 'mcp-web', PEERS, 'cpuMs'), {
        atMost: 0.4,
      }),
    );
  }
  return targets;
}

/** Into an empty page; parsing, compiling and evaluating count as computing time. */
export async function measureImport(browser, { contestant }, slowdown = 1) {
  const { preloads } = await browser.bundleOf(contestant);
  return browser.withPage(
    async (page) => {
      const { milliseconds } = await mainThread(page);
      await page.goto(`${browser.origin}/blank`);
      await page.waitForTimeout(SETTLE_MS);
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      const before = await milliseconds();
      const importMs = await page.evaluate(
        async ([entry, paths]) => {
          const startedAt = performance.now();
          // What Vite makes of an import() preloads the entry too, and first, if that imports anything.
          for (const href of paths.length > 0 ? [entry, ...paths] : [])
            document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
          await import(entry);
          return performance.now() - startedAt;
        },
        [`/${contestant}/${contestant}.js`, preloads.map((path) => `/${contestant}/${path}`)],
      );
      return { importMs, cpuMs: (await milliseconds()) - before };
    },
    { slowdown },
  );
}
