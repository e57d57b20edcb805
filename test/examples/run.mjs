// Builds the examples of `demo/examples` from the packed packages, as npm installs them, and uses each in Chromium. Needs
// the output of `pnpm build`, and a registry.
//   pnpm examples [NAME…]
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';
import { allowEverything } from '../servers/cors.mjs';
import { startModernServer } from '../servers/modern.mjs';
import { chromiumArgs, chromiumExecutable, chromiumWithWindows } from '../../scripts/browsers.mjs';
import { capture } from '../../scripts/child.mjs';
import { useExample, useOwnInterface } from './use.mjs';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'demo/examples');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = process.argv.length > 2 ? process.argv.slice(2) : readdirSync(examples);
/** For the whole of a page that starts, in ms: Next has not warmed up. */
const SHOWN_MS = 60_000;
const env = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', CI: '1' };

const place = mkdtempSync(join(tmpdir(), 'mcp-web-examples-'));
const server = await startModernServer({ name: 'examples', cors: allowEverything, legacy: 'stateless' });
const browser = await chromium.launch({ executablePath: await chromiumExecutable(), args: chromiumArgs });
let failed = 0;
try {
  const packages = await Promise.all(['client', 'elements'].map(pack));
  for (const name of names) {
    const begun = performance.now();
    const problem = await tryExample(name, packages).catch((error) => error);
    if (problem) failed++;
    const took = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    console.log(problem ? `✗ ${name} (${took})\n${problem.message}` : `✓ ${name} (${took})`);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(place, { recursive: true, force: true });
}
console.log(`${names.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function pack(name) {
  const file = join(place, `${name}.tgz`);
  await must('npx', ['--yes', packageManager, 'pack', '--out', file], { cwd: join(root, 'packages', name) });
  return [`@mcp-web/${name}`, `file:${file}`];
}

async function tryExample(name, packages) {
  const cwd = join(place, name);
  cpSync(join(examples, name), cwd, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(packages) };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  await must('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd });
  await must('npm', ['run', 'build'], { cwd, env });
  const query = `?server=${encodeURIComponent(server.url)}`;
  if (existsSync(join(cwd, 'manifest.json'))) return await lookInExtension(cwd, query);
  const port = await freePort();
  // A group of its own, so that npm's shell does not leave the server behind.
  const app = spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1', NITRO_HOST: '127.0.0.1' },
    detached: true,
    stdio: 'ignore',
  });
  try {
    const origin = await answering(port);
    // In a worker, there is a client but no host.
    await look(`${origin}/${query}`, name === 'worker' ? useOwnInterface : undefined);
  } finally {
    if (app.pid !== undefined) process.kill(-app.pid);
  }
}

/** Opens the page in a browser context of its own, and uses it. */
async function look(address, steps) {
  const context = await browser.newContext();
  try {
    await useExample(await context.newPage(), address, steps);
  } finally {
    await context.close();
  }
}

/** Loads the extension into a browser of its own: a headless shell has no extensions. */
async function lookInExtension(folder, query) {
  const context = await chromium.launchPersistentContext(join(place, 'profile'), {
    ...(await chromiumWithWindows()),
    args: [...chromiumArgs, `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
  });
  try {
    const background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await useExample(await context.newPage(), new URL(`panel.html${query}`, background.url()).href);
  } finally {
    await context.close();
  }
}

/** Resolves with the origin once the app answers. */
async function answering(port) {
  const end = performance.now() + SHOWN_MS;
  while (performance.now() < end) {
    for (const host of ['127.0.0.1', 'localhost']) {
      const origin = `http://${host}:${port}`;
      if (
        await fetch(origin).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return origin;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The app does not answer on port ${port}.`);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function must(command, args, options) {
  const { code, output } = await capture(command, args, { ...options, shell: process.platform === 'win32' });
  if (code !== 0) throw new Error(output.slice(-4_000));
}
