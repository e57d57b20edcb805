import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import { textOf } from '../../integration/support.ts';
import {
  done,
  error,
  event,
  json,
  type LiveStream,
  liveStream,
  modernServer,
  type Received,
  type Reply,
  result,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const LISTENING = { tools: { listChanged: true }, extensions: { [EXTENSION]: {} } };
const INPUT_REQUEST = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
};
const ASKING = { status: 'input_required', inputRequests: { who: INPUT_REQUEST } };
const COMPLETED = { status: 'completed', result: done };
/** How often a server wants to be asked whose tasks nobody waits for by asking. */
const RARELY_MS = 600_000;
/** The client may begin to listen a little late. */
const LATE_MS = 1_500;

const _meta = (id: unknown): object => ({ 'io.modelcontextprotocol/subscriptionId': id });

/** A stream of changes, as the script sees it. */
interface Listened extends LiveStream {
  taskIds: unknown;
  /** Grants it, with the status of these tasks. */
  grant: (taskIds?: unknown) => void;
  /** Announces the status of a task. */
  announce: (change: object) => void;
  isOpen: () => boolean;
}

describe('the status of a task, from a server that', () => {
  let client: McpClient;
  let received: Received[];
  let streams: Listened[];
  let lost: string[];
  let created = 0;
  let pollIntervalMs = RARELY_MS;
  /** The delays of all timers, in ms. */
  const pauses: number[] = [];
  const { setTimeout: set } = globalThis;
  beforeEach(() => {
    pauses.length = 0;
    const record = (...args: Parameters<typeof set>): ReturnType<typeof set> => {
      pauses.push(Number(args[1]));
      return set(...args);
    };
    globalThis.setTimeout = Object.assign(record, set);
  });
  afterEach(() => {
    globalThis.setTimeout = set;
    return client.close();
  });

  const task = (change: object = {}): object => ({
    taskId: 't1',
    status: 'working',
    createdAt: '2026-07-28T10:00:00Z',
    lastUpdatedAt: '2026-07-28T10:00:00Z',
    ttlMs: null,
    pollIntervalMs,
    ...change,
  });

  /**
   * @param reply what the server answers; tasks that are not asked about in it work on
   * @param isGranted whether all that a stream asks for is granted at once
   */
  async function open(
    reply: Reply = () => undefined,
    { isGranted = true, everyMs = RARELY_MS, ...options }: Options = {},
  ): Promise<void> {
    pollIntervalMs = everyMs;
    streams = [];
    lost = [];
    created = 0;
    const server = modernServer(async (message) => {
      const scripted = await reply(message);
      if (scripted) return scripted;
      const { method, id, params } = message;
      if (method === 'tools/list') return json(result(id, { resultType: 'complete', tools: [] }));
      if (method === 'tools/call')
        return json(
          result(id, { resultType: 'task', ...task({ taskId: `t${++created}`, ...Object(params['arguments']) }) }),
        );
      if (method === 'tasks/get') return json(result(id, { resultType: 'complete', ...task(params) }));
      if (method === 'tasks/cancel') return json(result(id, { resultType: 'complete' }));
      if (method !== 'subscriptions/listen') return undefined;
      const stream = listened(message);
      streams.push(stream);
      if (isGranted) stream.grant(stream.taskIds);
      return stream.response;
    }, LISTENING);
    ({ received } = server);
    client = await connect(URL_OF_SCRIPT, { fetch: server.fetch, tasks: true, ...options });
    client.addEventListener('changeslost', (event) => lost.push(event.error.code));
  }

  function listened({ id, params, signal }: Received): Listened {
    const live = liveStream();
    const { taskIds } = Object(params['notifications']);
    const say = (method: string, said: object): void =>
      live.send(event({ jsonrpc: '2.0', method, params: { ...said, _meta: _meta(id) } }));
    return {
      ...live,
      taskIds,
      grant: (granted) => say('notifications/subscriptions/acknowledged', { notifications: { taskIds: granted } }),
      announce: (change) => say('notifications/tasks', task(change)),
      isOpen: () => !live.isLetGo() && signal?.aborted !== true,
    };
  }

  const polls = (): number => received.filter(({ method }) => method === 'tasks/get').length;
  const aWhileOf = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const listenForLists = async (): Promise<void> => {
    client.addEventListener('listchange', () => {});
    await until(() => streams.length === 1);
  };

  it('ends it soon is not listened to [TX-17]', async () => {
    await open(({ method, id }) => (method === 'tasks/get' ? json(result(id, task(COMPLETED))) : undefined), {
      everyMs: 200,
    });
    assert.equal(textOf(await client.callTool('work')), 'done');
    await aWhileOf(LATE_MS);
    assert.isEmpty(streams);
  });

  it('announces it is listened to until the task has ended, if nothing else is listened for [TX-17]', async () => {
    await open();
    const call = client.callTool('work');
    await until(() => streams.length === 1);
    assert.deepEqual(streams[0]?.taskIds, ['t1']);
    assert.isTrue(streams[0]?.isOpen());
    streams[0]?.announce(COMPLETED);
    assert.equal(textOf(await call), 'done');
    await until(() => streams[0]?.isOpen() === false);
    assert.lengthOf(streams, 1);
  });

  it('announces it is told of all tasks that still run when another one is worth it [TX-17]', async () => {
    await open();
    await listenForLists();
    const calls = [client.callTool('work'), client.callTool('work')];
    await until(() => streams.at(-1)?.isOpen() === true && String(streams.at(-1)?.taskIds) === 't1,t2');
    streams.at(-1)?.announce({ taskId: 't1', ...COMPLETED });
    await calls[0];
    const third = client.callTool('work');
    await until(() => String(streams.at(-1)?.taskIds) === 't2,t3');
    for (const taskId of ['t2', 't3']) streams.at(-1)?.announce({ taskId, ...COMPLETED });
    await Promise.all([calls[1], third]);
  });

  it('announces it is asked less and less often, and still asked [TX-17]', async () => {
    await open(undefined, { everyMs: 50 });
    const call = client.callTool('work');
    await until(() => pauses.includes(400));
    const ofPolls = pauses.filter((ms) => [50, 100, 200, 400].includes(ms));
    assert.deepEqual(ofPolls.slice(ofPolls.indexOf(100)), [100, 200, 400]);
    streams[0]?.announce(COMPLETED);
    await call;
  });

  it('announces none is asked for a stream of the lists, once the page wants to hear of those [TX-17]', async () => {
    await open(undefined, { isGranted: false });
    const call = client.callTool('work').catch(() => {});
    await until(() => streams.length === 1);
    streams[0]?.grant();
    await until(() => streams[0]?.isOpen() === false);
    client.addEventListener('listchange', () => {});
    await until(() => streams.length === 2);
    assert.isUndefined(streams[1]?.taskIds);
    await client.close();
    await call;
  });

  it('promises to announce it, and does not, is found out by asking [TX-17]', async () => {
    let isDone = false;
    await open(({ method, id }) => (method === 'tasks/get' && isDone ? json(result(id, task(COMPLETED))) : undefined), {
      everyMs: 50,
    });
    const call = client.callTool('work');
    await until(() => streams.length === 1);
    isDone = true;
    assert.equal(textOf(await call), 'done');
  });

  it('grants it for other tasks only is asked as often as it wants [TX-17]', async () => {
    await open(undefined, { isGranted: false, everyMs: 100 });
    await listenForLists();
    streams[0]?.grant();
    const call = client.callTool('work');
    await until(() => streams.length === 2);
    streams[1]?.grant(['another']);
    const before = polls();
    await until(() => polls() >= before + 4);
    assert.notInclude(pauses, 200);
    assert.isTrue(streams[1]?.isOpen(), 'the lists are still listened for');
    streams[1]?.announce(COMPLETED);
    await call;
    assert.isEmpty(lost);
  });

  const listens = (): Received[] => received.filter(({ method }) => method === 'subscriptions/listen');
  const namedIn = ({ params }: Received): unknown => Object(params['notifications']).taskIds;

  for (const [title, code, status, asked] of [
    ['does not know the extension there', -32021, 400, 1],
    ['has no such method', -32601, 404, 1],
    // It may be the id.
    ['does not know the member', -32602, 200, 2],
  ] as const)
    it(`${title} and refuses the stream is asked for one without tasks, and soon once and for all [TX-17]`, async () => {
      await open(({ method, id, params }) =>
        method === 'subscriptions/listen' && Object(params['notifications']).taskIds
          ? json(error(id, code, 'What is that?'), {}, status)
          : undefined,
      );
      await listenForLists();
      const calls: Promise<unknown>[] = [];
      for (let call = 0; call < 3; call++) {
        calls.push(client.callTool('work').catch(() => {}));
        await aWhileOf(LATE_MS);
      }
      assert.lengthOf(
        listens().filter((one) => namedIn(one) !== undefined),
        asked,
      );
      assert.isTrue(streams.at(-1)?.isOpen());
      assert.isEmpty(lost);
      await client.close();
      await Promise.allSettled(calls);
    });

  it('refuses a task that has ended is asked for the status of the next one [TX-17]', async () => {
    await open(({ method, id, params }) =>
      method === 'subscriptions/listen' && String(Object(params['notifications']).taskIds).includes('t1')
        ? json(error(id, -32602, 'No task t1'))
        : undefined,
    );
    await listenForLists();
    const calls: Promise<unknown>[] = [client.callTool('work').catch(() => {})];
    await until(() => streams.length === 2);
    calls.push(client.callTool('work'));
    await until(() => String(streams.at(-1)?.taskIds) === 't2');
    streams.at(-1)?.announce({ taskId: 't2', ...COMPLETED });
    await calls[1];
    assert.isTrue(streams.at(-1)?.isOpen());
    assert.isEmpty(lost);
    const settled = Promise.allSettled(calls);
    await client.close();
    await settled;
  });

  it('refuses a task that has ended is asked for all again once the client knows which [TX-17]', async () => {
    let hasEnded = false;
    let isRefused = false;
    await open(
      ({ method, id, params }) => {
        if (method === 'tasks/get' && isRefused && params['taskId'] === 't1')
          return json(result(id, { resultType: 'complete', ...task({ ...params, ...COMPLETED }) }));
        if (!hasEnded || !String(Object(params['notifications']).taskIds).includes('t1')) return undefined;
        isRefused = true;
        return json(error(id, -32602, 'No such task'));
      },
      { everyMs: 100 },
    );
    await listenForLists();
    const calls = [client.callTool('work'), client.callTool('work')];
    await until(() => String(streams.at(-1)?.taskIds) === 't1,t2');
    hasEnded = true;
    const before = streams.length;
    streams.at(-1)?.end();
    assert.equal(textOf((await calls[0]) ?? { content: [] }), 'done');
    await until(() => String(streams.at(-1)?.taskIds) === 't2');
    assert.isUndefined(streams[before]?.taskIds, 'the lists are listened for meanwhile');
    streams.at(-1)?.announce({ taskId: 't2', ...COMPLETED });
    await calls[1];
    assert.isEmpty(lost);
  });

  it('breaks the stream off is asked for the tasks that still run [TX-17]', async () => {
    await open();
    const calls = [client.callTool('work'), client.callTool('work')];
    await until(() => String(streams.at(-1)?.taskIds) === 't1,t2');
    const before = streams.length;
    streams.at(-1)?.announce({ taskId: 't1', ...COMPLETED });
    await calls[0];
    await aWhileOf(100);
    assert.lengthOf(streams, before, 'no stream is opened for that');
    streams.at(-1)?.end();
    await until(() => streams.length > before);
    assert.deepEqual(streams.at(-1)?.taskIds, ['t2']);
    streams.at(-1)?.announce({ taskId: 't2', ...COMPLETED });
    await calls[1];
  });

  it('is restarted as one that refuses it keeps telling of the lists [TX-17]', async () => {
    let isOlder = false;
    await open(({ method, id, params }) =>
      isOlder && method === 'subscriptions/listen' && Object(params['notifications']).taskIds
        ? json(error(id, -32602, 'What is that?'))
        : undefined,
    );
    await listenForLists();
    const call = client.callTool('work').catch(() => {});
    await until(() => streams.length === 2);
    isOlder = true;
    streams[1]?.end();
    await until(() => streams.length === 3);
    assert.isUndefined(streams[2]?.taskIds);
    assert.isTrue(streams[2]?.isOpen());
    assert.isEmpty(lost);
    await client.close();
    await call;
  });

  it('breaks the stream off is asked, because something may have been missed [TX-17]', async () => {
    await open(undefined, { everyMs: 50 });
    const call = client.callTool('work');
    await until(() => pauses.includes(400));
    const before = pauses.length;
    streams[0]?.end();
    await until(() => streams.length === 2);
    // Asked at once, and then as a stream begins; otherwise the pauses would only grow.
    await until(() => pauses.slice(before).includes(100));
    streams[1]?.announce(COMPLETED);
    await call;
  });

  it('answers no request while it announces the end is not waited for [TX-17]', async () => {
    await open(({ method }) => (method === 'tasks/get' ? new Promise(() => {}) : undefined), { everyMs: 50 });
    const call = client.callTool('work');
    await until(() => streams.length === 1);
    streams[0]?.announce(COMPLETED);
    assert.equal(textOf(await call), 'done');
  });

  it('announces late what it has told since does not take back what it asked [TX-11, TX-17]', async () => {
    let isAsking = false;
    const questions: AbortSignal[] = [];
    await open(
      ({ method, id }) =>
        method === 'tasks/get' && isAsking
          ? json(result(id, task({ lastUpdatedAt: '2026-07-28T10:00:02Z', pollIntervalMs: RARELY_MS, ...ASKING })))
          : undefined,
      {
        everyMs: 50,
        elicitation: {
          form: (_params, { signal }) => {
            questions.push(signal);
            return new Promise(() => {});
          },
        },
      },
    );
    const call = client.callTool('work').catch(() => {});
    await until(() => streams.length === 1);
    isAsking = true;
    await until(() => questions.length === 1);
    streams[0]?.announce({ lastUpdatedAt: '2026-07-28T10:00:01Z', status: 'working' });
    await aWhileOf(100);
    assert.isFalse(questions[0]?.aborted);
    streams[0]?.announce({ lastUpdatedAt: '2026-07-28T10:00:03Z', status: 'working' });
    await until(() => questions[0]?.aborted === true);
    await client.close();
    await call;
  });

  it('announces something that is no task is asked instead [TX-17]', async () => {
    await open(undefined, { everyMs: 50 });
    const call = client.callTool('work');
    await until(() => pauses.includes(800));
    const before = pauses.length;
    streams[0]?.announce({ status: 'perhaps' });
    await until(() => pauses.slice(before).some((ms) => ms === 100 || ms === 1_600));
    assert.notInclude(pauses, 1_600);
    streams[0]?.announce(COMPLETED);
    await call;
  });

  for (const status of ['completed', 'failed', 'input_required'])
    it(`announces that it is ${status}, and nothing about that, is asked [TX-17]`, async () => {
      let isDone = false;
      await open(
        ({ method, id }) => (method === 'tasks/get' && isDone ? json(result(id, task(COMPLETED))) : undefined),
        { everyMs: 50 },
      );
      const call = client.callTool('work');
      await until(() => streams.length === 1);
      isDone = true;
      streams[0]?.announce({ status });
      assert.equal(textOf(await call), 'done');
    });

  it('announces the result of another task is not believed [TX-17]', async () => {
    await open();
    let isSettled = false;
    const call = client.callTool('work').finally(() => (isSettled = true));
    await until(() => streams.length === 1);
    streams[0]?.announce({ taskId: 'another', ...COMPLETED });
    await aWhileOf(100);
    assert.isFalse(isSettled);
    streams[0]?.announce(COMPLETED);
    await call;
  });
});

interface Options extends ConnectOptions {
  isGranted?: boolean;
  /** How often the server wants to be asked. */
  everyMs?: number;
}
