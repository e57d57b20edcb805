import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, type McpError } from '@mcp-web/client';
import type { AuthorizedRequestInit, Authorizer } from '../../../packages/client/src/wire/authorizer.ts';
import { digestOfText } from '../../../packages/client/src/wire/digest.ts';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
  event,
  liveStream,
  type LiveStream,
  methodsOf,
  type Received,
  rejection,
  result,
  until,
} from '../../support/scripted-server.ts';

const SSE_URL = 'https://scripted.example/api/sse?key=page-secret';

interface SseServer {
  fetch: typeof fetch;
  received: Received[];
  live: LiveStream;
}

/** A server of 2024-11-05 that names this address for POSTs. It accepts them with a meaningless body. */
function sseServer({
  endpoint = '/messages?session=s3cret',
  onpost = () => undefined,
}: { endpoint?: string; onpost?: (message: Received, live: LiveStream) => Response | undefined } = {}): SseServer {
  const live = liveStream();
  const received: Received[] = [];
  const serve = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const body: { [member: string]: unknown } = Object(JSON.parse(typeof init.body === 'string' ? init.body : '{}'));
    const { method, id, params } = body;
    const message: Received = {
      httpMethod: init.method ?? 'GET',
      method: typeof method === 'string' ? method : undefined,
      id,
      params: Object(params),
      body,
      url: String(url),
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    };
    received.push(message);
    if (message.httpMethod === 'GET') {
      live.send(`event: endpoint\ndata: ${endpoint}\n\n`);
      return live.response;
    }
    if (message.url === SSE_URL) return new Response('', { status: 405 });
    const scripted = onpost(message, live);
    if (scripted) return scripted;
    if (method === 'initialize')
      live.send(
        `event: message\n${event(result(id, { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } }))}`,
      );
    if (method === 'tools/call') live.send(event(result(id, done)));
    return new Response('{"jsonrpc":"2.0","id":1,"result":"Accepted"}', { status: 202 });
  };
  return { fetch: serve, received, live };
}

const connecting = (server: SseServer, options: ConnectOptions = {}): Promise<McpClient> =>
  connect(SSE_URL, { fetch: server.fetch, revision: '2024-11-05', ...options });

