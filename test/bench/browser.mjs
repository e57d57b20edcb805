// One headless Chromium, and a site with a page for each contestant, built as an app would build it.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { listen } from '../servers/listen.mjs';

const folder = fileURLToPath(new URL('contestants/', import.meta.url));

/**
 * @param {string[]} contestants
 * @param {import('node:http').RequestListener} handleMcp answers below /mcp/ of the site itself
 */
export async function openBrowser(contestants, handleMcp) {
  const files = new Map();
  for (const name of contestants) for (const [path, text] of await bundle(name)) files.set(`/${name}/${path}`, text);
  const site = await listen((req, res) => {
    const { pathname } = new URL(req.url, 'http://site');
    if (pathname.startsWith('/mcp/')) return void handleMcp(req, res);
    const name = pathname.slice(1);
    if (contestants.includes(name)) return void res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html(name));
    if (files.has(pathname)) return void res.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' }).end(files.get(pathname));
    return void res.writeHead(404).end();
  });
  const browser = await chromium.launch({
    executablePath: await chromiumExecutable(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  return {
    version: browser.version(),
    origin: site.url,
    /** Runs `work` with a page that shares nothing with the ones before: no cache, no connection, no compiled code. */
    async withPage(work) {
      const context = await browser.newContext();
      try {
        return await work(await context.newPage());
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

const html = (name) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,"><script type="module" src="/${name}/${name}.js"></script></html>`;

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${name}.ts`],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    // Our own package from its sources, so that it is never an old build.
    conditions: ['production', 'module', 'development-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'error',
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  return outputFiles.map(({ path, text }) => [path.slice(folder.length), text]);
}
