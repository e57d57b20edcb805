import { assert } from 'chai';
import { connect, indexedDbStore, type KeyValueStore, McpError, memoryStore } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { forgiveLeftOut, recordFetch } from '../support/wire.ts';
import { textOf } from './support.ts';
import { nameOfStoredServer } from '../support/stored-server.ts';

/** The JSON-RPC methods, or HTTP methods, of one visit: connect and call a tool. */
async function visit(url: string, store: KeyValueStore): Promise<string[]> {
  const { fetch, sent } = recordFetch();
  const client = await connect(url, { fetch, store });
  assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
  assert.isNotEmpty(client.server.capabilities);
  const seen = sent.map(({ method, body }) =>
    typeof body === 'object' && body !== null && 'method' in body ? String(body.method) : method,
  );
  await client.close();
  return seen.filter((method) => method !== 'GET');
}

for (const [name, makeStore] of Object.entries({
  memory: memoryStore,
  IndexedDB: () => indexedDbStore(`test-${crypto.randomUUID()}`),
})) {
  describe(`a server stored in ${name}`, () => {
    it('of the modern era is not asked what it is [VN-02][VN-08][VN-09]', async () => {
      const store = makeStore();
      const url = await serverUrl('modern');
      assert.deepEqual(await visit(url, store), ['server/discover', 'tools/call']);
      assert.deepEqual(await visit(url, store), ['tools/call']);
    });

    it('whose CORS answer allows no newer revision is spoken to in the older one at once', async () => {
      const store = makeStore();
      const url = await serverUrl('cors-versionless');
      assert.isAbove((await visit(url, store)).length, 3);
      await forgiveLeftOut();
      assert.deepEqual(await visit(url, store), ['initialize', 'notifications/initialized', 'tools/call']);
    });

    it('of the legacy era is not probed for the modern one', async () => {
      const store = makeStore();
      const url = await serverUrl('legacy');
      assert.deepEqual(await visit(url, store), [
        'server/discover',
        'initialize',
        'notifications/initialized',
        'tools/call',
      ]);
      assert.deepEqual(await visit(url, store), ['initialize', 'notifications/initialized', 'tools/call']);
    });
  });
}

describe('a stored server', () => {
  it('is brought up to date beside the calls that it made quick', async () => {
    const store = memoryStore();
    const url = await serverUrl('modern');
    await visit(url, store);
    const key = await nameOfStoredServer(url);
    await store.set(key, { revision: '2026-07-28', storedAt: Date.now(), server: { capabilities: {} } });
    const client = await connect(url, { store });
    assert.isEmpty(client.server.capabilities);
    await client.callTool('echo', { message: 'hi' });
    while (client.server.capabilities.tools === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
    await client.close();
  });
});

describe('a stored server that is another one by now', () => {
  /** A store in which one server is stored as another. */
  async function mistaken(truth: string, stored: string): Promise<{ url: string; store: KeyValueStore }> {
    const store = memoryStore();
    const [url, other] = await Promise.all([serverUrl(truth), serverUrl(stored)]);
    await visit(other, store);
    await store.set(await nameOfStoredServer(url), await store.get(await nameOfStoredServer(other)));
    return { url, store };
  }

  it('costs a modern server that became a legacy one no call', async () => {
    const { url, store } = await mistaken('legacy', 'modern');
    assert.deepEqual(await visit(url, store), [
      'tools/call',
      'server/discover',
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
    assert.deepEqual(await visit(url, store), ['initialize', 'notifications/initialized', 'tools/call']);
  });

  it('costs none of several calls at once', async () => {
    const { url, store } = await mistaken('legacy', 'modern');
    const client = await connect(url, { store });
    const results = await Promise.all(
      Array.from({ length: 5 }, (_, index) => client.callTool('echo', { message: String(index) })),
    );
    assert.deepEqual(
      results.map(textOf),
      Array.from({ length: 5 }, (_, index) => `Echo: ${index}`),
    );
    await client.close();
  });

  it('costs a legacy server that became a modern one no call', async () => {
    const { url, store } = await mistaken('modern', 'legacy');
    assert.deepEqual(await visit(url, store), ['initialize', 'server/discover', 'tools/call']);
  });

  it('is ignored if it was tampered with', async () => {
    const store = memoryStore();
    const url = await serverUrl('modern');
    await store.set(await nameOfStoredServer(url), {
      revision: '2026-07-28',
      storedAt: Date.now(),
      server: { capabilities: 'all' },
    });
    assert.deepEqual(await visit(url, store), ['server/discover', 'tools/call']);
  });

  it('is dropped after a week', async () => {
    const store = memoryStore();
    const url = await serverUrl('modern');
    await visit(url, store);
    const key = await nameOfStoredServer(url);
    const value: unknown = await store.get(key);
    assert.isObject(value);
    await store.set(key, { ...Object(value), storedAt: Date.now() - 8 * 24 * 60 * 60_000 });
    assert.deepEqual(await visit(url, store), ['server/discover', 'tools/call']);
  });

  it('does not hide that a server is down', async () => {
    const store = memoryStore();
    const url = 'http://127.0.0.1:9/mcp';
    const failure = await connect(url, { store }).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.instanceOf(failure, McpError);
  });
});
