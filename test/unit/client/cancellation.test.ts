import { assert } from 'chai';
import { connect, connectMessagePort, type JsonObject, type McpClient } from '@mcp-web/client';
import {
  event,
  eventually,
  json,
  legacyServer,
  modernServer,
  openStream,
  type Received,
  result,
  stream,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const done = { content: [{ type: 'text' as const, text: 'done' }] };
const ask = (id: unknown): object => ({
  jsonrpc: '2.0',
  id,
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
});
const cancel = (params: object): object => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params });

/** A page whose form waits until the server gives up or the test answers it. */
async function waitingForm(): Promise<{
  client: McpClient;
  send: (message: object) => void;
  signals: AbortSignal[];
  accept: () => void;
  answers: Received[];
}> {
  const own = openStream();
  const { fetch, received } = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? own.response : undefined));
  const signals: AbortSignal[] = [];
  let accept = (): void => {};
  const accepted = new Promise<{ action: 'accept' }>((resolve) => (accept = () => resolve({ action: 'accept' })));
  const client = await connect(URL_OF_SCRIPT, {
    fetch,
    elicitation: { form: (_params, { signal }) => (signals.push(signal), accepted) },
  });
  return {
    client,
    signals,
    accept,
    send: own.send,
    get answers() {
      return received.filter(({ body }) => 'result' in body || 'error' in body);
    },
  };
}

describe('a request that the server withdraws', () => {
  it('closes the page’s dialog, with the server’s reason, and is never answered [CX-03][CX-07]', async () => {
    const page = await waitingForm();
    page.send(ask('q'));
    const signal = await eventually(() => page.signals[0]);
    page.send(cancel({ requestId: 'q', reason: 'the tool has timed out' }));
    await eventually(() => signal.aborted);
    assert.propertyVal(signal.reason, 'name', 'AbortError');
    assert.include(String(signal.reason), 'the tool has timed out');
    page.accept();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isEmpty(page.answers);
    await page.client.close();
  });

  for (const reason of [undefined, '', 7, {}])
    it(`is withdrawn for no reason where that is ${JSON.stringify(reason)}`, async () => {
      const page = await waitingForm();
      page.send(ask('q'));
      const signal = await eventually(() => page.signals[0]);
      page.send(cancel({ requestId: 'q', reason }));
      await eventually(() => signal.aborted);
      assert.propertyVal(signal.reason, 'message', 'The server cancelled its request');
      await page.client.close();
    });

  it('is told by the very id: others, answered ones and nonsense are ignored [CX-04][CX-09]', async () => {
    const page = await waitingForm();
    page.send(ask(1));
    await eventually(() => page.signals[0]);
    for (const requestId of ['1', 2, null, undefined, {}, [1], 'initialize']) page.send(cancel({ requestId }));
    page.send(cancel({ reason: 7 }));
    page.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isFalse(page.signals[0]?.aborted);
    page.accept();
    await eventually(() => page.answers.length === 1);
    page.send(cancel({ requestId: 1 }));
    page.send(ask(2));
    await eventually(() => page.answers.length === 2);
    assert.deepEqual(
      page.answers.map(({ body }) => body['id']),
      [1, 2],
    );
    await page.client.close();
  });
});

/** A server at the other end of a port, on which late answers arrive as they would on no HTTP exchange. */
async function onPort(): Promise<{ client: McpClient; posted: JsonObject[]; send: (message: object) => void }> {
  const { port1, port2 } = new MessageChannel();
  const posted: JsonObject[] = [];
  port2.onmessage = ({ data }: MessageEvent<JsonObject>) => {
    posted.push(data);
    const { id, method } = data;
    if (method === 'initialize')
      port2.postMessage(
        result(id, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'port', version: '1' },
        }),
      );
  };
  const client = await connectMessagePort(port1, { revision: '2025-11-25' });
  return { client, posted, send: (message) => port2.postMessage(message) };
}

