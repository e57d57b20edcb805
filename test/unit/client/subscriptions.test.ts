import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  error,
  json,
  legacyServer,
  liveStream,
  openStream,
  type Received,
  result,
  stream,
  until,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';

/** A modern server whose `subscriptions/listen` follows a script: one reply for each request. */
function listeningServer(script: ((id: unknown, uris: string[]) => Response)[]): {
  fetch: typeof fetch;
  asked: { uris: string[]; signal: AbortSignal | undefined }[];
} {
  const asked: { uris: string[]; signal: AbortSignal | undefined }[] = [];
  const serve = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method, id, params }: Received & { params: { notifications?: { resourceSubscriptions?: string[] } } } =
      JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    if (method === 'server/discover') {
      return json(
        result(id, {
          supportedVersions: ['2026-07-28'],
          capabilities: { resources: { subscribe: true, listChanged: true } },
        }),
      );
    }
    const uris = params.notifications?.resourceSubscriptions ?? [];
    const reply = script[asked.push({ uris, signal: init.signal ?? undefined }) - 1];
    return reply?.(id, uris) ?? new Response('no more', { status: 503 });
  };
  return { fetch: serve, asked };
}

const _meta = (id: unknown): object => ({ 'io.modelcontextprotocol/subscriptionId': id });
const notification = (method: string, params: object): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;
const granted = (id: unknown, uris: string[]): string =>
  notification('notifications/subscriptions/acknowledged', {
    _meta: _meta(id),
    notifications: { resourceSubscriptions: uris },
  });
const grant = (id: unknown, uris: string[], more = ''): Response =>
  stream(granted(id, uris) + more, { staysOpen: true });

