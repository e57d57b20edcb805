// The relay, as an operator runs it, in front of the other servers.
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { build } from 'esbuild';
import workerd from 'workerd';
import { load } from '../fuzz/load.mjs';
import { listen } from './listen.mjs';

const root = join(import.meta.dirname, '../..');

/** How long workerd may take to start, in ms. */
const START_MS = 60_000;

/**
 * Serves a relay at `/relay`, in Hono on Node. `GET /workerd` answers with the address of one in workerd, which starts then.
 *
 * @param {Record<'upstreams' | 'authorizationServers', string[]>} lists
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startRelays(lists) {
  const { relay } = await load('packages/client/src/relay/index.ts');
  const app = new Hono();
  // The pages of the tests come from ports that are not known yet: each is allowed when it comes.
  const handlers = new Map();
  app.all('/relay', (context) => {
    const origin = context.req.header('origin') ?? 'http://127.0.0.1';
    if (!handlers.has(origin)) handlers.set(origin, relay({ ...lists, allowedOrigins: [origin] }));
    return handlers.get(origin)(context.req.raw);
  });
  let worker;
  app.get('/workerd', async (context) => {
    worker ??= startWorkerd(lists);
    return context.text((await worker).url, 200, { 'Access-Control-Allow-Origin': '*' });
  });
  // The servers beside it get the platform's own Request and Response.
  const server = await listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }), async () =>
    (await worker)?.stop(),
  );
  return { ...server, url: `${server.url}/relay` };
}

async function startWorkerd(lists) {
  const folder = await mkdtemp(join(tmpdir(), 'relay-workerd-'));
  await build({
    stdin: { contents: workerOf(lists), resolveDir: root, loader: 'ts' },
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development-source'],
    tsconfig: join(root, 'tsconfig.base.json'),
  });
  await writeFile(join(folder, 'config.capnp'), CONFIG);
  const child = spawn(workerd.default, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-2000)));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      });
    await rm(folder, { recursive: true });
  };
  try {
    const port = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`workerd did not start: ${complaints}`)), START_MS);
      child.once('exit', (code) => reject(new Error(`workerd ended with ${code}: ${complaints}`)));
      child.once('error', reject);
      child.stdio[3].on('data', (line) => {
        const { event, port: found } = JSON.parse(String(line).split('\n')[0]);
        if (event !== 'listen') return;
        clearTimeout(timer);
        resolve(found);
      });
    });
    return { url: `http://127.0.0.1:${port}/relay`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The relay for each page that comes, as above. */
const workerOf = (lists) => `
  import { relay } from './packages/client/src/relay/index.ts';
  const handlers = new Map<string, (request: Request) => Promise<Response>>();
  export default {
    fetch(request: Request) {
      const origin = request.headers.get('origin') ?? 'http://127.0.0.1';
      const handler = handlers.get(origin) ?? relay({ ...${JSON.stringify(lists)}, allowedOrigins: [origin] });
      handlers.set(origin, handler);
      return handler(request);
    },
  };`;

const CONFIG = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "relay", worker = .relay),
    (name = "internet", network = (allow = ["public", "private", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "relay")],
);
const relay :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ["enable_request_signal"],
);
`;
