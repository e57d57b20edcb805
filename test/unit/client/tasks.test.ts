import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, McpHost, type McpTask, type Progress } from '@mcp-web/client';
import { rpcErrorOf, textOf } from '../../integration/support.ts';
import { errorOf } from '../../support/errors.ts';
import {
  aWhile,
  event,
  json,
  legacyServer,
  type Received,
  type Reply,
  result,
  stream,
} from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { setVisibility } from '../../support/visibility.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const EXTENSION = 'io.modelcontextprotocol/tasks';

const DONE = { content: [{ type: 'text', text: 'done' }] };
const INPUT_REQUEST = {
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
};

/** A task in the format of the extension. */
const task = (change: object = {}): object => ({
  taskId: 't1',
  status: 'working',
  createdAt: '2026-07-28T10:00:00Z',
  lastUpdatedAt: '2026-07-28T10:00:00Z',
  ttlMs: null,
  pollIntervalMs: 50,
  ...change,
});

const rpcError = (id: unknown, code: number, message: string): Response =>
  json({ jsonrpc: '2.0', id, error: { code, message } });

/** The requests with this method. */
const of = (received: Received[], method: string): Received[] =>
  received.filter((message) => message.method === method);

const accept: ConnectOptions['elicitation'] = { form: () => ({ action: 'accept' }) };

