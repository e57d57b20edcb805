/** Going on with an unfinished call: how it ends, and what stays when it does not. */
import { assert } from 'chai';
import { connect, type ConnectOptions, type HostUnfinishedCall, McpHost, unfinishedCalls } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { digestOf, leave, MemoryCalls } from '../../support/memory-calls.ts';
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
  type Reply,
  stream,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const isResumed = ({ httpMethod, headers }: Received): boolean =>
  httpMethod === 'GET' && headers.get('Last-Event-ID') !== null;
const never = (): Promise<never> => new Promise(() => {});

describe('resuming a call', () => {
  let callStore: MemoryCalls;
  beforeEach(async () => {
    callStore = new MemoryCalls();
    await leave(callStore);
  });

  const resumable = async (fetch: typeof globalThis.fetch): Promise<(typeof calls)[number]> => {
    const calls = await unfinishedCalls(URL_OF_SCRIPT, { fetch, callStore });
    return calls[0] ?? assert.fail('nothing is unfinished');
  };
  /** Resolves when a page that waited for the call has let go of it. */
  async function listed(): Promise<void> {
    while ((await unfinishedCalls(URL_OF_SCRIPT, { callStore })).length === 0) await aWhile();
  }
  const withAnswer = (answer: object) =>
    legacyServer((message) => (isResumed(message) ? stream(`id: e6\n${event(result(7, answer))}`) : undefined));

  it('cancels nothing when it times out, because it can be resumed again', async () => {
    let live = liveStream();
    const { fetch, received } = legacyServer((message) => (isResumed(message) ? live.response : undefined));
    const { message } = await errorOf((await resumable(fetch)).resume({ timeoutMs: 200 }), 'timeout');
    assert.include(message, 'may have run');
    await aWhile();
    assert.deepEqual(methodsOf(received), ['GET']);
    live = liveStream();
    await listed();
    live.send(`id: e6\n${event(result(7, done))}`);
    assert.deepEqual(await (await resumable(fetch)).resume(), done);
  });

  it('waits for nothing but its answer once it has one of few connections', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    const { fetch } = legacyServer((message) => (isResumed(message) ? liveStream().response : undefined));
    const options = { fetch, callStore, elicitation: { form: () => ({ action: 'cancel' as const }) } };
    await leave(callStore, { server: await digestOf(url) });
    const [call] = await unfinishedCalls(url, options);
    const { message } = await errorOf(call?.resume({ timeoutMs: 200 }) ?? Promise.resolve(), 'timeout');
    assert.include(message, 'did not answer');
  });

  it('asks the user what the server asks, until the server wants no answer anymore', async () => {
    const live = liveStream();
    const { fetch, received } = legacyServer((message) => (isResumed(message) ? live.response : undefined));
    const questions: AbortSignal[] = [];
    const form: NonNullable<ConnectOptions['elicitation']>['form'] = (_request, { signal }) => {
      questions.push(signal);
      return new Promise(() => {});
    };
    const calls = await unfinishedCalls(URL_OF_SCRIPT, { fetch, callStore, elicitation: { form } });
    const resuming = calls[0]?.resume();
    await eventually(() => received.some(isResumed));
    const requestedSchema = { type: 'object', properties: {} };
    for (const id of ['q1', 'q2'])
      live.send(event({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { message: id, requestedSchema } }));
    await eventually(() => questions.length === 2);
    live.send(event({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'q1' } }));
    await eventually(() => questions[0]?.aborted === true);
    assert.isFalse(questions[1]?.aborted);
    live.send(`id: e6\n${event(result(7, done))}`);
    assert.deepEqual(await resuming, done);
  });

  it('resolves with a result that has no content', async () => {
    const { fetch } = withAnswer({ structuredContent: { a: 1 } });
    assert.deepEqual(await (await resumable(fetch)).resume(), { structuredContent: { a: 1 }, content: [] });
  });

  it('follows the task that the call turns out to have become, and ends the session after that', async () => {
    const now = '2026-01-01T00:00:00Z';
    const task = { taskId: 'late', status: 'working', createdAt: now, lastUpdatedAt: now, ttl: null, pollInterval: 10 };
    const { fetch, received } = legacyServer(
      async (message) => {
        const { id, method } = message;
        if (isResumed(message)) return stream(`id: e6\n${event(result(7, { task }))}`);
        if (method === 'tasks/get') return json(result(id, { ...task, status: 'completed' }));
        if (method !== 'tasks/result') return undefined;
        await eventually(() => callStore.only?.task === 'late');
        return json(result(id, done));
      },
      { tools: {}, tasks: {} },
    );
    assert.deepEqual(await (await resumable(fetch)).resume(), done);
    const ended = (): boolean =>
      received.some(
        ({ httpMethod, headers }) => httpMethod === 'DELETE' && headers.get('Mcp-Session-Id') === 'earlier',
      );
    await eventually(ended);
    assert.isAbove(
      received.findLastIndex(({ httpMethod }) => httpMethod === 'DELETE'),
      received.findIndex(({ method }) => method === 'tasks/result'),
    );
  });

  for (const [what, breakStore] of [
    ['removes nothing', () => void (callStore.remove = never)],
    ['cannot be read anymore', () => void (callStore.read = never)],
    ['does not answer at all', () => void (callStore.remove = callStore.update = callStore.read = never)],
  ] as const)
    it(`resolves although the store ${what}, and gives the call free`, async () => {
      const live = liveStream();
      const { fetch, received } = legacyServer((message) => (isResumed(message) ? live.response : undefined));
      const call = await resumable(fetch);
      const resuming = call.resume();
      await eventually(() => received.some(isResumed));
      breakStore();
      live.send(`id: e6\n${event(result(7, done))}`);
      assert.deepEqual(await resuming, done);
      while ((await navigator.locks.query()).held?.some(({ name }) => name?.endsWith(call.id))) await aWhile();
    });

  it('can be forgotten although its session cannot be ended', async () => {
    await callStore.remove([...callStore.calls.keys()]);
    await leave(callStore, {}, 'sign-in 1');
    const auth: ConnectOptions['auth'] = {
      currentSignIn: async () => '1',
      authorize: () => {
        throw new TypeError('This authorizer is closed.');
      },
    };
    const [call] = await unfinishedCalls(URL_OF_SCRIPT, { callStore, auth });
    await call?.forget();
    assert.equal(callStore.calls.size, 0);
  });

  for (const [what, end] of [
    ['is closed', (host: McpHost) => host.close()],
    ['removes the server', (host: McpHost, id: string) => host.remove(id)],
  ] as const)
    it(`ends when its host ${what}, and leaves the call to the next page`, async () => {
      let signal: AbortSignal | undefined;
      const { fetch, received } = legacyServer((message) => {
        if (!isResumed(message)) return undefined;
        ({ signal } = message);
        return liveStream().response;
      });
      const [host, call, id] = await hostWithCall(fetch);
      const resuming = call.resume();
      await eventually(() => signal !== undefined);
      end(host, id);
      await errorOf(resuming, 'closed');
      await eventually(() => signal?.aborted === true);
      assert.notInclude(methodsOf(received), 'notifications/cancelled');
      await listed();
      host.close();
    });

  async function hostWithCall(fetch: typeof globalThis.fetch): Promise<[McpHost, HostUnfinishedCall, string]> {
    const host = new McpHost({ callStore });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    const [call] = await eventually(() => host.getSnapshot().unfinished?.length === 1 && host.getSnapshot().unfinished);
    return [host, call ?? assert.fail('nothing is unfinished'), id];
  }
});

