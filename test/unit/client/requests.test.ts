import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { until } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { recordFetch, requestsFor } from '../../support/wire.ts';

const clientInfo = { name: 'requests-test', version: '1.2.3' };

describe('a modern request', () => {
  it('says in headers and in _meta who asks, and in which revision [HD-01][HD-02][BP-31][BP-32][TR-02][TR-03][TR-35][TR-36]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch, clientInfo });
    await client.callTool('echo', { message: 'hi' });
    await client.listTools();
    assert.lengthOf(sent, 3);
    for (const { method, headers, body } of sent) {
      assert.equal(method, 'POST');
      assert.equal(headers.get('Accept'), 'application/json, text/event-stream');
      assert.equal(headers.get('Content-Type'), 'application/json');
      assert.equal(headers.get('MCP-Protocol-Version'), '2026-07-28');
      assert.nestedPropertyVal(body, 'method', headers.get('Mcp-Method'));
      assert.nestedPropertyVal(body, 'params._meta.io\\.modelcontextprotocol/protocolVersion', '2026-07-28');
      assert.deepNestedPropertyVal(body, 'params._meta.io\\.modelcontextprotocol/clientInfo', clientInfo);
      assert.deepNestedPropertyVal(body, 'params._meta.io\\.modelcontextprotocol/clientCapabilities', {});
    }
  });

  it('repeats the name of a tool or prompt and the URI of a resource in Mcp-Name, and nothing else [HD-03]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await client.callTool('echo', { message: 'hi' });
    const [prompt] = (await client.listPrompts()).prompts;
    const [resource] = (await client.listResources()).resources;
    assert.exists(prompt);
    assert.exists(resource);
    await client.getPrompt(prompt.name, Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, 'x'])));
    await client.readResource(resource.uri);
    const names = sent.map(({ headers }) => [headers.get('Mcp-Method'), headers.get('Mcp-Name')]);
    assert.deepEqual(names, [
      ['server/discover', null],
      ['tools/call', 'echo'],
      ['prompts/list', null],
      ['resources/list', null],
      ['prompts/get', prompt.name],
      ['resources/read', resource.uri],
    ]);
  });

  it('encodes a name that is no safe header value [HD-05]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await client.callTool('日本語').catch(() => {});
    assert.equal(requestsFor(sent, 'tools/call')[0]?.headers.get('Mcp-Name'), '=?base64?5pel5pys6Kqe?=');
  });

  it('never uses an id twice, nor null [BP-02][BP-03][BP-05]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await Promise.all(Array.from({ length: 20 }, () => client.callTool('echo', { message: 'hi' })));
    const ids = sent.map(({ body }) =>
      typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined,
    );
    assert.equal(new Set(ids).size, 21);
    for (const id of ids) assert.isTrue(Number.isInteger(id));
  });

  it('carries the log level that was set, and none before [LG-03]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await client.callTool('echo', { message: 'hi' });
    await client.setLogLevel('warning');
    await client.callTool('echo', { message: 'hi' });
    const levels = requestsFor(sent, 'tools/call').map(
      ({ body }) => body.params?._meta?.['io.modelcontextprotocol/logLevel'],
    );
    assert.deepEqual(levels, [undefined, 'warning']);
  });

  it('says where it belongs in a trace [BP-39]', async () => {
    const { fetch, sent } = recordFetch();
    const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', baggage: 'user=ada' };
    const client = await connect(await serverUrl('modern'), { fetch, trace: () => trace });
    await client.callTool('echo', { message: 'hi' });
    const { traceparent, baggage } = requestsFor(sent, 'tools/call')[0]?.body.params?._meta ?? {};
    assert.deepEqual({ traceparent, baggage }, trace);
  });

  for (const traceparent of [
    '',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
  ]) {
    it(`is not sent with the traceparent ${JSON.stringify(traceparent)}, which is not W3C’s form [BP-39]`, async () => {
      const client = await connect(await serverUrl('modern'), { trace: () => ({ traceparent }) });
      await errorOf(client.callTool('echo', { message: 'hi' }), 'invalid-argument');
    });
  }

  it('is cancelled by closing its stream, without another message [CX-11][TR-41]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    const controller = new AbortController();
    const label = crypto.randomUUID();
    const call = client.callTool(
      'countdown',
      { steps: 100, delayMs: 50, label },
      { signal: controller.signal, onprogress: () => controller.abort() },
    );
    await call.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.propertyVal(error, 'name', 'AbortError'),
    );
    assert.lengthOf(sent, 2);
    // Nothing but the end of its stream tells the server.
    const outcome = async (): Promise<unknown> => (await client.callTool('outcome', { label })).content[0];
    while (JSON.stringify(await outcome()).includes('running')) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepInclude(await outcome(), { text: 'cancelled' });
  });

  it('is cancelled at once on a stream that brings nothing [CX-11][TR-41]', async () => {
    const client = await connect(await serverUrl('modern'));
    const controller = new AbortController();
    const label = crypto.randomUUID();
    const outcome = async (): Promise<string> => JSON.stringify((await client.callTool('outcome', { label })).content);
    // Nothing comes for a minute, so that no next event ends the stream.
    const call = client.callTool('countdown', { steps: 1, delayMs: 60_000, label }, { signal: controller.signal });
    call.catch(() => {});
    while (!(await outcome()).includes('running'));
    controller.abort();
    let became = await outcome();
    for (; became.includes('running'); became = await outcome());
    assert.include(became, 'cancelled');
    await client.close();
  });

  it('never knows sessions, GET or DELETE [TR-37][LC-25]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('modern'), { fetch });
    await client.callTool('echo', { message: 'hi' });
    await client.close();
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['POST', 'POST'],
    );
    for (const { headers } of sent) assert.isFalse(headers.has('Mcp-Session-Id'));
  });
});

