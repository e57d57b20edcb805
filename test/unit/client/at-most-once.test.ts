import { assert } from 'chai';
import { connect, HttpError, McpError, McpHost, memoryStore, OutputError } from '@mcp-web/client';
import type { KeyValueStore, McpClient } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { MemoryCalls } from '../../support/memory-calls.ts';
import { nameOfStoredServer } from '../../support/stored-server.ts';
import {
  aWhile,
  done,
  error,
  event,
  json,
  legacyServer,
  liveStream,
  methodsOf,
  modernServer,
  type Received,
  rejection,
  type Reply,
  result,
  type Scripted,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const KEY = 'io.github.mcp-web/idempotencyKey';
const ADVICE = 'The call may have run: check before you send it again.';
const keyOf = ({ params }: Received): unknown => Object(params['_meta'])[KEY];

/** Answers `tools/call` with this, and lists one tool. */
const onCall =
  (reply: Reply, tool: object = {}): Reply =>
  (received) =>
    received.method === 'tools/list'
      ? json(result(received.id, { tools: [{ name: 'x', inputSchema: { type: 'object' }, ...tool }] }))
      : received.method === 'tools/call'
        ? reply(received)
        : undefined;

const breaking = (): Response => {
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"jsonrpc":'));
      controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'application/json' } });
};

/** Resolves when the server is stored. */
async function waitForStored(store: KeyValueStore): Promise<void> {
  const key = await nameOfStoredServer(URL_OF_SCRIPT);
  while ((await store.get(key)) === undefined) await aWhile();
}

