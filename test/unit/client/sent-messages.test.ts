import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import { done, json, modernServer, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';

interface Sent {
  url: string;
  init: RequestInit;
  body: unknown;
}

/** Everything that a visit to a real server sends: lists, calls, prompts, resources, log level, progress, cancellation. */
async function visit(name: string, options: ConnectOptions = {}): Promise<{ url: string; sent: Sent[] }> {
  const url = await serverUrl(name);
  const sent: Sent[] = [];
  const client = await connect(url, {
    ...options,
    fetch: (input, init = {}) => {
      sent.push({
        url: input instanceof Request ? input.url : String(input),
        init,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      });
      return fetch(input, init);
    },
  });
  await useAll(client);
  await client.close();
  return { url, sent };
}

async function useAll(client: McpClient): Promise<void> {
  client.addEventListener('listchange', () => {});
  await client.setLogLevel('warning');
  const controller = new AbortController();
  await client
    .callTool(
      'countdown',
      { steps: 100, delayMs: 50 },
      { signal: controller.signal, onprogress: () => controller.abort() },
    )
    .catch(() => {});
  await Promise.all([
    client.listTools(),
    client.listPrompts(),
    client.listResources(),
    client.listResourceTemplates(),
    client.callTool('echo', { message: 'hi' }, { onprogress: () => {} }),
    client.getPrompt('plain'),
    client.readResource('test://notes/today'),
    client.ping(),
  ]);
}

const metaOf = (body: unknown): Record<string, unknown> => Object(Object(Object(body).params)._meta);
const traced = {
  trace: () => ({
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'a=1',
    baggage: 'user=ada',
  }),
};

for (const name of ['modern', 'legacy', 'legacy-2025-03-26']) {
  describe(`what is sent to ${name}`, () => {
    it('is one message in each POST, to the one address [TR-01, BP-16, BP-01]', async () => {
      const { url, sent } = await visit(name);
      const posts = sent.filter(({ init }) => init.method === 'POST');
      assert.isAtLeast(posts.length, 10);
      for (const { body } of posts) {
        assert.isObject(body);
        assert.propertyVal(body, 'jsonrpc', '2.0');
        assert.property(body, 'method');
      }
      assert.deepEqual(new Set(sent.map((request) => request.url)), new Set([new URL(url).href]));
    });

    it('has an id of its own, unless it is a notification [BP-02, BP-03, BP-04, BP-05, BP-10]', async () => {
      const { sent } = await visit(name);
      // The probe before the session is not part of it.
      const bodies = sent
        .map(({ body }) => Object(body))
        .filter(({ method }) => method !== undefined && (name === 'modern' || method !== 'server/discover'));
      const requests = bodies.filter(({ method }) => !method.startsWith('notifications/'));
      for (const { id } of requests) assert.isTrue(Number.isInteger(id));
      assert.equal(new Set(requests.map(({ id }) => id)).size, requests.length);
      for (const body of bodies) if (!requests.includes(body)) assert.notProperty(body, 'id');
    });

    it('names no key in _meta but the specification’s own and that of a tool call, well-formed [BP-26, BP-27, BP-28, BP-29, BP-39]', async () => {
      const { sent } = await visit(name, traced);
      // The probe for a modern server has the modern form.
      const messages = sent.filter(({ body }) => name === 'modern' || Object(body).method !== 'server/discover');
      const keys = new Set(messages.flatMap(({ body }) => Object.keys(metaOf(body))));
      const reserved = ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel'].map(
        (key) => `io.modelcontextprotocol/${key}`,
      );
      const expected = [
        'progressToken',
        'traceparent',
        'tracestate',
        'baggage',
        'io.github.mcp-web/idempotencyKey',
        ...(name === 'modern' ? reserved : []),
      ];
      assert.sameMembers([...keys], expected);
      for (const key of keys)
        assert.match(key, /^([a-z]([a-z\d-]*[a-z\d])?(\.[a-z]([a-z\d-]*[a-z\d])?)*\/)?[a-z\d]([\w.-]*[a-z\d])?$/i);
    });

    it('carries no cookies, and follows no redirect [BR-02]', async () => {
      const { sent } = await visit(name);
      assert.deepEqual(
        new Set(sent.map(({ init }) => `${init.credentials} ${init.redirect}`)),
        new Set(['omit manual']),
      );
    });

    it('declares no extension unless asked to [VN-24]', async () => {
      const { sent } = await visit(name, { roots: () => [], elicitation: { form: () => ({ action: 'cancel' }) } });
      const declared = sent
        .flatMap(({ body }) => [
          Object(Object(body).params).capabilities,
          metaOf(body)['io.modelcontextprotocol/clientCapabilities'],
        ])
        .filter((capabilities) => capabilities !== undefined);
      assert.isNotEmpty(declared);
      for (const capabilities of declared)
        assert.sameMembers(Object.keys(Object(capabilities)), ['roots', 'elicitation']);
    });
  });
}

describe('what is sent to a modern server', () => {
  it('is requests and nothing else: no notification, no response [BP-17, BP-22, BP-23]', async () => {
    const { sent } = await visit('modern');
    for (const { body } of sent) {
      assert.containsAllKeys(body, ['id', 'method', 'params']);
      assert.notMatch(String(Object(body).method), /^notifications\/|^ping$|^initialize$|^logging\/|subscribe$/);
    }
  });

  it('carries what spans several requests in each of them: nothing is left to the connection [BP-40, BP-31]', async () => {
    const server = modernServer(({ method, id, body }) => {
      if (method !== 'tools/call') return undefined;
      const { requestState } = Object(body['params']);
      if (requestState !== undefined) return json(result(id, { ...done, resultType: 'complete' }));
      return json(
        result(id, {
          resultType: 'input_required',
          requestState: 'state of "this" call ✓',
          inputRequests: { a: { method: 'roots/list' } },
        }),
      );
    });
    const client = await connect(URL_OF_SCRIPT, { ...server, roots: () => [] });
    await client.setLogLevel('error');
    assert.deepEqual(await Promise.all([client.callTool('x'), client.callTool('y')]), [done, done]);
    const calls = server.received
      .filter(({ method }) => method === 'tools/call')
      .map(({ body }) => Object(body['params']));
    assert.lengthOf(calls, 4);
    for (const { _meta } of calls) {
      assert.equal(_meta['io.modelcontextprotocol/logLevel'], 'error');
      assert.equal(_meta['io.modelcontextprotocol/protocolVersion'], '2026-07-28');
      assert.deepEqual(_meta['io.modelcontextprotocol/clientCapabilities'], { roots: {} });
    }
    for (const { name, requestState } of calls.slice(2)) {
      assert.include(['x', 'y'], name);
      assert.equal(requestState, 'state of "this" call ✓');
    }
  });
});

describe('a header', () => {
  it('keeps the case of its value, and is found whatever the case of its name [HD-06]', async () => {
    const server = modernServer(({ method, id }) =>
      method === 'tools/call'
        ? new Response(JSON.stringify(result(id, done)), {
            headers: { 'cONTENT-tYPE': 'Application/JSON; Charset=UTF-8' },
          })
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, server);
    assert.deepEqual(await client.callTool('MixedCase'), done);
    assert.equal(server.received.at(-1)?.headers.get('mcp-name'), 'MixedCase');
  });
});
