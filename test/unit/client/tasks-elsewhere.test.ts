/** The tasks that other tabs of the site follow, as a host shows them. Several hosts of one page do as tabs do. */
import { assert } from 'chai';
import { type HostTask, McpHost } from '@mcp-web/client';
import { digestOf, leave, MemoryCalls } from '../../support/memory-calls.ts';
import { eventually, json, modernServer, result, type Scripted, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { allow } from '../../support/tool-servers.ts';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const HOUR_MS = 3_600_000;

/** Its one tool becomes a task, of which it says no more than this. */
function workingServer(said: object): Scripted {
  const task = (change: object): object => ({
    taskId: 't1',
    status: 'working',
    createdAt: new Date().toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: HOUR_MS,
    pollIntervalMs: HOUR_MS,
    ...said,
    ...change,
  });
  return modernServer(
    ({ method, id }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'work', inputSchema: { type: 'object' } }] }));
      if (method === 'tools/call') return json(result(id, { resultType: 'task', ...task({}) }));
      if (method === 'tasks/get') return json(result(id, { resultType: 'complete', ...task({}) }));
      if (method === 'tasks/cancel') return json(result(id, { resultType: 'complete' }));
      return undefined;
    },
    { tools: {}, extensions: { [EXTENSION]: {} } },
  );
}

describe('a task of another tab', () => {
  const hosts: McpHost[] = [];
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
  });

  async function open({ fetch }: Scripted, callStore: MemoryCalls): Promise<McpHost> {
    const host = new McpHost({ consent: allow, callStore });
    hosts.push(host);
    host.tasks.accept();
    host.add(URL_OF_SCRIPT, { id: 'server', fetch });
    await host.ready('server');
    return host;
  }
  const only = (host: McpHost): HostTask | undefined => host.tasks.getSnapshot()[0];
  /** Resolves when a tab has told the others of a task. */
  function told(): Promise<void> {
    const channel = new BroadcastChannel('mcp-web tasks');
    return new Promise((resolve) => {
      channel.onmessage = ({ data }) => {
        if (Object(data).record === undefined) return;
        channel.close();
        resolve();
      };
    });
  }

  it('is shown as that tab knows it, in a tab that is opened when nothing changes anymore', async () => {
    const store = new MemoryCalls();
    const server = workingServer({ statusMessage: 'Half way' });
    const telling = told();
    const first = await open(server, store);
    first.callTool('server', 'work').catch(() => {});
    await telling;
    const second = await open(server, store);
    const seen = await eventually(() => only(second)?.status === 'working' && only(second));
    assert.include(seen, { isElsewhere: true, name: 'work', statusMessage: 'Half way' });
    assert.equal(seen.expiresAt, only(first)?.expiresAt);
    assert.isDefined(seen.expiresAt);
  });

  it('is shown with the beginning of what the server says at length', async () => {
    const store = new MemoryCalls();
    const server = workingServer({ statusMessage: 'x'.repeat(1_000_000) });
    const [first, second] = [await open(server, store), await open(server, store)];
    first.callTool('server', 'work').catch(() => {});
    const seen = await eventually(() => only(second)?.status === 'working' && only(second));
    assert.equal(seen.statusMessage, 'x'.repeat(1_000));
  });

  it('of another server is told apart, also when both count their tasks', async () => {
    const store = new MemoryCalls();
    const elsewhere = 'https://other.example/mcp';
    const ended = { status: 'completed', time: Date.now() } as const;
    await leave(store, { tool: 'kept', server: await digestOf(elsewhere), task: 't1', stream: undefined, ended });
    const server = workingServer({});
    const host = await open(server, store);
    host.add(elsewhere, { id: 'other', fetch: server.fetch });
    await host.ready('other');
    host.callTool('server', 'work').catch(() => {});
    await eventually(() => host.tasks.getSnapshot().length === 2);
    await eventually(() => host.tasks.getSnapshot().every(({ status }) => status !== 'unknown'));
    assert.sameDeepMembers(
      host.tasks.getSnapshot().map(({ serverId, name, status }) => [serverId, name, status]),
      [
        ['server', 'work', 'working'],
        ['other', 'kept', 'completed'],
      ],
    );
    const [, other = assert.fail()] = host.tasks.getSnapshot().toSorted((one, two) => two.name.localeCompare(one.name));
    assert.isTrue(host.tasks.dismiss(other.id));
    await eventually(() => store.calls.size === 1);
    assert.equal(store.only?.tool, 'work');
  });
});
