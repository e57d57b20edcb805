/** The bridges that docs/servers-in-the-page.md names, in front of a server that speaks stdio, as a page sees them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';

const BRIDGES = new URL('../bridges/', import.meta.url);
const EVERYTHING = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
/** What server-everything offers to everybody, whatever the client can. */
const TOOLS = ['echo', 'get-sum', 'get-structured-content', 'trigger-long-running-operation'];

let site: Site;
const children: ChildProcess[] = [];

test.beforeAll(async () => {
  site = await serveSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Page</title><script type="module" src="/page.js"></script>',
    },
    '/page.js': { type: 'text/javascript; charset=utf-8', body: await bundle(new URL('page.ts', BRIDGES)) },
  });
});
test.afterEach(async () => {
  // A bridge ends its server when it is asked to end.
  for (const child of children.splice(0)) {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGTERM');
    await Promise.race([ended, pause(5_000).then(() => child.kill('SIGKILL'))]);
  }
});
test.afterAll(() => site.close());

/** Starts a program of test/bridges with a port of its own, and resolves with the port when somebody listens there. */
async function start(program: string, argumentsFor: (port: string) => string[]): Promise<string> {
  const port = String(await freePort());
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, BRIDGES)), ...argumentsFor(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (said = (said + String(text)).slice(-2000)));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return port;
    await pause(50);
  }
}

const supergateway = (...more: string[]): Promise<string> =>
  start('node_modules/supergateway/dist/index.js', (port) => [
    '--port',
    port,
    '--stdio',
    `${process.execPath} ${EVERYTHING} stdio`,
    '--outputTransport',
    'streamableHttp',
    ...more,
  ]);

const mcpProxy = (...more: string[]): Promise<string> =>
  start('node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs', (port) => [
    '--port',
    port,
    '--host',
    '127.0.0.1',
    ...more,
    '--',
    process.execPath,
    EVERYTHING,
    'stdio',
  ]);

interface Visit {
  tools: string[];
  text: string;
  revision: string;
}

async function visit(page: Page, url: string, tool: string, args: object, options: object = {}): Promise<Visit> {
  await page.goto(site.origin);
  await page.waitForFunction('globalThis.visit !== undefined');
  return page.evaluate(`visit(${[url, tool, args, options].map((value) => JSON.stringify(value)).join()})`);
}

test('a server that speaks stdio is used through mcp-proxy, with all its tools and no setting', async ({ page }) => {
  const port = await mcpProxy();
  const { tools, text } = await visit(page, `http://localhost:${port}/mcp`, 'echo', { message: 'hi' });
  expect(tools).toEqual(expect.arrayContaining(TOOLS));
  expect(text).toBe('Echo: hi');
});

test('mcp-proxy with a key takes only pages that have it', async ({ page }) => {
  const url = `http://localhost:${await mcpProxy('--apiKey', 'opensesame', '--corsAddAllowedHeader', 'X-API-Key')}/mcp`;
  await expect(visit(page, url, 'echo', { message: 'hi' })).rejects.toThrow(/Invalid or missing API key/);
  const { text } = await visit(page, url, 'echo', { message: 'hi' }, { headers: { 'X-API-Key': 'opensesame' } });
  expect(text).toBe('Echo: hi');
});

for (const [whom, origin] of [
  ['every site', []],
  ['one site', [() => site.origin]],
] as const)
  test(`a server that speaks stdio is used through supergateway for ${whom}, with all its tools and no setting`, async ({
    page,
  }) => {
    const port = await supergateway('--stateful', '--cors', ...origin.map((give) => give()));
    const { tools, text } = await visit(page, `http://localhost:${port}/mcp`, 'echo', { message: 'hi' });
    expect(tools).toEqual(expect.arrayContaining(TOOLS));
    expect(text).toBe('Echo: hi');
  });

test('supergateway for another site lets this one not in', async ({ page }) => {
  const port = await supergateway('--stateful', '--cors', 'https://other.example');
  await expect(visit(page, `http://localhost:${port}/mcp`, 'echo', { message: 'hi' })).rejects.toThrow(/CORS headers/);
});

test('a server of mcp-framework is used with the CORS headers that it sends by itself', async ({ page }) => {
  const port = await start('framework.mjs', (free) => [free]);
  const { tools, text } = await visit(page, `http://127.0.0.1:${port}/mcp`, 'add', { a: 2, b: 3 });
  expect(tools).toEqual(['add']);
  expect(text).toBe('5');
});

test('the documents name the commands that are tried here', async () => {
  const said = await readFile(new URL('../../docs/servers-in-the-page.md', import.meta.url), 'utf8');
  for (const words of [
    'npx mcp-proxy --port',
    '--host 127.0.0.1',
    '--apiKey',
    '--corsAddAllowedHeader X-API-Key',
    '--outputTransport streamableHttp --stateful --cors',
  ])
    expect(said).toContain(words);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
