import { assert } from 'chai';
import { connect, indexedDbStore, type LogMessage, type McpError } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
  error,
  event,
  json,
  legacyServer,
  liveStream,
  methodsOf,
  type Received,
  rejection,
  result,
  type Scripted,
  SESSION,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';
import { nameOfStoredServer } from '../../support/stored-server.ts';

const note = (method: string, params: object = {}): string => event({ jsonrpc: '2.0', method, params });
const ask = (id: unknown, method: string, params?: object): string => event({ jsonrpc: '2.0', id, method, params });
const answersIn = (received: Received[]): Received['body'][] =>
  received.flatMap(({ body }) => (body['method'] === undefined && 'jsonrpc' in body ? [body] : []));
const opened = (id: unknown, headers: Record<string, string>): Response =>
  json(
    result(id, {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'scripted', version: '1' },
    }),
    headers,
  );

describe('the opening of a session', () => {
  it('sends nothing else until it is answered [LC-07, BP-14]', async () => {
    let open: (() => void) | undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const server = legacyServer(async ({ method }) => {
      if (method === 'initialize') await isOpen;
      return undefined;
    });
    const connecting = connect(URL_OF_SCRIPT, server);
    await until(() => methodsOf(server.received).includes('initialize'));
    await aWhile();
    assert.deepEqual(methodsOf(server.received), ['server/discover', 'initialize']);
    open?.();
    await (await connecting).close();
  });

  it('fails with its reason if the server refuses what follows, not with each call', async () => {
    const { fetch, receivedFor } = legacyServer(({ method, id }) =>
      method === 'initialize' || method === 'server/discover'
        ? undefined
        : json(error(id, -32_000, 'Bad Request: wrong tenant'), {}, 400),
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const lost = await new Promise<McpError>((resolve) =>
      client.addEventListener('connectionlost', (told) => resolve(told.error)),
    );
    assert.match(lost.message, /took initialize, but refuses what follows.*wrong tenant/);
    await errorOf(client.listTools(), 'closed');
    assert.isEmpty(receivedFor('tools/list'));
  });

  for (const status of [408, 429])
    it(`goes on where what follows is refused with ${status}: it may be taken later`, async () => {
      let isBusy = true;
      const { fetch, receivedFor } = legacyServer(({ method, id }) => {
        if (method === 'initialize' || method === 'server/discover') return undefined;
        if (isBusy) return new Response('', { status });
        return method === 'tools/call' ? json(result(id, done)) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      let isLost = false;
      client.addEventListener('connectionlost', () => (isLost = true));
      await until(() => receivedFor('notifications/initialized').length > 0);
      await aWhile();
      isBusy = false;
      assert.deepEqual(await client.callTool('x'), done);
      assert.isFalse(isLost);
      await client.close();
    });

  for (const [what, pong] of [
    ['', (id) => json(result(id))],
    [', and knows no ping', (id) => json(error(id, -32_601, 'Method not found'), {}, 400)],
  ] satisfies [string, (id: unknown) => Response][])
    it(`succeeds with a server that refuses only notifications${what}`, async () => {
      const { fetch, receivedFor } = legacyServer(({ method, id }) => {
        if (id === undefined) return json(error(null, -32_600, 'No id'), {}, 400);
        return method === 'ping' ? pong(id) : method === 'tools/call' ? json(result(id, done)) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      await until(() => receivedFor('ping').length > 0);
      await aWhile();
      assert.deepEqual(await client.callTool('x'), done);
      await client.close();
    });

  it('may be interrupted by pings and log lines of the server [LC-08, LC-21]', async () => {
    const live = liveStream(SESSION);
    let callId: unknown;
    const server = legacyServer(({ method, id, body }) => {
      if (method === 'initialize') {
        callId = id;
        live.send(ask('early', 'ping') + note('notifications/message', { level: 'info', data: 'starting' }));
        return live.response;
      }
      // The server continues only after its ping was answered.
      if (body['id'] === 'early')
        live.send(
          event(
            result(callId, {
              protocolVersion: '2025-11-25',
              capabilities: {},
              serverInfo: { name: 'scripted', version: '1' },
            }),
          ),
        );
      return undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(answersIn(server.received), [{ jsonrpc: '2.0', id: 'early', result: {} }]);
    await client.close();
  });

  for (const status of [200, 202, 204, 400, 500]) {
    it(`works although "initialized" is answered with ${status} [TR-04]`, async () => {
      const server = legacyServer(({ method, id }) => {
        if (method === 'notifications/initialized')
          return new Response(status === 204 ? null : '{"jsonrpc":"2.0","error":{"code":-32000,"message":"hm"}}', {
            status,
          });
        return method === 'tools/call' ? json(result(id, done)) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, server);
      assert.deepEqual(await client.callTool('x'), done);
      await client.close();
    });
  }
});

describe('what a session uses', () => {
  it('is only what the server declared [LC-09, LC-10, LC-14]', async () => {
    const server = legacyServer(() => undefined, { prompts: {} });
    const client = await connect(URL_OF_SCRIPT, server);
    await until(() => methodsOf(server.received).includes('GET'));
    const before = server.received.length;
    const refused = [
      client.listTools(),
      client.callTool('x'),
      client.listResources(),
      client.readResource('a:b'),
      client.subscribe('a:b'),
      client.setLogLevel('info'),
      client.complete({ prompt: 'p' }, { name: 'a', value: '' }),
    ];
    for (const { message } of await Promise.all(refused.map((call) => errorOf(call, 'unsupported'))))
      assert.match(message, /did not declare/);
    await aWhile();
    assert.deepEqual(methodsOf(server.received.slice(before)), []);
    await client.close();
  });

  it('is the revision that was negotiated, in every later message [LC-10, TR-29]', async () => {
    const server = legacyServer(
      ({ method, id }) => (method === 'tools/call' ? json(result(id, done)) : undefined),
      { tools: {} },
      '2025-06-18',
    );
    const client = await connect(URL_OF_SCRIPT, server);
    await client.callTool('x');
    await until(() => methodsOf(server.received).includes('GET'));
    await client.close();
    const later = server.received.slice(server.received.findIndex(({ method }) => method === 'initialize') + 1);
    assert.isAtLeast(later.length, 4);
    for (const { headers } of later) assert.equal(headers.get('MCP-Protocol-Version'), '2025-06-18');
  });

  it('is ids that never come twice, also after it was renewed [BP-04]', async () => {
    let isForgotten = false;
    const server = legacyServer(({ method, id }) => {
      if (method !== 'tools/call') return undefined;
      isForgotten = !isForgotten && id === 7;
      return isForgotten ? new Response('', { status: 404 }) : json(result(id, done));
    });
    const client = await connect(URL_OF_SCRIPT, server);
    for (let call = 0; call < 10; call++) await client.callTool('x').catch(() => {});
    const ids = server.received.flatMap(({ id, method }) =>
      id === undefined || method === 'server/discover' ? [] : [id],
    );
    assert.isAbove(ids.length, 11);
    assert.equal(new Set(ids).size, ids.length);
    await client.close();
  });
});

describe('a request of a legacy server', () => {
  it('is answered with its own id, whatever that is [BP-06, LC-21]', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    const ids = ['abc', '7', 7, 0, '', -1, '__proto__', Number.MAX_SAFE_INTEGER];
    for (const id of ids) live.send(ask(id, 'ping'));
    await until(() => answersIn(server.received).length === ids.length);
    assert.sameDeepMembers(
      answersIn(server.received),
      ids.map((id) => ({ jsonrpc: '2.0', id, result: {} })),
    );
    await client.close();
  });

  it('that is a ping is answered at once, whoever waits for the user [LC-21]', async () => {
    const live = liveStream();
    const server = legacyServer(({ method }) => (method === 'tools/call' ? live.response : undefined));
    const accepted = Promise.withResolvers<void>();
    const client = await connect(URL_OF_SCRIPT, {
      ...server,
      elicitation: { form: () => accepted.promise.then(() => ({ action: 'decline' })) },
    });
    const call = client.callTool('x').catch(() => {});
    await until(() => server.receivedFor('tools/call').length === 1);
    const requestedSchema = { type: 'object', properties: {} };
    live.send(ask('form', 'elicitation/create', { message: 'Who?', requestedSchema }) + ask('late', 'ping'));
    await until(() => answersIn(server.received).length > 0);
    assert.deepEqual(answersIn(server.received), [{ jsonrpc: '2.0', id: 'late', result: {} }]);
    accepted.resolve();
    await until(() => answersIn(server.received).length === 2);
    live.end();
    await call;
    await client.close();
  });

  it('that is repeated while its answer is on its way is answered once', async () => {
    const live = liveStream();
    const delivered = Promise.withResolvers<void>();
    const server = legacyServer(async ({ httpMethod, body }) => {
      if (httpMethod === 'GET') return live.response;
      if (!('result' in body)) return undefined;
      await delivered.promise;
      return new Response('', { status: 202 });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    live.send(ask('again', 'ping'));
    await until(() => answersIn(server.received).length === 1);
    live.send(ask('again', 'ping') + ask('other', 'ping'));
    await until(() => answersIn(server.received).length === 2);
    assert.deepEqual(
      answersIn(server.received).map((answer) => Object(answer).id),
      ['again', 'other'],
    );
    delivered.resolve();
    await client.close();
  });

  it('is answered again when it comes again after its answer has arrived', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    for (const count of [1, 2]) {
      live.send(ask('again', 'ping'));
      await until(() => answersIn(server.received).length === count);
      await aWhile();
    }
    await client.close();
  });

  it('gets its answer for ten minutes where the server does not take it, and then no more', async () => {
    const live = liveStream();
    const now = performance.now.bind(performance);
    const server = legacyServer(({ httpMethod, body }) => {
      if (httpMethod === 'GET') return live.response;
      return 'result' in body ? new Response('', { status: 503 }) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const tries = (): number => answersIn(server.received).length;
    const wake = (): boolean => globalThis.dispatchEvent(new Event('online'));
    try {
      live.send(ask('late', 'ping'));
      await until(() => tries() === 1);
      await aWhile();
      performance.now = () => now() + 9.5 * 60_000;
      wake();
      await until(() => tries() === 2);
      await aWhile();
      performance.now = () => now() + 10.1 * 60_000;
      wake();
      await until(() => tries() === 3);
      await aWhile();
      performance.now = () => now() + 20 * 60_000;
      wake();
      await aWhile();
      assert.equal(tries(), 3);
    } finally {
      Reflect.deleteProperty(performance, 'now');
      await client.close();
    }
  });

  it('whose session was lost meanwhile is not answered in the next one', async () => {
    const live = liveStream();
    let isForgotten = false;
    let streams = 0;
    const server = legacyServer(({ httpMethod, method, id }) => {
      if (httpMethod === 'GET' && streams++ === 0) return live.response;
      if (method !== 'tools/call') return undefined;
      isForgotten = !isForgotten;
      return isForgotten ? new Response('', { status: 404 }) : json(result(id, done));
    });
    let accept: (() => void) | undefined;
    let reason: unknown;
    const client = await connect(URL_OF_SCRIPT, {
      ...server,
      elicitation: {
        form: (_params, { signal }) => {
          signal.addEventListener('abort', () => (reason = signal.reason));
          return new Promise((resolve) => (accept = () => resolve({ action: 'accept', content: {} })));
        },
      },
    });
    live.send(
      event({
        jsonrpc: '2.0',
        id: 0,
        method: 'elicitation/create',
        params: { message: 'Delete it?', requestedSchema: { type: 'object', properties: {} } },
      }),
    );
    await until(() => accept !== undefined);
    await errorOf(client.callTool('x'), 'session-lost');
    await until(() => reason !== undefined);
    accept?.();
    await aWhile();
    assert.propertyVal(reason, 'code', 'session-lost');
    assert.isEmpty(answersIn(server.received));
    await client.close();
  });

  it('with an id that cannot be echoed exactly is not answered wrongly [BP-06]', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    for (const id of ['9007199254740993', '1e400', '1.5', 'null', 'true', '{}', '[1]'])
      live.send(`data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`);
    live.send(ask('last', 'ping'));
    await until(() => answersIn(server.received).length > 0);
    await aWhile();
    assert.deepEqual(
      answersIn(server.received).map(({ id }) => id),
      ['last'],
    );
    await client.close();
  });

  it('that comes before the answer to a call is answered while that is still awaited [TR-06]', async () => {
    const live = liveStream();
    let callId: unknown;
    const server = legacyServer(({ method, id, body }) => {
      if (method === 'tools/call') {
        callId = id;
        live.send(note('notifications/message', { level: 'info', data: 'thinking' }) + ask('q', 'roots/list'));
        return live.response;
      }
      if (body['id'] === 'q') live.send(event(result(callId, done)));
      return undefined;
    });
    const client = await connect(URL_OF_SCRIPT, { ...server, roots: () => [{ uri: 'file:///a' }] });
    const logged: LogMessage[] = [];
    client.addEventListener('log', ({ message }) => logged.push(message));
    assert.deepEqual(await client.callTool('x'), done);
    assert.deepEqual(answersIn(server.received), [
      { jsonrpc: '2.0', id: 'q', result: { roots: [{ uri: 'file:///a' }] } },
    ]);
    assert.deepEqual(logged, [{ level: 'info', data: 'thinking' }]);
    await client.close();
  });

  it('is told from a notification, which is never answered [BP-10]', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    live.send(
      note('ping') +
        note('notifications/of-the-future') +
        note('roots/list') +
        note('notifications/progress', { progressToken: {} }) +
        note('notifications/cancelled', { requestId: 99 }),
    );
    live.send(
      event({ jsonrpc: '2.0', method: 'notifications/message', params: [] }) +
        event({ jsonrpc: '2.0', method: 7 }) +
        ask('last', 'ping'),
    );
    await until(() => answersIn(server.received).length > 0);
    await aWhile();
    assert.deepEqual(
      answersIn(server.received).map(({ id }) => id),
      ['last'],
    );
    await client.close();
  });
});

describe('a session id', () => {
  const opening = (headers: Record<string, string>): Scripted =>
    legacyServer(({ method, id }) => (method === 'initialize' ? opened(id, headers) : undefined));

  it('of any visible ASCII is sent back as it came [TR-22, HD-06]', async () => {
    const id = String.fromCharCode(...Array.from({ length: 0x7e - 0x21 + 1 }, (_, index) => 0x21 + index));
    const server = opening({ 'mCP-sESSION-iD': id });
    await (await connect(URL_OF_SCRIPT, server)).close();
    assert.equal(server.received.at(-1)?.headers.get('Mcp-Session-Id'), id);
  });

  const invalid: Record<string, string> = {
    'white space': 'a b',
    'what is not ASCII': 'caf\u00e9',
    'two values': 'a, b',
    'more than fits a header': 'x'.repeat(9_000),
  };
  for (const [name, id] of Object.entries(invalid)) {
    it(`with ${name} is refused at once [TR-22]`, async () => {
      const { message } = await errorOf(connect(URL_OF_SCRIPT, opening({ 'Mcp-Session-Id': id })), 'invalid-result');
      assert.match(message, /visible ASCII/);
    });
  }

  it('that is empty is none', async () => {
    const server = opening({ 'Mcp-Session-Id': '' });
    await (await connect(URL_OF_SCRIPT, server)).close();
    for (const { headers } of server.received) assert.isFalse(headers.has('Mcp-Session-Id'));
  });

  it('is kept to headers: in no address, log, error or store [TR-23]', async () => {
    const secret = 'secret-session-0f3a';
    const store = indexedDbStore(`test-${crypto.randomUUID()}`);
    const written: string[] = [];
    const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const original = { ...console };
    for (const level of levels) console[level] = (...args: unknown[]) => void written.push(args.map(String).join(' '));
    try {
      let isForgotten = false;
      const server = legacyServer(({ method, id }) => {
        if (method === 'initialize')
          return isForgotten ? new Response('', { status: 500 }) : opened(id, { 'Mcp-Session-Id': secret });
        return method === 'tools/call' ? new Response('', { status: isForgotten ? 404 : 400 }) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, { ...server, store });
      const describe = (thrown: unknown): string => {
        const { message, stack, cause } = Object(thrown);
        return `${message} ${stack} ${JSON.stringify(thrown)} ${cause === undefined ? '' : describe(cause)}`;
      };
      written.push(describe(await rejection(client.callTool('x'))));
      isForgotten = true;
      // A new session is tried for as long as the call waits.
      written.push(describe(await rejection(client.callTool('x', {}, { timeoutMs: 100 }))));
      await client.close();
      written.push(
        JSON.stringify(await store.get(await nameOfStoredServer(URL_OF_SCRIPT))),
        JSON.stringify([localStorage, sessionStorage]),
        document.cookie,
        ...server.received.map(({ url }) => url),
      );
      assert.isTrue(server.received.some(({ headers }) => headers.get('Mcp-Session-Id') === secret));
    } finally {
      Object.assign(console, original);
    }
    assert.isAtLeast(written.length, 5);
    for (const text of written) assert.notInclude(text, secret);
  });
});
