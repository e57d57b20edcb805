// One headless Chromium with web security on, and the page that is the client under test.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { watchPages } from '../wire/pages.mjs';
import { openRelay } from './relay.mjs';

const PAGE_TIMEOUT_MS = 30_000;
const TAB_TIMEOUT_MS = 10_000;
const policy = (connectSrc) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src ${connectSrc}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/**
 * @param {{ isRelayed?: boolean }} [options] whether a relay sends all requests: then the page itself may send none elsewhere
 * @returns {Promise<{ run(scenario: object): Promise<{ ok: boolean, error?: string }>, close(): Promise<void> }>}
 *   `run` gives the scenario a fresh document with empty storage, and a browser context of its own while it runs.
 */
export async function openBrowser({ isRelayed = false } = {}) {
  const site = await serveSite(await bundlePages(), isRelayed ? await openRelay() : undefined);
  const browser = await chromium.launch({ executablePath: await chromiumExecutable(), args: chromiumArgs });
  // A context costs four times as much as a navigation, so contexts are reused.
  const idleTabs = [];
  return {
    async run(scenario) {
      try {
        const tab = await prepareTab(browser, idleTabs.pop(), site.origin);
        const report = await runInTab(tab, isRelayed ? { ...scenario, relay: '/relay' } : scenario).catch((error) => {
          discard(tab);
          throw error;
        });
        idleTabs.push(tab);
        return report;
      } catch (error) {
        return { ok: false, error: `the page did not finish: ${error.message}` };
      }
    },
    async close() {
      await browser.close();
      site.close();
    },
  };
}

async function openTab(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, takeComplaints: watchPages(context), devtools: await context.newCDPSession(page) };
}

/** A tab with the page in it and empty storage. A tab that does not get there is replaced: no scenario has begun yet. */
async function prepareTab(browser, idleTab, origin) {
  const prepare = async (tab) => {
    await tab.devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await tab.page.goto(origin);
    return tab;
  };
  if (idleTab) {
    try {
      return await within(TAB_TIMEOUT_MS, prepare(idleTab));
    } catch {
      discard(idleTab);
    }
  }
  return await within(PAGE_TIMEOUT_MS, openTab(browser).then(prepare));
}

async function runInTab({ page, takeComplaints }, scenario) {
  const mishaps = [];
  const onmishap = (error) => mishaps.push(`uncaught: ${error.message}`);
  page.on('pageerror', onmishap);
  try {
    const report = await within(
      PAGE_TIMEOUT_MS,
      page.evaluate((input) => globalThis.runScenario(input), scenario),
    );
    mishaps.push(...(await takeComplaints()));
    return mishaps.length > 0 ? { ok: false, error: [report.error, ...mishaps].filter(Boolean).join('; ') } : report;
  } finally {
    page.off('pageerror', onmishap);
  }
}

/** Not awaited: what does not answer may not close either. */
function discard({ page }) {
  page
    .context()
    .close()
    .catch(() => {});
}

async function within(timeoutMs, work) {
  let timer;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${timeoutMs} ms were not enough`)), timeoutMs);
  });
  work.catch(() => {});
  return await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** The scripts of both pages, by path. */
async function bundlePages() {
  const { outputFiles } = await build({
    entryPoints: ['main', 'signed-in'].map((name) => fileURLToPath(new URL(`page/${name}.ts`, import.meta.url))),
    bundle: true,
    splitting: true,
    write: false,
    outdir: '/',
    format: 'esm',
    target: 'es2022',
    sourcemap: 'inline',
    logLevel: 'silent',
    conditions: ['development-source'],
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles;
}

async function serveSite(scripts, relay) {
  const page = async (name) => ({
    type: 'text/html; charset=utf-8',
    body: await readFile(new URL(`page/${name}`, import.meta.url)),
  });
  const files = new Map([
    ['/', await page('index.html')],
    ['/signed-in.html', await page('signed-in.html')],
    ...scripts.map(({ path, contents }) => [path, { type: 'text/javascript; charset=utf-8', body: contents }]),
  ]);
  const connectSrc = relay ? "'self'" : "'self' http://localhost:*";
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url, 'http://localhost');
    if (relay && pathname === '/relay') return void relay(req, res);
    const file = files.get(pathname);
    if (!file) return void res.writeHead(404).end();
    res
      .writeHead(200, {
        'Content-Type': file.type,
        'Content-Security-Policy': policy(connectSrc),
        'Cache-Control': 'no-store',
      })
      .end(file.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // By this name, like the suite's own servers: the page is cross-origin to them, and a secure context.
    origin: `http://localhost:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