describe('a call whose session the server has forgotten', () => {
  /** Forgets the session at the first call. */
  function forgetful(tool: object = {}): Scripted {
    let calls = 0;
    return legacyServer(
      onCall(({ id }) => (calls++ === 0 ? new Response('', { status: 404 }) : json(result(id, done))), tool),
    );
  }

  it('is not sent again, because it may have run, and the next one works [TR-24]', async () => {
    const server = forgetful();
    const client = await connect(URL_OF_SCRIPT, server);
    const lost = await errorOf(client.callTool('x'), 'session-lost');
    assert.isTrue(lost.mayHaveRun);
    assert.equal(lost.message, `The server has forgotten this session. ${ADVICE}`);
    assert.deepEqual(await client.callTool('x'), done);
    assert.lengthOf(server.receivedFor('tools/call'), 2);
    assert.lengthOf(server.receivedFor('initialize'), 2);
    await client.close();
  });

  for (const hint of ['readOnlyHint', 'idempotentHint']) {
    it(`is not sent again only because the server claims ${hint}`, async () => {
      const server = forgetful({ annotations: { [hint]: true } });
      const client = await connect(URL_OF_SCRIPT, server);
      await client.listTools();
      await errorOf(client.callTool('x'), 'session-lost');
      await client.close();
    });

    it(`is sent again, with its key, if the page trusts the server’s ${hint}`, async () => {
      const server = forgetful({ annotations: { [hint]: true } });
      const client = await connect(URL_OF_SCRIPT, { ...server, trustAnnotations: true });
      await client.listTools();
      assert.deepEqual(await client.callTool('x'), done);
      const [first, second] = server.receivedFor('tools/call').map(keyOf);
      assert.isString(first);
      assert.equal(first, second);
      await client.close();
    });
  }

  it('is not sent again if the page trusts the server, and that claims nothing about the tool', async () => {
    const client = await connect(URL_OF_SCRIPT, { ...forgetful(), trustAnnotations: true });
    await client.listTools();
    await errorOf(client.callTool('x'), 'session-lost');
    await client.close();
  });

  it('says that it may have run, also if no new session can be opened and the page trusts the tool', async () => {
    let sessions = 0;
    const server = legacyServer((received) => {
      if (received.method === 'initialize' && sessions++ > 0) return json(error(received.id, -32603, 'No more'));
      return onCall(() => new Response('', { status: 404 }), { annotations: { idempotentHint: true } })(received);
    });
    const client = await connect(URL_OF_SCRIPT, { ...server, trustAnnotations: true });
    await client.listTools();
    const lost = await errorOf(client.callTool('x'), 'session-lost');
    assert.isTrue(lost.mayHaveRun);
    assert.include(lost.message, ADVICE);
  });

  it('runs once in the next one, if the server’s stream broke before: a ping finds out', async () => {
    const live = liveStream();
    let sessions = 0;
    let streams = 0;
    const server = legacyServer((received) => {
      const { method, httpMethod, headers, id } = received;
      if (httpMethod === 'GET') return streams++ === 0 ? live.response : new Promise(() => {});
      if (method === 'initialize') {
        const serverInfo = { name: 's', version: '1' };
        const opened = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
        return json(result(id, opened), { 'Mcp-Session-Id': `s${++sessions}` });
      }
      if (method !== 'ping' && method !== 'tools/call') return undefined;
      if (headers.get('Mcp-Session-Id') === 's1' && streams > 0 && isRestarted)
        return new Response('', { status: 404 });
      return json(result(id, method === 'ping' ? {} : done));
    });
    let isRestarted = false;
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(await client.callTool('x'), done);
    assert.isEmpty(server.receivedFor('ping'));
    await until(() => streams === 1);
    isRestarted = true;
    live.end();
    await aWhile();
    assert.deepEqual(await client.callTool('x'), done);
    const calls = server.receivedFor('tools/call');
    assert.deepEqual(
      calls.map(({ headers }) => headers.get('Mcp-Session-Id')),
      ['s1', 's2'],
    );
    await client.close();
  });

  for (const [name, answer, calls] of [
    ['that it has no ping', ({ id }): Response => json(error(id, -32601, 'Method not found')), 1],
    ['that it is starting', ({ id }): Response => json(error(id, -32000, 'Starting'), {}, 503), 0],
  ] satisfies [string, Reply, number][])
    it(`is ${calls ? '' : 'not '}sent, if the server’s stream broke before and it says ${name}`, async () => {
      const live = liveStream();
      let streams = 0;
      const server = legacyServer((received) => {
        if (received.httpMethod === 'GET') return streams++ === 0 ? live.response : new Promise(() => {});
        if (received.method === 'ping') return answer(received);
        return received.method === 'tools/call' ? json(result(received.id, done)) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, server);
      await until(() => streams === 1);
      await aWhile();
      live.end();
      await aWhile();
      const outcome = await client.callTool('x').catch((failure: unknown) => failure);
      if (calls) assert.deepEqual(outcome, done);
      else assert.propertyVal(outcome, 'mayHaveRun', false);
      assert.lengthOf(server.receivedFor('ping'), 1);
      assert.lengthOf(server.receivedFor('tools/call'), calls);
      await client.close();
    });

  it('is a list or a read: that is sent again', async () => {
    let lists = 0;
    const server = legacyServer(({ method, id }) =>
      method === 'tools/list'
        ? lists++ === 0
          ? new Response('', { status: 404 })
          : json(result(id, { tools: [] }))
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual((await client.listTools()).tools, []);
    await client.close();
  });

  it('that waits for the next session was not sent, and is not said to have run', async () => {
    let sessions = 0;
    const opening = Promise.withResolvers<void>();
    const server = legacyServer((received) => {
      if (received.method === 'initialize' && sessions++ > 0)
        return opening.promise.then(() => json(error(received.id, -32603, 'No more')));
      return onCall(() => new Response('', { status: 404 }))(received);
    });
    const client = await connect(URL_OF_SCRIPT, server);
    await errorOf(client.callTool('x'), 'session-lost');
    const waiting = errorOf(client.callTool('x'), 'session-lost');
    await aWhile();
    opening.resolve();
    assert.isFalse((await waiting).mayHaveRun);
    assert.notInclude((await waiting).message, ADVICE);
    assert.lengthOf(server.receivedFor('tools/call'), 1);
  });
});

describe('a call that is being recorded while the server forgets the session', () => {
  it('is sent once, in the next session, and its record says so', async () => {
    const callStore = new MemoryCalls();
    const writing = Promise.withResolvers<void>();
    const update = callStore.update.bind(callStore);
    callStore.update = async (call) => {
      if (call.stream?.sessionId === 's1') await writing.promise;
      await update(call);
    };
    let sessions = 0;
    const live = liveStream();
    const server = legacyServer(({ method, id, headers }) => {
      const isFirst = headers.get('Mcp-Session-Id') === 's1';
      if (method === 'initialize') {
        const opened = {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 's', version: '1' },
        };
        return json(result(id, opened), { 'Mcp-Session-Id': `s${++sessions}` });
      }
      if (method === 'tools/list' && isFirst) return new Response('', { status: 404 });
      if (method === 'tools/list') return json(result(id, { tools: [] }));
      return method === 'tools/call' ? live.response : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, { ...server, callStore });
    const call = client.callTool('x');
    await aWhile();
    await client.listTools();
    writing.resolve();
    await until(() => server.receivedFor('tools/call').length > 0);
    const [sent] = server.receivedFor('tools/call');
    assert.equal(sent?.headers.get('Mcp-Session-Id'), 's2');
    assert.include(callStore.only?.stream, { sessionId: 's2', requestId: Number(sent?.id) });
    live.send(event(result(sent?.id, done)));
    assert.deepEqual(await call, done);
    assert.lengthOf(server.receivedFor('tools/call'), 1);
    await client.close();
  });

  it('says that it was not sent when its time is over', async () => {
    const callStore = new MemoryCalls();
    callStore.update = () => new Promise(() => {});
    const server = legacyServer(onCall(({ id }) => json(result(id, done))));
    const client = await connect(URL_OF_SCRIPT, { ...server, callStore });
    const late = await errorOf(client.callTool('x', {}, { timeoutMs: 50 }), 'timeout');
    assert.isFalse(late.mayHaveRun);
    assert.isEmpty(server.receivedFor('tools/call'));
    assert.isEmpty(server.receivedFor('notifications/cancelled'));
    await client.close();
  });
});

describe('the key of a tool call', () => {
  it('is different for each call, and not among its arguments', async () => {
    const server = modernServer(onCall(({ id }) => json(result(id, done))));
    const client = await connect(URL_OF_SCRIPT, server);
    for (let count = 0; count < 20; count++) await client.callTool('x', { a: 1 });
    const calls = server.receivedFor('tools/call');
    for (const call of calls) {
      assert.match(String(keyOf(call)), /^[0-9a-f]{32}$/);
      assert.deepEqual(call.params['arguments'], { a: 1 });
      assert.notInclude(JSON.stringify([...call.headers]), String(keyOf(call)));
    }
    assert.equal(new Set(calls.map(keyOf)).size, 20);
  });

  it('has a prefix of the project’s own, which no revision reserves [BP-26, BP-27, BP-28, BP-29]', async () => {
    const server = modernServer(onCall(({ id }) => json(result(id, done))));
    const client = await connect(URL_OF_SCRIPT, server);
    await client.callTool('x');
    const meta: object = Object(server.receivedFor('tools/call')[0]?.params['_meta']);
    const own = Object.keys(meta).filter((key) => !key.startsWith('io.modelcontextprotocol/'));
    assert.deepEqual(own, [KEY]);
    const label = '[a-z](?:[a-z\\d-]*[a-z\\d])?';
    assert.match(KEY, new RegExp(`^(?:${label}\\.)*${label}/[a-zA-Z\\d](?:[\\w.-]*[a-zA-Z\\d])?$`));
    const labels = (KEY.split('/')[0] ?? '').split('.');
    for (const reserved of ['mcp', 'modelcontextprotocol'])
      assert.notIncludeMembers([labels[1], labels.at(-2)], [reserved]);
  });

  it('is in no other request', async () => {
    const server = modernServer(({ method, id }) =>
      method === 'prompts/get' ? json(result(id, { messages: [] })) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    await client.getPrompt('p');
    assert.isTrue(server.received.every((received) => keyOf(received) === undefined));
  });

  it('is another one in each round of input, whose answers belong to the call [MR-12]', async () => {
    let rounds = 0;
    const server = modernServer(
      onCall(({ id }) =>
        json(result(id, rounds++ < 2 ? { resultType: 'input_required', requestState: 's' } : { ...done })),
      ),
    );
    const client = await connect(URL_OF_SCRIPT, server);
    await client.callTool('x');
    assert.equal(new Set(server.receivedFor('tools/call').map(keyOf)).size, 3);
  });

  it('is the same when the call is sent again because its headers did not fit the tool', async () => {
    let calls = 0;
    const server = modernServer(
      onCall(({ id }) => (calls++ === 0 ? json(error(id, -32020, 'No'), {}, 400) : json(result(id, done)))),
    );
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(await client.callTool('x'), done);
    const [first, second] = server.receivedFor('tools/call').map(keyOf);
    assert.isString(first);
    assert.equal(first, second);
  });

  it('stays if the page gives its own', async () => {
    const server = legacyServer(onCall(({ id }) => json(result(id, done))));
    const client = await connect(URL_OF_SCRIPT, server);
    await client.request('tools/call', { name: 'x', _meta: { [KEY]: 'mine' } }, { onprogress: () => {} });
    const [call] = server.receivedFor('tools/call');
    assert.equal(call && keyOf(call), 'mine');
    assert.property(call?.params['_meta'], 'progressToken');
    await client.close();
  });

  it('is neither in the request for consent nor in the log', async () => {
    const server = modernServer(onCall(({ id }) => json(result(id, done))));
    const asked: string[] = [];
    const host = new McpHost({
      consent: (request) => {
        asked.push(JSON.stringify(request));
        return { action: 'allow' };
      },
    });
    const id = host.add(URL_OF_SCRIPT, server);
    await host.callTool(id, 'x', { a: 1 });
    const key = String(keyOf(server.receivedFor('tools/call')[0] ?? assert.fail()));
    assert.lengthOf(key, 32);
    assert.lengthOf(asked, 1);
    for (const text of [...asked, JSON.stringify([...host.log.getSnapshot()])]) {
      assert.notInclude(text, key);
      assert.notInclude(text, KEY);
    }
    host.close();
  });
});

describe('the first call of a visit to a server that is stored as a modern one', () => {
  const announcingServer = (reply: Reply): Scripted => modernServer(reply, { tools: { listChanged: true } });

  /** Visits a modern server, which then answers calls outside a session like this, and the others with a result. */
  async function revisit(reply: Reply, next = legacyServer): Promise<{ client: McpClient; calls: () => Received[] }> {
    const store = memoryStore();
    const before = await connect(URL_OF_SCRIPT, { ...announcingServer(() => undefined), store });
    await waitForStored(store);
    await before.close();
    const server = next((received) =>
      received.method === 'server/discover' || received.method === 'initialize'
        ? undefined
        : received.headers.has('Mcp-Method')
          ? reply(received)
          : onCall(({ id }) => json(result(id, done)))(received),
    );
    const client = await connect(URL_OF_SCRIPT, { ...server, store });
    return { client, calls: () => server.receivedFor('tools/call') };
  }

  const charged = 'The card was charged, but the session broke before the receipt';
  for (const [name, reply] of [
    ['an error of the tool with 400', ({ id }) => json(error(id, -32000, charged), {}, 400)],
    ['an error that has no id and does not say why', () => json(error(null, -32000, 'Oops'), {}, 400)],
    ['a text of its own', () => new Response('The checkout session has expired', { status: 400 })],
    ['JSON of its own', () => json({ error: 'The checkout session has expired' }, {}, 400)],
    ['nothing but status 400', () => new Response('', { status: 400 })],
    ['status 404', () => new Response('', { status: 404 })],
  ] satisfies [string, Reply][])
    it(`is not sent again after ${name}, and the next one goes to the server that is there now`, async () => {
      const { client, calls } = await revisit(reply);
      const failure = await rejection(client.callTool('pay'));
      assert.propertyVal(failure, 'mayHaveRun', true);
      assert.lengthOf(calls(), 1);
      assert.deepEqual(await client.callTool('pay'), done);
      assert.equal(client.era, 'legacy');
      await client.close();
    });

  for (const [name, reply] of [
    ['wants a session id', () => json(error(null, -32000, 'Bad Request: Mcp-Session-Id header is required'), {}, 400)],
    ['is not initialized', () => json(error(null, -32000, 'Bad Request: Server not initialized'), {}, 400)],
    ['knows no such revision', () => new Response('Bad Request: Unsupported protocol version', { status: 400 })],
    ['calls it no request', () => json(error('server-error', -32600, 'Missing session ID'), {}, 400)],
    ['takes no such method', () => new Response('', { status: 405 })],
  ] satisfies [string, Reply][])
    it(`is sent once more, with its key, if the server ${name}`, async () => {
      const { client, calls } = await revisit(reply);
      assert.deepEqual(await client.callTool('pay'), done);
      const [first, second, ...others] = calls().map(keyOf);
      assert.isString(first);
      assert.equal(first, second);
      assert.isEmpty(others);
      await client.close();
    });

  it('leaves one stream behind, if the server is still a modern one', async () => {
    const listening: AbortSignal[] = [];
    const { client } = await revisit((received) => {
      if (received.method !== 'subscriptions/listen') return json(error(received.id, -32000, charged), {}, 400);
      if (received.signal) listening.push(received.signal);
      return stream('', { staysOpen: true });
    }, announcingServer);
    client.addEventListener('listchange', () => {});
    await until(() => listening.length === 1);
    assert.propertyVal(await rejection(client.callTool('pay')), 'mayHaveRun', true);
    await until(() => listening.length === 2);
    await until(() => listening[0]?.aborted === true);
    assert.isFalse(listening[1]?.aborted);
    await client.close();
    assert.isTrue(listening[1]?.aborted);
  });

  it('is not sent again after the server has asked for input', async () => {
    let rounds = 0;
    const { client, calls } = await revisit(({ id }) =>
      rounds++ === 0
        ? json(result(id, { resultType: 'input_required', requestState: 's' }))
        : json(error(null, -32000, 'Bad Request: Mcp-Session-Id header is required'), {}, 400),
    );
    assert.propertyVal(await rejection(client.callTool('pay')), 'mayHaveRun', true);
    assert.lengthOf(calls(), 2);
    await client.close();
  });
});

describe('the error of a call', () => {
  const failing: [name: string, reply: Reply, code: McpError['code'], mayHaveRun: boolean][] = [
    ['a connection that breaks', () => Promise.reject(new TypeError('Failed to fetch')), 'network', true],
    ['an answer that breaks off', breaking, 'network', true],
    ['a stream that ends', () => stream(''), 'stream-ended', true],
    ['a web page', () => new Response('<p>', { headers: { 'Content-Type': 'text/html' } }), 'not-mcp', true],
    ['no JSON', () => new Response('hm', { headers: { 'Content-Type': 'application/json' } }), 'invalid-message', true],
    ['no tool result', ({ id }) => json(result(id, { content: 1 })), 'invalid-result', true],
    ['an unknown kind of result', ({ id }) => json(result(id, { resultType: 'new' })), 'invalid-result', true],
    ['an internal error', ({ id }) => json(error(id, -32603, 'boom')), 'rpc', true],
    ['an error of the tool’s own', ({ id }) => json(error(id, -32000, 'boom')), 'rpc', true],
    ['invalid parameters', ({ id }) => json(error(id, -32602, 'no such tool'), {}, 400), 'rpc', false],
    ['invalid parameters that a tool may have found halfway', ({ id }) => json(error(id, -32602, 'no')), 'rpc', true],
    ['JSON that is no request', ({ id }) => json(error(id, -32600, 'no'), {}, 400), 'rpc', false],
    ['what was no JSON', () => json(error(null, -32700, 'no'), {}, 400), 'rpc', false],
    ['an unknown method', ({ id }) => json(error(id, -32601, 'no'), {}, 404), 'rpc', false],
    ['invalid parameters in a failure', ({ id }) => json(error(id, -32602, 'no'), {}, 500), 'rpc', true],
    ...[401, 403, 405, 406, 413, 415, 431].map((status): (typeof failing)[number] => [
      `status ${status}`,
      () => new Response('', { status }),
      'http',
      false,
    ]),
    ...[400, 404, 408, 409, 425, 429, 500, 502, 503, 504].map((status): (typeof failing)[number] => [
      `status ${status}`,
      () => new Response('', { status }),
      'http',
      true,
    ]),
  ];
  for (const [name, reply, code, mayHaveRun] of failing) {
    it(`says that it ${mayHaveRun ? 'may have run' : 'did not run'} after ${name}`, async () => {
      const client = await connect(URL_OF_SCRIPT, modernServer(onCall(reply)));
      const failure = await errorOf(client.callTool('x'), code);
      assert.equal(failure.mayHaveRun, mayHaveRun);
      // The text of a JSON-RPC error is the server's.
      const saysSo = mayHaveRun && code !== 'rpc';
      assert.equal(failure.message.split('may have run').length, saysSo ? 2 : 1, failure.message);
    });
  }

  it('says that it may have run after its deadline, and after the client was closed', async () => {
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(() => new Promise(() => {}))));
    const late = await errorOf(client.callTool('x', {}, { timeoutMs: 20 }), 'timeout');
    const waiting = [client.callTool('x'), client.request('x/y')].map((call) => errorOf(call, 'closed'));
    const reading = errorOf(client.readResource('a:b'), 'closed');
    await client.close();
    for (const failure of [late, ...(await Promise.all(waiting))]) {
      assert.isTrue(failure.mayHaveRun);
      assert.include(failure.message, ADVICE);
    }
    assert.isFalse((await reading).mayHaveRun);
    const after = await errorOf(client.callTool('x'), 'closed');
    assert.isFalse(after.mayHaveRun);
  });

  it('says that it may have run when the client is closed while the page answers, whatever the page does then', async () => {
    const form = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: { type: 'object' } } };
    const asking = modernServer(
      onCall(({ id }) => json(result(id, { resultType: 'input_required', inputRequests: { who: form } }))),
    );
    const asked = Promise.withResolvers<void>();
    const client = await connect(URL_OF_SCRIPT, {
      fetch: asking.fetch,
      elicitation: { form: () => (asked.resolve(), new Promise(() => {})) },
    });
    const waiting = errorOf(client.callTool('x'), 'closed');
    await asked.promise;
    await client.close();
    assert.isTrue((await waiting).mayHaveRun);
  });

  it('says that it did not run when the client is closed while the list of tools is fetched', async () => {
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    const server = legacyServer(
      ({ method }) => (method === 'tools/list' ? new Promise(() => {}) : undefined),
      capabilities,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const waiting = errorOf(client.callTool('x'), 'closed');
    await until(() => server.receivedFor('tools/list').length > 0);
    await client.close();
    assert.isFalse((await waiting).mayHaveRun);
    assert.isEmpty(server.receivedFor('tools/call'));
  });

  it('does not say so for what can arrive twice without harm', async () => {
    const client = await connect(
      URL_OF_SCRIPT,
      modernServer(({ method }) => (method === 'server/discover' ? undefined : new Response('', { status: 500 }))),
    );
    for (const call of [client.listTools(), client.readResource('a:b'), client.getPrompt('p')]) {
      const failure = await errorOf(call, 'http');
      assert.isFalse(failure.mayHaveRun);
      assert.notInclude(failure.message, 'may have run');
    }
  });

  it('does not say so when only the list before it failed', async () => {
    const server = modernServer(({ method }) =>
      method === 'tools/list' ? Promise.reject(new TypeError('Failed to fetch')) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const definition = { name: 'x', inputSchema: { type: 'object' as const } };
    assert.isFalse((await errorOf(client.callTool('x', {}, { definition }), 'network')).mayHaveRun);
    assert.isEmpty(server.receivedFor('tools/call'));
  });

  it('says so when the tool has run and its result is wrong', async () => {
    const outputSchema = { type: 'object', required: ['a'] };
    const client = await connect(
      URL_OF_SCRIPT,
      modernServer(onCall(({ id }) => json(result(id, { ...done, structuredContent: {} })), { outputSchema })),
    );
    await client.listTools();
    const failure = await rejection(client.callTool('x'));
    assert.instanceOf(failure, OutputError);
    assert.isTrue(failure.mayHaveRun);
  });

  it('says so when the server has begun it and the page does not answer what it asks', async () => {
    const inputRequests = { a: { method: 'elicitation/create', params: {} } };
    const server = modernServer(onCall(({ id }) => json(result(id, { resultType: 'input_required', inputRequests }))));
    const client = await connect(URL_OF_SCRIPT, server);
    assert.isTrue((await errorOf(client.callTool('x'), 'unsupported')).mayHaveRun);
  });

  it('that several calls have in common says of each what is true for that one', async () => {
    const server = modernServer(({ method }) => (method === 'server/discover' ? undefined : new Promise(() => {})));
    const client = await connect(URL_OF_SCRIPT, server);
    const [call, read] = [errorOf(client.callTool('x'), 'closed'), errorOf(client.readResource('a:b'), 'closed')];
    await aWhile();
    await client.close();
    assert.deepEqual([(await call).mayHaveRun, (await read).mayHaveRun], [true, false]);
  });

  it('leaves the reason alone with which the page aborts, whatever that is', async () => {
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(() => new Promise(() => {}))));
    const controller = new AbortController();
    const call = rejection(client.callTool('x', {}, { signal: controller.signal }));
    const reason = new McpError('closed', 'Mine');
    await aWhile();
    controller.abort(reason);
    assert.strictEqual(await call, reason);
    assert.equal(reason.message, 'Mine');
    assert.isFalse(reason.mayHaveRun);
  });

  it('has the id of the last event, from which the server could go on', async () => {
    let streams = 0;
    const server = legacyServer((received) => {
      if (received.method === 'tools/call') return stream('retry: 1\nid: e7\ndata:\n\n');
      if (received.headers.get('Last-Event-ID') === 'e7')
        return streams++ === 0 ? stream('id: e8\ndata:\n\n') : new Response('', { status: 400 });
      return undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const failure = await rejection(client.callTool('x'));
    assert.instanceOf(failure, McpError);
    assert.equal(failure.lastEventId, 'e8');
    assert.isTrue(failure.mayHaveRun);
    await client.close();
  });

  it('has the id of the task that it had become', async () => {
    const server = modernServer((received) => {
      const { method, id } = received;
      const task = {
        resultType: 'task',
        taskId: 't1',
        status: 'working',
        createdAt: '2026-01-01T00:00:00Z',
        lastUpdatedAt: '2026-01-01T00:00:00Z',
        ttlMs: null,
        pollIntervalMs: 50,
      };
      if (method === 'tools/call') return json(result(id, task));
      return method === 'tasks/get'
        ? json(result(id, { ...task, resultType: 'complete', status: 'cancelled' }))
        : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, { ...server, tasks: true });
    const failure = await errorOf(client.callTool('x'), 'task-cancelled');
    assert.equal(failure.taskId, 't1');
    assert.isTrue(failure.mayHaveRun);
  });

  for (const [value, expected] of [
    ['7', 7_000],
    ['0', 0],
    [' 120 ', 120_000],
    ['999999999999', 86_400_000],
    [new Date(Date.now() - 60_000).toUTCString(), 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['', undefined],
  ] as const) {
    it(`reads Retry-After: ${value.includes('GMT') ? 'a date in the past' : JSON.stringify(value)}`, async () => {
      const busy = (): Response => new Response('', { status: 503, headers: { 'Retry-After': value } });
      const client = await connect(URL_OF_SCRIPT, modernServer(onCall(busy)));
      const failure = await rejection(client.callTool('x'));
      assert.instanceOf(failure, HttpError);
      assert.equal(failure.retryAfterMs, expected);
    });
  }

  it('reads Retry-After: a date', async () => {
    const until10s = new Date(Date.now() + 10_000).toUTCString();
    const busy = (): Response => new Response('', { status: 429, headers: { 'Retry-After': until10s } });
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(busy)));
    const failure = await rejection(client.callTool('x'));
    assert.instanceOf(failure, HttpError);
    assert.isAbove(failure.retryAfterMs ?? -1, 0);
    assert.isAtMost(failure.retryAfterMs ?? Infinity, 10_000);
    assert.match(failure.message, /wait \d+ s before you try again/);
  });

  it('does not claim that no server is running where one has answered', async () => {
    const server = modernServer(onCall(() => Promise.reject(new TypeError('Failed to fetch'))));
    const client = await connect(URL_OF_SCRIPT, server);
    const { message } = await errorOf(client.callTool('x'), 'network');
    assert.include(message, 'it has answered this page before');
    assert.notInclude(message, 'no server is running');
    const never = await errorOf(
      connect(URL_OF_SCRIPT, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }),
      'network',
    );
    assert.include(never.message, 'no server is running');
  });

  it('after its deadline says how many other requests waited, where a browser may not have sent it', async () => {
    const server = modernServer(onCall(() => new Promise(() => {})));
    const client = await connect(URL_OF_SCRIPT, server);
    const others = Array.from({ length: 7 }, () => errorOf(client.callTool('x'), 'closed'));
    await until(() => methodsOf(server.received).filter((method) => method === 'tools/call').length === 7);
    const { message } = await errorOf(client.callTool('x', {}, { timeoutMs: 50 }), 'timeout');
    assert.match(message, /7 other requests wait too, and over HTTP\/1\.1 a browser sends only six/);
    await client.close();
    await Promise.all(others);
  });
});

