import { assert } from 'chai';
import { connect, type ConnectOptions, McpHost, memoryStore } from '@mcp-web/client';
import { aWhile, until } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch } from '../support/wire.ts';
import { collect, textOf } from './support.ts';

interface Wire {
  fetch: typeof fetch;
  /** The JSON-RPC methods and HTTP methods that were sent, in order. */
  methods: () => string[];
}

function record(send?: typeof fetch): Wire {
  const { fetch, sent } = recordFetch(send);
  const methods = (): string[] =>
    sent.map(({ method, body }) =>
      typeof body === 'object' && body !== null && 'method' in body ? String(body.method) : method,
    );
  return { fetch, methods };
}

const isFor = (method: string, init?: RequestInit): boolean =>
  typeof init?.body === 'string' && init.body.includes(`"${method}"`);

/** Connects, lists the tools and calls one. Returns what was sent until its result came. */
async function firstResult(server: string, options: ConnectOptions = {}): Promise<string[]> {
  const { fetch, methods } = record();
  const client = await connect(await serverUrl(server), { ...options, fetch });
  await client.listTools();
  assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
  const sent = methods();
  await client.close();
  return sent.filter((method) => method !== 'GET');
}

describe('the first result of a tool', () => {
  it('takes three requests of a modern server, and two once it is stored', async () => {
    const store = memoryStore();
    assert.deepEqual(await firstResult('modern', { store }), ['server/discover', 'tools/list', 'tools/call']);
    assert.deepEqual(await firstResult('modern', { store }), ['tools/list', 'tools/call']);
  });

  it('takes one where the cache knows the tool', async () => {
    const options = { store: memoryStore(), principal: 'alice' };
    const url = await serverUrl('caching-chromium');
    const visit = async (): Promise<string[]> => {
      const { fetch, methods } = record();
      const client = await connect(url, { ...options, fetch });
      assert.isNotEmpty(await collect(client.tools()));
      await client.callTool('echo', { message: 'hi' });
      // What is cached is stored beside the calls.
      for (let saved: unknown; saved === undefined; await aWhile()) {
        const records = await options.store.get('responses');
        if (Array.isArray(records)) saved = await options.store.get(`responses ${records[0]?.server}`);
      }
      await client.close();
      return methods();
    };
    assert.include(await visit(), 'tools/list');
    assert.deepEqual(await visit(), ['tools/call']);
  });

  it('takes four of a legacy server', async () => {
    const four = ['initialize', 'notifications/initialized', 'tools/list', 'tools/call'];
    assert.deepEqual(await firstResult('legacy', { revision: '2025-11-25' }), four);
    const store = memoryStore();
    assert.deepEqual(await firstResult('legacy', { store }), ['server/discover', ...four]);
    assert.deepEqual(await firstResult('legacy', { store }), four);
  });

  it('does not wait until a legacy server has accepted that the session is open', async () => {
    let accept = (): void => {};
    const accepted = new Promise<void>((resolve) => (accept = resolve));
    const { fetch, methods } = record(async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (isFor('notifications/initialized', init)) await accepted;
      return response;
    });
    const client = await connect(await serverUrl('legacy'), { revision: '2025-11-25', fetch });
    await client.listTools();
    await client.callTool('echo', { message: 'hi' });
    assert.notInclude(methods(), 'GET');
    accept();
    await until(() => methods().includes('GET'));
    await client.close();
  });
});

describe('a host', () => {
  it('asks a modern server for its lists when it hears of their changes', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let hasAnswered = false;
    let isEarly = false;
    const { fetch, methods } = record(async (input, init) => {
      if (isFor('tools/list', init)) isEarly = !hasAnswered;
      const response = await globalThis.fetch(input, init);
      if (isFor('subscriptions/listen', init)) {
        await answered;
        hasAnswered = true;
      }
      return response;
    });
    const host = new McpHost();
    const id = host.add(await serverUrl('modern'), { fetch });
    await until(() => methods().includes('subscriptions/listen'));
    answer();
    await host.ready(id);
    await until(() => host.getSnapshot().servers[0]?.isListing === false);
    const [discover, listen, ...rest] = methods();
    assert.deepEqual([discover, listen], ['server/discover', 'subscriptions/listen']);
    assert.isFalse(isEarly);
    // A list may have several pages.
    assert.sameMembers(
      [...new Set(rest)],
      ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
    );
    host.close();
  });
});

describe('a tool call to a server that was stored as a modern one', () => {
  it('is never sent again when its connection breaks, because it may have run', async () => {
    const store = memoryStore();
    await firstResult('modern', { store });
    const { fetch, methods } = record(async (input, init) => {
      const response = await globalThis.fetch(input, init);
      if (!isFor('tools/call', init)) return response;
      await response.text();
      throw new TypeError('Failed to fetch');
    });
    const client = await connect(await serverUrl('modern'), { store, fetch });
    const failure = await client.callTool('echo', { message: 'hi' }).catch((error: unknown) => error);
    assert.propertyVal(failure, 'code', 'network');
    assert.deepEqual(methods(), ['tools/call']);
    await client.close();
  });
});
