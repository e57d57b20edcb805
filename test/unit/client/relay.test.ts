import { assert } from 'chai';
import { connect, type ConnectOptions, type KeyValueStore, McpHost, memoryStore } from '@mcp-web/client';
import { connectInWorker } from '@mcp-web/client/worker';
import { startClientWorker } from '../../support/client-worker.ts';
import { errorOf } from '../../support/errors.ts';
import { modernServer } from '../../support/scripted-server.ts';
import { relayUrl, serverUrl } from '../../support/servers.ts';

const SERVER = 'https://mcp.example.com/mcp?key=secret';

/** Connects by a relay that answers everything so. */
function connectBy(answer: () => Response | Promise<Response>, options: ConnectOptions = {}): Promise<unknown> {
  return connect(SERVER, { relay: '/relay', fetch: async () => answer(), ...options });
}

const saying = (failure: string, status = 502): Response =>
  Response.json(
    { error: failure, error_description: 'Words of the relay.' },
    { status, headers: { 'Mcp-Relay': failure } },
  );

describe('a client with a relay', () => {
  it('sends each request to the relay, with the address of the server, whatever the page adds', async () => {
    const sent: { url: URL; headers: Headers; credentials: unknown }[] = [];
    const client = await connect(await serverUrl('legacy'), {
      relay: new URL(`${await relayUrl()}?tenant=a`),
      headers: { Authorization: 'Bearer 1' },
      fetch: (input, init) => {
        sent.push({
          url: new URL(input instanceof Request ? input.url : input),
          headers: new Headers(init?.headers),
          credentials: init?.credentials,
        });
        return fetch(input, init);
      },
    });
    await client.listTools();
    await client.close();
    const relay = new URL(await relayUrl());
    for (const { url, headers, credentials } of sent) {
      assert.equal(url.origin + url.pathname, relay.href);
      assert.equal(url.searchParams.get('tenant'), 'a');
      assert.equal(url.searchParams.get('url'), new URL(await serverUrl('legacy')).href);
      assert.equal(headers.get('Authorization'), 'Bearer 1');
      assert.equal(headers.get('Mcp-Relay'), '1');
      assert.equal(credentials, 'omit');
    }
    assert.isAbove(sent.length, 2);
  });

  it('says that the server is not on the list of the relay, and that nothing was sent', async () => {
    const error = await errorOf(
      connectBy(() => saying('upstream-not-allowed', 403)),
      'relay',
    );
    assert.equal(
      error.message,
      `https://mcp.example.com/mcp is not on the list of the relay ${location.origin}/relay: add it to its \`upstreams\`.`,
    );
  });

  it('says that the relay accepts no requests from this page, and what to do behind a proxy', async () => {
    const { message } = await errorOf(
      connectBy(() => saying('origin-not-allowed', 403)),
      'relay',
    );
    assert.equal(
      message,
      `The relay ${location.origin}/relay accepts no requests from this page. If it is behind a proxy, let the proxy pass on the Host header, or set the relay's \`allowedOrigins\` to the origins of your pages.`,
    );
  });

  it('says that the relay cannot reach the server', async () => {
    const { message } = await errorOf(
      connectBy(() => saying('unreachable')),
      'network',
    );
    assert.equal(
      message,
      `The relay ${location.origin}/relay could not reach https://mcp.example.com/mcp: is that server running, and the address right?`,
    );
  });

  it('says that the server did not answer the relay in time', async () => {
    assert.include(
      (
        await errorOf(
          connectBy(() => saying('timeout', 504)),
          'timeout',
        )
      ).message,
      '`timeoutMs`',
    );
  });

  it('says that the answer is too large for the relay', async () => {
    assert.include(
      (
        await errorOf(
          connectBy(() => saying('answer-too-large')),
          'too-large',
        )
      ).message,
      '`maxAnswerBytes`',
    );
  });

  it('says that the request is too large for the relay', async () => {
    assert.include(
      (
        await errorOf(
          connectBy(() => saying('request-too-large', 413)),
          'relay',
        )
      ).message,
      '`maxRequestBytes`',
    );
  });

  it('gives the words of the relay for what else it refuses', async () => {
    const { message } = await errorOf(
      connectBy(() => saying('invalid-request', 400)),
      'relay',
    );
    assert.include(message, 'Words of the relay.');
  });

  it('says of a redirect of the server what it says without a relay', async () => {
    const { message } = await errorOf(
      connectBy(() => saying('redirect')),
      'http',
    );
    assert.include(message, 'https://mcp.example.com/mcp redirects to another address');
  });

  it('says that a call may have run when a gateway in front of the relay gave up waiting', async () => {
    const { fetch } = modernServer(
      ({ method }) => (method === 'tools/call' ? new Response('<h1>504</h1>', { status: 504 }) : undefined),
      {
        tools: {},
      },
    );
    const client = await connect(SERVER, {
      relay: '/relay',
      fetch: async (_input, init) => {
        const answer = await fetch(SERVER, init);
        return answer.status === 504
          ? answer
          : new Response(answer.body, {
              status: answer.status,
              headers: [...answer.headers, ['Mcp-Relay', 'forwarded']],
            });
      },
    });
    const error = await errorOf(client.callTool('pay'), 'http');
    assert.propertyVal(error, 'status', 504);
    assert.isTrue(error.mayHaveRun);
    await client.close();
  });

  it('says that there is no relay, whatever answers in its place', async () => {
    for (const answer of [
      () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
      () => new Response('', { status: 404 }),
      () => Response.json({ jsonrpc: '2.0', id: 1, result: {} }),
    ]) {
      const { message } = await errorOf(connectBy(answer), 'relay');
      assert.include(message, `There is no relay at ${location.origin}/relay: the status there is`);
    }
  });

  it('says that the relay could not be reached, without a word about the CORS headers of the server', async () => {
    const { message } = await errorOf(
      connectBy(() => Promise.reject(new TypeError('Failed to fetch'))),
      'network',
    );
    assert.include(
      message,
      `The relay ${location.origin}/relay, which sends the requests to https://mcp.example.com/mcp`,
    );
    assert.notInclude(message, 'CORS');
  });

  it('refuses an address of a relay that no page can fetch', async () => {
    await errorOf(connect(SERVER, { relay: 'relay' }), 'invalid-argument');
  });

  for (const failure of ['upstream-not-allowed', 'origin-not-allowed'])
    it(`has not run a call that the relay refused with ${failure}`, async () => {
      let isRefusing = false;
      const client = await connect(await serverUrl('modern'), {
        relay: await relayUrl(),
        fetch: async (input, init) => (isRefusing ? saying(failure, 403) : fetch(input, init)),
      });
      isRefusing = true;
      assert.isFalse((await errorOf(client.callTool('echo', { message: 'hi' }), 'relay')).mayHaveRun);
      await client.close();
    });

  it('stores what it knows of the server under the address of the server', async () => {
    const keysWith = async (relay?: string): Promise<string[]> => {
      const keys: string[] = [];
      const memory = memoryStore();
      const store: KeyValueStore = {
        get: (key) => memory.get(key),
        set: async (key, value) => {
          keys.push(key);
          await memory.set(key, value);
        },
        delete: (key) => memory.delete(key),
      };
      const client = await connect(await serverUrl('modern'), { relay, store });
      await client.close();
      return keys;
    };
    const direct = await keysWith();
    assert.isNotEmpty(direct);
    assert.deepEqual(await keysWith(await relayUrl()), direct);
  });

  it('can run in a worker', async () => {
    const worker = startClientWorker();
    const client = await connectInWorker(await serverUrl('cors-none'), { worker, relay: await relayUrl() });
    assert.isNotEmpty((await client.listTools()).tools);
    await client.close();
    worker.terminate();
  });

  it('can run in a worker with headers of the page', async () => {
    const worker = startClientWorker();
    const client = await connectInWorker(await serverUrl('cors-none'), {
      worker,
      relay: await relayUrl(),
      headers: () => ({ Authorization: 'Bearer 1' }),
    });
    assert.isNotEmpty((await client.listTools()).tools);
    await client.close();
    worker.terminate();
  });
});

describe('a host with a relay', () => {
  const ready = async (host: McpHost, id: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (host.getSnapshot().servers.find((server) => server.id === id)?.status === 'ready') resolve();
      };
      host.subscribe(look);
      look();
    });

  it('uses it for every server, except for those with one of their own, or none', async () => {
    const relay = await relayUrl();
    const host = new McpHost({ relay });
    const [first, second, third] = [
      host.add(await serverUrl('cors-none')),
      host.add(await serverUrl('modern'), { relay: '' }),
      host.add(await serverUrl('legacy'), { relay: `${relay}?own` }),
    ];
    await Promise.all([first, second, third].map((id) => ready(host, id)));
    const { servers } = host.getSnapshot();
    assert.deepEqual(
      servers.map((server) => server.relay),
      [relay, undefined, `${relay}?own`],
    );
    assert.equal(servers[0]?.url, new URL(await serverUrl('cors-none')).href);
    host.close();
  });
});
