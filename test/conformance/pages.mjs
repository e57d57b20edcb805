// One headless Chromium, web security on, and the page that is the client under test.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';

const PAGE_TIMEOUT_MS = 30_000;
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'", "script-src 'self'", "connect-src 'self' http://localhost:*", "base-uri 'none'",
  "require-trusted-types-for 'script'", "trusted-types 'none'",
].join('; ');

/**
 * @returns {Promise<{ run(scenario: object): Promise<{ ok: boolean, error?: string }>, close(): Promise<void> }>}
 *   `run` gives the scenario a fresh document with empty storage, and a browser context that no other one uses meanwhile.
 */
export async function openBrowser() {
  const site = await serveSite(await bundlePage());
  const browser = await chromium.launch({ executablePath: await chromiumExecutable(), args: chromiumArgs });
  // A context costs four times what a navigation does, so they are used again.
  const idleTabs = [];
  return {
    async run(scenario) {
      const tab = idleTabs.pop() ?? await openTab(browser);
      try {
        const report = await runInTab(tab, site.origin, scenario);
        idleTabs.push(tab);
        return report;
      } catch (error) {
        await tab.page.context().close();
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
  return { page, devtools: await context.newCDPSession(page) };
}

async function runInTab({ page, devtools }, origin, scenario) {
  const mishaps = [];
  const onmishap = (error) => mishaps.push(`uncaught: ${error.message}`);
  page.on('pageerror', onmishap);
  let timer;
  const timeout = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${PAGE_TIMEOUT_MS} ms were not enough`)), PAGE_TIMEOUT_MS);
  });
  try {
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.goto(origin);
    const report = await Promise.race([page.evaluate((input) => globalThis.runScenario(input), scenario), timeout]);
    return mishaps.length > 0 ? { ok: false, error: [report.error, ...mishaps].filter(Boolean).join('; ') } : report;
  } finally {
    clearTimeout(timer);
    page.off('pageerror', onmishap);
  }
}

async function bundlePage() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page/main.ts', import.meta.url))],
    bundle: true, write: false, format: 'esm', target: 'es2022', sourcemap: 'inline', logLevel: 'silent',
    conditions: ['development-source'],
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles[0].contents;
}

async function serveSite(script) {
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: await readFile(new URL('page/index.html', import.meta.url)) }],
    ['/main.js', { type: 'text/javascript; charset=utf-8', body: script }],
  ]);
  const server = createServer((req, res) => {
    const file = files.get(req.url);
    if (!file) return void res.writeHead(404).end();
    res.writeHead(200, { 'Content-Type': file.type, 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Cache-Control': 'no-store' }).end(file.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // By this name, as the suite's own servers: the page is cross-origin to them, and a secure context.
    origin: `http://localhost:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
