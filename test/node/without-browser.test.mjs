// The client in Node: CORS and the Content Security Policy are no reasons there why a server cannot be reached.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './modules.mjs';

let folder;
let client;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-web-node-'));
  await build({
    entryPoints: [join(root, 'packages/client/src/index.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
    conditions: ['development-source'],
    logLevel: 'error',
  });
  client = await import(pathToFileURL(join(folder, 'index.mjs')).href);
});
after(() => rm(folder, { recursive: true }));

/** A server that answers every request with this, and its address. */
async function startServer(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, stop: () => server.close() };
}

const failureOf = (url) =>
  client.connect(url).then(
    () => assert.fail('connected'),
    (error) => error,
  );

describe('an error in Node', () => {
  test('says what the system says when no server is there, and nothing about pages', async () => {
    const { url, stop } = await startServer(() => {});
    await new Promise((resolve) => {
      stop();
      setImmediate(resolve);
    });
    const { code, message } = await failureOf(url);
    assert.equal(code, 'network');
    assert.match(message, /could not be reached.*ECONNREFUSED/);
    assert.doesNotMatch(message, /page|browser|undefined|CORS|Content Security Policy/);
  });

  test('says that a server that has answered before is gone', async () => {
    let count = 0;
    const { url, stop } = await startServer((_req, res) => (count++ === 0 ? res.writeHead(404).end() : res.destroy()));
    const { code, message } = await failureOf(url);
    stop();
    assert.equal(code, 'network');
    assert.match(message, /although it has answered before/);
    assert.doesNotMatch(message, /page|browser|undefined|CORS/);
  });

  test('says that the program is refused, not a page', async () => {
    const { url, stop } = await startServer((_req, res) => res.writeHead(403).end());
    const { code, message } = await failureOf(url);
    stop();
    assert.equal(code, 'http');
    assert.match(message, /refuses this program/);
  });
});
