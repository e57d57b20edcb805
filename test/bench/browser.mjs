// One headless Chromium, and a site with a page for each contestant, built as an app would build it.
import { basename } from 'node:path';
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
  for (const name of contestants) {
    const { scripts, preloads } = await bundle(name);
    files.set(`/${name}`, { type: 'text/html', text: html(name, preloads) });
    for (const [path, text] of scripts) files.set(`/${name}/${path}`, { type: 'text/javascript', text });
  }
  const site = await listen((req, res) => {
    const { pathname } = new URL(req.url, 'http://site');
    if (pathname.startsWith('/mcp/')) return void handleMcp(req, res);
    const file = files.get(pathname);
    if (!file) return void res.writeHead(404).end();
    return void res.writeHead(200, { 'Content-Type': `${file.type}; charset=utf-8` }).end(file.text);
  });
  const browser = await chromium.launch({
    executablePath: await chromiumExecutable(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  return {
    version: browser.version(),
    origin: site.url,
    /** Runs `work` with a page that shares nothing with earlier ones: no cache, no connection, no compiled code. */
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

const html = (name, preloads) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
${preloads.map((path) => `<link rel="modulepreload" href="/${name}/${path}">`).join('\n')}
<script type="module" src="/${name}/${name}.js"></script></html>`;

async function bundle(name) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}${name}.ts`],
    outdir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    // Our own package is bundled from its sources, so that it is never an old build.
    conditions: ['production', 'module', 'development-source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'error',
    tsconfig: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  });
  // The entry's static imports are preloaded, as Vite's pages do; otherwise each level of imports waits for the previous one.
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const preloads = new Set();
  const preload = (path) => {
    for (const { path: imported, kind } of outputs.get(path).imports) {
      const chunk = basename(imported);
      if (kind !== 'import-statement' || preloads.has(chunk)) continue;
      preloads.add(chunk);
      preload(chunk);
    }
  };
  preload(`${name}.js`);
  return { scripts: outputFiles.map(({ path, text }) => [basename(path), text]), preloads: [...preloads] };
}