describe('subscribing to a resource of a modern server', () => {
  it('brings its updates, or those of a part of it [SU-04][SU-12]', async () => {
    const { fetch } = listeningServer([
      (id, uris) =>
        grant(id, uris, notification('notifications/resources/updated', { uri: 'a:b/part', _meta: _meta(id) })),
    ]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const update = new Promise<string>((resolve) =>
      client.addEventListener('resourceupdate', ({ uri }) => resolve(uri)),
    );
    await client.subscribe('a:b');
    assert.equal(await update, 'a:b/part');
    await client.close();
  });

  it('succeeds although the first stream breaks before it is acknowledged [SU-08][SU-11]', async () => {
    const { fetch, asked } = listeningServer([() => stream(''), (id, uris) => grant(id, uris)]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.subscribe('a:b');
    assert.deepEqual(
      asked.map(({ uris }) => uris),
      [['a:b'], ['a:b']],
    );
    await client.close();
  });

  it('opens a stream for all of them and then lets the one before go [SU-06][BR-07]', async () => {
    const { fetch, asked } = listeningServer([grant, grant]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.subscribe('a:1');
    await client.subscribe('a:2');
    assert.deepEqual(
      asked.map(({ uris, signal }) => [uris, signal?.aborted]),
      [
        [['a:1'], true],
        [['a:1', 'a:2'], false],
      ],
    );
    await client.close();
    assert.isTrue(asked[1]?.signal?.aborted);
  });

  it('fails where the server grants less, and keeps what was granted before [SU-03]', async () => {
    const { fetch, asked } = listeningServer([grant, (id) => grant(id, ['a:1'])]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.subscribe('a:1');
    await errorOf(client.subscribe('a:2'), 'unsupported');
    assert.deepEqual(
      asked.map(({ signal }) => signal?.aborted),
      [false, true],
    );
    await client.close();
  });

  it('succeeds even if another one at the same time is refused', async () => {
    const { fetch, asked } = listeningServer([(id) => grant(id, []), grant]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const outcomes = await Promise.allSettled([client.subscribe('a:bad'), client.subscribe('a:good')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    assert.deepEqual(
      asked.map(({ uris, signal }) => [uris, signal?.aborted]),
      [
        [['a:bad'], true],
        [['a:good'], false],
      ],
    );
    await client.close();
  });

  it('fails at once where what answers is no MCP server', async () => {
    const { fetch, asked } = listeningServer([
      () => new Response('<p>Hello', { headers: { 'Content-Type': 'text/html' } }),
    ]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await errorOf(client.subscribe('a:1'), 'not-mcp');
    assert.lengthOf(asked, 1);
    await client.close();
  });

  it('fails where the server does not say what it grants', async () => {
    const { fetch } = listeningServer([() => stream(': silence\n\n', { staysOpen: true })]);
    const client = await connect(URL_OF_SCRIPT, { fetch, timeoutMs: 1_000 });
    await errorOf(client.subscribe('a:1'), 'timeout');
    await client.close();
  });

  it('fails when the client is closed before the server says what it grants', async () => {
    const { fetch, asked } = listeningServer([() => stream(': silence\n\n', { staysOpen: true })]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const subscribing = errorOf(client.subscribe('a:1'), 'closed');
    await until(() => asked.length > 0);
    await client.close();
    await subscribing;
  });

  it('lets every stream go when the client is closed before the server says what it grants', async () => {
    const { fetch, asked } = listeningServer([grant, () => stream(': silence\n\n', { staysOpen: true })]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.subscribe('a:1');
    const subscribing = errorOf(client.subscribe('a:2'), 'closed');
    await until(() => asked.length === 2);
    await client.close();
    await subscribing;
    assert.deepEqual(
      asked.map(({ signal }) => signal?.aborted),
      [true, true],
    );
  });

  for (const [how, ending] of [
    [
      'by its result, in order',
      (id: unknown) => `data: ${JSON.stringify(result(id, { resultType: 'complete', _meta: _meta(id) }))}\n\n`,
    ],
    [
      'by a cancellation',
      (id: unknown) => notification('notifications/cancelled', { requestId: id, reason: 'shutting down' }),
    ],
  ] as const) {
    it(`goes on when the server ends its stream ${how} [SU-07][SU-09]`, async () => {
      const first = liveStream();
      const { fetch, asked } = listeningServer([
        (id, uris) => (first.send(granted(id, uris) + ending(id)), first.response),
        grant,
      ]);
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const update = new Promise<string>((resolve) =>
        client.addEventListener('resourceupdate', ({ uri }) => resolve(uri)),
      );
      await client.subscribe('a:b');
      assert.equal(await update, 'a:b');
      assert.deepEqual(
        asked.map(({ uris }) => uris),
        [['a:b'], ['a:b']],
      );
      await until(first.isLetGo);
      await client.close();
    });
  }

  it('is not ended by a cancellation of something else [CX-09]', async () => {
    const other = [7_000, null, 'x']
      .map((requestId) => notification('notifications/cancelled', { requestId }))
      .join('');
    const { fetch, asked } = listeningServer([(id, uris) => grant(id, uris, other)]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.subscribe('a:b');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(
      asked.map(({ signal }) => signal?.aborted),
      [false],
    );
    await client.close();
  });

  it('is told when the server refuses what it granted before, and not while it is only away', async () => {
    const drops = (id: unknown, uris: string[]): Response =>
      stream(
        notification('notifications/subscriptions/acknowledged', {
          _meta: _meta(id),
          notifications: { resourceSubscriptions: uris },
        }),
      );
    const away = (id: unknown): Response =>
      json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'away' } }, {}, 503);
    const { fetch, asked } = listeningServer([drops, away, () => new Response('', { status: 401 })]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const lost = new Promise<unknown>((resolve) =>
      client.addEventListener('changeslost', ({ error }) => resolve(error)),
    );
    await client.subscribe('a:b');
    // Once the device is online, nobody has to wait for the next attempt.
    const waking = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
    assert.propertyVal(await lost, 'status', 401);
    clearInterval(waking);
    assert.lengthOf(asked, 3);
    await client.close();
  });

  it('is told when the server is not reached, however long each attempt takes to fail', async () => {
    const drops = (id: unknown, uris: string[]): Response =>
      stream(
        notification('notifications/subscriptions/acknowledged', {
          _meta: _meta(id),
          notifications: { resourceSubscriptions: uris },
        }),
      );
    let passedMs = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + passedMs;
    try {
      const unreached = (): Response => {
        passedMs += 20_000;
        throw new TypeError('Failed to fetch');
      };
      const { fetch, asked } = listeningServer([drops, unreached, unreached, unreached, unreached]);
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const lost = new Promise<unknown>((resolve) =>
        client.addEventListener('changeslost', ({ error }) => resolve(error)),
      );
      await client.subscribe('a:b');
      const waking = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
      const error = await lost.finally(() => clearInterval(waking));
      assert.propertyVal(error, 'code', 'network');
      assert.lengthOf(asked, 4);
      await client.close();
    } finally {
      performance.now = now;
    }
  });

  it('is told so when the stream breaks while the next one is being opened, which takes its place', async () => {
    const own = openStream();
    const first = (id: unknown, uris: string[]): Response => {
      const params = { _meta: _meta(id), notifications: { resourceSubscriptions: uris } };
      own.send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
      return own.response;
    };
    const away = (id: unknown): Response =>
      json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'away' } }, {}, 503);
    let isBack = false;
    const other = (id: unknown, uris: string[]): Response => (isBack && uris.length === 2 ? grant : away)(id, uris);
    const { fetch, asked } = listeningServer([first, ...Array.from({ length: 50 }, () => other)]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const updates: string[] = [];
    client.addEventListener('resourceupdate', ({ uri }) => updates.push(uri));
    await client.subscribe('a:1');
    const subscribing = client.subscribe('a:2');
    await until(() => asked.some(({ uris }) => uris.length === 2));
    own.end();
    // The one before is asked for again, in vain.
    await until(() => asked.filter(({ uris }) => uris.length === 1).length > 1);
    isBack = true;
    await subscribing;
    // Not only after a minute of silence, when the stream is opened anew.
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.include(updates, 'a:1');
    await client.close();
  });

  it('is told that it may have missed something after the stream was away', async () => {
    const drops = (id: unknown, uris: string[]): Response =>
      stream(
        notification('notifications/subscriptions/acknowledged', {
          _meta: _meta(id),
          notifications: { resourceSubscriptions: uris },
        }),
      );
    const { fetch } = listeningServer([drops, grant]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const update = new Promise<string>((resolve) =>
      client.addEventListener('resourceupdate', ({ uri }) => resolve(uri)),
    );
    await client.subscribe('a:b');
    assert.equal(await update, 'a:b');
    await client.close();
  });
});

describe('subscribing to a resource of a legacy server', () => {
  it('is a request, as is its end, and its updates come on the server’s own stream, under the URI as it is written [SU-12][SU-13][RE-10]', async () => {
    const own = openStream();
    const { fetch, receivedFor } = legacyServer(
      ({ method, httpMethod, id }) => {
        if (httpMethod === 'GET') return own.response;
        return method?.startsWith('resources/') ? json(result(id)) : undefined;
      },
      { resources: { subscribe: true } },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const uri = 'HTTP://EXAMPLE.com:80/%7Efoo/../b?q=ä#x';
    const update = new Promise<string>((resolve) =>
      client.addEventListener('resourceupdate', (event) => resolve(event.uri)),
    );
    await client.subscribe(uri);
    own.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: `${uri}/part` } });
    assert.equal(await update, `${uri}/part`);
    await client.unsubscribe(uri);
    for (const method of ['resources/subscribe', 'resources/unsubscribe'])
      assert.deepEqual(
        receivedFor(method).map(({ params }) => params),
        [{ uri }],
        method,
      );
    await client.close();
  });

  it('is asked for again after it was refused', async () => {
    let isRefused = true;
    const { fetch, receivedFor } = legacyServer(
      ({ method, id }) => {
        if (method !== 'resources/subscribe') return undefined;
        return json(isRefused ? error(id, -32_602, 'No') : result(id));
      },
      { resources: { subscribe: true } },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await errorOf(client.subscribe('a:b'), 'rpc');
    isRefused = false;
    await client.subscribe('a:b');
    assert.lengthOf(receivedFor('resources/subscribe'), 2);
    await client.close();
  });

  it('is not asked for where the server did not declare it [SU-13][RE-01]', async () => {
    for (const capabilities of [{}, { resources: {} }, { resources: { subscribe: false, listChanged: true } }]) {
      const { fetch, receivedFor } = legacyServer(() => undefined, capabilities);
      const client = await connect(URL_OF_SCRIPT, { fetch });
      await errorOf(client.subscribe('a:b'), 'unsupported');
      assert.isEmpty(receivedFor('resources/subscribe'));
      await client.close();
    }
  });
});
