// Runs the example apps of the specification's authors in <mcp-app>: installs their servers with npm, calls each tool that has
// an app, waits until the app shows something, and saves a screenshot. Needs the output of `pnpm build`, and a registry.
//   pnpm app-examples [--pictures FOLDER] [NAME…]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { capture } from '../../scripts/child.mjs';
import { EXAMPLES } from './examples.mjs';

const elements = join(import.meta.dirname, '../../packages/elements');
const TYPES = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8' };
const VERSION = '2.0.3';
/** For what a server, a page or an app takes to start, in ms. */
const PATIENCE_MS = 60_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pictures: { type: 'string' } } });
const chosen = EXAMPLES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const place = mkdtempSync(join(tmpdir(), 'mcp-web-app-examples-'));
const { pictures } = values;
if (pictures) mkdirSync(pictures, { recursive: true });

const site = await serve((path) =>
  path === '/' ? readFileSync(join(import.meta.dirname, 'page.html')) : fileOf(path),
);
const sandbox = await serve((path) => (path === '/app-sandbox.html' ? fileOf(path) : undefined));
const browser = await chromium.launch({ executablePath: await chromiumExecutable(), args: chromiumArgs });
let failed = 0;
try {
  await install();
  for (const example of chosen) {
    const problem = await run(example).catch((error) => error);
    if (problem) failed++;
    console.log(problem ? `✗ ${example.name}\n${problem.message}` : `✓ ${example.name}`);
  }
} finally {
  await browser.close();
  site.close();
  sandbox.close();
  rmSync(place, { recursive: true, force: true });
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function install() {
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }));
  const packages = chosen.map(({ name }) => `@modelcontextprotocol/server-${name}@${VERSION}`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
  const { code, output } = await capture('npm', ['install', ...flags, ...packages], { cwd: place });
  if (code !== 0) throw new Error(output);
}

/** @returns {Promise<Error | undefined>} */
async function run({ name, tool, args = {}, shows }) {
  const port = await freePort();
  const script = join(place, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
  const server = spawn(process.execPath, [script], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  try {
    await answering(port);
    const page = await context.newPage();
    const complaints = [];
    page.on('console', (message) => {
      // A server of an older revision refuses the first request of a newer one.
      if (message.type() === 'error' && !message.text().includes('400 (Bad Request)')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const url = `http://127.0.0.1:${port}/mcp`;
    const sandboxUrl = `http://localhost:${sandbox.address().port}/app-sandbox.html`;
    await page.evaluate((call) => globalThis.showApp(call), { url, sandboxUrl, tool, args });
    const app = page.frameLocator('mcp-app iframe').frameLocator('iframe');
    await app.locator(shows).first().waitFor({ timeout: PATIENCE_MS });
    if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
    return complaints.length > 0 ? new Error(`The console has:\n${complaints.join('\n')}`) : undefined;
  } finally {
    await context.close();
    server.kill();
  }
}

/** A file of the elements, as it is published. */
function fileOf(path) {
  const inside = normalize(path);
  return inside.startsWith('/dist/') || inside === '/app-sandbox.html'
    ? readFileSync(join(elements, inside))
    : undefined;
}

/** Resolves with a server of these files. */
function serve(read) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    let body;
    try {
      body = read(pathname);
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    if (!body) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(pathname)] ?? TYPES['.html'] }).end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function answering(port) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const answered = await fetch(`http://127.0.0.1:${port}/mcp`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start.');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createNetServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