describe('a legacy session', () => {
  it('begins with initialize and minimal headers, then says initialized [LC-01][LC-02][LC-03][LC-04][LC-06][BR-03]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('legacy'), { fetch, clientInfo, revision: '2025-11-25' });
    await client.callTool('echo', { message: 'hi' });
    const [first, second] = sent;
    assert.deepNestedPropertyVal(first?.body, 'params', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    assert.deepEqual([...(first?.headers.keys() ?? [])].sort(), ['accept', 'content-type']);
    assert.propertyVal(second?.body, 'method', 'notifications/initialized');
    await client.close();
  });

  it('names itself and its revision in every later request [TR-21][TR-28][TR-29][TR-10]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('legacy'), { fetch });
    await client.callTool('echo', { message: 'hi' });
    // The client opens it beside the call.
    await until(() => sent.some(({ method }) => method === 'GET'));
    await client.close();
    const later = sent.slice(
      sent.findIndex(
        ({ body }) => typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize',
      ) + 1,
    );
    assert.includeMembers(
      later.map(({ method }) => method),
      ['POST', 'GET', 'DELETE'],
    );
    for (const { method, headers } of later) {
      assert.isNotEmpty(headers.get('Mcp-Session-Id'), method);
      assert.equal(headers.get('MCP-Protocol-Version'), '2025-11-25', method);
      if (method === 'GET') assert.equal(headers.get('Accept'), 'text/event-stream');
    }
  });

  it('bypasses the HTTP cache with its GET and its DELETE: in Firefox, a GET that resumes a stream would wait until the one that listens is over', async () => {
    const modes: string[] = [];
    const client = await connect(await serverUrl('legacy'), {
      fetch: (input, init) => {
        modes.push(`${init?.method} ${init?.cache}`);
        return fetch(input, init);
      },
    });
    await client.callTool('echo', { message: 'hi' });
    // The stream opens when the server has taken the end of the handshake, for which a call does not wait.
    await until(() => modes.some((mode) => mode.startsWith('GET')));
    await client.close();
    assert.sameMembers([...new Set(modes)], ['POST undefined', 'GET no-store', 'DELETE no-store']);
  });

  it('of 2025-03-26 sends no version header, which old CORS answers refuse [TR-31]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('legacy-2025-03-26'), { fetch });
    sent.length = 0;
    await client.callTool('echo', { message: 'hi' });
    await client.close();
    for (const { headers } of sent) assert.isFalse(headers.has('MCP-Protocol-Version'));
  });

  it('ends with DELETE [TR-26]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('legacy'), { fetch });
    await client.close();
    assert.equal(sent.at(-1)?.method, 'DELETE');
  });

  it('is told of a cancelled call, and why [TR-08][CX-01]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('legacy'), { fetch });
    const controller = new AbortController();
    const reason = new Error('the user went away');
    const call = client.callTool(
      'countdown',
      { steps: 100, delayMs: 50 },
      { signal: controller.signal, onprogress: () => controller.abort(reason) },
    );
    await call.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.equal(error, reason),
    );
    const [cancelled] = requestsFor(sent, 'notifications/cancelled');
    const [sentCall] = requestsFor(sent, 'tools/call');
    assert.equal(cancelled?.body.params?.['requestId'], sentCall?.body.id);
    await client.close();
  });

  it('does not cancel initialize [CX-02]', async () => {
    const { fetch, sent } = recordFetch();
    const controller = new AbortController();
    const connecting = connect(await serverUrl('legacy'), {
      revision: '2025-11-25',
      signal: controller.signal,
      fetch: (input, init) => {
        const response = fetch(input, init);
        controller.abort();
        return response;
      },
    });
    await connecting.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.propertyVal(error, 'name', 'AbortError'),
    );
    assert.lengthOf(sent, 1);
  });
});
