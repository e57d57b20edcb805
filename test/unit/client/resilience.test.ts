import { assert } from 'chai';
import { type CallToolResult, connect, McpHost } from '@mcp-web/client';
import { isChromium } from '../../support/engine.ts';
import { errorOf } from '../../support/errors.ts';
import { aWhile, json, legacyServer, result, stream, until } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const done: CallToolResult = { content: [{ type: 'text', text: 'done' }] };

describe('an answer on a stream that drops', () => {
  it('is polled for as long as the server gives new event ids [TR-14][TR-15][TR-17][TR-18]', async () => {
    const asked: (string | null)[] = [];
    let callId: unknown;
    const { fetch } = legacyServer(({ method, httpMethod, id, headers }) => {
      if (method === 'tools/call') {
        callId = id;
        return stream('id: e0\nretry: 5\ndata:\n\n');
      }
      if (httpMethod !== 'GET' || !headers.has('Last-Event-ID')) return undefined;
      asked.push(headers.get('Last-Event-ID'));
      if (asked.length <= 20) return stream(`id: e${asked.length}\nretry: 5\ndata:\n\n`);
      return stream(`data: ${JSON.stringify(result(callId, done))}\n\n`);
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.deepEqual(await client.callTool('poll'), done);
    assert.deepEqual(
      asked,
      Array.from({ length: 21 }, (_, index) => `e${index}`),
    );
    await client.close();
  });

  for (const [what, status] of [
    ['survives a gateway that is away for a moment', 502],
    ['is resumed when the server has noticed that the connection before is gone', 409],
    ['survives a server that was too slow once', 408],
    ['is resumed when the server takes requests again', 429],
  ] as const) {
    it(what, async () => {
      let attempts = 0;
      let callId: unknown;
      const { fetch } = legacyServer(({ method, httpMethod, id, headers }) => {
        if (method === 'tools/call') {
          callId = id;
          return stream('id: e0\nretry: 5\ndata:\n\n');
        }
        if (httpMethod !== 'GET' || !headers.has('Last-Event-ID')) return undefined;
        return ++attempts < 2
          ? new Response('Not now', { status })
          : stream(`data: ${JSON.stringify(result(callId, done))}\n\n`);
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.deepEqual(await client.callTool('poll'), done);
      await client.close();
    });
  }

  // The pauses are long, and the same in every engine.
  if (isChromium)
    it('is given up when eight streams in a row bring nothing new [TR-32]', async () => {
      let gets = 0;
      const { fetch } = legacyServer(({ method, httpMethod, headers }) => {
        if (method === 'tools/call') return stream('id: e0\nretry: 5\ndata:\n\n');
        if (httpMethod !== 'GET' || !headers.has('Last-Event-ID')) return undefined;
        gets++;
        // The event that the client had already: nothing new.
        return stream('id: e0\ndata:\n\n');
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      await errorOf(client.callTool('poll'), 'stream-ended');
      assert.equal(gets, 8);
      await client.close();
    });

  it('is given up where no event had an id [TR-32]', async () => {
    const { fetch, received } = legacyServer(({ method }) =>
      method === 'tools/call' ? stream('retry: 5\ndata:\n\n') : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const gets = (): number => received.filter(({ httpMethod }) => httpMethod === 'GET').length;
    await until(() => gets() === 1);
    await errorOf(client.callTool('poll'), 'stream-ended');
    await aWhile();
    assert.equal(gets(), 1, 'no GET but the one of the stream on which the server speaks by itself');
    await client.close();
  });
});

describe('the stream on which a server speaks by itself', () => {
  it('that is gone with its session opens a new one, and the page hears that it missed something [TR-24][TR-33]', async () => {
    let gets = 0;
    const { fetch, received } = legacyServer(({ httpMethod }) => {
      if (httpMethod !== 'GET') return undefined;
      gets++;
      if (gets === 1) return stream('retry: 5\n\n');
      return gets === 2 ? new Response('gone', { status: 404 }) : stream('', { staysOpen: true });
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await new Promise((resolve) => client.addEventListener('listchange', resolve, { once: true }));
    assert.lengthOf(
      received.filter(({ method }) => method === 'initialize'),
      2,
    );
    await client.close();
  });

  it('that finds out that the session is gone lets no call into the next one before that knows the log level', async () => {
    const called = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let gets = 0;
    let levels = 0;
    let sessions = 0;
    const { fetch, receivedFor } = legacyServer(async ({ method, httpMethod, id, headers }) => {
      if (httpMethod === 'GET' && ++gets === 1) return stream('retry: 5\n\n');
      if (httpMethod === 'GET')
        return gets === 2
          ? called.promise.then(() => new Response('gone', { status: 404 }))
          : stream('', { staysOpen: true });
      if (method === 'initialize')
        return json(
          result(id, {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {}, logging: {} },
            serverInfo: { name: 's', version: '1' },
          }),
          { 'Mcp-Session-Id': String(++sessions) },
        );
      if (method === 'logging/setLevel')
        return (++levels === 2 ? released.promise : Promise.resolve()).then(() => json(result(id)));
      if (method !== 'tools/list') return undefined;
      if (headers.get('Mcp-Session-Id') === '2') return json(result(id, { tools: [] }));
      called.resolve();
      // By now the stream has noticed, and the next session is open.
      return until(() => levels === 2).then(() => new Response('gone', { status: 404 }));
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.setLogLevel('error');
    const calling = client.listTools();
    await until(() => levels === 2);
    await aWhile();
    assert.lengthOf(receivedFor('tools/list'), 1);
    released.resolve();
    assert.deepEqual(await calling, { tools: [] });
    assert.equal(sessions, 2);
    await client.close();
  });

  it('is opened again although the server takes the broken connection for open still', async () => {
    const asked: (string | null)[] = [];
    const { fetch } = legacyServer(({ httpMethod, headers }) => {
      if (httpMethod !== 'GET') return undefined;
      asked.push(headers.get('Last-Event-ID'));
      if (asked.length === 1) return stream('id: e1\nretry: 5\ndata:\n\n');
      if (asked.length === 2) return new Response('Conflict', { status: 409 });
      return stream(
        `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'still heard' } })}\n\n`,
        { staysOpen: true },
      );
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const message = await new Promise<unknown>((resolve) =>
      client.addEventListener('log', (event) => resolve(event.message.data), { once: true }),
    );
    assert.equal(message, 'still heard');
    assert.deepEqual(asked, [null, 'e1', 'e1']);
    await client.close();
  });

  it('that a server does not have is not asked for again [TR-11]', async () => {
    const { fetch, received } = legacyServer(() => undefined);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.lengthOf(
      received.filter(({ httpMethod }) => httpMethod === 'GET'),
      1,
    );
    await client.close();
  });
});

describe('a host whose server went away', () => {
  it('says so after the call that found out, and connects again on retry', async () => {
    let isDown = false;
    const { fetch } = legacyServer(
      ({ method, id }) => {
        if (isDown) throw new TypeError('Failed to fetch');
        return method === 'tools/list' ? json(result(id, { tools: [{ name: 't', inputSchema: {} }] })) : undefined;
      },
      { tools: {} },
    );
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const reaches = (status: string): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          const [server] = host.getSnapshot().servers;
          if (server?.status === status && (status !== 'ready' || server.tools.length > 0)) resolve();
        };
        host.subscribe(look);
        look();
      });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await reaches('ready');
    isDown = true;
    await errorOf(host.callTool(id, 't'), 'network');
    await reaches('failed');
    assert.equal(host.getSnapshot().servers[0]?.error?.code, 'network');
    isDown = false;
    host.retry(id);
    await reaches('ready');
    host.close();
  });
});

describe('bad input from the page', () => {
  it('does not include the platform’s own fetch', async () => {
    const client = await connect(await serverUrl('dual'), { fetch: globalThis.fetch });
    assert.isNotEmpty((await client.listTools()).tools);
    await client.close();
  });

  it('such as a BigInt in arguments ends the call at once, in both eras', async () => {
    for (const name of ['modern', 'legacy']) {
      const client = await connect(await serverUrl(name));
      await errorOf(client.callTool('echo', { message: 1n }), 'invalid-argument');
      await client.close();
    }
  });

  it('such as a header that cannot be one is named', async () => {
    await errorOf(connect(await serverUrl('dual'), { headers: { 'not a name': 'x' } }), 'invalid-argument');
  });
});

describe('time', () => {
  it('is limited, however long a call waits for progress [LC-20]', async () => {
    const { fetch } = legacyServer(({ method, signal }) =>
      method === 'tools/call'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await errorOf(client.callTool('wait', {}, { timeoutMs: Infinity, maxTimeoutMs: 50 }), 'timeout');
    await client.close();
  });

  it('is not spent on closing a session with a server that does not answer', async () => {
    const { fetch } = legacyServer(({ method, httpMethod, id }) => {
      if (httpMethod === 'DELETE') return new Promise(() => {});
      if (method !== 'initialize') return undefined;
      return json(
        result(id, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'x', version: '1' } }),
        { 'Mcp-Session-Id': 's' },
      );
    });
    // The DELETE never ends. If the client waited for it, this would not end either.
    await errorOf(connect(URL_OF_SCRIPT, { fetch }), 'unsupported-revision');
  });
});

describe('a list', () => {
  it('is not lost because of an icon that violates the specification', async () => {
    const tool = { name: 't', inputSchema: { type: 'object' }, icons: [{ src: 'https://x/y.png', sizes: 'any' }] };
    const { fetch } = legacyServer(({ method, id }) =>
      method === 'tools/list' ? json(result(id, { tools: [tool] })) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.deepEqual((await client.listTools()).tools, [{ name: 't', inputSchema: { type: 'object' } }]);
    await client.close();
  });

  it('is fetched once for a burst of announcements', async () => {
    const announcement = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n\n`;
    const { fetch, received } = legacyServer(
      ({ method, httpMethod, id }) => {
        if (httpMethod === 'GET') return stream(announcement.repeat(50), { staysOpen: true });
        return method === 'tools/list' ? json(result(id, { tools: [] })) : undefined;
      },
      { tools: { listChanged: true } },
    );
    const host = new McpHost();
    host.add(URL_OF_SCRIPT, { fetch });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.isAtMost(received.filter(({ method }) => method === 'tools/list').length, 3);
    host.close();
  });
});

describe('a message', () => {
  it('nested to exhaust the stack is refused like any other nonsense', async () => {
    const { fetch } = legacyServer(({ method }) =>
      method === 'tools/call'
        ? new Response('['.repeat(100_000) + ']'.repeat(100_000), { headers: { 'Content-Type': 'application/json' } })
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await errorOf(client.callTool('deep'), 'invalid-message');
    await client.close();
  });

  it('with a null error beside its result is a result', async () => {
    const { fetch } = legacyServer(({ method, id }) =>
      method === 'tools/call' ? json({ ...result(id, done), error: null }) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });
});