describe('an event that is no message', () => {
  for (const data of ['ping', ' ', '{}', 'null', '"keepalive"', '{"type":"keepalive"}', '[]', '0', '\0', '{']) {
    it(`such as ${JSON.stringify(data)} is skipped, and the answer after it counts`, async () => {
      for (const serve of [modernServer, legacyServer]) {
        const server = serve(
          onCall(({ id }) => stream(`data: ${data}\n\ndata: ${data}\n\n${event(result(id, done))}`)),
        );
        const client = await connect(URL_OF_SCRIPT, server);
        const logged: unknown[] = [];
        client.addEventListener('log', ({ message, request }) => {
          logged.push([message.level, request?.method]);
          assert.notProperty(request?.params, '_meta');
        });
        assert.deepEqual(await client.callTool('x'), done);
        // An empty batch has nothing in it to complain about.
        assert.deepEqual(logged, data === '[]' ? [] : [['warning', 'tools/call']]);
        await client.close();
      }
    });
  }

  it('is logged once when it comes on the stream on which the server speaks by itself', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message }) => logged.push(message.data));
    const last = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'last' } };
    live.send(`data: ping\n\ndata: ping\n\n${event(last)}`);
    await until(() => logged.includes('last'));
    assert.lengthOf(logged, 2);
    assert.match(String(logged[0]), /not JSON: "ping"\. It was skipped\./);
    await client.close();
  });

  it('is named by the error if the stream ends without an answer', async () => {
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(() => stream('data: ping\n\n'))));
    const failure = await errorOf(client.callTool('x'), 'invalid-message');
    assert.match(failure.message, /not JSON: "ping"\. No answer to tools\/call came with it\./);
    assert.isTrue(failure.mayHaveRun);
  });

  it('is named by the error if the deadline passes without an answer', async () => {
    const live = liveStream();
    live.send('data: ping\n\n');
    const client = await connect(URL_OF_SCRIPT, modernServer(onCall(() => live.response)));
    const failure = await errorOf(client.callTool('x', {}, { timeoutMs: 100 }), 'timeout');
    assert.include(failure.message, '"ping"');
  });
});

