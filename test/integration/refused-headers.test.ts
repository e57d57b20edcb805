import { assert } from 'chai';
import { connect, type KeyValueStore, type McpError, McpHost, memoryStore } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { forgiveLeftOut } from '../support/wire.ts';
import { collect, eventAfter, textOf, uniqueLabel } from './support.ts';

/** A server behind a front with this fault. */
async function broken(fault: string, name: string): Promise<string> {
  const { port, pathname } = new URL(await serverUrl(name));
  return `${await serverUrl('broken')}/${fault}/${port}${pathname === '/' ? '' : pathname}`;
}

/**
 * The platform's `fetch`, which notes what it sends. The answer to the first request with this method ends after its first
 * event, and so does the next one after `cutNext()`.
 */
function watched(cutMethod?: string): { fetch: typeof fetch; methods: string[]; cutNext: () => void } {
  const methods: string[] = [];
  let isCut = false;
  return {
    methods,
    cutNext: () => void (isCut = false),
    fetch: async (input, init) => {
      const message: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const method = String(Reflect.get(Object(message), 'method') ?? init?.method);
      methods.push(method);
      const response = await fetch(input, init);
      if (method !== cutMethod || isCut || !response.body) return response;
      isCut = true;
      const head = await response.body.getReader().read();
      return new Response(new Blob([head.value ?? new Uint8Array()]).stream(), { headers: response.headers });
    },
  };
}

const idOf = (init: RequestInit | undefined): unknown =>
  typeof init?.body === 'string' ? Reflect.get(Object(JSON.parse(init.body)), 'id') : undefined;

/** What a visit stored that found, by mistake, that the CORS answer of this server does not allow a header. */
async function storeWithRefused(name: string, header: string): Promise<KeyValueStore> {
  const store = memoryStore();
  const isServer = (value: unknown): boolean => Reflect.has(Object(value), 'refusedHeaders');
  const set = (key: string, value: unknown): Promise<void> =>
    store.set(key, isServer(value) ? { ...Object(value), refusedHeaders: [header] } : value);
  await (await connect(await serverUrl(name), { store: { ...store, set } })).close();
  return store;
}

/** A store that tells which headers were last stored as refused. */
function watchedStore(): { store: KeyValueStore; refused: () => readonly unknown[] } {
  const store = memoryStore();
  let refused: readonly unknown[] = [];
  const set = async (key: string, value: unknown): Promise<void> => {
    await store.set(key, value);
    const names: unknown = Reflect.get(Object(value), 'refusedHeaders');
    if (Array.isArray(names)) refused = names;
  };
  return { store: { ...store, set }, refused: () => refused };
}