describe('a server of HTTP+SSE', () => {
  it('answers on its stream; what it says to a POST means nothing [SS-03]', async () => {
    const client = await connecting(sseServer());
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });

  it('is posted to where its stream says, relative to the stream’s own address [SS-04, SS-02]', async () => {
    for (const [endpoint, expected] of [
      ['/messages?session=s', 'https://scripted.example/messages?session=s'],
      ['post', 'https://scripted.example/api/post'],
      ['https://scripted.example/elsewhere', 'https://scripted.example/elsewhere'],
    ]) {
      const server = sseServer({ endpoint: endpoint ?? '' });
      await (await connecting(server)).close();
      assert.deepEqual(
        new Set(server.received.filter(({ httpMethod }) => httpMethod === 'POST').map(({ url }) => url)),
        new Set([expected ?? '']),
      );
    }
  });

  for (const endpoint of [
    'https://evil.example/messages',
    '//evil.example/x',
    'http://scripted.example/messages',
    'https://scripted.example:8443/x',
    'javascript:alert(1)',
    'data:,x',
    'http://[',
  ]) {
    it(`is sent nothing when it wants that posted to ${endpoint} [SS-04]`, async () => {
      const server = sseServer({ endpoint });
      const { message } = await errorOf(
        connecting(server, { headers: { Authorization: 'Bearer x' } }),
        'invalid-message',
      );
      assert.include(message, 'not on its own origin');
      assert.deepEqual(methodsOf(server.received), ['GET']);
      assert.isTrue(server.received[0]?.signal?.aborted);
    });
  }

  it('is gone with its stream: calls end, the page hears of it, and nothing is resumed [SS-05]', async () => {
    const server = sseServer({
      onpost: ({ method }) => (method === 'tools/call' ? new Response(null, { status: 202 }) : undefined),
    });
    const client = await connecting(server);
    server.live.send('id: 7\nretry: 1\ndata:\n\n');
    const lost = new Promise<McpError>((resolve) =>
      client.addEventListener('connectionlost', ({ error }) => resolve(error)),
    );
    const waiting = errorOf(client.callTool('x'), 'stream-ended');
    await until(() => methodsOf(server.received).includes('tools/call'));
    server.live.end();
    const failure = await waiting;
    assert.include(failure.message, (await lost).message);
    assert.isTrue(failure.mayHaveRun);
    await errorOf(client.callTool('x'), 'closed');
    await aWhile();
    assert.lengthOf(
      server.received.filter(({ httpMethod }) => httpMethod === 'GET'),
      1,
    );
  });

  it('gets the page’s own headers with its stream and with every POST, which EventSource could not send [SS-06, BR-05]', async () => {
    const server = sseServer();
    const client = await connecting(server, { headers: { Authorization: 'Bearer x' } });
    await client.callTool('x');
    assert.isAtLeast(server.received.length, 4);
    for (const { headers } of server.received) assert.equal(headers.get('Authorization'), 'Bearer x');
    await client.close();
  });

  it('that opens its stream and does not answer is reported with that, not with the POST that it refused', async () => {
    const server = sseServer({ onpost: () => new Response(null, { status: 202 }) });
    const connected = connect(SSE_URL, { fetch: server.fetch, timeoutMs: 200 });
    assert.match((await errorOf(connected, 'timeout')).message, /did not answer the first message/);
  });

  for (const status of [404, 405, 410])
    it(`that takes no messages where its stream says (${status}) is reported with both addresses, not with the POST that it refused`, async () => {
      const server = sseServer({ onpost: () => new Response('Cannot POST /messages', { status }) });
      const { message } = await errorOf(connect(SSE_URL, { fetch: server.fetch }), 'http');
      assert.match(message, /stream at \S+ says that messages go to \S+, which answers with status \d+/);
      assert.include(message, `${status}`);
    });

  it('that redirects messages is told so, and not where to', async () => {
    const server = sseServer({ onpost: () => new Response('', { status: 307, headers: { Location: '/other' } }) });
    const { message } = await errorOf(connect(SSE_URL, { fetch: server.fetch }), 'http');
    assert.match(message, /says that messages go to https:\/\/scripted\.example\/messages, which redirects\./);
  });

  it('that answers with something other than a stream is none', async () => {
    const page = (): Promise<Response> =>
      Promise.resolve(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
    const { message } = await errorOf(
      connect(SSE_URL, { fetch: page, revision: '2024-11-05' }),
      'unsupported-revision',
    );
    assert.match(message, /is neither a Streamable HTTP endpoint nor an HTTP\+SSE one/);
  });

  it('that opens a stream and names no address is told from one that does not answer', async () => {
    const silent = (): Promise<Response> => Promise.resolve(liveStream().response);
    const { message } = await errorOf(
      connect(SSE_URL, { fetch: silent, revision: '2024-11-05', timeoutMs: 1_000 }),
      'unsupported-revision',
    );
    assert.include(message, 'opened an event stream, but named no address');
  });

  it('that answers with another id is reported with that, at once', async () => {
    const server = sseServer({
      onpost: ({ method }, live) => {
        if (method === 'initialize')
          live.send(
            event(
              result(0, { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: '', version: '' } }),
            ),
          );
        return new Response(null, { status: 202 });
      },
    });
    const { message } = await errorOf(connect(SSE_URL, { fetch: server.fetch }), 'invalid-message');
    assert.include(message, 'The server answered with another id: 0.');
  });

  it('that answers a call with another id is reported with that, after the time that it had', async () => {
    const server = sseServer({
      onpost: ({ method }, live) => {
        if (method !== 'tools/call') return undefined;
        live.send(event(result('x', done)));
        return new Response(null, { status: 202 });
      },
    });
    const client = await connecting(server);
    const { message } = await errorOf(client.callTool('x', {}, { timeoutMs: 200 }), 'timeout');
    assert.include(message, 'An answer came with another id: "x"');
    await client.close();
  });

  it('that answers a call which was given up disturbs no other', async () => {
    let late: (() => void) | undefined;
    const server = sseServer({
      onpost: ({ method, id, params }, live) => {
        if (method !== 'tools/call') return undefined;
        const answer = (): void => live.send(event(result(id, done)));
        if (params['name'] === 'slow') late = answer;
        else {
          late?.();
          answer();
        }
        return new Response(null, { status: 202 });
      },
    });
    const client = await connecting(server);
    await errorOf(client.callTool('slow', {}, { timeoutMs: 50 }), 'timeout');
    assert.deepEqual(await client.callTool('quick'), done);
    await client.close();
  });

  it('that answers a call which was given up is not said to have answered another with the wrong id', async () => {
    const server = sseServer({
      onpost: ({ method, id, params }, live) => {
        if (method !== 'tools/call') return undefined;
        if (params['name'] === 'late') setTimeout(() => live.send(event(result(id, done))), 100);
        return new Response(null, { status: 202 });
      },
    });
    const client = await connecting(server);
    const waiting = errorOf(client.callTool('never', {}, { timeoutMs: 500 }), 'timeout');
    await errorOf(client.callTool('late', {}, { timeoutMs: 20 }), 'timeout');
    assert.notInclude((await waiting).message, 'another id');
    await client.close();
  });

  it('that says twice that a session is open ends no call', async () => {
    let opened: object = {};
    const server = sseServer({
      onpost: ({ method, id }, live) => {
        if (method === 'initialize') {
          const serverInfo = { name: 's', version: '1' };
          opened = result(id, { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo });
          live.send(event(opened));
        } else if (method === 'tools/call') {
          live.send(event(opened));
          live.send(event(result(id, done)));
        } else return undefined;
        return new Response(null, { status: 202 });
      },
    });
    const client = await connecting(server);
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });

  it('that opens a stream and names no address is reported with the POST that it refused', async () => {
    const { response } = liveStream();
    const refusing = (_url: unknown, { method }: RequestInit = {}): Promise<Response> =>
      Promise.resolve(method === 'GET' ? response : new Response('', { status: 404 }));
    await errorOf(connect(SSE_URL, { fetch: refusing, timeoutMs: 400 }), 'http');
  });

  it('may ask for more scopes with the stream that a connection begins with, like with any call', async () => {
    const mayAsk: unknown[] = [];
    const auth: Authorizer = {
      authorize:
        (_server, send) =>
        (input, init: AuthorizedRequestInit = {}) => {
          mayAsk.push([init.method, init.mayAskUser]);
          return send(input, init);
        },
    };
    const client = await connecting(sseServer(), { auth });
    assert.deepEqual(mayAsk, [
      ['GET', true],
      ['POST', true],
      ['POST', false],
    ]);
    await client.close();
  });

  it('has its address to post to, and the page’s own query, kept out of errors [SS-08]', async () => {
    for (const status of [400, 404, 500]) {
      const server = sseServer({
        onpost: ({ method }) => (method === 'tools/call' ? new Response('no', { status }) : undefined),
      });
      const client = await connecting(server);
      const { message } = await errorOf(client.callTool('x'), 'http');
      assert.include(message, 'https://scripted.example/messages');
      assert.notInclude(message, 's3cret');
      await client.close();
    }
    const silent = await rejection(connect(SSE_URL, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }));
    assert.notInclude(Object(silent).message, 'page-secret');
  });

  it('that takes a request and never answers is not waited for longer than the page allows [LC-16]', async () => {
    const silent = new Set<unknown>(['tools/call', 'ping']);
    const server = sseServer({
      onpost: ({ method }) => (silent.has(method) ? new Response(null, { status: 202 }) : undefined),
    });
    const client = await connecting(server, { timeoutMs: 150 });
    await errorOf(client.callTool('x'), 'timeout');
    await errorOf(client.ping(), 'timeout');
    await client.close();
    silent.add('initialize');
    await errorOf(
      connecting(
        sseServer({ onpost: ({ method }) => (silent.has(method) ? new Response(null, { status: 202 }) : undefined) }),
        { timeoutMs: 150 },
      ),
      'timeout',
    );
  });

  it('that takes no notification keeps no connection for it', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = () => timeout(50);
    try {
      const server = sseServer();
      const hanging = new Set<AbortSignal>();
      const client = await connecting({
        ...server,
        fetch: (input, init) => {
          if (typeof init?.body !== 'string' || !init.body.includes('notifications/')) return server.fetch(input, init);
          return new Promise((_, reject) => {
            const { signal } = init;
            if (!signal) return;
            hanging.add(signal);
            signal.addEventListener('abort', () => reject(signal.reason));
          });
        },
      });
      await until(() => hanging.size > 0 && [...hanging].every(({ aborted }) => aborted));
      assert.deepEqual(await client.callTool('x'), done);
      await client.close();
    } finally {
      AbortSignal.timeout = timeout;
    }
  });

  describe('over HTTP/1.1', () => {
    const asking: ConnectOptions = { elicitation: { form: () => ({ action: 'decline' }) } };
    let url = '';
    const ended: (() => Promise<void>)[] = [];
    beforeEach(() => {
      // Each test has places of its own: they belong to the origin.
      url = `http://${crypto.randomUUID()}.example/sse`;
    });
    afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

    /** A server that accepts a call when the test says so, and never answers it. */
    async function open(options = asking, lock = 'alone 0'): Promise<{ calls: Received[]; accept: () => void }> {
      const accepting: (() => void)[] = [];
      const calls: Received[] = [];
      const server = sseServer({
        onpost: (message) => {
          if (message.method !== 'tools/call') return undefined;
          calls.push(message);
          return new Response(null, { status: 202 });
        },
      });
      const client = await connect(url, {
        ...options,
        revision: '2024-11-05',
        fetch: async (input, init) => {
          const response = await server.fetch(input, init);
          if (typeof init?.body === 'string' && init.body.includes('tools/call'))
            await new Promise<void>((resolve) => accepting.push(resolve));
          return response;
        },
      });
      ended.push(() => client.close());
      // The stream waits for its place before the calls do.
      while (!(await navigator.locks.query()).held?.some(({ name }) => name?.endsWith(lock))) await aWhile();
      await aWhile();
      for (let call = 0; call < 6; call++) client.callTool('x').catch(() => {});
      return { calls, accept: () => accepting.shift()?.() };
    }

    it('leaves connections for the answers of the page while it accepts no calls [BR-06]', async () => {
      const { calls, accept } = await open();
      await until(() => calls.length === 4);
      await aWhile();
      assert.lengthOf(calls, 4);
      accept();
      await until(() => calls.length === 5);
      await aWhile();
      assert.lengthOf(calls, 5);
    });

    it('gets calls from several tabs that leave connections for all their streams', async () => {
      const first = await open();
      await until(() => first.calls.length === 4);
      const second = await open(asking, 'alone 1');
      for (let accepted = 0; accepted < 3; accepted++) first.accept();
      await until(() => first.calls.length === 6);
      await aWhile();
      // One of the three places is now that of the second stream.
      assert.isEmpty(second.calls);
      first.accept();
      await until(() => second.calls.length === 1);
    });

    it('leaves the place of its stream to another tab when it is closed', async () => {
      await open({});
      const name = `mcp-web call ${await digestOfText(new URL(url).origin)} alone 0`;
      const isHeld = async (): Promise<boolean> =>
        (await navigator.locks.query()).held?.some((lock) => lock.name === name) === true;
      assert.isTrue(await isHeld());
      await ended.shift()?.();
      while (await isHeld()) await aWhile();
    });

    it('gets all calls at once from a page that it can ask nothing', async () => {
      const { calls } = await open({});
      await until(() => calls.length === 6);
    });
  });

  it('that sends a broken event loses that event and nothing else', async () => {
    const server = sseServer({
      onpost: ({ method, id }, live) => {
        if (method !== 'tools/call') return undefined;
        live.send(
          `data: {"jsonrpc":\n\nevent: message\ndata: null\n\nevent: other\ndata: {}\n\n${event([])}${event(result('nobody', done))}${event(result(id, done))}`,
        );
        return new Response(null, { status: 202 });
      },
    });
    const client = await connecting(server);
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });
});