/** Waits until the script has reached this point. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a task of 2025-11-25, with a server that', () => {
  const DECLARED = { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } };
  /** The same task in the format of 2025-11-25. */
  const coreTask = (change: object = {}): object => ({
    taskId: 't1',
    status: 'working',
    createdAt: '2025-11-25T10:00:00Z',
    lastUpdatedAt: '2025-11-25T10:00:00Z',
    ttl: null,
    pollInterval: 50,
    ...change,
  });

  let client: McpClient;
  async function open(
    reply: Reply,
    capabilities: object = DECLARED,
    options: ConnectOptions = {},
  ): Promise<Received[]> {
    const { fetch, received } = legacyServer((message) => {
      const { method, id } = message;
      const scripted = reply(message);
      if (scripted) return scripted;
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'work', inputSchema: {}, execution: { taskSupport: 'required' } }] }));
      if (method === 'tools/call') return json(result(id, { task: coreTask() }));
      if (method === 'tasks/result') return json(result(id, DONE));
      return undefined;
    }, capabilities);
    client = await connect(URL_OF_SCRIPT, { fetch, ...options });
    return received;
  }
  afterEach(() => client.close());

  it('requires a visit first is not called again for a caller who gave up meanwhile', async () => {
    const visit = { mode: 'url', message: 'There', url: 'https://login.example/', elicitationId: 'one' };
    const refused: ((action: 'accept') => void)[] = [];
    const signals: AbortSignal[] = [];
    const received = await open(
      ({ method, id }) =>
        method === 'tools/call'
          ? json({ jsonrpc: '2.0', id, error: { code: -32042, message: 'Sign in', data: { elicitations: [visit] } } })
          : undefined,
      DECLARED,
      {
        elicitation: {
          url: (_params, { signal }) =>
            new Promise((resolve) => (signals.push(signal), refused.push((action) => resolve({ action })))),
        },
      },
    );
    await client.listTools();
    const controller = new AbortController();
    const calling = client.callTool('work', {}, { signal: controller.signal }).catch((error: unknown) => error);
    await until(() => refused.length > 0);
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    assert.equal(await calling, reason);
    assert.isTrue(signals[0]?.aborted, 'the dialog closes');
    refused[0]?.('accept');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.lengthOf(of(received, 'tools/call'), 1);
  });

  for (const [title, tasks] of [
    ['no tasks', undefined],
    ['tasks for other requests only', { requests: { tools: {} } }],
    ['them in a form of its own', true],
  ] as const) {
    it(`declares ${title} is never asked for one, whatever its tools say [TK-02, TK-03]`, async () => {
      const received = await open(({ method, id }) => (method === 'tools/call' ? json(result(id, DONE)) : undefined), {
        tools: {},
        tasks,
      });
      await client.listTools();
      assert.equal(
        textOf(await client.callTool('work', {}, { onTask: () => assert.fail('there is a task'), task: {} })),
        'done',
      );
      assert.deepEqual(
        of(received, 'tools/call').map(({ params }) => 'task' in params),
        [false],
      );
    });
  }

  it('announces that a task has ended is believed only when the answer to a poll says so [TK-13, TK-09]', async () => {
    const statuses: string[] = [];
    const received = await open(({ method, id }) => {
      if (method !== 'tasks/get') return undefined;
      const params = coreTask({ status: 'completed', lastUpdatedAt: '2025-11-25T11:00:00Z' });
      const announced = event({ jsonrpc: '2.0', method: 'notifications/tasks/status', params });
      const status = of(received, 'tasks/get').length < 3 ? 'working' : 'completed';
      return stream(announced + event(result(id, coreTask({ status }))));
    });
    const onTask = (started: McpTask): void =>
      started.addEventListener('statuschange', () => statuses.push(started.status));
    assert.equal(textOf(await client.callTool('work', {}, { onTask })), 'done');
    assert.lengthOf(of(received, 'tasks/get'), 3);
    assert.lengthOf(of(received, 'tasks/result'), 1);
    assert.deepEqual(statuses, ['completed']);
  });

  it('ignores that a task was asked for answers at once [TK-24]', async () => {
    const received = await open(({ method, id }) => (method === 'tools/call' ? json(result(id, DONE)) : undefined));
    assert.equal(textOf(await client.callTool('work', {}, { onTask: () => assert.fail('there is a task') })), 'done');
    assert.deepEqual(
      of(received, 'tools/call').map(({ params }) => params['task']),
      [{}],
    );
  });

  it('does not list the tool is asked for its list once', async () => {
    const received = await open(({ method, id }) => (method === 'tools/call' ? json(result(id, DONE)) : undefined));
    await client.callTool('hidden');
    await client.callTool('hidden');
    assert.lengthOf(of(received, 'tools/list'), 1);
  });

  it('answers too late is not sent notifications/cancelled [CX-10]', async () => {
    const received = await open(({ method }) =>
      method === 'tools/call' ? new Promise<Response>(() => {}) : undefined,
    );
    await errorOf(client.callTool('work', {}, { timeoutMs: 50 }), 'timeout');
    assert.isEmpty(of(received, 'notifications/cancelled'));
  });

  it('forgets the session while a task runs is asked again in the next one', async () => {
    let isForgotten = false;
    const received = await open(({ method, id }) => {
      if (method !== 'tasks/get') return undefined;
      if (isForgotten) return json(result(id, coreTask({ status: 'completed' })));
      isForgotten = true;
      return new Response('', { status: 404 });
    });
    assert.equal(textOf(await client.callTool('work')), 'done');
    assert.lengthOf(of(received, 'initialize'), 2);
    assert.lengthOf(of(received, 'tools/call'), 1);
  });

  it('drops the stream on which it asks is given another one', async () => {
    let status = 'input_required';
    let streams = 0;
    const received = await open(({ method, id }) => {
      if (method === 'tasks/get') return json(result(id, coreTask({ status })));
      if (method !== 'tasks/result') return undefined;
      if (++streams === 1) return stream(': closed at once\n\n');
      status = 'completed';
      return json(result(id, DONE));
    });
    assert.equal(textOf(await client.callTool('work')), 'done');
    assert.isAtLeast(of(received, 'tasks/result').length, 2);
  });

  it('refuses that stream for good fails the call with what it said', async () => {
    const received = await open(({ method, id }) => {
      if (method === 'tasks/get') return json(result(id, coreTask({ status: 'input_required' })));
      return method === 'tasks/result' ? rpcError(id, -32601, 'No such method') : undefined;
    });
    assert.equal((await rpcErrorOf(client.callTool('work'))).rpcCode, -32601);
    await until(() => of(received, 'tasks/cancel').length === 1);
  });

  it('asks for what a page that resumes the task cannot answer is not asked to, and keeps it', async () => {
    const received = await open(({ method, id }) =>
      method === 'tasks/get' ? json(result(id, coreTask({ status: 'input_required' }))) : undefined,
    );
    const error = await errorOf(client.resumeTask('t1'), 'unsupported');
    assert.equal(error.taskId, 't1');
    assert.isEmpty([...of(received, 'tasks/result'), ...of(received, 'tasks/cancel')]);
  });

  it('cannot cancel tasks is not asked to', async () => {
    const received = await open(
      ({ method, id }) => (method === 'tasks/get' ? json(result(id, coreTask())) : undefined),
      {
        tools: {},
        tasks: { requests: { tools: { call: {} } } },
      },
    );
    const controller = new AbortController();
    let cancelling: Promise<unknown> | undefined;
    const call = client.callTool(
      'work',
      {},
      {
        signal: controller.signal,
        onTask: (started) => void (cancelling = errorOf(started.cancel(), 'unsupported')),
      },
    );
    await until(() => cancelling !== undefined);
    await cancelling;
    controller.abort();
    await call.catch((error: unknown) => assert.propertyVal(error, 'name', 'AbortError'));
    assert.isEmpty(of(received, 'tasks/cancel'));
  });

  it('has no news is asked less and less often while nobody sees the page, and at once when somebody does', async () => {
    const received = await open(({ method, id }) =>
      method === 'tasks/get' ? json(result(id, coreTask({ pollInterval: 50 }))) : undefined,
    );
    const polls = (): number => of(received, 'tasks/get').length;
    const controller = new AbortController();
    const call = client.callTool('work', {}, { signal: controller.signal }).catch(() => {});
    await until(() => polls() > 2);
    setVisibility('hidden');
    try {
      const before = polls();
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      // 50 + 100 + 200 + 400 + 800 ms, instead of 32 times 50 ms.
      assert.isBelow(polls() - before, 8);
      const hidden = polls();
      setVisibility('visible');
      await until(() => polls() > hidden + 3);
    } finally {
      setVisibility(undefined);
    }
    controller.abort();
    await call;
  });

  it('runs a task keeps the session when the page goes, and not once the task has ended', async () => {
    let isDone = false;
    const received = await open(({ method, id }) =>
      method === 'tasks/get' ? json(result(id, coreTask({ status: isDone ? 'completed' : 'working' }))) : undefined,
    );
    const goodbyes = (): number => received.filter(({ httpMethod }) => httpMethod === 'DELETE').length;
    const leave = (): boolean => globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
    const calling = client.callTool('work', {}, { onprogress: () => {} });
    await until(() => of(received, 'tasks/get').length > 0);
    leave();
    await aWhile();
    assert.equal(goodbyes(), 0);
    isDone = true;
    await calling;
    leave();
    await until(() => goodbyes() === 1);
  });

  it('reports progress beside its other answers is heard until the task has ended', async () => {
    let token: unknown;
    let looks = 0;
    const progress = (step: number): string =>
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: step } })}\n\n`;
    await open(({ method, id, params }) => {
      if (method === 'tools/call') token = Object(params['_meta']).progressToken;
      if (method !== 'tasks/get') return undefined;
      looks++;
      return stream(
        `${progress(looks)}data: ${JSON.stringify(result(id, coreTask({ status: looks < 3 ? 'working' : 'completed' })))}\n\n`,
      );
    });
    const steps: Progress[] = [];
    await client.callTool('work', {}, { onprogress: (step) => steps.push(step) });
    assert.deepEqual(steps, [{ progress: 1 }, { progress: 2 }, { progress: 3 }]);
  });
});

describe('a task of the extension, with a server that', () => {
  let client: McpClient;

  /** @param looks the answers to `tasks/get`, in turn; the last one repeats */
  async function open(
    looks: object[],
    reply: Reply = () => undefined,
    options: ConnectOptions = {},
  ): Promise<Received[]> {
    const received: Received[] = [];
    let look = 0;
    const serve = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
      const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
      const { method, id, params = {} } = body;
      const message: Received = {
        httpMethod: 'POST',
        method,
        id,
        params,
        body,
        url: String(url),
        headers: new Headers(init.headers),
        signal: init.signal ?? undefined,
      };
      received.push(message);
      init.signal?.throwIfAborted();
      const scripted = await reply(message);
      if (scripted) return scripted;
      if (method === 'server/discover')
        return json(
          result(id, {
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {}, tasks: {}, extensions: { [EXTENSION]: {} } },
          }),
        );
      if (method === 'tools/call') return json(result(id, { resultType: 'task', ...task() }));
      if (method === 'tasks/get')
        return json(result(id, { resultType: 'complete', ...task(looks[Math.min(look++, looks.length - 1)]) }));
      return json(result(id, { resultType: 'complete' }));
    };
    client = await connect(URL_OF_SCRIPT, { fetch: serve, tasks: true, elicitation: accept, ...options });
    return received;
  }
  afterEach(() => client.close());

  const COMPLETED = { status: 'completed', result: DONE };

  it('runs a tool as a task is followed in the log, with the tool and no more of the id than tells it apart [TK-20]', async () => {
    const taskId = 'ab12cd34-and-the-secret-rest';
    await open(
      [
        { taskId, status: 'working' },
        { taskId, ...COMPLETED },
      ],
      ({ method, id }) =>
        method === 'tools/call' ? json(result(id, { resultType: 'task', ...task({ taskId }) })) : undefined,
    );
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message: { logger, data } }) => logger === 'mcp-web' && logged.push(data));
    await client.callTool('work');
    const entry = { task: 'ab12cd34…', tool: 'work' };
    assert.deepEqual(logged, [
      { ...entry, status: 'created' },
      { ...entry, status: 'completed' },
    ]);
  });

  it('no longer knows a task is followed to that end in the log [TK-20]', async () => {
    await open([], ({ method, id }) => (method === 'tasks/get' ? rpcError(id, -32602, 'No such task') : undefined));
    const logged: unknown[] = [];
    client.addEventListener('log', ({ message: { logger, data } }) => logger === 'mcp-web' && logged.push(data));
    await errorOf(client.callTool('work'), 'task-lost');
    assert.deepEqual(logged, [
      { task: 't1', tool: 'work', status: 'created' },
      { task: 't1', tool: 'work', status: 'task-lost' },
    ]);
  });

  it('answers with a task that the page did not declare has answered wrongly [TX-03, BP-38, VN-24]', async () => {
    await open([COMPLETED], undefined, { tasks: false });
    assert.include((await errorOf(client.callTool('work'), 'invalid-result')).message, 'task');
  });

  it('answers another request with a task has answered wrongly [TX-03, BP-38]', async () => {
    await open([COMPLETED], ({ method, id }) =>
      method === 'prompts/get' ? json(result(id, { resultType: 'task', ...task() })) : undefined,
    );
    await errorOf(client.request('prompts/get', { name: 'greet' }), 'invalid-result');
  });

  it('says "task" where the answer is complete is understood [TX-05]', async () => {
    await open([], ({ method, id }) =>
      method === 'tasks/get' ? json(result(id, { resultType: 'task', ...task(COMPLETED) })) : undefined,
    );
    assert.equal(textOf(await client.callTool('work')), 'done');
  });

  it('nests the task that it created is understood', async () => {
    await open([COMPLETED], ({ method, id }) =>
      method === 'tools/call' ? json(result(id, { resultType: 'task', task: task() })) : undefined,
    );
    assert.equal(textOf(await client.callTool('work')), 'done');
  });

  const wrong: [what: string, look: object][] = [
    ['a status that is none', { status: 'sleeping' }],
    ['another task', { taskId: 't2' }],
    ['no id', { taskId: undefined }],
    ['a time to live that is no number', { ttlMs: 'long' }],
    ['an end without a result', { status: 'completed' }],
    ['a failure without an error', { status: 'failed' }],
    ['a failure with an error of another shape', { status: 'failed', error: 'sorry' }],
    ['a result of another shape', { status: 'completed', result: { content: 'none' } }],
    ['a result that asks for more', { status: 'completed', result: { ...DONE, resultType: 'input_required' } }],
    ['requests of another shape', { status: 'input_required', inputRequests: { name: 'who?' } }],
  ];
  for (const [what, look] of wrong) {
    it(`says ${what} has answered wrongly [VN-26]`, async () => {
      await open([look]);
      await errorOf(client.callTool('work'), 'invalid-result');
    });
  }

  it('changes how often it wants to be asked is asked as it says last [TX-06]', async () => {
    await open([{ pollIntervalMs: 400 }, { pollIntervalMs: 60 }, COMPLETED]);
    const waits: unknown[] = [];
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout = Object.assign(
      (...args: Parameters<typeof set>) => (waits.push(args[1]), set(...args)),
      set,
    );
    try {
      await client.callTool('work');
    } finally {
      globalThis.setTimeout = set;
    }
    assert.deepEqual(
      waits.filter((ms) => Number(ms) < 1_000),
      [50, 400, 60],
    );
  });

  for (const pollIntervalMs of [-1, 0, 1e12]) {
    it(`wants to be asked every ${pollIntervalMs} ms is not asked without a pause`, async () => {
      const received = await open([{ pollIntervalMs }], ({ method, id }) =>
        method === 'tools/call' ? json(result(id, { resultType: 'task', ...task({ pollIntervalMs }) })) : undefined,
      );
      const call = errorOf(client.callTool('work'), 'closed');
      await new Promise((resolve) => setTimeout(resolve, 200));
      await client.close();
      await call;
      assert.isAtMost(of(received, 'tasks/get').length, 4);
    });
  }

  it('is unreachable for a while, or asks for a pause, is asked again', async () => {
    let failures = 0;
    await open([COMPLETED], ({ method, id }) => {
      if (method !== 'tasks/get') return undefined;
      failures++;
      if (failures === 1) return new Response('', { status: 503 });
      if (failures === 2) return json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'Too often' } }, {}, 429);
      return undefined;
    });
    assert.equal(textOf(await client.callTool('work')), 'done');
    assert.equal(failures, 3);
  });

  it('is unreachable when it should get an answer gets it later, and the user is asked once', async () => {
    let requests = 0;
    let failures = 0;
    const ask = { status: 'input_required', inputRequests: { who: INPUT_REQUEST } };
    const received = await open(
      [ask],
      ({ method, id }) => {
        if (method === 'tasks/update' && failures++ === 0) return Promise.reject(new TypeError('no network'));
        if (method === 'tasks/get' && failures > 1) return json(result(id, task(COMPLETED)));
        return undefined;
      },
      { elicitation: { form: () => ({ action: ++requests > 0 ? 'accept' : 'decline' }) } },
    );
    assert.equal(textOf(await client.callTool('work')), 'done');
    assert.equal(requests, 1);
    assert.lengthOf(of(received, 'tasks/update'), 2);
  });

  it('refuses an answer and still wants it fails the call with what it said', async () => {
    const received = await open(
      [{ status: 'input_required', inputRequests: { who: INPUT_REQUEST } }],
      ({ method, id }) => (method === 'tasks/update' ? rpcError(id, -32602, 'That is no name') : undefined),
    );
    assert.include((await rpcErrorOf(client.callTool('work'))).message, 'That is no name');
    await until(() => of(received, 'tasks/cancel').length === 1);
  });

  it('refuses an answer that it no longer needs goes on', async () => {
    await open([{ status: 'input_required', inputRequests: { who: INPUT_REQUEST } }, {}, COMPLETED], ({ method, id }) =>
      method === 'tasks/update' ? rpcError(id, -32602, 'Nobody asked') : undefined,
    );
    assert.equal(textOf(await client.callTool('work')), 'done');
  });

  it('withdraws a request makes the page close its dialog', async () => {
    let isClosed = false;
    const received = await open(
      [{ status: 'input_required', inputRequests: { who: INPUT_REQUEST } }, {}, {}, COMPLETED],
      undefined,
      {
        elicitation: {
          form: (_params, { signal }) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => {
                isClosed = true;
                reject(signal.reason);
              }),
            ),
        },
      },
    );
    assert.equal(textOf(await client.callTool('work')), 'done');
    assert.isTrue(isClosed);
    assert.isEmpty(of(received, 'tasks/update'));
  });

  it('uses names of object prototypes for its requests gets its answers', async () => {
    const inputRequests = JSON.parse(
      `{"__proto__":${JSON.stringify(INPUT_REQUEST)},"constructor":${JSON.stringify(INPUT_REQUEST)}}`,
    );
    let updates = 0;
    const received = await open([], ({ method, id }) => {
      if (method === 'tasks/update') updates++;
      return method === 'tasks/get'
        ? json(result(id, task(updates < 2 ? { status: 'input_required', inputRequests } : COMPLETED)))
        : undefined;
    });
    assert.equal(textOf(await client.callTool('work')), 'done');
    const keys = of(received, 'tasks/update').flatMap(({ params }) => Object.keys(Object(params['inputResponses'])));
    assert.sameMembers(keys, ['__proto__', 'constructor']);
  });

  it('asks for what a page that resumes the task cannot answer keeps it', async () => {
    const inputRequests = { model: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } };
    const form = (): never => assert.fail('asked');
    const received = await open([{ status: 'input_required', inputRequests }], undefined, { elicitation: { form } });
    const error = await errorOf(client.resumeTask('t1'), 'unsupported');
    assert.equal(error.taskId, 't1');
    assert.include(error.message, 'sampling/createMessage');
    assert.isEmpty([...of(received, 'tasks/update'), ...of(received, 'tasks/cancel')]);
  });

  it('also asks for what a page that resumes the task cannot answer gets the other answers first', async () => {
    const model = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };
    const received = await open(
      [
        { status: 'input_required', inputRequests: { form: INPUT_REQUEST, model } },
        { status: 'input_required', inputRequests: { model } },
      ],
      undefined,
      { elicitation: { form: () => ({ action: 'decline' }) } },
    );
    const error = await errorOf(client.resumeTask('t1'), 'unsupported');
    assert.include(error.message, 'sampling/createMessage');
    const updates = of(received, 'tasks/update').map(({ params }) => params['inputResponses']);
    assert.deepEqual(updates, [{ form: { action: 'decline' } }]);
    assert.isEmpty(of(received, 'tasks/cancel'));
  });

  it('asks for what no page answers has its task cancelled, resumed or not', async () => {
    const inputRequests = { odd: { method: 'odd/request', params: {} } };
    const received = await open([{ status: 'input_required', inputRequests }]);
    await errorOf(client.resumeTask('t1'), 'unsupported');
    await until(() => of(received, 'tasks/cancel').length === 1);
  });

  it('completes a task that the page wanted to cancel is not waited for [TX-14]', async () => {
    await open([{}, COMPLETED]);
    await errorOf(client.callTool('work', {}, { onTask: (started) => void started.cancel() }), 'task-cancelled');
  });

  it('cannot be reached to cancel a task says so to whoever cancels', async () => {
    await open([{}, {}, {}, COMPLETED], ({ method }) =>
      method === 'tasks/cancel' ? new Response('', { status: 500 }) : undefined,
    );
    let cancelling: Promise<unknown> | undefined;
    const call = client.callTool(
      'work',
      {},
      { onTask: (started) => void (cancelling = errorOf(started.cancel(), 'http')) },
    );
    assert.equal(textOf(await call), 'done');
    await cancelling;
  });
});

describe('a host', () => {
  it('hands the task of a call to the page', async () => {
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(await serverUrl('core-tasks'));
    await until(() => host.getSnapshot().servers.some(({ tools }) => tools.length > 0));
    let started: McpTask | undefined;
    const { content } = await host.callTool(id, 'work', {}, { onTask: (handle) => (started = handle) });
    host.close();
    assert.lengthOf(content, 1);
    assert.equal(started?.status, 'completed');
  });
});
