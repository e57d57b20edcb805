import { assert } from 'chai';
import { connect, HttpError, McpError, memoryStore, RpcError } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
  error,
  json,
  legacyServer,
  methodsOf,
  modernServer,
  rejection,
  type Reply,
  result,
  type Scripted,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

/** A server whose answer to `server/discover` comes from the script, and that also accepts sessions. */
const discovering = (reply: Reply): Scripted =>
  legacyServer((message) =>
    message.method === 'server/discover'
      ? reply(message)
      : message.method === 'tools/call'
        ? json(result(message.id, done))
        : undefined,
  );

const posts = (server: Scripted): string[] => methodsOf(server.received).filter((method) => method !== 'GET');
const SESSION_OPENING = ['server/discover', 'initialize', 'notifications/initialized'];

describe('finding out the era', () => {
  it('begins with the modern one, and stays with the answer [VN-04, VN-03, VN-07]', async () => {
    const modern = modernServer(({ method, id }) => {
      if (method === 'server/discover')
        return json(result(id, { supportedVersions: ['2031-01-01', '2026-07-28'], capabilities: { tools: {} } }));
      return json(result(id, done));
    });
    const client = await connect(URL_OF_SCRIPT, modern);
    await client.callTool('x');
    assert.deepEqual(posts(modern), ['server/discover', 'tools/call']);
    assert.equal(modern.received[1]?.headers.get('MCP-Protocol-Version'), '2026-07-28');
    const legacy = discovering(() => new Response('', { status: 400 }));
    const old = await connect(URL_OF_SCRIPT, legacy);
    await old.callTool('x');
    await old.callTool('x');
    assert.deepEqual(posts(legacy), [...SESSION_OPENING, 'tools/call', 'tools/call']);
  });

  const legacySigns: [name: string, reply: Reply][] = [
    ['400 and nothing', () => new Response('', { status: 400 })],
    ['400 and a page', () => new Response('<h1>Bad Request</h1>', { status: 400 })],
    ['400 and an error that is not of the modern era', ({ id }) => json(error(id, -32600, 'No session'), {}, 400)],
    [
      '400 and an error without an id',
      () => json({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Not initialized' } }, {}, 400),
    ],
    ['"method not found"', ({ id }) => json(error(id, -32601, 'Method not found'))],
    ['404 and "method not found"', ({ id }) => json(error(id, -32601, 'Method not found'), {}, 404)],
  ];
  for (const [name, reply] of legacySigns) {
    it(`takes ${name} for a sign of an older server [VN-05, VN-07, VN-15]`, async () => {
      const server = discovering(reply);
      assert.equal((await connect(URL_OF_SCRIPT, server)).era, 'legacy');
      assert.deepEqual(posts(server), SESSION_OPENING);
    });
  }

  for (const code of [-32020, -32021, -32022]) {
    it(`reads the body of a 400 first: with ${code} the server is a modern one [VN-05, VN-06]`, async () => {
      const server = discovering(({ id }) => json(error(id, code, 'Not like this'), {}, 400));
      const refusal = await errorOf(connect(URL_OF_SCRIPT, server), 'rpc');
      assert.propertyVal(refusal, 'rpcCode', code);
      assert.deepEqual(posts(server), ['server/discover']);
    });
  }

  for (const [name, code, reply] of [
    ['401', 'http', () => new Response('', { status: 401 })],
    ['403', 'http', () => new Response('', { status: 403 })],
    [
      '403 with an error',
      'rpc',
      () => json({ jsonrpc: '2.0', error: { code: -32000, message: 'Origin not allowed' } }, {}, 403),
    ],
    ['429', 'http', () => new Response('', { status: 429 })],
    ['500', 'http', () => new Response('', { status: 500 })],
    ['503', 'http', () => new Response('', { status: 503 })],
    ['silence', 'timeout', () => new Promise<Response>(() => {})],
  ] satisfies [string, string, Reply][]) {
    it(`learns nothing from ${name}, and asks again the next time [VN-14, TR-43]`, async () => {
      let isWell = false;
      const server = discovering((message) => (isWell ? json(error(message.id, -32601, 'Method not found')) : reply()));
      const options = { ...server, store: memoryStore() };
      assert.propertyVal(
        await rejection(connect(URL_OF_SCRIPT, name === 'silence' ? { ...options, timeoutMs: 200 } : options)),
        'code',
        code,
      );
      assert.deepEqual(posts(server), ['server/discover']);
      isWell = true;
      await (await connect(URL_OF_SCRIPT, options)).close();
      assert.includeMembers(posts(server).slice(1), SESSION_OPENING);
    });
  }
});

describe('a refusal of the revision', () => {
  const refusing = (supported: string[], times = Infinity): Scripted => {
    let refused = 0;
    return discovering(({ id }) =>
      refused++ < times
        ? json(error(id, -32022, 'Unsupported protocol version', { supported, requested: '2026-07-28' }), {}, 400)
        : json(result(id, { supportedVersions: ['2026-07-28'], capabilities: {} })),
    );
  };

  it('that offers the same one is tried once more, and only once [VN-01, VN-16]', async () => {
    const once = refusing(['2026-07-28'], 1);
    assert.equal((await connect(URL_OF_SCRIPT, once)).revision, '2026-07-28');
    const always = refusing(['2026-07-28']);
    await errorOf(connect(URL_OF_SCRIPT, always), 'rpc');
    assert.deepEqual(posts(always), ['server/discover', 'server/discover']);
  });

  it('that offers only older ones leads to a session in the newest of them [VN-18]', async () => {
    const server = refusing(['2024-10-07', '2025-03-26', '2025-06-18']);
    assert.equal((await connect(URL_OF_SCRIPT, server)).era, 'legacy');
    assert.deepEqual(posts(server), SESSION_OPENING);
    assert.deepNestedPropertyVal(server.received[1]?.body, 'params.protocolVersion', '2025-06-18');
  });

  it('that offers none that this client speaks names those that there are [VN-01, LC-14]', async () => {
    const server = refusing(['2031-01-01', '2032-01-01']);
    const { message } = await errorOf(connect(URL_OF_SCRIPT, server), 'unsupported-revision');
    assert.match(message, /2031-01-01, 2032-01-01/);
    assert.deepEqual(posts(server), ['server/discover']);
  });

  const initializing = (supported: string[]): Scripted =>
    legacyServer(({ method, id, body }) => {
      const requested = Object(body['params']).protocolVersion;
      if (method !== 'initialize') return undefined;
      if (!supported.includes(requested))
        return json(error(id, -32602, 'Unsupported protocol version', { supported, requested }), {}, 400);
      return json(
        result(id, { protocolVersion: requested, capabilities: {}, serverInfo: { name: 'strict', version: '1' } }),
      );
    });

  it('by "initialize" is answered with the newest that it offers [LC-13, LC-03]', async () => {
    const server = initializing(['2025-03-26', '2025-06-18']);
    assert.equal((await connect(URL_OF_SCRIPT, server)).revision, '2025-06-18');
  });

  /** A server that answers with its newest when it does not speak what it is asked for, as the specification says. */
  const choosing = (spoken: string[]): Scripted =>
    legacyServer(({ method, id, body }) => {
      if (method !== 'initialize') return undefined;
      const requested = Object(body['params']).protocolVersion;
      const protocolVersion = spoken.includes(requested) ? requested : spoken[0];
      return json(result(id, { protocolVersion, capabilities: {}, serverInfo: { name: 'newer', version: '1' } }));
    });

  it('by "initialize" with one of a time to come is asked for the older ones [LC-03]', async () => {
    assert.equal((await connect(URL_OF_SCRIPT, choosing(['2031-01-01', '2025-03-26']))).revision, '2025-03-26');
  });

  it('by "initialize" with one of a time to come is told with what it answers when it is asked for an older one', async () => {
    const server = legacyServer(({ method, id, body }) => {
      if (method !== 'initialize') return undefined;
      if (Object(body['params']).protocolVersion !== '2025-11-25') return new Response('Broken', { status: 500 });
      const serverInfo = { name: 'newer', version: '1' };
      return json(result(id, { protocolVersion: '2031-01-01', capabilities: {}, serverInfo }));
    });
    assert.propertyVal(await errorOf(connect(URL_OF_SCRIPT, server), 'http'), 'status', 500);
    assert.lengthOf(server.receivedFor('initialize'), 2);
  });

  it('that the page asked for is told from an error of another kind', async () => {
    const server = legacyServer(({ method, id }) =>
      method === 'initialize' ? json(error(id, -32_603, 'Out of order')) : undefined,
    );
    const failure = await errorOf(connect(URL_OF_SCRIPT, { ...server, revision: '2025-11-25' }), 'rpc');
    assert.equal(failure.message, 'Out of order');
  });

  it('by "initialize" that speaks only those of a time to come is told with both [LC-14]', async () => {
    const server = choosing(['2031-01-01']);
    const { message } = await errorOf(connect(URL_OF_SCRIPT, server), 'unsupported-revision');
    assert.match(message, /2031-01-01.*2025-11-25, 2025-06-18, 2025-03-26/);
    assert.lengthOf(server.receivedFor('initialize'), 3);
  });

  it('by "initialize" that offers nothing is told with the list [LC-13, LC-14]', async () => {
    const server = initializing(['2023-01-01']);
    const refusal = await errorOf(connect(URL_OF_SCRIPT, server), 'unsupported-revision');
    assert.include(refusal.message, '2023-01-01');
    assert.instanceOf(refusal.cause, RpcError);
    assert.notInclude(posts(server), 'GET');
  });
});

describe('the transport before streamable HTTP', () => {
  const statuses: [status: number, isAsked: boolean][] = [
    [400, true],
    [404, true],
    [405, true],
    [406, false],
    [410, false],
    [422, false],
  ];
  for (const [status, isAsked] of statuses) {
    it(`is ${isAsked ? '' : 'not '}asked for where "initialize" is refused with ${status} [VN-10, VN-11, VN-12]`, async () => {
      const server = legacyServer(() => new Response('', { status }));
      await errorOf(connect(URL_OF_SCRIPT, server), 'http');
      await aWhile();
      assert.deepEqual(methodsOf(server.received), ['server/discover', 'initialize', ...(isAsked ? ['GET'] : [])]);
    });
  }

  for (const [what, get] of [
    ['refuses that too', () => new Response('', { status: 500 })],
    ['answers with something else', () => json({})],
    [
      'cannot be reached that way',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ] satisfies [string, () => Response][])
    it(`is told nothing of where the server ${what}: it is the newer one that it refuses`, async () => {
      const server = legacyServer(({ httpMethod }) =>
        httpMethod === 'GET' ? get() : new Response('', { status: 405 }),
      );
      assert.propertyVal(await errorOf(connect(URL_OF_SCRIPT, server), 'http'), 'status', 405);
    });

  it('is not asked for where the body says that the server is a modern one [VN-12]', async () => {
    const server = legacyServer(({ method, id }) => {
      if (method === 'server/discover') return new Response('', { status: 404 });
      return method === 'initialize'
        ? json(error(id, -32022, 'No', { supported: ['2026-07-28'] }), {}, 400)
        : undefined;
    });
    const { message } = await errorOf(connect(URL_OF_SCRIPT, server), 'unsupported-revision');
    assert.include(message, '2026-07-28');
    assert.deepEqual(methodsOf(server.received), ['server/discover', 'initialize']);
  });
});

describe('when neither era can be spoken', () => {
  const causesOf = (thrown: unknown): unknown[] => {
    const causes: unknown[] = [];
    // A circle would have no end.
    for (let cause = Object(thrown).cause; cause !== undefined && causes.length < 10; cause = Object(cause).cause)
      causes.push(...(cause instanceof AggregateError ? cause.errors : [cause]));
    return causes;
  };

  it('both reasons are kept, also where the one that is told has a cause already', async () => {
    const server = legacyServer(({ method, id }) => {
      if (method === 'server/discover') return new Response('no such thing', { status: 404 });
      return method === 'initialize' ? json(error(id, -32603, 'Out of order'), {}, 500) : undefined;
    });
    const failure = await errorOf(connect(URL_OF_SCRIPT, server), 'rpc');
    assert.equal(failure.message, 'Out of order');
    assert.deepEqual(
      causesOf(failure).map((cause) => cause instanceof HttpError && cause.status),
      [500, 404],
    );
  });

  it('a refusal of the user or the moment is told as it is, even if the first request was not let through', async () => {
    for (const [status, rpcCode] of [
      [401, -32_001],
      [429, -32_000],
      [503, -32_601],
      [200, -32_603],
    ] as const) {
      const server = legacyServer(({ method, id }) => {
        if (method === 'server/discover') throw new TypeError('refused by its CORS answer');
        return method === 'initialize' ? json(error(id, rpcCode, 'Not now'), {}, status) : undefined;
      });
      const failure = await errorOf(connect(URL_OF_SCRIPT, server), 'rpc');
      assert.equal(failure.message, 'Not now');
    }
  });

  it('the reason of the caller who gives up meanwhile is told as it is', async () => {
    const givingUp = new AbortController();
    const server = legacyServer(({ method, signal }) => {
      if (method !== 'initialize') return undefined;
      givingUp.abort('enough');
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    assert.equal(await rejection(connect(URL_OF_SCRIPT, { ...server, signal: givingUp.signal })), 'enough');
  });

  it('both reasons are kept where the platform gave one', async () => {
    const server = legacyServer(({ method }) => {
      throw new TypeError(`no network for ${String(method)}`);
    });
    const causes = causesOf(await errorOf(connect(URL_OF_SCRIPT, server), 'network'));
    assert.deepEqual(
      causes.map((cause) => cause instanceof McpError),
      [false, true],
    );
  });

  it('a page whose fetch always throws the same error gets that, without a circle of causes', async () => {
    const same = new McpError('network', 'The page’s own');
    const options = { fetch: () => Promise.reject(same) };
    assert.equal(await rejection(connect(URL_OF_SCRIPT, options)), same);
    assert.equal(await rejection(connect(URL_OF_SCRIPT, options)), same);
    assert.isEmpty(causesOf(same));
  });
});
