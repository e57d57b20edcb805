import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { textOf } from './support.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
/** Nobody who polls at this interval hears of the end of a task within the time of a test. */
const RARELY = { pollIntervalMs: 600_000 };
/** Longer than a task runs before it is worth a stream. */
const LONG_MS = 1_600;

/** The tasks that each `subscriptions/listen` named. */
const named = (sent: SentRequest[]): unknown[] =>
  requestsFor(sent, 'subscriptions/listen').map(({ body }) => Object(body.params?.['notifications']).taskIds);

describe('a long task of a server that announces the status', () => {
  const clients: McpClient[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  async function open(options: ConnectOptions = {}): Promise<{ client: McpClient; sent: SentRequest[] }> {
    const { sent, fetch } = recordFetch();
    const client = await connect(await serverUrl('announced-tasks'), { fetch, tasks: true, ...options });
    clients.push(client);
    return { client, sent };
  }

  it('ends with what came on the stream, and was never asked for [TX-17]', async () => {
    const { client, sent } = await open();
    let id = '';
    const result = await client.callTool('work', { workMs: LONG_MS, ...RARELY }, { onTask: (task) => (id = task.id) });
    assert.equal(textOf(result), 'Done ()');
    assert.deepEqual(named(sent), [[id]]);
    assert.isEmpty(requestsFor(sent, 'tasks/get'));
  });

  it('is listened to with a request that declares the extension [TX-01, TX-17]', async () => {
    const { client, sent } = await open();
    await client.callTool('work', { workMs: LONG_MS, ...RARELY });
    const [listening] = requestsFor(sent, 'subscriptions/listen');
    const capabilities = Object(listening?.body.params?._meta?.['io.modelcontextprotocol/clientCapabilities']);
    assert.deepEqual(capabilities.extensions, { [EXTENSION]: {} });
  });

  it('asks on the stream, and each request once [TX-11, TX-17]', async () => {
    const asked: string[] = [];
    const { client, sent } = await open({
      elicitation: {
        form: ({ message }) => {
          asked.push(message);
          return { action: 'accept', content: { name: 'Ada' } };
        },
      },
    });
    const result = await client.callTool('work', { workMs: LONG_MS, ask: ['name'], ...RARELY });
    assert.equal(textOf(result), 'Done (name: Ada)');
    assert.deepEqual(asked, ['What is your name?']);
    assert.lengthOf(requestsFor(sent, 'tasks/update'), 1);
  });

  it('shares the stream of the lists, which stays when the task has ended [TX-17]', async () => {
    const { client, sent } = await open();
    let changes = 0;
    client.addEventListener('listchange', () => changes++);
    await client.listTools();
    assert.equal(textOf(await client.callTool('work', { workMs: LONG_MS, ...RARELY })), 'Done ()');
    const streams = requestsFor(sent, 'subscriptions/listen');
    assert.deepEqual(
      streams.map(({ body }) => Object(body.params?.['notifications']).toolsListChanged),
      [true, true],
    );
    await client.callTool('work', { changesList: true });
    await eventually(() => changes > 0);
    assert.lengthOf(requestsFor(sent, 'subscriptions/listen'), 2);
  });

  it('is heard of by the tab that called it, and by no other that shares the stream [TX-17]', async () => {
    const principal = crypto.randomUUID();
    const leading = await open({ shareWithTabs: true, principal: () => principal });
    leading.client.addEventListener('listchange', () => {});
    await leading.client.listTools();
    const following = await open({ shareWithTabs: true, principal: () => principal });
    const statuses: string[] = [];
    const own = leading.client.callTool(
      'work',
      { workMs: LONG_MS, end: 'tool-error', ...RARELY },
      { onTask: (task) => task.addEventListener('statuschange', () => statuses.push(task.status)) },
    );
    const other = following.client.callTool('work', { workMs: LONG_MS + 400, ...RARELY });
    assert.isTrue((await own).isError);
    assert.equal(textOf(await other), 'Done ()');
    assert.deepEqual(statuses, ['completed']);
    assert.isEmpty(named(following.sent));
    assert.isEmpty([leading, following].flatMap(({ sent }) => requestsFor(sent, 'tasks/get')));
  });
});

describe('a long task of the official server, which grants no such announcements', () => {
  it('is asked for as before, and the next one without another attempt [TX-17]', async () => {
    const { sent, fetch } = recordFetch();
    const client = await connect(await serverUrl('extension-tasks'), { fetch, tasks: true });
    let lost = 0;
    client.addEventListener('changeslost', () => lost++);
    for (const _ of ['one', 'two'])
      assert.equal(textOf(await client.callTool('work', { workMs: LONG_MS, pollIntervalMs: 300 })), 'Done ()');
    await client.close();
    assert.lengthOf(named(sent), 1);
    assert.isAbove(requestsFor(sent, 'tasks/get').length, 6);
    assert.equal(lost, 0);
  });
});