describe('a request header that the CORS answer does not allow', () => {
  it('leads to an older revision if that does not have it [BR-03]', async () => {
    const client = await connect(await serverUrl('cors-versionless'));
    assert.equal(client.revision, '2025-03-26');
    assert.isNotEmpty((await client.listTools()).tools);
    await client.close();
    await forgiveLeftOut();
  });

  it('is left out where the server speaks only revisions that have it', async () => {
    const client = await connect(await serverUrl('cors-versionless-new'));
    assert.equal(client.revision, '2025-11-25');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
    await forgiveLeftOut();
  });

  it('is left out where the page asks for a revision that has it, and no other', async () => {
    const client = await connect(await broken('no-version', 'legacy'), { revision: '2025-11-25' });
    assert.isNotEmpty(await collect(client.tools()));
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.equal(client.revision, '2025-11-25');
    await client.close();
    await forgiveLeftOut();
  });

  it('is left out if it is the session id, and the server does without', async () => {
    const client = await connect(await broken('lenient-session', 'dual'), { revision: '2025-11-25' });
    assert.isNotEmpty(await collect(client.tools()));
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
    await forgiveLeftOut();
  });

  it('fails the connection, the first call and the next with its name if the server needs it', async () => {
    const url = await broken('no-session', 'legacy');
    const client = await connect(url);
    const lost = new Promise<McpError>((resolve) =>
      client.addEventListener('connectionlost', (told) => resolve(told.error)),
    );
    const sentence = /does not list Mcp-Session-Id, which the server needs, in Access-Control-Allow-Headers/;
    const [first] = await Promise.all([errorOf(client.listTools(), 'network'), lost]);
    assert.match(first.message, sentence);
    assert.match((await lost).message, sentence);
    assert.match((await errorOf(client.listTools(), 'closed')).message, sentence);
    const host = new McpHost();
    host.add(url);
    await eventually(() => host.getSnapshot().servers[0]?.status === 'failed');
    assert.match(host.getSnapshot().servers[0]?.error?.message ?? '', sentence);
    host.close();
    await forgiveLeftOut();
  });

  it('fails connect() with the names of all of them', async () => {
    const { message } = await errorOf(connect(await broken('no-version-session', 'legacy')), 'network');
    assert.match(message, /does not list Mcp-Session-Id and MCP-Protocol-Version, which the server needs/);
    await forgiveLeftOut();
  });

  it('is named where a server of 2026-07-28 needs it, and no other is', async () => {
    const { message } = await errorOf(connect(await broken('no-method', 'modern')), 'network');
    assert.match(
      message,
      /The server is there.* speaks no older revision\. Its CORS answer does not list Mcp-Method in Access-Control-Allow-Headers/,
    );
    await forgiveLeftOut();
  });

  it('is left out where a server of 2026-07-28 does without', async () => {
    const client = await connect(await broken('lenient-method', 'modern'));
    assert.equal(client.revision, '2026-07-28');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
    await forgiveLeftOut();
  });

  it('is not looked for again at the next visit, where what was found is stored', async () => {
    const options = { store: memoryStore() };
    const url = await broken('lenient-method', 'modern');
    await (await connect(url, options)).close();
    const { fetch, methods } = watched();
    const client = await connect(url, { ...options, fetch });
    assert.isNotEmpty(await collect(client.tools()));
    assert.deepEqual([...new Set(methods)], ['tools/list']);
    await client.close();
    await forgiveLeftOut();
  });

  it('is stored as soon as it is found, also after connecting', async () => {
    const { store, refused } = watchedStore();
    const url = await broken('lenient-name', 'modern');
    const client = await connect(url, { store });
    await errorOf(client.callTool('echo', { message: 'hi' }), 'network');
    // Without another connection, and before this one is closed.
    await eventually(() => refused().includes('mcp-name'));
    const { fetch, methods } = watched();
    const other = await connect(url, { store, fetch });
    assert.equal(textOf(await other.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.notInclude(methods, 'ping');
    await Promise.all([client.close(), other.close()]);
    await forgiveLeftOut();
  });

  it('is found when the first request has it: what may be sent twice is, and a tool call is not', async () => {
    const { fetch, methods } = watched();
    const client = await connect(await broken('lenient-name', 'modern'), { fetch });
    const error = await errorOf(client.callTool('echo', { message: 'hi' }), 'network');
    assert.match(error.message, /does not list Mcp-Name in Access-Control-Allow-Headers/);
    assert.lengthOf(
      methods.filter((method) => method === 'tools/call'),
      1,
    );
    assert.equal(textOf(await client.callTool('echo', { message: 'again' })), 'Echo: again');
    await client.close();
    const other = await connect(await broken('lenient-name', 'modern'));
    const [resource] = await collect(other.resources());
    assert.isDefined(resource);
    if (resource) assert.isNotEmpty((await other.readResource(resource.uri)).contents);
    await other.close();
    await forgiveLeftOut();
  });

  it('is sent again where it was the network that failed, and the server wants it', async () => {
    let isBroken = true;
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        if (isBroken && new Headers(init?.headers).has('Mcp-Name')) throw new TypeError('Failed to fetch');
        return await fetch(input, init);
      },
    });
    await errorOf(client.callTool('echo', { message: 'hi' }), 'network');
    isBroken = false;
    for (const message of ['there', 'again'])
      assert.equal(textOf(await client.callTool('echo', { message })), `Echo: ${message}`);
    await client.close();
    await forgiveLeftOut();
  });

  it('is named by each call if a server of 2026-07-28 refuses calls without', async () => {
    const client = await connect(await broken('no-name', 'modern'));
    for (const attempt of ['hi', 'again']) {
      const { message } = await errorOf(client.callTool('echo', { message: attempt }), 'network');
      assert.match(message, /does not list Mcp-Name in Access-Control-Allow-Headers/);
    }
    await client.close();
    await forgiveLeftOut();
  });

  it('is named, and not left out, if it is the page’s own', async () => {
    for (const [fault, name] of [
      ['no-own', 'x-api-key'],
      ['no-authorization', 'authorization'],
    ] as const) {
      const headers = { [name]: 'secret' };
      const { message } = await errorOf(connect(await broken(fault, 'legacy'), { headers }), 'network');
      assert.include(message, `does not list ${name} in Access-Control-Allow-Headers`);
    }
    await forgiveLeftOut();
  });

  it('makes no stream of the session be lost: it opens again without what came meanwhile', async () => {
    const { fetch, methods } = watched('GET');
    const client = await connect(await broken('no-last-event-id', 'resumable-2'), { fetch });
    // The first event is the last of its stream, so the second comes on another.
    for (const label of [uniqueLabel(), uniqueLabel()])
      await eventAfter(
        async () => void (await client.callTool('say', { label, isOwn: true })),
        client,
        'log',
        ({ message }) => Reflect.get(Object(message.data), 'label') === label,
      );
    assert.isAtLeast(methods.filter((method) => method === 'GET').length, 2);
    await client.close();
    await forgiveLeftOut();
  });

  it('is named where the answer to a call cannot be had without', async () => {
    const { fetch } = watched('tools/call');
    const client = await connect(await broken('no-last-event-id', 'resumable-2'), { fetch });
    const error = await errorOf(client.callTool('say', { label: uniqueLabel(), count: 2, pauseMs: 100 }), 'network');
    assert.match(error.message, /connection broke before the answer.*does not list Last-Event-ID/);
    assert.isTrue(error.mayHaveRun);
    await client.close();
    await forgiveLeftOut();
  });

  it('is named at once by the next call whose answer cannot be had without, and nothing is asked for in vain', async () => {
    const { fetch, methods, cutNext } = watched('tools/call');
    const client = await connect(await broken('no-last-event-id', 'resumable-2'), { fetch });
    const say = (): Promise<McpError> =>
      errorOf(client.callTool('say', { label: uniqueLabel(), count: 2, pauseMs: 100 }), 'network');
    await say();
    const [asked, pinged] = ['GET', 'ping'].map((name) => methods.filter((method) => method === name).length);
    cutNext();
    assert.match((await say()).message, /connection broke before the answer.*does not list Last-Event-ID/);
    assert.deepEqual(
      ['GET', 'ping'].map((name) => methods.filter((method) => method === name).length),
      [asked, pinged],
    );
    await client.close();
    await forgiveLeftOut();
  });

  it('is not looked for where all is well', async () => {
    for (const name of ['legacy', 'modern']) {
      const { fetch, methods } = watched();
      const client = await connect(await serverUrl(name), { fetch });
      await collect(client.tools());
      await client.callTool('echo', { message: 'hi' });
      await client.close();
      assert.notInclude(methods, 'ping');
    }
  });

  it('is not blamed for a connection that breaks once', async () => {
    const { fetch, methods } = watched();
    let hasFailed = false;
    const client = await connect(await serverUrl('modern'), {
      fetch: (input, init) => {
        if (hasFailed || !new Headers(init?.headers).has('Mcp-Name')) return fetch(input, init);
        hasFailed = true;
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    const { message } = await errorOf(client.callTool('echo', { message: 'hi' }), 'network');
    assert.notMatch(message, /does not list/);
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.isAtMost(methods.filter((method) => method === 'ping').length, 4);
    await client.close();
    await forgiveLeftOut();
  });

  it('is not sent with a tool call again where the server’s failure says nothing of whether the tool ran', async () => {
    let calls = 0;
    const error = { code: -32020, message: 'Header mismatch' };
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        if (new Headers(init?.headers).get('Mcp-Method') !== 'tools/call') return await fetch(input, init);
        calls++;
        return Response.json({ jsonrpc: '2.0', id: idOf(init), error }, { status: 500 });
      },
      store: await storeWithRefused('modern', 'mcp-name'),
    });
    await errorOf(client.callTool('echo', { message: 'hi' }), 'rpc');
    assert.equal(calls, 1);
    await client.close();
    await forgiveLeftOut();
  });

  it('is not blamed where the request that has it breaks, and the CORS answer allows it', async () => {
    let isBroken = true;
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        if (isBroken && new Headers(init?.headers).get('Mcp-Name') === 'echo') {
          isBroken = false;
          throw new TypeError('Failed to fetch');
        }
        return await fetch(input, init);
      },
      store: await storeWithRefused('modern', 'mcp-name'),
    });
    const { message } = await errorOf(client.callTool('echo', { message: 'hi' }), 'network');
    assert.notMatch(message, /does not list/);
    assert.equal(textOf(await client.callTool('echo', { message: 'again' })), 'Echo: again');
    await client.close();
    await forgiveLeftOut();
  });

  it('is looked for once where many calls break together', async () => {
    const { fetch, methods } = watched();
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        if (new Headers(init?.headers).get('Mcp-Name') === 'echo') throw new TypeError('Failed to fetch');
        return await fetch(input, init);
      },
    });
    await Promise.all(Array.from({ length: 20 }, () => errorOf(client.callTool('echo', { message: 'hi' }), 'network')));
    const pings = methods.filter((method) => method === 'ping');
    assert.isNotEmpty(pings);
    assert.isAtMost(pings.length, 4);
    await client.close();
    await forgiveLeftOut();
  });

  it('is not blamed for what breaks later, once it is left out: nothing is sent twice', async () => {
    const { fetch, methods } = watched();
    let isBroken = false;
    const client = await connect(await broken('lenient-session', 'dual'), {
      revision: '2025-11-25',
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (isBroken) throw new TypeError('Failed to fetch');
        return answer;
      },
    });
    assert.isNotEmpty(await collect(client.tools()));
    isBroken = true;
    const before = methods.length;
    const { message } = await errorOf(client.listTools({ cache: 'reload' }), 'network');
    assert.notMatch(message, /does not list/);
    const lists = methods.slice(before).filter((method) => method === 'tools/list');
    assert.lengthOf(lists, 1);
    await client.close();
    await forgiveLeftOut();
  });

  it('lets no call that broke wait for a server that takes its time with the end of the handshake', async () => {
    let isGivenUp = false;
    const client = await connect(await serverUrl('legacy'), {
      revision: '2025-11-25',
      fetch: async (input, init) => {
        const text = typeof init?.body === 'string' ? init.body : '';
        if (text.includes('notifications/initialized')) {
          return await new Promise<never>((_, reject) =>
            init?.signal?.addEventListener('abort', () => {
              isGivenUp = true;
              reject(new DOMException('Aborted', 'AbortError'));
            }),
          );
        }
        if (text.includes('tools/list')) throw new TypeError('Failed to fetch');
        return await fetch(input, init);
      },
    });
    await errorOf(client.listTools(), 'network');
    assert.isFalse(isGivenUp);
    void client.close();
    await forgiveLeftOut();
  });

  it('costs later visits nothing where it was found by mistake', async () => {
    const url = await serverUrl('modern');
    const store = await storeWithRefused('modern', 'mcp-name');
    const stored = Promise.withResolvers<unknown>();
    const set = async (key: string, value: unknown): Promise<void> => {
      await store.set(key, value);
      if (Reflect.has(Object(value), 'refusedHeaders')) stored.resolve(Reflect.get(Object(value), 'refusedHeaders'));
    };
    const client = await connect(url, { store: { ...store, set } });
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.deepEqual(await stored.promise, []);
    await client.close();
    await forgiveLeftOut();
  });
});
