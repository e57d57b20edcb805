import { assert } from 'chai';
import { connect, McpError, McpHost } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
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
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const DEPTH = 100_000;
const nested = (open: string, close: string): string => open.repeat(DEPTH) + close.repeat(DEPTH);

const onCall =
  (reply: Reply): Reply =>
  (message) =>
    message.method === 'tools/call' ? reply(message) : undefined;

/** A response to this request with these additional members, written by hand. */
const raw = ({ id }: Received, members: string): Response =>
  new Response(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${members}}`, { headers: JSON_TYPE });

/** What a page gets if this is a server's answer to a tool call: the result, or an `McpError`. Anything else fails. */
async function outcomeOf(reply: Reply): Promise<unknown> {
  const client = await connect(URL_OF_SCRIPT, modernServer(onCall(reply)));
  const outcome = await client.callTool('x', {}, { timeoutMs: 60_000 }).catch((reason: unknown) => reason);
  if (outcome instanceof Error) assert.instanceOf(outcome, McpError, outcome.stack);
  return outcome;
}

describe('JSON that is nested to exhaust the stack', () => {
  // An engine may parse it or refuse to. Both are fine; a crash, or an error of the engine's own, is not.
  const places: [name: string, members: string][] = [
    ['as the result', `"result":${nested('{"a":', '}').replace('}', '1}')}`],
    ['in structured content', `"result":{"content":[],"structuredContent":${nested('[', ']')}}`],
    ['in content', `"result":{"content":${nested('[', ']')}}`],
    ['in _meta', `"result":{"content":[],"_meta":{"a":${nested('[', ']')}}}`],
    ['as the type of the result', `"result":{"content":[],"resultType":${nested('[', ']')}}`],
    ['as the data of an error', `"error":{"code":-32000,"message":"x","data":${nested('[', ']')}}`],
    ['as the code of an error', `"error":{"code":${nested('[', ']')},"message":"x"}`],
    [
      'in requests',
      `"result":{"resultType":"input_required","inputRequests":{"a":{"method":"roots/list","params":{"b":${nested('[', ']')}}}}}`,
    ],
    ['as a request', `"result":{"resultType":"input_required","inputRequests":{"a":${nested('[', ']')}}}`],
    ['as the state of requests', `"result":{"resultType":"input_required","requestState":${nested('[', ']')}}`],
  ];
  for (const [name, members] of places) {
    it(`${name} ends the call with a result or an error of ours`, async () => {
      await outcomeOf((message) => raw(message, members));
    });
  }

  it('in a tool’s schema neither breaks the list nor hides an annotation rule', async () => {
    const schema = nested('{"properties":{"a":', '}}').replace('}', '{}}');
    const server = modernServer((message) =>
      message.method === 'tools/list'
        ? raw(message, `"result":{"tools":[{"name":"deep","inputSchema":${schema},"outputSchema":${schema}}]}`)
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    const outcome = await client.listTools().catch((reason: unknown) => reason);
    if (outcome instanceof Error) assert.instanceOf(outcome, McpError, outcome.stack);
  });

  it('in the handshake is refused', async () => {
    for (const member of ['protocolVersion', 'capabilities', 'serverInfo']) {
      const server = legacyServer((message) => {
        if (message.method !== 'initialize') return undefined;
        const members = {
          protocolVersion: '"2025-11-25"',
          capabilities: '{}',
          serverInfo: '{"name":"a","version":"1"}',
          [member]: nested('[', ']'),
        };
        return raw(
          message,
          `"result":{${Object.entries(members)
            .map(([key, value]) => `"${key}":${value}`)
            .join(',')}}`,
        );
      });
      assert.instanceOf(await rejection(connect(URL_OF_SCRIPT, server)), McpError, member);
    }
  });
});

describe('a flood', function () {
  this.timeout(60_000);

  it('of a million keys in a result is a result', async () => {
    const keys = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join(',');
    const outcome = await outcomeOf((message) => raw(message, `"result":{"content":[],${keys}}`));
    assert.isTrue(Object.hasOwn(Object(outcome), 'k999999'));
  });

  it('of a million messages in a batch answers the call that one of them is for', async () => {
    const noise = Array.from({ length: 1_000_000 }, () => '{"method":"x"}').join(',');
    assert.deepEqual(
      await outcomeOf(
        ({ id }) => new Response(`[${noise},${JSON.stringify(result(id, done))}]`, { headers: JSON_TYPE }),
      ),
      done,
    );
  });

  it('of requests shows the user none of them', async () => {
    let asked = 0;
    const inputRequests = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`q${index}`, { method: 'roots/list' }]),
    );
    const server = modernServer(onCall(({ id }) => json(result(id, { resultType: 'input_required', inputRequests }))));
    const client = await connect(URL_OF_SCRIPT, { ...server, roots: () => (asked++, []) });
    assert.include((await errorOf(client.callTool('x'), 'invalid-result')).message, '100 input requests');
    assert.equal(asked, 0);
  });
});

describe('a name that prototypes have', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
  afterEach(() => {
    assert.notProperty({}, 'polluted');
    assert.isFalse(Object.isFrozen(Object.prototype));
  });

  it('is a member like any other in a result', async () => {
    const members = names.map((name) => `"${name}":{"polluted":1}`).join(',');
    const outcome = await outcomeOf((message) =>
      raw(message, `"result":{"content":[],"resultType":"complete","structuredContent":{${members}},${members}}`),
    );
    assert.sameMembers(Object.getOwnPropertyNames(outcome), ['content', 'structuredContent', ...names]);
    assert.equal(Object.getPrototypeOf(outcome), Object.prototype);
    assert.equal(JSON.stringify(Object(outcome).structuredContent), `{${members}}`);
  });

  it('is a member like any other in the handshake, in place of a string too', async () => {
    for (const serverInfo of [
      '{"__proto__":{"name":"a","version":"1"}}',
      '{"name":{"toString":1,"valueOf":1},"version":"1"}',
    ]) {
      const server = modernServer((message) =>
        message.method === 'server/discover'
          ? raw(
              message,
              `"result":{"supportedVersions":["2026-07-28"],"capabilities":{"__proto__":{"tools":{}}},"serverInfo":${serverInfo}}`,
            )
          : undefined,
      );
      assert.instanceOf(await rejection(connect(URL_OF_SCRIPT, server)), McpError);
    }
    const legacy = legacyServer((message) =>
      message.method === 'initialize'
        ? raw(
            message,
            '"result":{"protocolVersion":{"toString":1,"valueOf":1},"capabilities":{},"serverInfo":{"name":"a","version":"1"}}',
          )
        : undefined,
    );
    await errorOf(connect(URL_OF_SCRIPT, legacy), 'invalid-result');
  });

  it('is a tool like any other, with arguments and headers like any other', async () => {
    const inputSchema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string', 'x-mcp-header': name }])),
    };
    const server = modernServer(({ method, id }) => {
      if (method === 'tools/list') return json(result(id, { tools: names.map((name) => ({ name, inputSchema })) }));
      return method === 'tools/call' ? json(result(id, done)) : undefined;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      names,
    );
    for (const name of names) {
      await client.callTool(name, Object.fromEntries([[name, 'value']]));
      const sent = server.received.at(-1);
      assert.equal(sent?.headers.get('Mcp-Name'), name);
      assert.deepEqual(
        [...(sent?.headers ?? [])].filter(([header]) => header.startsWith('mcp-param-')),
        [[`mcp-param-${name.toLowerCase()}`, 'value']],
      );
      assert.include(JSON.stringify(sent?.body), `"arguments":{"${name}":"value"}`);
    }
  });

  it('is the key of a request like any other', async () => {
    const requests = names.map((name) => `"${name}":{"method":"roots/list"}`).join(',');
    const server = modernServer(
      onCall((message) =>
        message.body['params'] && Object(message.body['params']).inputResponses
          ? json(result(message.id, done))
          : raw(message, `"result":{"resultType":"input_required","inputRequests":{${requests}}}`),
      ),
    );
    const client = await connect(URL_OF_SCRIPT, { ...server, roots: () => [] });
    assert.deepEqual(await client.callTool('x'), done);
    assert.include(
      JSON.stringify(server.received.at(-1)?.body),
      `"inputResponses":{${names.map((name) => `"${name}":{"roots":[]}`).join(',')}}`,
    );
  });

  it('is a server, a tool and an argument like any other in a host', async () => {
    const server = legacyServer(
      ({ method, id }) => {
        if (method === 'tools/list')
          return json(result(id, { tools: names.map((name) => ({ name, inputSchema: {} })) }));
        return method === 'tools/call' ? json(result(id, done)) : undefined;
      },
      { tools: {} },
    );
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(URL_OF_SCRIPT, server);
    await until(() => host.getSnapshot().servers[0]?.tools.length === names.length);
    for (const name of names) assert.deepEqual(await host.callTool(id, name, Object.fromEntries([[name, 1]])), done);
    host.close();
  });

  it('is a method that nobody knows', async () => {
    const live = liveStream();
    const server = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, server);
    for (const name of names)
      live.send(event({ jsonrpc: '2.0', id: name, method: name }) + event({ jsonrpc: '2.0', method: name }));
    const answers = (): Received['body'][] => server.received.flatMap(({ body }) => ('error' in body ? [body] : []));
    await until(() => answers().length === names.length);
    for (const { error } of answers()) assert.propertyVal(error, 'code', -32601);
    await client.close();
  });
});

describe('what cannot be read on a stream', () => {
  for (const era of ['modern', 'legacy'] as const) {
    it(`costs the answer after it nothing, and is one warning in the log, however often it comes (${era})`, async () => {
      const make = era === 'modern' ? modernServer : legacyServer;
      const odd = ['{}', 'null', 'ping'].map((data) => `data: ${data}\n\n`).join('');
      const client = await connect(URL_OF_SCRIPT, make(onCall(({ id }) => stream(odd + event(result(id, done))))));
      const warnings: string[] = [];
      client.addEventListener('log', ({ message }) => warnings.push(`${message.level}: ${String(message.data)}`));
      assert.deepEqual(await client.callTool('x'), done);
      assert.lengthOf(warnings, 1);
      assert.match(warnings[0] ?? '', /^warning: .*JSON-RPC.* It was skipped\.$/);
      await client.close();
    });
  }
});

describe('an answer with an id', () => {
  for (const era of ['modern', 'legacy'] as const) {
    const make = era === 'modern' ? modernServer : legacyServer;

    it(`of another call settles neither (${era})`, async () => {
      const ids: unknown[] = [];
      let send: (() => void) | undefined;
      const both = new Promise<void>((resolve) => (send = resolve));
      const client = await connect(
        URL_OF_SCRIPT,
        make(
          onCall(async ({ id }) => {
            if (ids.push(id) === 2) send?.();
            await both;
            // Each stream first carries the other's answer. Only the second call then gets its own.
            const [first, second] = ids;
            return id === first
              ? stream(event(result(second, { content: [] })))
              : stream(event(result(first, { content: [] })) + event(result(second, done)));
          }),
        ),
      );
      const [first, second] = await Promise.allSettled([client.callTool('first'), client.callTool('second')]);
      const reason: unknown = first?.status === 'rejected' ? first.reason : undefined;
      assert.propertyVal(reason, 'code', 'stream-ended');
      // Whoever looks for the mistake in the server learns which id came instead.
      assert.include(String(reason), `another id: ${JSON.stringify(ids[1])}.`);
      assert.deepEqual(second, { status: 'fulfilled', value: done });
      await client.close();
    });

    it(`of another call fails nothing when it is an error, and is named (${era})`, async () => {
      const stray = { jsonrpc: '2.0', id: 'elsewhere', error: { code: -32000, message: 'Not yours' } };
      const client = await connect(URL_OF_SCRIPT, make(onCall(() => stream(event(stray)))));
      const error = await errorOf(client.callTool('x'), 'stream-ended');
      assert.include(error.message, 'another id: "elsewhere"');
      await client.close();
    });

    it(`that was answered already changes nothing (${era})`, async () => {
      const client = await connect(
        URL_OF_SCRIPT,
        make(
          onCall(({ id }) =>
            json([
              result(id, done),
              result(id, { content: [] }),
              { jsonrpc: '2.0', id, error: { code: -1, message: 'no' } },
            ]),
          ),
        ),
      );
      assert.deepEqual(await client.callTool('x'), done);
      assert.deepEqual(await client.callTool('x'), done);
      await client.close();
    });

    it(`as text, as a fraction or beyond 2^53 is not that of the call (${era})`, async () => {
      for (const id of [
        (own: unknown) => JSON.stringify(String(own)),
        (own: unknown) => `${String(own)}.5`,
        () => '9007199254740993',
        () => '1e400',
        () => '{}',
      ]) {
        const client = await connect(
          URL_OF_SCRIPT,
          make(
            onCall(
              (message) =>
                new Response(`{"jsonrpc":"2.0","id":${id(message.id)},"result":{"content":[]}}`, {
                  headers: JSON_TYPE,
                }),
            ),
          ),
        );
        assert.instanceOf(await rejection(client.callTool('x')), McpError);
        await client.close();
      }
    });

    it(`after the call was cancelled is nobody’s (${era})`, async () => {
      const live = liveStream();
      let isFirst = true;
      let cancelled: unknown;
      const server = make(
        onCall(({ id }) => {
          if (!isFirst) return json(result(id, done));
          isFirst = false;
          cancelled = id;
          return live.response;
        }),
      );
      const client = await connect(URL_OF_SCRIPT, server);
      const controller = new AbortController();
      const call = rejection(client.callTool('x', {}, { signal: controller.signal }));
      await until(() => methodsOf(server.received).includes('tools/call'));
      controller.abort(new Error('enough'));
      assert.propertyVal(await call, 'message', 'enough');
      if (!live.isLetGo()) live.send(event(result(cancelled, { content: [] })));
      await until(live.isLetGo);
      await aWhile();
      assert.deepEqual(await client.callTool('y'), done);
      await client.close();
    });
  }
});