describe('an answer that crosses with a cancellation', () => {
  it('is ignored when it comes late [CX-05][CX-06]', async () => {
    const { client, posted, send } = await onPort();
    const controller = new AbortController();
    const calling = client.callTool(
      'slow',
      {},
      { signal: controller.signal, onprogress: () => assert.fail('nobody listens') },
    );
    const rejected = calling.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => error,
    );
    const call = await eventually(() => posted.find(({ method }) => method === 'tools/call'));
    controller.abort();
    assert.propertyVal(await rejected, 'name', 'AbortError');
    await eventually(() => posted.some(({ method }) => method === 'notifications/cancelled'));
    send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: call['id'], progress: 1 } });
    send(result(call['id'], done));
    send({ jsonrpc: '2.0', id: call['id'], error: { code: -32000, message: 'cancelled' } });
    const next = client.callTool('next');
    const sent = await eventually(() => posted.find(({ params }) => Object(params).name === 'next'));
    send(result(sent['id'], done));
    assert.deepEqual(await next, done);
    await client.close();
  });

  it('is taken when it comes first, and nothing is cancelled then [CX-01][CX-06]', async () => {
    const { client, posted, send } = await onPort();
    const controller = new AbortController();
    const calling = client.callTool('quick', {}, { signal: controller.signal });
    const call = await eventually(() => posted.find(({ method }) => method === 'tools/call'));
    send(result(call['id'], done));
    assert.deepEqual(await calling, done);
    controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isFalse(posted.some(({ method }) => method === 'notifications/cancelled'));
    await client.close();
  });

  it('settles each of many calls once, whichever was first [CX-06]', async () => {
    const { client, posted, send } = await onPort();
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const controller = new AbortController();
        const calling = client.callTool(`race ${index}`, {}, { signal: controller.signal }).then(
          () => 'answered',
          () => 'cancelled',
        );
        const call = await eventually(() => posted.find(({ params }) => Object(params).name === `race ${index}`));
        const steps = [() => send(result(call['id'], done)), () => controller.abort()];
        for (const step of index % 2 === 0 ? steps : steps.reverse()) {
          step();
          if (index % 3 === 0) await Promise.resolve();
        }
        return calling;
      }),
    );
    for (const outcome of outcomes) assert.include(['answered', 'cancelled'], outcome);
    const last = client.callTool('last');
    const call = await eventually(() => posted.find(({ params }) => Object(params).name === 'last'));
    send(result(call['id'], done));
    assert.deepEqual(await last, done);
    await client.close();
  });
});

describe('a modern call', () => {
  it('is not ended by a cancellation of the server, which concerns subscriptions only [CX-13]', async () => {
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'tools/call'
          ? stream(
              event(cancel({ requestId: id, reason: 'no' })) + event(result(id, { resultType: 'complete', ...done })),
            )
          : undefined,
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.deepEqual((await client.callTool('t')).content, done.content);
    await client.close();
  });

  it('is given up at the server by letting go of the request, also before anything was answered [CX-11][CX-12][CX-14]', async () => {
    const { fetch, received, receivedFor } = modernServer(
      ({ method, signal }) =>
        method === 'tools/call'
          ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
          : undefined,
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const controller = new AbortController();
    const cancelled = client.callTool('t', {}, { signal: controller.signal }).catch((error: unknown) => error);
    const timedOut = client.callTool('t', {}, { timeoutMs: 30 }).catch((error: unknown) => error);
    await eventually(() => receivedFor('tools/call').length === 2);
    controller.abort();
    assert.propertyVal(await cancelled, 'name', 'AbortError');
    assert.propertyVal(await timedOut, 'code', 'timeout');
    assert.deepEqual(
      receivedFor('tools/call').map(({ signal }) => signal?.aborted),
      [true, true],
    );
    assert.lengthOf(received, 3);
    await client.close();
  });
});

describe('initialize', () => {
  it('is never cancelled, not even when it takes too long [CX-02]', async () => {
    const { fetch, received } = legacyServer(({ method, signal }) =>
      method === 'initialize'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : undefined,
    );
    const outcome: unknown = await connect(URL_OF_SCRIPT, { fetch, revision: '2025-11-25', timeoutMs: 30 }).catch(
      (error: unknown) => error,
    );
    assert.propertyVal(outcome, 'code', 'timeout');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(
      received.map(({ method }) => method),
      ['initialize'],
    );
  });
});

describe('a cancelled call', () => {
  it('leaves a session whole [CX-06]', async () => {
    const { fetch } = legacyServer(({ method, id, params, signal }) => {
      if (method !== 'tools/call') return undefined;
      return params['name'] === 'slow'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : json(result(id, done));
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const slow = client.callTool('slow', {}, { signal: AbortSignal.timeout(20) }).catch((error: unknown) => error);
    assert.propertyVal(await slow, 'name', 'TimeoutError');
    assert.deepEqual(await client.callTool('quick'), done);
    await client.close();
  });
});
