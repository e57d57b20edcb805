import { assert } from 'chai';
import { connect, HttpError, type McpClient, RpcError } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  done,
  error,
  event,
  json,
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

/** A client whose tool calls the script answers. */
async function calling(reply: Reply): Promise<{ client: McpClient; received: Received[] }> {
  const { fetch, received } = modernServer((message) => (message.method === 'tools/call' ? reply(message) : undefined));
  return { client: await connect(URL_OF_SCRIPT, { fetch }), received };
}

describe('a result of the modern era', () => {
  it('without a type is complete [BP-36]', async () => {
    const { client } = await calling(({ id }) => json(result(id, done)));
    assert.deepEqual(await client.callTool('x'), done);
  });

  for (const [name, resultType] of Object.entries<unknown>({
    'an extension that nobody declared': 'task',
    'no specification': 'surprise',
    'no characters': '',
    'another kind': 7,
  })) {
    it(`of a type of ${name} is refused [BP-37, BP-38]`, async () => {
      const { client } = await calling(({ id }) => json(result(id, { ...done, resultType })));
      const { message } = await errorOf(client.callTool('x'), 'invalid-result');
      assert.include(message, 'tools/call');
    });
  }

  it('of a type that is nested to exhaust the stack is refused as any other', async () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    const { client } = await calling(
      ({ id }) =>
        new Response(`{"jsonrpc":"2.0","id":${Number(id)},"result":{"resultType":${nested}}}`, {
          headers: { 'Content-Type': 'application/json' },
        }),
    );
    await errorOf(client.callTool('x'), 'invalid-result');
  });

  it('may carry anything under the keys of its _meta, reserved or not [BP-30, BP-34]', async () => {
    const _meta = {
      'io.modelcontextprotocol/serverInfo': 7,
      'io.modelcontextprotocol/of-the-future': [null],
      'com.example/own': { a: 1 },
      progressToken: {},
    };
    const { client } = await calling(({ id }) => json(result(id, { ...done, resultType: 'complete', _meta })));
    assert.deepEqual(await client.callTool('x'), { ...done, _meta });
  });

  it('ends the reading of its stream, whatever else comes on it [TR-38]', async () => {
    const live = liveStream();
    const { client } = await calling(({ id }) => {
      live.send(
        event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'before' } }) +
          event(result(id, done)),
      );
      return live.response;
    });
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message }) => logged.push(message.data));
    assert.deepEqual(await client.callTool('x'), done);
    await until(live.isLetGo);
    assert.deepEqual(logged, ['before']);
  });

  it('that a broken stream lost is neither requested again nor resumed; the next call has a new id [TR-40, TR-37]', async () => {
    let calls = 0;
    const { client, received } = await calling(({ id }) =>
      ++calls === 1 ? stream('id: e1\nretry: 1\ndata:\n\n') : json(result(id, done)),
    );
    const { message } = await errorOf(client.callTool('x'), 'stream-ended');
    assert.include(message, 'The call may have run');
    await aWhile();
    assert.deepEqual(methodsOf(received), ['server/discover', 'tools/call']);
    assert.deepEqual(await client.callTool('x'), done);
    assert.notEqual(received[1]?.id, received[2]?.id);
    for (const { headers } of received) assert.isFalse(headers.has('Last-Event-ID'));
  });
});

describe('a modern server that asks by request', () => {
  const { warn } = console;
  afterEach(() => void (console.warn = warn));

  it('gets no answer, and the developer hears of it once [BP-17, BP-18, BP-22, BP-23]', async () => {
    const warnings: string[] = [];
    console.warn = (text: string) => warnings.push(text);
    const asking = [
      event({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      event({ jsonrpc: '2.0', id: 'r2', method: 'roots/list' }),
      event({ jsonrpc: '2.0', id: 3, method: 'x'.repeat(1_000) }),
    ].join('');
    const { fetch, received } = modernServer(({ method, id }) =>
      method === 'tools/call' ? stream(asking + event(result(id, done))) : undefined,
    );
    let asked = 0;
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => (asked++, []) });
    assert.deepEqual(await client.callTool('x'), done);
    assert.deepEqual(await client.callTool('x'), done);
    await aWhile();
    for (const { body } of received) assert.hasAllKeys(body, ['jsonrpc', 'id', 'method', 'params']);
    assert.deepEqual(methodsOf(received), ['server/discover', 'tools/call', 'tools/call']);
    assert.equal(asked, 0);
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], '"ping"');
  });
});

