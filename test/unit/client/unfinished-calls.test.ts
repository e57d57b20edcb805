/** Calls are recorded while they run, and another page can go on with them. */
import { assert } from 'chai';
import {
  type CallStore,
  connect,
  type ConnectOptions,
  indexedDbCallStore,
  McpHost,
  type StoredCall,
  unfinishedCalls,
} from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { digestOf, leave, MemoryCalls, STREAM } from '../../support/memory-calls.ts';
import {
  aWhile,
  done,
  event,
  eventually,
  json,
  legacyServer,
  liveStream,
  methodsOf,
  modernServer,
  type Received,
  result,
  SESSION,
  stream,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const isCall = ({ method }: Received): boolean => method === 'tools/call';
const isResumed = ({ httpMethod, headers }: Received): boolean =>
  httpMethod === 'GET' && headers.get('Last-Event-ID') !== null;

async function only(
  options: ConnectOptions,
): ReturnType<typeof unfinishedCalls> extends Promise<readonly (infer T)[]> ? Promise<T> : never {
  // prettier-ignore
  const [call] = await unfinishedCalls(URL_OF_SCRIPT, options);
  return call ?? assert.fail('nothing is unfinished');
}

describe('a call', () => {
  let callStore: MemoryCalls;
  beforeEach(() => void (callStore = new MemoryCalls()));

  it('is recorded before it is sent, without its arguments, and no longer once it is answered', async () => {
    let seen: StoredCall | undefined;
    const { fetch } = legacyServer((message) => {
      if (!isCall(message)) return undefined;
      seen = structuredClone(callStore.only);
      return json(result(message.id, done));
    });
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore });
    assert.deepEqual(await client.callTool('slow', { b: 'secret', a: 1 }), done);
    assert.include(seen, { tool: 'slow', server: await digestOf(URL_OF_SCRIPT) });
    assert.equal(seen?.arguments, await digestOf('{"a":1,"b":"secret"}'));
    assert.include(seen?.stream, { sessionId: SESSION['Mcp-Session-Id'], revision: '2025-11-25' });
    await eventually(() => callStore.calls.size === 0);
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore }));
    await client.close();
  });

  it('cannot be gone on with where the server has no sessions', async () => {
    let seen: StoredCall | undefined;
    const { fetch } = legacyServer((message) => {
      const { id, method } = message;
      if (method === 'initialize')
        return json(
          result(id, {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {} },
            serverInfo: { name: 'scripted', version: '1' },
          }),
        );
      if (!isCall(message)) return undefined;
      seen = structuredClone(callStore.only);
      return json(result(id, done));
    });
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore });
    assert.deepEqual(await client.callTool('slow'), done);
    assert.isUndefined(seen?.stream);
    await client.close();
  });

  it('is not listed while a living page waits for it', async () => {
    const { fetch } = modernServer((message) => (isCall(message) ? liveStream().response : undefined));
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore });
    const calling = client.callTool('slow');
    await eventually(() => callStore.calls.size === 1);
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore }));
    await client.close();
    await errorOf(calling, 'closed');
    await eventually(() => callStore.calls.size === 0);
  });

  it('can be gone on with after the last event, but before a request that nobody has answered', async () => {
    const answers: Received[] = [];
    const live = liveStream();
    let id: unknown;
    const { fetch } = legacyServer((message) => {
      if (isCall(message)) {
        ({ id } = message);
        return live.response;
      }
      if ('result' in message.body) answers.push(message);
      return undefined;
    });
    const waiting: (() => void)[] = [];
    const form = (): Promise<{ action: 'accept' }> =>
      new Promise((resolve) => waiting.push(() => resolve({ action: 'accept' })));
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore, elicitation: { form } });
    const calling = client.callTool('slow');
    const ask = (name: string): string =>
      event({
        jsonrpc: '2.0',
        id: name,
        method: 'elicitation/create',
        params: { message: name, requestedSchema: { type: 'object', properties: {} } },
      });
    live.send('id: e1\ndata:\n\n');
    await eventually(() => callStore.only?.stream?.lastEventId === 'e1');
    live.send(`id: e2\n${ask('one')}id: e3\n${ask('two')}id: e4\n: nothing\n\n`);
    await eventually(() => waiting.length === 2);
    await aWhile();
    assert.equal(callStore.only?.stream?.lastEventId, 'e1');
    waiting[0]?.();
    await eventually(() => callStore.only?.stream?.answered.length === 1);
    assert.include(callStore.only?.stream, { lastEventId: 'e1' });
    assert.deepEqual(callStore.only?.stream?.answered, ['one']);
    waiting[1]?.();
    await eventually(() => callStore.only?.stream?.lastEventId === 'e4');
    assert.isEmpty(callStore.only?.stream?.answered);
    live.send(event(result(id, done)));
    assert.deepEqual(await calling, done);
    await client.close();
  });

  for (const [isRecorded, isNumbered, what] of [
    [true, true, 'keeps the session of a recorded call for the next page'],
    [true, false, 'ends the session of a recorded call whose events have no ids'],
    [false, true, 'ends the session of another call'],
  ] as const) {
    it(`whose page goes ${what}`, async () => {
      const live = liveStream();
      const { fetch, received } = legacyServer((message) => (isCall(message) ? live.response : undefined));
      const client = await connect(URL_OF_SCRIPT, { fetch, ...(isRecorded && { callStore }) });
      const calling = client.callTool('slow');
      live.send(isNumbered ? 'id: e1\ndata:\n\n' : ': nothing\n\n');
      await eventually(() => methodsOf(received).includes('tools/call'));
      if (isRecorded && isNumbered) await eventually(() => callStore.only?.stream?.lastEventId === 'e1');
      else await aWhile();
      globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
      await aWhile();
      assert.equal(methodsOf(received).includes('DELETE'), !(isRecorded && isNumbered));
      await client.close();
      await errorOf(calling, 'closed');
    });
  }

  it('with headers is recorded only if the page says whose it is', async () => {
    const seen: number[] = [];
    const { fetch } = legacyServer((message) => {
      if (!isCall(message)) return undefined;
      seen.push(callStore.calls.size);
      return json(result(message.id, done));
    });
    for (const principal of [undefined, 'ada']) {
      const client = await connect(URL_OF_SCRIPT, { fetch, callStore, principal, headers: { 'X-Key': 'k' } });
      await client.callTool('slow');
      await client.close();
    }
    assert.deepEqual(seen, [0, 1]);
  });

  for (const [trouble, broken] of [
    ['refuses', () => Promise.reject(new Error('The disk is full'))],
    ['does not answer', () => new Promise<never>(() => {})],
  ] as const) {
    it(`runs although the store ${trouble}`, async () => {
      const { fetch } = legacyServer((message) => (isCall(message) ? json(result(message.id, done)) : undefined));
      const store: CallStore = { read: broken, write: broken, update: broken, remove: broken, watch: () => () => {} };
      const client = await connect(URL_OF_SCRIPT, { fetch, callStore: store });
      assert.deepEqual(await client.callTool('slow'), done);
      await client.close();
    });
  }
});