describe('where the browser refuses to say which locks are held', () => {
  const own = Object.getOwnPropertyDescriptors(LockManager.prototype);
  const restore = () => Object.defineProperties(LockManager.prototype, own);
  const refuse = (): Promise<never> => Promise.reject(new DOMException('The storage is blocked', 'SecurityError'));
  let callStore: MemoryCalls;
  beforeEach(async () => {
    LockManager.prototype.query = LockManager.prototype.request = refuse;
    callStore = new MemoryCalls();
    await leave(callStore);
  });
  afterEach(restore);

  it('no call is listed, and calls run without a record', async () => {
    assert.isEmpty(await unfinishedCalls(URL_OF_SCRIPT, { callStore }));
    const answer: Reply = ({ method, id }) => (method === 'tools/call' ? json(result(id, done)) : undefined);
    const { fetch } = modernServer(answer);
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore });
    assert.deepEqual(await client.callTool('slow'), done);
    await client.close();
  });

  it('a host lists them as soon as it says so', async () => {
    const { fetch } = legacyServer(() => undefined);
    const host = new McpHost({ callStore });
    host.add(URL_OF_SCRIPT, { fetch });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.isEmpty(host.getSnapshot().unfinished);
    restore();
    await leave(callStore, { tool: 'later' });
    await eventually(() => host.getSnapshot().unfinished?.length === 2);
    host.close();
  });
});