describe('an identity', () => {
  it('changes nothing in what is sent [BP-33]', async () => {
    const visit = async (name: string): Promise<unknown> => {
      const { fetch, received } = modernServer(({ method, id }) => {
        const _meta = { 'io.modelcontextprotocol/serverInfo': { name, version: '9' } };
        if (method === 'server/discover')
          return json(result(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta }));
        return method === 'tools/call' ? json(result(id, done)) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.equal(client.server.identity?.name, name);
      await client.callTool('x');
      // The key of a call is another one each time.
      return received.map(({ headers, body }) => [[...headers], JSON.stringify(body).replace(/[\da-f]{32}/, 'a key')]);
    };
    assert.deepEqual(await visit('the official server'), await visit('someone else'));
  });

  it('is read from _meta, and where that has none, from where older servers write it [VN-17, BP-34]', async () => {
    const visit = async (members: object): Promise<string | undefined> => {
      const { fetch } = modernServer(({ method, id }) =>
        method === 'server/discover'
          ? json(result(id, { supportedVersions: ['2026-07-28'], capabilities: {}, ...members }))
          : undefined,
      );
      return (await connect(URL_OF_SCRIPT, { fetch })).server.identity?.name;
    };
    const serverInfo = { name: 'top', version: '1' };
    assert.equal(await visit({ serverInfo }), 'top');
    assert.equal(
      await visit({ serverInfo, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'meta', version: '1' } } }),
      'meta',
    );
    assert.isUndefined(await visit({}));
  });
});

describe('a refusal by a modern server', () => {
  const refusals: [ids: string, name: string, status: number, code: number, data: unknown][] = [
    ['BP-35', 'of the parameters, with 400', 400, -32602, undefined],
    [
      'BP-41',
      'for a capability that was not declared, with what it needs',
      400,
      -32021,
      { requiredCapabilities: { elicitation: {} } },
    ],
    ['TR-42, VN-15, VN-06', 'of a method that it does not know, with 404', 404, -32601, undefined],
  ];
  for (const [ids, name, status, code, data] of refusals) {
    it(`${name}, is the answer, and no sign of another era [${ids}]`, async () => {
      const { client, received } = await calling(({ id }) => json(error(id, code, 'No', data), {}, status));
      const refusal = await rejection(client.callTool('x'));
      assert.instanceOf(refusal, RpcError);
      assert.propertyVal(refusal, 'rpcCode', code);
      assert.deepPropertyVal(refusal, 'data', data);
      assert.deepEqual(methodsOf(received), ['server/discover', 'tools/call']);
      assert.equal(client.era, 'modern');
    });
  }

  it('of the page’s origin is reported with its status and message [TR-43]', async () => {
    const { client, received } = await calling(() =>
      json({ jsonrpc: '2.0', error: { code: -32000, message: 'Origin not allowed' } }, {}, 403),
    );
    const refusal = await errorOf(client.callTool('x'), 'rpc');
    assert.equal(refusal.message, 'Origin not allowed');
    assert.instanceOf(refusal.cause, HttpError);
    assert.propertyVal(refusal.cause, 'status', 403);
    assert.lengthOf(received, 2);
  });

  for (const status of [413, 431]) {
    it(`with ${status} of what is too large is told as such [HD-25]`, async () => {
      const { client } = await calling(() => new Response('', { status }));
      const refusal = await errorOf(client.callTool('x'.repeat(10_000)), 'http');
      assert.propertyVal(refusal, 'status', status);
      assert.include(refusal.message, 'too large');
    });
  }
});
