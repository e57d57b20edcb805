// One headless Chromium, and the site with the lab's page.
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { listen } from '../servers/listen.mjs';

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fault lab</title><link rel="icon" href="data:,">
<script type="module" src="/page.js"></script></html>`;
/** For a tab that only stands in the way of others. */
const BLANK = '<!doctype html><title>Blank</title><link rel="icon" href="data:,">';

export async function openBrowser() {
  const scripts = await bundle();
  const site = await listen((req, res) => {
    if (req.url === '/' || req.url === '/blank')
      return void res.writeHead(200, { 'Content-Type': 'text/html' }).end(req.url === '/' ? HTML : BLANK);
    const script = scripts.get(req.url.slice(1));
    return void res.writeHead(script ? 200 : 404, { 'Content-Type': 'text/javascript' }).end(script);
  });
  const browser = await chromium.launch({
    executablePath: await chromiumExecutable(),
    // The certificates of the HTTP/2 servers are signed by nobody.
    args: [...chromiumArgs, '--ignore-certificate-errors', '--enable-precise-memory-info'],
  });
  // Playwright closes it at Ctrl+C or SIGTERM, and leaves it to us to end.
  let isClosing = false;
  browser.once('disconnected', () => isClosing || process.exit(130));
  const devtools = await browser.newBrowserCDPSession();
  return {
    origin: site.url,
    newContext: () => browser.newContext(),
    /** The processes of all pages, for signals. */
    async pageProcesses() {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
      return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    },
    async close() {
      isClosing = true;
      await browser.close();
      await site.stop();
    },
  };
}

/** From the sources, so that it is never an old build. @returns {Promise<Map<string, string>>} */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: { page: fileURLToPath(new URL('page.ts', import.meta.url)) },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source', 'browser'],
    outdir: '/',
    write: false,
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [path.split(/[/\\]/).at(-1), text]));
}
