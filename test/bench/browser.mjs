// One headless Chromium, and a site with a page for each contestant, built as an app would build it.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { listen } from '../servers/listen.mjs';

const folder = fileURLToPath(new URL('contestants/', import.meta.url));

/** @param {import('node:http').RequestListener} handleMcp answers below /mcp/ of the site itself */
export async function openBrowser(handleMcp) {
  const bundles = new Map();
  const bundleOf = (name) => {
    if (!bundles.has(name)) bundles.set(name, bundle(name));
    return bundles.get(name);
  };
  /** What a page asked for in vain, which would be charged to it. */
  const missing = [];
  const site = await listen(async (req, res) => {
    const { pathname } = new URL(req.url, 'http://site');
    if (pathname.startsWith('/mcp/')) return void handleMcp(req, res);
    const [, name, path] = pathname.split('/');
    const isBlank = name === 'blank';
    if (!isBlank && !/^[\w-]+$/.test(name)) return void res.writeHead(404).end();
    if (path === undefined) {
      const text = isBlank ? html(name) : html(name, await bundleOf(name));
      return void res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
    }
    const script = (await bundleOf(name)).scripts.get(path);
    if (!script) {
      missing.push(pathname);
      return void res.writeHead(404).end();
    }
    return void res.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(script);
  });
  const browser = await chromium.launch({
    executablePath: await chromiumExecutable(),
    args: [
      ...chromiumArgs,
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
      // The certificate of the HTTP/2 server is signed by nobody.
      '--ignore-certificate-errors',
    ],
  });
  return {
    version: browser.version(),
    origin: site.url,
    bundleOf,
    /** Runs `work` with a page that shares nothing with earlier ones: no cache, no connection, no compiled code. */
    async withPage(work, { slowdown = 1 } = {}) {
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        if (slowdown > 1) await slowDown(page, slowdown);
        const result = await work(page);
        if (missing.length > 0) throw new Error(`The bench has no ${missing.join(', ')}.`);
        return result;
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      await site.stop();
    },
  };
}

async function slowDown(page, rate) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/**
 * The computing time of the page's main thread, in ms.
 * @param {import('playwright').Page} page
 */
export async function mainThread(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  return {
    async milliseconds() {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
    },
  };
}

/**
 * The entry's static imports are preloaded, as Vite's pages do, and the entry comes before them; otherwise each level of
 * imports waits for the previous one.
 */
const html = (name, { preloads } = {}) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
${preloads ? `<script type="module" src="/${name}/${name}.js"></script>` : ''}
${(preloads ?? []).map((path) => `<link rel="modulepreload" href="/${name}/${path}">`).join('\n')}</html>`;

/** @returns {Promise<{ scripts: Map<string, string>, preloads: string[] }>} `preloads` are what the entry imports */
async function bundle(name) {
  const { output } = await build({
    configFile: false,
    root: folder,
    // Otherwise what Vite preloads for code on demand is not found.
    base: `/${name}/`,
    logLevel: 'error',
    // Our own package is bundled from its sources, so that it is never an old build.
    resolve: { conditions: ['production', 'module', 'browser', 'development-source'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: {
        input: { [name]: `${folder}${name}.ts` },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const preloads = new Set(chunks.get(`${name}.js`).imports);
  for (const path of preloads) for (const next of chunks.get(path).imports) preloads.add(next);
  return {
    scripts: new Map([...chunks].map(([path, { code }]) => [path, code])),
    preloads: [...preloads].filter((path) => path !== `${name}.js`),
  };
}
