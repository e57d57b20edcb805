import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { whileTimersEndAt, withoutTimersFrom } from '../../support/clock.ts';
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
  SESSION,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const log = (data: unknown): string =>
  event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } });
const isCall = ({ method }: Received): boolean => method === 'tools/call';

describe('the stream of a call', () => {
  it('that drops is no cancellation: nothing is said to the server [TR-07]', async () => {
    const server = legacyServer((message) => (isCall(message) ? stream(': nothing\n\n') : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    const { message } = await errorOf(client.callTool('x'), 'stream-ended');
    assert.include(message, 'The call may have run');
    await aWhile();
    assert.notInclude(methodsOf(server.received), 'notifications/cancelled');
    await client.close();
  });

  for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    it(`is taken up again after the time that the server asked for, in ${revision} [TR-18, TR-20, TR-14, TR-17]`, async () => {
      let callId: unknown;
      let droppedAt = 0;
      let resumedAt = 0;
      const server = legacyServer(
        (message) => {
          if (isCall(message)) {
            callId = message.id;
            droppedAt = performance.now();
            return stream('id: e1\nretry: 1500\ndata:\n\n');
          }
          if (message.headers.get('Last-Event-ID') !== 'e1') return undefined;
          resumedAt = performance.now();
          return stream(event(result(callId, done)));
        },
        undefined,
        revision,
      );
      const client = await connect(URL_OF_SCRIPT, server);
      assert.deepEqual(await client.callTool('x'), done);
      // Without the server's `retry`, it would have waited 1,250 ms at most.
      assert.isAtLeast(resumedAt - droppedAt, 1_490);
      await client.close();
    });
  }

  it('is taken up with the very bytes of an event id beyond ASCII', async () => {
    let callId: unknown;
    const server = legacyServer((message) => {
      if (isCall(message)) {
        callId = message.id;
        return stream('id: наступний-日本\nretry: 1\ndata:\n\n');
      }
      return message.headers.has('Last-Event-ID') ? stream(event(result(callId, done))) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(await client.callTool('x'), done);
    const sent =
      server.received.find(({ headers }) => headers.has('Last-Event-ID'))?.headers.get('Last-Event-ID') ?? '';
    assert.equal(
      new TextDecoder().decode(Uint8Array.from(sent, (character) => character.charCodeAt(0))),
      'наступний-日本',
    );
    await client.close();
  });

  for (const retry of ['1000000000000000', '9'.repeat(400), '-5', '1e15', '', 'soon']) {
    it(`does not wait beyond the call’s deadline for "retry: ${retry.slice(0, 20)}"`, async () => {
      const server = legacyServer((message) =>
        isCall(message) ? stream(`id: e1\nretry: ${retry}\ndata:\n\n`) : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, server);
      await errorOf(client.callTool('x', {}, { timeoutMs: 300 }), 'timeout');
      await aWhile();
      assert.isFalse(server.received.some(({ headers }) => headers.has('Last-Event-ID')));
      await client.close();
    });
  }

  it('is asked for less and less often while it brings nothing, although the server asks for no delay', async () => {
    let gets = 0;
    const server = legacyServer((message) => {
      if (isCall(message)) return stream('id: e1\nretry: 0\ndata:\n\n');
      if (!message.headers.has('Last-Event-ID')) return undefined;
      gets++;
      return stream('retry: 0\n\n');
    });
    const client = await connect(URL_OF_SCRIPT, server);
    await errorOf(client.callTool('x', {}, { timeoutMs: 1_500 }), 'timeout');
    // Three at once, and then after 1 s and 2 s.
    assert.isAtLeast(gets, 3);
    assert.isAtMost(gets, 4);
    await client.close();
  });

  it('answers one call, many at once answer each their own [TR-13]', async () => {
    const server = legacyServer((message) =>
      isCall(message)
        ? stream(log(message.id) + event(result(message.id, { content: [{ type: 'text', text: String(message.id) }] })))
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message }) => logged.push(message.data));
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.callTool('x')));
    const ids = server.received.filter(isCall).map(({ id }) => id);
    assert.deepEqual<unknown>(
      answers.map(({ content }) => content),
      ids.map((id) => [{ type: 'text', text: String(id) }]),
    );
    assert.sameDeepMembers(logged, ids);
    await client.close();
  });
});

