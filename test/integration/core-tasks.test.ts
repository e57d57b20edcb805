import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, type McpTask, type Progress } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { rpcErrorOf, textOf, untilListed } from './support.ts';

const RELATED_TASK = 'io.modelcontextprotocol/related-task';

const elicitation: ConnectOptions['elicitation'] = { form: () => ({ action: 'accept', content: { name: 'Ada' } }) };

/** The task options of the calls that were sent. */
const taskOptions = (sent: SentRequest[]): unknown[] =>
  requestsFor(sent, 'tools/call').map(({ body }) => body.params?.['task']);

/** The task that a call receives, once there is one. */
function withTask(): { onTask: (task: McpTask) => void; task: Promise<McpTask> } {
  let onTask: (task: McpTask) => void = () => {};
  const task = new Promise<McpTask>((resolve) => (onTask = resolve));
  return { onTask, task };
}

describe('a task of 2025-11-25', () => {
  let client: McpClient;
  let sent: SentRequest[];

  async function open(options: ConnectOptions = {}): Promise<void> {
    const recorded = recordFetch();
    sent = recorded.sent;
    client = await connect(await serverUrl('core-tasks'), { fetch: recorded.fetch, ...options });
  }
  afterEach(() => client.close());

  it('is asked for where the tool requires it, and gives the result of the call [TK-06, TK-11, TO-28]', async () => {
    await open();
    assert.equal(textOf(await client.callTool('long-work')), 'Done for nobody');
    assert.deepEqual(taskOptions(sent), [{}]);
    assert.lengthOf(requestsFor(sent, 'tasks/result'), 1);
  });

  it('is asked for where the tool leaves it open and the caller wants one [TK-05, TK-07]', async () => {
    await open();
    assert.equal(textOf(await client.callTool('work')), 'Done at once');
    const { onTask, task } = withTask();
    assert.equal(textOf(await client.callTool('work', {}, { onTask })), 'Done for nobody');
    assert.equal((await task).ttlMs, null);
    assert.equal(textOf(await client.callTool('work', {}, { task: { ttlMs: 60_000 } })), 'Done for nobody');
    assert.deepEqual(taskOptions(sent), [undefined, {}, { ttl: 60_000 }]);
  });

  it('is never asked for where the tool does not offer it [TK-04, TO-28]', async () => {
    await open();
    const onTask = (): void => assert.fail('there is a task');
    assert.equal(textOf(await client.callTool('quick-work', {}, { onTask })), 'Done at once');
    assert.equal(textOf(await client.callTool('forbidden-work', {}, { onTask })), 'Done at once');
    assert.deepEqual(taskOptions(sent), [undefined, undefined]);
  });

  it('with a time to live that is no time is refused before it is sent', async () => {
    await open();
    await errorOf(client.callTool('work', {}, { task: { ttlMs: Number.NaN } }), 'invalid-argument');
    assert.deepEqual(taskOptions(sent), []);
  });

  it('has the status that the server reports [TK-21]', async () => {
    await open({ elicitation });
    const seen: [string, string | undefined][] = [];
    let task: McpTask | undefined;
    await client.callTool(
      'work',
      { ask: true },
      {
        onTask: (started) => {
          task = started;
          seen.push([started.status, started.statusMessage]);
          started.addEventListener('statuschange', () => seen.push([started.status, started.statusMessage]));
        },
      },
    );
    assert.deepEqual(seen.slice(0, 2), [
      ['working', undefined],
      ['input_required', 'Who is it for?'],
    ]);
    assert.equal(seen.at(-1)?.[0], 'completed');
    assert.equal(task?.pollIntervalMs, 60);
    assert.equal(task?.immediateResponse, 'It takes a moment');
    assert.isFalse(Number.isNaN(Date.parse(task?.createdAt ?? '')));
    assert.isFalse(Number.isNaN(Date.parse(task?.lastUpdatedAt ?? '')));
  });

  it('is looked at no more often than the server wants [TK-08]', async () => {
    const times: number[] = [];
    await open({
      fetch: (input, init) => {
        if (typeof init?.body === 'string' && init.body.includes('"tasks/get"')) times.push(performance.now());
        return fetch(input, init);
      },
    });
    const { onTask, task } = withTask();
    const call = errorOf(
      client.callTool('long-work', { end: 'never', pollInterval: 300 }, { onTask }),
      'task-cancelled',
    );
    await eventually(() => times.length >= 4);
    await (await task).cancel();
    await call;
    // Timers may fire a millisecond early, and clocks are coarse.
    for (const [index, time] of times.entries()) if (index > 0) assert.isAtLeast(time - (times[index - 1] ?? 0), 295);
  });

  it('gets its answers through tasks/result, and each says to which task it belongs [TK-09, TK-10, TK-14, TK-15]', async () => {
    await open({ elicitation });
    const { onTask, task } = withTask();
    assert.equal(textOf(await client.callTool('long-work', { ask: true }, { onTask })), 'Done for Ada');
    const { id } = await task;
    const answers = sent.flatMap(({ body }) =>
      typeof body === 'object' && body !== null && 'result' in body ? [body.result] : [],
    );
    assert.deepEqual(answers, [
      { action: 'accept', content: { name: 'Ada' }, _meta: { [RELATED_TASK]: { taskId: id } } },
    ]);
    const about = ['tasks/get', 'tasks/result'].flatMap((method) => requestsFor(sent, method));
    assert.isNotEmpty(about);
    for (const { body } of about) assert.deepEqual(body.params, { taskId: id });
  });

  it('reports progress for as long as it lives [PR-07]', async () => {
    let isListening = false;
    await open({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method === 'GET') isListening = true;
        return response;
      },
    });
    // A task's progress arrives on the session's stream. What is said before that stream is open reaches nobody.
    await eventually(() => isListening);
    const steps: Progress[] = [];
    const { onTask, task } = withTask();
    const call = errorOf(
      client.callTool('long-work', { steps: 8, end: 'never' }, { onTask, onprogress: (step) => steps.push(step) }),
      'task-cancelled',
    );
    await eventually(() => steps.length === 8);
    await (await task).cancel();
    await call;
    assert.deepEqual(
      steps.map(({ progress }) => progress),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
  });

  it('that failed gives the result with which the tool failed [TK-19]', async () => {
    await open();
    const { onTask, task } = withTask();
    const result = await client.callTool('long-work', { end: 'tool-error' }, { onTask });
    assert.isTrue(result.isError);
    assert.equal(textOf(result), 'The tool did not work');
    assert.equal((await task).status, 'failed');
  });

  it('that failed without a result gives the error of the server', async () => {
    await open();
    const { onTask, task } = withTask();
    await rpcErrorOf(client.callTool('long-work', { end: 'failed' }, { onTask }));
    assert.equal((await task).statusMessage, 'The task failed by itself');
  });

  it('that was cancelled at the server says so', async () => {
    await open();
    const error = await errorOf(client.callTool('long-work', { end: 'cancelled' }), 'task-cancelled');
    assert.include(error.message, 'The task cancelled by itself');
  });

  it('is cancelled by its handle, and cancelling it again changes nothing [TK-17]', async () => {
    await open();
    const { onTask, task } = withTask();
    const call = errorOf(client.callTool('long-work', { end: 'never' }, { onTask }), 'task-cancelled');
    await (await task).cancel();
    await call;
    await (await task).cancel();
    assert.lengthOf(requestsFor(sent, 'tasks/cancel'), 1);
    await errorOf(client.resumeTask((await task).id), 'task-cancelled');
  });

  it('is cancelled by the signal of its caller, with tasks/cancel and nothing else [CX-10]', async () => {
    await open();
    const controller = new AbortController();
    const reason = new Error('the user went away');
    const { onTask, task } = withTask();
    const call = client.callTool('long-work', { end: 'never' }, { onTask, signal: controller.signal });
    const { id } = await task;
    controller.abort(reason);
    await call.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.equal(error, reason),
    );
    await errorOf(client.resumeTask(id), 'task-cancelled');
    const [sentCall] = requestsFor(sent, 'tools/call');
    for (const { body } of requestsFor(sent, 'notifications/cancelled'))
      assert.notEqual(body.params?.['requestId'], sentCall?.body.id);
  });

  it('is cancelled as soon as its id is known when the caller is gone before', async () => {
    await open();
    await client.listTools();
    const controller = new AbortController();
    const call = client.callTool('long-work', { end: 'never' }, { signal: controller.signal });
    controller.abort();
    await call.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.propertyVal(error, 'name', 'AbortError'),
    );
    while (requestsFor(sent, 'tasks/cancel').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.isEmpty(requestsFor(sent, 'notifications/cancelled'));
  });

  it('goes on when the client is closed, and is picked up by another one', async () => {
    await open();
    const { onTask, task } = withTask();
    const call = errorOf(client.callTool('long-work', { steps: 10 }, { onTask }), 'closed');
    const { id } = await task;
    await client.close();
    await call;
    await open();
    const again = withTask();
    assert.equal(textOf(await client.resumeTask(id, { onTask: again.onTask })), 'Done for nobody');
    assert.equal((await again.task).id, id);
  });

  it('goes on when the page no longer waits for it', async () => {
    await open();
    const { onTask, task } = withTask();
    const call = errorOf(client.callTool('long-work', { steps: 5 }, { onTask }), 'closed');
    (await task).detach();
    await call;
    assert.equal(textOf(await client.resumeTask((await task).id)), 'Done for nobody');
    assert.isEmpty(requestsFor(sent, 'tasks/cancel'));
  });

  it('that the server does not know is lost, and says so', async () => {
    await open();
    const error = await errorOf(client.resumeTask('no such task'), 'task-lost');
    assert.propertyVal(error.cause, 'rpcCode', -32602);
  });

  it('that outlives its time at the server is lost', async () => {
    await open();
    await errorOf(client.callTool('work', { end: 'never' }, { task: { ttlMs: 150 } }), 'task-lost');
  });

  it('survives that the network is away for a while', async () => {
    let failures = 0;
    await open({
      fetch: (input, init) => {
        if (typeof init?.body === 'string' && init.body.includes('"tasks/get"') && failures++ < 1)
          return Promise.reject(new TypeError('no network'));
        return fetch(input, init);
      },
    });
    assert.equal(textOf(await client.callTool('long-work')), 'Done for nobody');
    assert.isAtLeast(failures, 2);
  });

  it('survives an error of the page in onTask', async () => {
    await open();
    const reported: unknown[] = [];
    const { onerror } = globalThis;
    globalThis.onerror = (...error) => reported.push(error.at(-1));
    const onTask = (): void => {
      throw new Error('a mistake of the page');
    };
    try {
      assert.equal(textOf(await client.callTool('long-work', {}, { onTask })), 'Done for nobody');
    } finally {
      globalThis.onerror = onerror;
    }
    assert.lengthOf(reported, 1);
  });
});

describe('a task of the official server-everything', () => {
  it('completes, with a request on the way', async () => {
    const asked: string[] = [];
    const statuses = new Set<string>();
    const client = await connect(await serverUrl('everything'), {
      elicitation: {
        form: ({ message }) => {
          asked.push(message);
          return { action: 'accept', content: { interpretation: 'snake' } };
        },
      },
    });
    await untilListed(client, 'simulate-research-query');
    const result = await client.callTool(
      'simulate-research-query',
      { topic: 'python', ambiguous: true },
      {
        onTask: (task) => task.addEventListener('statuschange', () => statuses.add(task.status)),
      },
    );
    await client.close();
    assert.include(textOf(result), 'snake');
    assert.lengthOf(asked, 1);
    assert.isTrue(statuses.has('input_required'));
    assert.isTrue(statuses.has('completed'));
  });
});
