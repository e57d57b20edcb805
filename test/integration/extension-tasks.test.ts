import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, type McpTask } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { rpcErrorOf, textOf } from './support.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const METHODS = ['tasks/get', 'tasks/update', 'tasks/cancel'];

/** The extensions that the requests of a method declared. */
const declared = (sent: SentRequest[], method: string): unknown[] =>
  requestsFor(sent, method).map(
    ({ body }) => Object(body.params?._meta?.['io.modelcontextprotocol/clientCapabilities']).extensions,
  );

/** The answers to the server's requests, in the order in which they were sent. */
const answers = (sent: SentRequest[]): unknown[] =>
  requestsFor(sent, 'tasks/update').map(({ body }) => body.params?.['inputResponses']);

describe('a task of the extension', () => {
  let client: McpClient;
  let sent: SentRequest[];
  let asked: string[];

  async function open(options: ConnectOptions = {}): Promise<void> {
    const recorded = recordFetch();
    sent = recorded.sent;
    asked = [];
    client = await connect(await serverUrl('extension-tasks'), {
      fetch: recorded.fetch,
      elicitation: { form: answer },
      ...options,
    });
  }

  const answer: NonNullable<ConnectOptions['elicitation']>['form'] = ({ message, requestedSchema }) => {
    asked.push(message);
    return {
      action: 'accept',
      content: Object.fromEntries(Object.keys(Object(requestedSchema['properties'])).map((key) => [key, `my ${key}`])),
    };
  };

  afterEach(() => client.close());

  it('is not taken unless the page says so [VN-24]', async () => {
    await open();
    assert.equal(textOf(await client.callTool('work')), 'Done at once');
    assert.deepEqual(declared(sent, 'tools/call'), [undefined]);
    assert.equal((await rpcErrorOf(client.callTool('work', { mustBeTask: true }))).rpcCode, -32021);
  });

  it('is taken from every call of a client that says so, and declared with nothing else [TX-01, TX-02, TX-04, VN-21]', async () => {
    await open({ tasks: true });
    await client.listTools();
    assert.equal(textOf(await client.callTool('work')), 'Done ()');
    assert.deepEqual(declared(sent, 'tools/call'), [{ [EXTENSION]: {} }]);
    assert.isNotEmpty(declared(sent, 'tasks/get'));
    for (const extensions of METHODS.flatMap((method) => declared(sent, method)))
      assert.deepEqual(extensions, { [EXTENSION]: {} });
    assert.deepEqual(declared(sent, 'tools/list'), [undefined]);
    assert.isEmpty(requestsFor(sent, 'tasks/result'));
  });

  it('is taken from a single call that has onTask', async () => {
    await open();
    let id = '';
    assert.equal(textOf(await client.callTool('work', {}, { onTask: (task) => (id = task.id) })), 'Done ()');
    assert.isNotEmpty(id);
  });

  it('is named in the header of each request about it [TX-18, HD-04]', async () => {
    await open({ tasks: true });
    let task: McpTask | undefined;
    const call = client.callTool('work', { ask: ['name'], end: 'never' }, { onTask: (started) => (task = started) });
    while (answers(sent).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await task?.cancel();
    await errorOf(call, 'task-cancelled');
    const names = METHODS.flatMap((method) =>
      requestsFor(sent, method).map(({ headers }): unknown[] => [
        method,
        headers.get('Mcp-Method'),
        headers.get('Mcp-Name'),
      ]),
    );
    for (const method of METHODS) assert.deepInclude(names, [method, method, task?.id]);
    for (const [method, named, name] of names) assert.deepEqual([named, name], [method, task?.id]);
  });

  it('asks through the handlers of the page, each request once, however often it is listed [TX-09, TX-10, TX-11, TX-12]', async () => {
    await open({ tasks: true });
    assert.equal(textOf(await client.callTool('work', { ask: ['name', 'age'] })), 'Done (age: my age, name: my name)');
    assert.deepEqual(asked, ['What is your name?', 'What is your age?']);
    assert.deepEqual(answers(sent), [
      { name: { action: 'accept', content: { name: 'my name' } } },
      { age: { action: 'accept', content: { age: 'my age' } } },
    ]);
  });

  it('waits for one answer while another is there already [TX-12]', async () => {
    let release: () => void = () => {};
    const thinking = new Promise<void>((resolve) => (release = resolve));
    await open({
      tasks: true,
      elicitation: {
        form: async (params, options) => {
          if (params.message.includes('age')) await thinking;
          return await answer(params, options);
        },
      },
    });
    const call = client.callTool('work', { ask: ['age', 'name'] });
    while (answers(sent).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(asked, ['What is your name?']);
    release();
    assert.equal(textOf(await call), 'Done (age: my age, name: my name)');
  });

  it('is cancelled when the page refuses to answer, and the call is denied', async () => {
    await open({ tasks: true, elicitation: undefined, sampling: undefined });
    const error = await errorOf(client.callTool('work', { ask: ['name'] }), 'unsupported');
    assert.include(error.message, 'cannot give');
    while (requestsFor(sent, 'tasks/cancel').length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.isEmpty(answers(sent));
  });

  it('may come after the server has asked for input [TX-21]', async () => {
    await open({ tasks: true });
    assert.equal(textOf(await client.callTool('work', { confirmFirst: true })), 'Done ()');
    assert.deepEqual(asked, ['What is your confirm?']);
    assert.deepEqual(declared(sent, 'tools/call'), [{ [EXTENSION]: {} }, { [EXTENSION]: {} }]);
  });

  it('that failed rejects with the error of the call [TX-19]', async () => {
    await open({ tasks: true });
    const error = await rpcErrorOf(client.callTool('work', { end: 'failed' }));
    assert.deepEqual([error.rpcCode, error.message, error.data], [-32603, 'It rained', { mm: 7 }]);
  });

  it('gives the result of a tool that failed as one of a task that was completed [TX-19]', async () => {
    await open({ tasks: true });
    let status: string | undefined;
    const result = await client.callTool(
      'work',
      { end: 'tool-error' },
      {
        onTask: (task) => task.addEventListener('statuschange', () => (status = task.status)),
      },
    );
    assert.isTrue(result.isError);
    assert.equal(status, 'completed');
  });

  it('that was cancelled at the server says so', async () => {
    await open({ tasks: true });
    assert.include(
      (await errorOf(client.callTool('work', { end: 'cancelled' }), 'task-cancelled')).message,
      'Nobody needs it',
    );
  });

  it('is cancelled by the signal of its caller with tasks/cancel, and never with notifications/cancelled [TX-13, TX-15]', async () => {
    await open({ tasks: true });
    const controller = new AbortController();
    const reason = new Error('the user went away');
    let id = '';
    const call = client.callTool(
      'work',
      { end: 'never' },
      {
        signal: controller.signal,
        onTask: (task) => {
          id = task.id;
          controller.abort(reason);
        },
      },
    );
    await call.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.equal(error, reason),
    );
    await errorOf(client.resumeTask(id), 'task-cancelled');
    assert.lengthOf(requestsFor(sent, 'tasks/cancel'), 1);
    assert.isEmpty(requestsFor(sent, 'notifications/cancelled'));
  });

  it('continues when the client is closed, and sends the next one the open requests [TX-08]', async () => {
    await open({
      tasks: true,
      elicitation: {
        form: (_params, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    let id = '';
    const call = errorOf(
      client.callTool(
        'work',
        { ask: ['name'] },
        {
          onTask: (task) => {
            id = task.id;
            task.addEventListener('statuschange', () => void client.close());
          },
        },
      ),
      'closed',
    );
    await call;
    assert.isEmpty(requestsFor(sent, 'tasks/cancel'));
    await open();
    assert.equal(textOf(await client.resumeTask(id)), 'Done (name: my name)');
  });

  it('that the server does not know is lost, and says so [TX-23]', async () => {
    await open();
    const error = await errorOf(client.resumeTask('no such task'), 'task-lost');
    assert.propertyVal(error.cause, 'rpcCode', -32602);
  });

  it('that has not ended in its time is lost, although the server still says that it works [TX-16]', async () => {
    await open({ tasks: true });
    await errorOf(client.callTool('work', { end: 'never', ttlMs: 200 }), 'task-lost');
  });

  it('is looked at no more often than the server wants [TX-06, TX-07]', async () => {
    const times: number[] = [];
    await open({
      tasks: true,
      fetch: (input, init) => {
        if (typeof init?.body === 'string' && init.body.includes('"tasks/get"')) times.push(performance.now());
        return fetch(input, init);
      },
    });
    times.push(performance.now());
    let task: McpTask | undefined;
    const call = errorOf(
      client.callTool('work', { end: 'never', pollIntervalMs: 300 }, { onTask: (started) => (task = started) }),
      'task-cancelled',
    );
    await eventually(() => times.length >= 4);
    await task?.cancel();
    await call;
    // Timers may fire a millisecond early, and clocks are coarse.
    for (const [index, time] of times.entries()) if (index > 0) assert.isAtLeast(time - (times[index - 1] ?? 0), 295);
  });
});

describe('a server without tasks', () => {
  for (const name of ['modern', 'legacy']) {
    it(`of the ${name} era answers at once, whatever the page would take [VN-22]`, async () => {
      const client = await connect(await serverUrl(name), { tasks: true });
      const options = { task: { ttlMs: 1000 }, onTask: () => assert.fail('there is a task') };
      assert.equal(textOf(await client.callTool('echo', { message: 'hi' }, options)), 'Echo: hi');
      await errorOf(client.resumeTask('some task'), 'unsupported');
      await client.close();
    });
  }
});