describe('the stream on which a legacy server speaks by itself', () => {
  it('carries no answers: what looks like one settles no call [TR-12]', async () => {
    const own = liveStream();
    const logged: unknown[] = [];
    const server = legacyServer(async (message) => {
      if (message.httpMethod === 'GET') return own.response;
      if (!isCall(message)) return undefined;
      own.send(event(result(message.id, { content: [] })) + event(error(message.id, -32000, 'not you')) + log('seen'));
      await until(() => logged.length > 0);
      return json(result(message.id, done));
    });
    const client = await connect(URL_OF_SCRIPT, server);
    client.addEventListener('log', ({ message }) => logged.push(message.data));
    assert.deepEqual(await client.callTool('x'), done);
    assert.deepEqual(logged, ['seen']);
    await client.close();
  });

  it('is opened again after its last event when the server closes it [TR-19, TR-14, TR-18]', async () => {
    const times: [lastEventId: string | null, at: number][] = [];
    const server = legacyServer(({ httpMethod, headers }) => {
      if (httpMethod !== 'GET') return undefined;
      times.push([headers.get('Last-Event-ID'), performance.now()]);
      if (times.length < 3) return stream(`id: g${times.length}\nretry: 300\n${log(times.length)}`);
      return stream(log('last'), { staysOpen: true });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message }) => logged.push(message.data));
    await until(() => logged.includes('last'));
    assert.deepEqual(
      times.map(([lastEventId]) => lastEventId),
      [null, 'g1', 'g2'],
    );
    for (const [index, [, at]] of times.entries()) assert.isAtLeast(at - (times[index - 1]?.[1] ?? -Infinity), 295);
    await client.close();
  });

  it('is opened again at once when the device is online again', async () => {
    let gets = 0;
    const server = legacyServer(({ httpMethod }) => {
      if (httpMethod !== 'GET') return undefined;
      return ++gets === 1 ? stream('') : stream('', { staysOpen: true });
    });
    // The first wait takes at least a second.
    await withoutTimersFrom(1_000, async () => {
      const client = await connect(URL_OF_SCRIPT, server);
      await until(() => gets === 1);
      await aWhile();
      assert.equal(gets, 1);
      globalThis.dispatchEvent(new Event('online'));
      await until(() => gets === 2);
      await client.close();
    });
  });

  it('is not opened before the time that the server asked for, online again or not [TR-18]', async () => {
    let gets = 0;
    const server = legacyServer(({ httpMethod }) =>
      httpMethod === 'GET' ? (gets++, stream('retry: 5000\n\n')) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    await until(() => gets === 1);
    await aWhile();
    globalThis.dispatchEvent(new Event('online'));
    await aWhile();
    assert.equal(gets, 1);
    await client.close();
  });

  it('is opened again less and less often where the server asks for no delay and sends nothing', async () => {
    const at: number[] = [];
    const server = legacyServer(({ httpMethod }) => {
      if (httpMethod !== 'GET') return undefined;
      at.push(performance.now());
      return stream('retry: 0\n\n');
    });
    const client = await connect(URL_OF_SCRIPT, server);
    await until(() => at.length === 6);
    // Three at once, and then after 1 s and 2 s.
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? NaN));
    assert.isAtLeast(gaps[3] ?? NaN, 990);
    assert.isAtLeast(gaps[4] ?? NaN, 1_990);
    await client.close();
  });

  for (const [what, bring] of [
    ['a message', (count) => log(count)],
    ['a new event id', (count) => `id: g${count}\ndata:\n\n`],
  ] satisfies [string, (count: number) => string][])
    it(`is opened again at once, however often, where each stream brings ${what}`, async () => {
      let gets = 0;
      const server = legacyServer(({ httpMethod }) =>
        httpMethod === 'GET' ? stream(`retry: 1\n${bring(++gets)}`) : undefined,
      );
      // With a delay of its own, the stream would not be opened again.
      await withoutTimersFrom(1_000, async () => {
        const client = await connect(URL_OF_SCRIPT, server);
        await until(() => gets >= 12);
        await client.close();
      });
    });

  it('is given more time each time that it is silent, also after it has ended before', async () => {
    const now = performance.now.bind(performance);
    const { setTimeout: set } = globalThis;
    const armed: number[] = [];
    let passedMs = 0;
    let gets = 0;
    const server = legacyServer(({ httpMethod, method, id, signal }) => {
      if (method === 'ping') return json(result(id));
      if (httpMethod !== 'GET') return undefined;
      if (++gets === 1) return stream('retry: 1\n\n');
      const live = liveStream();
      signal?.addEventListener('abort', () => live.isLetGo() || live.end());
      return live.response;
    });
    performance.now = () => now() + passedMs;
    globalThis.setTimeout = Object.assign((...[work, ms, ...args]: Parameters<typeof set>) => {
      armed.push(Math.round(Number(ms) / 1000));
      return set(work, ms, ...args);
    }, set);
    try {
      const client = await connect(URL_OF_SCRIPT, server);
      await until(() => gets === 2);
      await aWhile();
      armed.length = 0;
      passedMs = 61_000;
      globalThis.dispatchEvent(new Event('pageshow'));
      await until(() => gets === 3);
      await aWhile();
      assert.include(armed, 120);
      assert.notInclude(armed, 240);
      await client.close();
    } finally {
      globalThis.setTimeout = set;
      Reflect.deleteProperty(performance, 'now');
    }
  });

  it('that was away for long may have missed something, although the server goes on after its last event', async () => {
    const asked: (string | null)[] = [];
    const server = legacyServer(({ httpMethod, headers }) => {
      if (httpMethod !== 'GET') return undefined;
      asked.push(headers.get('Last-Event-ID'));
      if (asked.length === 1) return stream(`id: g1\n${log(1)}`);
      if (asked.length < 6) throw new TypeError('Failed to fetch');
      return stream('', { staysOpen: true });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const told: string[] = [];
    client.addEventListener('changeslost', ({ error: reason }) => told.push(reason.code));
    const missed = new Promise((resolve) => client.addEventListener('listchange', resolve, { once: true }));
    const waking = setInterval(() => globalThis.dispatchEvent(new Event('online')), 20);
    await missed.finally(() => clearInterval(waking));
    assert.deepEqual(asked, [null, 'g1', 'g1', 'g1', 'g1', 'g1']);
    assert.deepEqual(told, ['network', 'network'], 'the third attempt that failed, and the fourth');
    await client.close();
  });

  it('that brings an event that cannot be read may have announced a change', async () => {
    let open = liveStream();
    const server = legacyServer(({ httpMethod }) =>
      httpMethod === 'GET' ? (open = liveStream()).response : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const heard: string[] = [];
    client.addEventListener('listchange', ({ list }) => heard.push(list));
    await until(() => methodsOf(server.received).includes('GET'));
    for (const data of ['{"jsonrpc":', 'ping']) open.send(`data: ${data}\n\n`);
    await until(() => heard.length > 0);
    await aWhile();
    const times = (): number => heard.filter((list) => list === 'tools').length;
    assert.equal(times(), 1, 'once a stream');
    // Nothing was missed when it is opened again after its last event.
    open.send('id: 7\nretry: 1\ndata: ping\n\n');
    open.end();
    await until(() => server.received.filter(({ httpMethod }) => httpMethod === 'GET').length === 2);
    await aWhile();
    assert.equal(times(), 1);
    open.send('data: ping\n\n');
    await until(() => times() === 2);
    await client.close();
  });

  it('that opens after a session took the place of another may have missed something', async () => {
    let gets = 0;
    const server = legacyServer(({ httpMethod, method }) => {
      if (httpMethod === 'GET')
        return ++gets === 2 ? new Response('', { status: 503 }) : stream('', { staysOpen: true });
      return method === 'tools/call' ? new Response('', { status: 404 }) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const heard: string[] = [];
    client.addEventListener('listchange', ({ list }) => heard.push(list));
    await until(() => gets === 1);
    await aWhile();
    assert.isEmpty(heard);
    await errorOf(client.callTool('forgotten'), 'session-lost');
    // When there is a new session, and when its stream is open.
    await until(() => gets === 3 && heard.filter((list) => list === 'tools').length === 2);
    await client.close();
  });

  for (const [what, answer, told] of [
    ['and answers a ping is opened again, and nothing was missed', (id) => json(result(id)), []],
    ['and has no time for a ping is opened again, and nothing was missed', () => new Response('', { status: 503 }), []],
    [
      'and cannot be reached may have missed something, although the server goes on after its last event',
      () => {
        throw new TypeError('Failed to fetch');
      },
      ['network', 'missed'],
    ],
  ] satisfies [string, (id: unknown) => Response, string[]][])
    it(`that the server lets fall silent ${what} [BR-13]`, async () => {
      const now = performance.now.bind(performance);
      const asked: (string | null)[] = [];
      let pings = 0;
      const server = legacyServer(({ httpMethod, method, id, headers, signal }) => {
        if (method === 'ping' && pings++ === 0) return answer(id);
        if (httpMethod !== 'GET') return undefined;
        const live = liveStream();
        signal?.addEventListener('abort', () => live.isLetGo() || live.end());
        live.send(`id: g${asked.push(headers.get('Last-Event-ID'))}\n${log('hello')}`);
        return live.response;
      });
      const client = await connect(URL_OF_SCRIPT, server);
      const heard: string[] = [];
      let logged = 0;
      client.addEventListener('log', () => logged++);
      client.addEventListener('changeslost', ({ error: reason }) => heard.push(reason.code));
      client.addEventListener('listchange', () => heard.push('missed'));
      try {
        await until(() => logged === 1);
        performance.now = () => now() + 11_000;
        globalThis.dispatchEvent(new Event('pageshow'));
        await until(() => logged === 2);
      } finally {
        Reflect.deleteProperty(performance, 'now');
        await client.close();
      }
      assert.deepEqual(asked, [null, 'g1']);
      assert.equal(pings, 1);
      assert.deepEqual([...new Set(heard)], told);
    });

  it('that the server refuses from now on ends with an event, and calls go on', async () => {
    let gets = 0;
    const server = legacyServer((message) => {
      if (isCall(message)) return json(result(message.id, done));
      if (message.method === 'ping') return json(result(message.id));
      if (message.httpMethod !== 'GET') return undefined;
      return ++gets === 1 ? stream('retry: 5\n\n') : new Response('', { status: 401 });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const [lost, asked] = await new Promise<unknown[]>((resolve) =>
      client.addEventListener('changeslost', ({ error: reason }) => resolve([reason, gets]), { once: true }),
    );
    assert.propertyVal(lost, 'status', 401);
    assert.equal(asked, 2);
    assert.deepEqual(await client.callTool('x'), done);
    await client.close();
  });

  it('that was open and then gets JSON is asked for again, and the page hears of both', async () => {
    let gets = 0;
    const server = legacyServer(({ httpMethod }) => {
      if (httpMethod !== 'GET') return undefined;
      gets++;
      if (gets === 1) return stream('retry: 5\n\n');
      return gets === 2 ? json({ status: 'ok' }) : stream('', { staysOpen: true });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const told: string[] = [];
    client.addEventListener('changeslost', ({ error: reason }) => told.push(reason.code));
    client.addEventListener('listchange', ({ list }) => told.push(list));
    await until(() => told.length === 4);
    assert.deepEqual(told, ['not-mcp', 'tools', 'prompts', 'resources']);
    await client.close();
  });

  it('that is opened again, of which Firefox reports nothing before its first bytes, may have missed something', async () => {
    let gets = 0;
    const server = legacyServer(({ httpMethod, signal }) => {
      if (httpMethod !== 'GET') return undefined;
      if (++gets === 1) return stream('retry: 5\n\n');
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const told: string[] = [];
    client.addEventListener('listchange', ({ list }) => told.push(list));
    await until(() => told.length > 0);
    assert.deepEqual([told, gets], [['tools', 'prompts', 'resources'], 2]);
    await client.close();
  });

  it('that opens for the first time, of which nothing is reported yet, has missed nothing', async () => {
    const opening = Promise.withResolvers<Response>();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? opening.promise : undefined));
    await whileTimersEndAt(2_000, async () => {
      const client = await connect(URL_OF_SCRIPT, server);
      const told: string[] = [];
      client.addEventListener('listchange', ({ list }) => told.push(list));
      await until(() => methodsOf(server.received).includes('GET'));
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      assert.isEmpty(told);
      opening.resolve(stream('', { staysOpen: true }));
      await client.close();
    });
  });

  it('that was never there ends without an event', async () => {
    for (const answer of [
      new Response('', { status: 401 }),
      new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
      new Response('', { status: 200 }),
    ]) {
      const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? answer : undefined));
      const client = await connect(URL_OF_SCRIPT, server);
      let count = 0;
      for (const type of ['changeslost', 'connectionlost', 'listchange']) client.addEventListener(type, () => count++);
      await aWhile();
      assert.equal(count, 0);
      await client.close();
    }
  });
});

describe('a refusal inside a session', () => {
  it('with 400 (Bad Request: unsupported protocol version) is told, and neither repeated nor answered with a new session [TR-30]', async () => {
    const words = 'Bad Request: unsupported protocol version';
    const server = legacyServer(({ method }) =>
      method === 'tools/call' ? json(error(null, -32000, words), {}, 400) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const before = server.received.length;
    assert.include((await errorOf(client.callTool('x'), 'rpc')).message, words);
    await aWhile();
    assert.deepEqual(
      methodsOf(server.received.slice(before)).filter((method) => method !== 'GET'),
      ['tools/call'],
    );
    await client.close();
  });

  it('with 400 and an error that means the request is told, and no new session is opened', async () => {
    const server = legacyServer(({ method, id }) =>
      method === 'tools/call' ? json(error(id, -32602, 'Unknown tool'), {}, 400) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const before = server.received.length;
    assert.propertyVal(await errorOf(client.callTool('x'), 'rpc'), 'rpcCode', -32602);
    await aWhile();
    assert.notInclude(methodsOf(server.received.slice(before)), 'initialize');
    await client.close();
  });

  const noSession = 'Bad Request: no valid session id';
  for (const [what, words, refusal] of [
    ['no valid session id', noSession, () => json(error(null, -32000, noSession), {}, 400)],
    ['in plain text', 'Unknown session', () => new Response('Unknown session', { status: 400 })],
    ['-32000 without a reason', 'Bad Request', () => json(error(null, -32000, 'Bad Request'), {}, 400)],
    ['-32001 without a reason', 'Not found', () => json(error(null, -32001, 'Not found'), {}, 400)],
  ] as const) {
    it(`with 400 (${what}) is answered with one new session, and told when it comes there too [TR-25]`, async () => {
      const server = legacyServer(({ method }) => (method === 'ping' ? refusal() : undefined));
      const client = await connect(URL_OF_SCRIPT, server);
      await until(() => methodsOf(server.received).includes('GET'));
      const before = server.received.length;
      assert.include(String(await rejection(client.ping())), words);
      await aWhile();
      const sent = methodsOf(server.received.slice(before)).filter((method) => method !== 'GET');
      assert.deepEqual(sent, ['ping', 'initialize', 'notifications/initialized', 'ping']);
      await client.close();
    });
  }

  it('with 404 in the next session too is told as that', async () => {
    const server = legacyServer(({ method }) => (method === 'ping' ? new Response('', { status: 404 }) : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    const { cause } = await errorOf(client.ping(), 'session-lost');
    assert.propertyVal(cause, 'status', 404);
    assert.lengthOf(server.receivedFor('ping'), 2);
    await client.close();
  });

  it('holds back calls until there is a new session [LC-26, LC-07, TR-24]', async () => {
    let open: (() => void) | undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    let openings = 0;
    const server = legacyServer(async ({ method, id, headers }) => {
      if (method === 'initialize' && ++openings === 2) {
        await isOpen;
        return json(
          result(id, {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {} },
            serverInfo: { name: 'scripted', version: '2' },
          }),
          { 'Mcp-Session-Id': 'second' },
        );
      }
      if (method !== 'tools/call') return undefined;
      return headers.get('Mcp-Session-Id') === 'second' ? json(result(id, done)) : new Response('', { status: 404 });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const first = errorOf(client.callTool('first'), 'session-lost');
    await until(() => openings === 2);
    const before = server.received.length;
    const later = [client.callTool('second'), client.callTool('third')];
    await aWhile();
    assert.deepEqual(methodsOf(server.received.slice(before)), []);
    open?.();
    assert.deepEqual(await Promise.all(later), [done, done]);
    await first;
    assert.equal(openings, 2);
    await client.close();
  });
});

describe('a session that the server forgot', () => {
  it('ends every call that still waits in it, up to the newest, if the next one is long in coming', async () => {
    const called = Promise.withResolvers<void>();
    const opening = Promise.withResolvers<void>();
    let openings = 0;
    const server = legacyServer(async (message) => {
      if (message.method === 'initialize' && ++openings === 2) await opening.promise;
      if (!isCall(message)) return undefined;
      if (message.params['name'] === 'hangs') return liveStream().response;
      await called.promise;
      return new Response('', { status: 404 });
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const forgotten = errorOf(client.callTool('forgotten'), 'session-lost');
    const hanging = errorOf(client.callTool('hangs'), 'session-lost');
    await until(() => server.received.filter(isCall).length === 2);
    called.resolve();
    assert.isTrue((await hanging).mayHaveRun);
    assert.equal(openings, 2);
    opening.resolve();
    await forgotten;
    await client.close();
  });

  it('says to a call that waits in vain why there is no other, and nothing of the time before', async () => {
    let sessions = 0;
    let isForgotten = false;
    const server = legacyServer(({ method, id }) => {
      if (method === 'initialize') {
        sessions++;
        if (sessions === 2) return new Response('', { status: 503 });
        isForgotten = false;
        return sessions === 4 ? new Promise<never>(() => {}) : undefined;
      }
      if (isForgotten) return new Response('', { status: 404 });
      return method === 'ping' ? json(result(id)) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    isForgotten = true;
    const late = await errorOf(client.ping({ timeoutMs: 300 }), 'timeout');
    assert.match(late.message, /no new one could be opened within 300 ms\. What waited for it was not sent/);
    assert.propertyVal(late.cause, 'status', 503);
    globalThis.dispatchEvent(new Event('online'));
    await until(() => sessions === 3);
    await client.ping();
    isForgotten = true;
    assert.isUndefined((await errorOf(client.ping({ timeoutMs: 100 }), 'timeout')).cause);
    await client.close();
  });
});

describe('the end of a session', () => {
  it('comes with its page, unless that may come back', async () => {
    const server = legacyServer(() => undefined);
    const client = await connect(URL_OF_SCRIPT, server);
    const goodbyes = (): string[] => methodsOf(server.received).filter((method) => method === 'DELETE');
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await aWhile();
    assert.isEmpty(goodbyes());
    globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
    await until(() => goodbyes().length === 1);
    await client.close();
  });

  for (const status of [200, 204, 404, 405, 500]) {
    it(`is a DELETE that may be answered with ${status} [TR-26, TR-27]`, async () => {
      const server = legacyServer(({ httpMethod }) =>
        httpMethod === 'DELETE' ? new Response(null, { status }) : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, server);
      await client.close();
      const last = server.received.at(-1);
      assert.equal(last?.httpMethod, 'DELETE');
      assert.equal(last?.headers.get('Mcp-Session-Id'), SESSION['Mcp-Session-Id']);
      assert.lengthOf(
        server.received.filter(({ httpMethod }) => httpMethod === 'DELETE'),
        1,
      );
    });
  }

  it('closes the connections that are open [LC-15]', async () => {
    const own = liveStream();
    const server = legacyServer((message) => {
      if (message.httpMethod === 'GET') return own.response;
      return isCall(message) ? new Promise(() => {}) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    const waiting = errorOf(client.callTool('x'), 'closed');
    const isOpen = (message: Received): boolean => message.httpMethod === 'GET' || isCall(message);
    await until(() => server.received.filter(isOpen).length === 2);
    await client.close();
    await waiting;
    const open = server.received.filter(isOpen);
    assert.deepEqual(
      open.map(({ signal }) => signal?.aborted),
      [true, true],
    );
  });
});