describe('an answer with small mistakes', () => {
  for (const content of [undefined, null]) {
    it(`is taken with ${content} for its content, as if that were empty`, async () => {
      const client = await connect(
        URL_OF_SCRIPT,
        modernServer(onCall(({ id }) => json(result(id, { content, structuredContent: { a: 1 } })))),
      );
      assert.deepEqual(await client.callTool('x'), { content: [], structuredContent: { a: 1 } });
    });
  }

  for (const serve of [modernServer, legacyServer]) {
    it(`is a list that is taken without the tools that are wrong (${serve.name})`, async () => {
      const inputSchema = { type: 'object' };
      let isMended = false;
      const server = serve(({ method, id }) => {
        const tools = [
          { name: 'good', inputSchema },
          { inputSchema },
          { name: 'bare', ...(isMended && { inputSchema }) },
          null,
          { name: 'better', inputSchema },
        ];
        return method === 'tools/list'
          ? json(result(id, { tools: isMended ? tools.filter((tool) => tool && 'name' in tool) : tools }))
          : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, server);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['good', 'better'],
      );
      assert.deepEqual([...client.excludedTools.keys()], ['tools[1]', 'bare', 'tools[3]']);
      assert.include(client.excludedTools.get('bare'), '.inputSchema: expected an object, got nothing');
      isMended = true;
      assert.lengthOf((await client.listTools()).tools, 3);
      assert.notProperty(Object.fromEntries(client.excludedTools), 'bare');
      await client.close();
    });
  }

  it('is checked against an output schema that requires null, which means nothing', async () => {
    const outputSchema = { type: 'object', required: null };
    const client = await connect(
      URL_OF_SCRIPT,
      modernServer(onCall(({ id }) => json(result(id, { ...done, structuredContent: {} })), { outputSchema })),
    );
    await client.listTools();
    assert.deepEqual((await client.callTool('x')).structuredContent, {});
  });
});
