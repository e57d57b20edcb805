// The site with the test files, each one script in which every mutant waits to be switched on.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import { bundle, optionsFor } from '../support/bundle-tests.mjs';
import { listen } from '../servers/listen.mjs';

const rootDir = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
/** Mocha for pages. Web Test Runner's copy reports to Web Test Runner, which is not there: nobody listens. */
const MOCHA = createRequire(require.resolve('@web/test-runner')).resolve('@web/test-runner-mocha');
const NOBODY = 'export const sendMessage = () => {}; export const sendMessageWaitForResponse = async () => {};';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mutants</title><link rel="icon" href="data:,">
<script>globalThis.isLongRun = false; globalThis.__WTR_CONFIG__ = {};</script>
<script type="module" src="/test/wire/mocha.mjs"></script>
<script type="module" src="/mocha.js"></script>
<script type="module" src="/test/mutate/page.mjs"></script><body></body></html>`;

/**
 * @param {object} options
 * @param {Record<string, string>} options.serverUrls
 * @param {Map<string, (text: string) => string>} options.rewrites what puts the mutants into a file, by its path
 */
export async function openSite({ serverUrls, rewrites }) {
  const bundles = new Map();
  const others = new Map();
  const other = (path) => others.get(path) ?? others.set(path, script(path)).get(path);
  const site = await listen(async (req, res) => {
    const { pathname } = new URL(req.url, 'http://localhost');
    const send = (type, body) => res.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    try {
      if (pathname === '/') send('text/html', PAGE);
      else if (pathname === '/__servers.json') send('application/json', JSON.stringify(serverUrls));
      else if (pathname === '/__web-dev-server__web-socket.js') send('text/javascript', NOBODY);
      else if (pathname === '/mocha.js') send('text/javascript', await readFile(MOCHA, 'utf8'));
      else if (pathname.endsWith('.json')) send('application/json', await readFile(join(rootDir, pathname), 'utf8'));
      else send('text/javascript', bundles.get(pathname) ?? (await other(pathname)));
    } catch {
      res.writeHead(404).end();
    }
  });
  return {
    origin: site.url.replace('127.0.0.1', 'localhost'),
    /** Offers a test file. Resolves with its script, or with nothing if that has no mutants: it has nothing to show. */
    async offer(file) {
      const { code, inputs } = await bundle(file, { rootDir, plugins: [rewriting(rewrites)] });
      if (!inputs.some((input) => rewrites.has(input))) return undefined;
      bundles.set(`/${file}`, code);
      return code;
    },
    stop: () => site.stop(),
  };
}

/** The files on the disk stay as they are. */
function rewriting(rewrites) {
  return {
    name: 'mutants',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
        const file = relative(rootDir, path).replaceAll('\\', '/');
        const rewrite = rewrites.get(file);
        return rewrite && { contents: rewrite(await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}

/** What the page or a worker loads by its address, without mutants. The modules that check messages stay one each. */
async function script(path) {
  const { outputFiles } = await build({
    ...optionsFor(rootDir),
    entryPoints: [join(rootDir, path)],
    external: ['./*.mjs'],
  });
  return outputFiles[0].text;
}