describe('an unfinished call', () => {
  let callStore: MemoryCalls;
  beforeEach(() => void (callStore = new MemoryCalls()));

  it('goes on in its session without opening one, and then ends that', async () => {
    await leave(callStore);
    const { fetch, received } = legacyServer((message) =>
      isResumed(message)
        ? stream(
            `id: e5b\n${event({})}id: e6\n${event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 3 } })}id: e7\n${event(result(1, { content: [] }))}id: e8\n${event(result(7, done))}`,
          )
        : undefined,
    );
    const call = await only({ fetch, callStore });
    assert.include(call, { tool: 'slow', canResume: true, argumentsDigest: await digestOf('{}') });
    const steps: number[] = [];
    assert.deepEqual(await call.resume({ onprogress: ({ progress }) => steps.push(progress) }), done);
    assert.deepEqual(steps, [3]);
    assert.deepEqual(methodsOf(received), ['GET', 'DELETE']);
    for (const { headers } of received) assert.equal(headers.get('Mcp-Session-Id'), 'earlier');
    assert.equal(received[0]?.headers.get('Last-Event-ID'), 'e5');
    assert.equal(received[0]?.headers.get('MCP-Protocol-Version'), '2025-11-25');
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore }));
  });

  it('goes on in one tab only, although two resume it', async () => {
    await leave(callStore);
    const live = liveStream();
    const { fetch, received } = legacyServer((message) => (isResumed(message) ? live.response : undefined));
    const calls = [await only({ fetch, callStore }), await only({ fetch, callStore })];
    const results = calls.map((call) => call.resume().catch((error: unknown) => error));
    await eventually(() => received.some(isResumed));
    await aWhile();
    live.send(`id: e6\n${event(result(7, done))}`);
    const [first, second] = await Promise.all(results);
    assert.deepEqual(first, done);
    assert.include(second, { code: 'closed' });
    assert.deepEqual(methodsOf(received), ['GET', 'DELETE']);
  });

  it('waits for a connection over HTTP/1.1 in which the server may ask something, as other calls do', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    await leave(callStore, { server: await digestOf(url) });
    const { fetch, received, receivedFor } = legacyServer((message) => {
      if (isCall(message)) return liveStream().response;
      return isResumed(message) ? stream(`id: e6\n${event(result(7, done))}`) : undefined;
    });
    const asking = { fetch, elicitation: { form: (): { action: 'decline' } => ({ action: 'decline' }) } };
    const client = await connect(url, { ...asking, revision: '2025-11-25' });
    const calling = Array.from({ length: 4 }, () => errorOf(client.callTool('slow'), 'closed'));
    await eventually(() => receivedFor('tools/call').length === 4);
    const [call] = await unfinishedCalls(url, { ...asking, callStore });
    const resumed = call?.resume();
    await aWhile();
    assert.isFalse(received.some(isResumed));
    await client.close();
    assert.deepEqual(await resumed, done);
    await Promise.all(calling);
  });

  it('leaves the session to another call that needs it', async () => {
    await leave(callStore, { time: 1 });
    await leave(callStore, { time: 2, stream: { ...STREAM, requestId: 8 } });
    const { fetch, received } = legacyServer((message) =>
      isResumed(message) ? stream(`id: e6\n${event(result(7, done))}`) : undefined,
    );
    await (await only({ fetch, callStore })).resume();
    assert.deepEqual(methodsOf(received), ['GET']);
    await (await only({ fetch, callStore })).forget();
    assert.deepEqual(methodsOf(received), ['GET', 'DELETE']);
  });

  it('is cancelled under its own id when the caller gives up', async () => {
    await leave(callStore);
    const { fetch, receivedFor } = legacyServer((message) => (isResumed(message) ? liveStream().response : undefined));
    const giveUp = new AbortController();
    const resuming = (await only({ fetch, callStore })).resume({ signal: giveUp.signal }).catch((reason) => reason);
    await aWhile();
    giveUp.abort('enough');
    assert.equal(await resuming, 'enough');
    await eventually(() => receivedFor('notifications/cancelled').length > 0);
    assert.deepInclude(receivedFor('notifications/cancelled')[0]?.params, { requestId: 7 });
    assert.equal(callStore.calls.size, 0);
  });

  it('does not ask again what was answered before', async () => {
    await leave(callStore, { stream: { ...STREAM, answered: ['one'] } });
    const ask = (id: string): string =>
      event({
        jsonrpc: '2.0',
        id,
        method: 'elicitation/create',
        params: { message: id, requestedSchema: { type: 'object', properties: {} } },
      });
    const answered: unknown[] = [];
    const live = liveStream();
    const { fetch } = legacyServer((message) => {
      if (isResumed(message)) return live.response;
      if ('result' in message.body) answered.push(message.id);
      if (message.id === 'two') live.send(`id: e8\n${event(result(7, done))}`);
      return undefined;
    });
    const asked: string[] = [];
    const call = await only({
      fetch,
      callStore,
      elicitation: { form: ({ message }) => (asked.push(message), { action: 'accept' }) },
    });
    live.send(`id: e6\n${ask('one')}id: e7\n${ask('two')}`);
    assert.deepEqual(await call.resume(), done);
    assert.deepEqual([asked, answered], [['two'], ['two']]);
  });

  it('can be resumed again when the server refused it for now', async () => {
    await leave(callStore);
    const { fetch } = legacyServer((message) => (isResumed(message) ? new Response(null, { status: 401 }) : undefined));
    const refused = await errorOf((await only({ fetch, callStore })).resume(), 'http');
    // It is not the call that was refused.
    assert.include(refused, { mayHaveRun: true, lastEventId: 'e5' });
    await eventually(() => callStore.calls.size === 1);
  });

  for (const status of [400, 404, 405, 410])
    it(`is given up where the server answers ${status}: it has the session or the answer no longer`, async () => {
      await leave(callStore);
      const { fetch } = legacyServer((message) => (isResumed(message) ? new Response(null, { status }) : undefined));
      const { message } = await errorOf((await only({ fetch, callStore })).resume(), 'session-lost');
      assert.lengthOf(message.split('may have run'), 2, message);
      assert.equal(callStore.calls.size, 0);
    });

  it('of somebody else is not listed', async () => {
    await leave(callStore, {}, 'principal ada');
    assert.lengthOf(await unfinishedCalls(URL_OF_SCRIPT, { callStore, principal: 'ada' }), 1);
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore, principal: 'eve' }));
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore }));
    assert.isEmpty(await unfinishedCalls('https://other.example/mcp', { callStore, principal: 'ada' }));
  });

  it('is in the snapshot of a host until its user signs out', async () => {
    await leave(callStore, {}, 'sign-in 1');
    await leave(callStore, { server: await digestOf('https://other.example/mcp') });
    const auth = new FakeSignIn(SIGNED_IN);
    const { fetch } = legacyServer(() => undefined);
    const host = new McpHost({ auth, callStore });
    assert.deepEqual(host.getSnapshot().unfinished, []);
    const serverId = host.add(URL_OF_SCRIPT, { fetch });
    const [call] = await eventually(() => host.getSnapshot().unfinished?.length === 1 && host.getSnapshot().unfinished);
    assert.include(call, { serverId, tool: 'slow' });
    assert.isFrozen(call);
    assert.isFrozen(host.getSnapshot().unfinished);
    auth.become({ state: 'signed-out' });
    await eventually(() => host.getSnapshot().unfinished?.length === 0);
    assert.equal(callStore.calls.size, 1, 'that of the other server');
    host.close();
  });
});

describe('the store of calls in IndexedDB', () => {
  const name = 'mcp-web-calls-test';
  const call = (id: string, time: number): StoredCall => ({
    id,
    server: 's',
    owner: 'o',
    tool: 't',
    arguments: 'a',
    time,
  });

  it('has at most 100 calls, of the last week, and updates only what is still there', async () => {
    const store = indexedDbCallStore(name);
    const now = Date.now();
    await store.write(call('old', now - 8 * 24 * 60 * 60_000));
    for (let index = 0; index < 103; index++) await store.write(call(`call ${index}`, now - 1_000 + index));
    const ids = async (): Promise<unknown[]> => (await store.read()).map((one) => Object(one).id);
    assert.deepEqual(
      await ids(),
      Array.from({ length: 100 }, (_, index) => `call ${index + 3}`),
    );
    await store.remove((await ids()).map(String));
    await store.update(call('call 50', now));
    assert.isEmpty(await ids());
  });
});
