import { assert } from 'chai';
import { connect, type McpClient, McpError, RpcError } from '@mcp-web/client';
import { collectReports } from '../../support/reports.ts';
import {
  done,
  error,
  event,
  json,
  legacyServer,
  liveStream,
  methodsOf,
  modernServer,
  rejection,
  result,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

describe('an error code of a server', () => {
  for (const code of [-32700, -32600, -32601, -32602, -32603]) {
    it(`reaches the page as it is: ${code} [BP-19]`, async () => {
      const { fetch } = modernServer(({ method, id }) =>
        method === 'tools/call' ? json(error(id, code, 'Because', { why: 1 })) : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const refusal = await rejection(client.callTool('x'));
      assert.instanceOf(refusal, RpcError);
      assert.propertyVal(refusal, 'rpcCode', code);
      assert.deepPropertyVal(refusal, 'data', { why: 1 });
    });
  }

  for (let code = -32019; code <= -32000; code++) {
    it(`that may mean anything has no meaning: ${code} [BP-20]`, async () => {
      const { fetch, received } = legacyServer(({ method, id }) => {
        if (method === 'server/discover') return json(error(id, code, 'Who knows'), {}, 400);
        return method === 'tools/call' ? json(error(id, code, 'Who knows')) : undefined;
      });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.propertyVal(await rejection(client.callTool('x')), 'rpcCode', code);
      const expected = ['server/discover', 'initialize', 'notifications/initialized', 'tools/call'];
      assert.deepEqual(
        methodsOf(received).filter((method) => method !== 'GET'),
        expected,
      );
      await client.close();
    });
  }
});

describe('the codes that the page sends', () => {
  it('are those of JSON-RPC, and -1 for what the user refused [BP-19, BP-24, BP-47]', async () => {
    const { restore } = collectReports();
    const live = liveStream();
    const { fetch, received } = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? live.response : undefined));
    const fail = (): never => {
      throw new Error('the page’s own secret');
    };
    const client = await connect(URL_OF_SCRIPT, {
      fetch,
      elicitation: { form: fail },
      sampling: { createMessage: fail },
    });
    const requests: [code: number, method: string, params: object][] = [
      [-32601, 'roots/list', {}],
      [-32601, 'of/the-future', {}],
      [-32602, 'elicitation/create', { message: 7 }],
      [-32603, 'elicitation/create', { message: 'Who?', requestedSchema: {} }],
      [-1, 'sampling/createMessage', { messages: [], maxTokens: 1 }],
    ];
    requests.forEach(([, method, params], index) =>
      live.send(event({ jsonrpc: '2.0', id: `q${index}`, method, params })),
    );
    const answers = (): { [member: string]: unknown }[] =>
      received.flatMap(({ body }) => ('error' in body ? [body] : []));
    await until(() => answers().length === requests.length);
    const codes = answers().map((answer) => [answer['id'], Object(answer['error']).code]);
    assert.sameDeepMembers(
      codes,
      requests.map(([code], index) => [`q${index}`, code]),
    );
    assert.notInclude(JSON.stringify(answers()), 'secret');
    restore();
    await client.close();
  });
});

describe('what goes wrong on this side', () => {
  /** A client of a server that answers tool calls like this. */
  const failing = async (answer: () => Response | Promise<Response>): Promise<McpClient> => {
    const { fetch } = modernServer(({ method }) => (method === 'tools/call' ? answer() : undefined));
    return connect(URL_OF_SCRIPT, { fetch, timeoutMs: 200 });
  };
  const failures: [code: string, answer: () => Response | Promise<Response>][] = [
    ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['timeout', () => new Promise(() => {})],
    ['stream-ended', () => stream('')],
    ['not-mcp', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['http', () => new Response('', { status: 502 })],
    ['invalid-message', () => json('hello')],
    ['invalid-result', () => json(result(2, { ...done, resultType: 'new' }))],
  ];
  for (const [code, answer] of failures) {
    it(`is never taken for an error of the server: ${code} [BP-21, BP-25]`, async () => {
      const client = await failing(answer);
      const failure = await rejection(client.callTool('x'));
      assert.instanceOf(failure, McpError);
      assert.propertyVal(failure, 'code', code);
      assert.notInstanceOf(failure, RpcError);
      assert.notProperty(failure, 'rpcCode');
      await client.close();
    });
  }
});
