// That a cached answer keeps no more in memory than its text: the limits of the cache count nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { load } from '../fuzz/load.mjs';

const { messageUpTo } = await load('packages/client/src/client/cache/response-text.ts');

const COUNT = 200;
const CHUNK_LENGTH = 130_000;

test('the text of a cached answer keeps nothing of what came with it', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  const heapAfter = () => (collectGarbage(), process.memoryUsage().heapUsed);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const before = heapAfter();
  const texts = [];
  for (let id = 0; id < COUNT; id++) {
    const message = JSON.stringify({ jsonrpc: '2.0', id, result: { contents: [], ttlMs: 60_000 } });
    const chunk = decoder.decode(encoder.encode(`:${'x'.repeat(CHUNK_LENGTH)}\n\ndata: ${message}\n\n`));
    const text = chunk.slice(chunk.indexOf('{'), chunk.lastIndexOf('}') + 1);
    texts.push(await messageUpTo(1_000, {}, text));
  }
  const grown = heapAfter() - before;
  assert.equal(texts.length, COUNT);
  assert.ok(grown < (COUNT * CHUNK_LENGTH) / 10, `${grown} bytes more for ${COUNT} texts of about 70 characters`);
});
