import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient, McpHost } from '@mcp-web/client';
import {
  aWhile,
  json,
  legacyServer,
  methodsOf,
  modernServer,
  openStream,
  type Received,
  result,
  type Scripted,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const CAPABILITIES = { tools: { listChanged: true }, prompts: {} };
/** Longer than the client waits for a stream before it fetches lists all the same. */
const LONG_MS = 600;

interface Announcing extends Scripted {
  /** Lets the server say on its stream that it announces changes, or that it has no stream. */
  open: (hasStream?: boolean) => void;
  /** Changes the tools, and tells whoever listens. */
  change: () => void;
  version: () => number;
}

/** A server whose stream opens when the test says so. It tells nobody else of a change. */
function announcingServer(era: 'modern' | 'legacy'): Announcing {
  let version = 1;
  const streams: ((message: object) => void)[] = [];
  let open: Announcing['open'] = () => {};
  const opened = new Promise<boolean>((resolve) => (open = (hasStream = true) => resolve(hasStream)));
  const listen = async (received: Received): Promise<Response> => {
    if (!(await opened)) return new Response(undefined, { status: 405 });
    const { response, send } = openStream();
    if (era === 'modern') {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': received.id };
      const params = { notifications: { toolsListChanged: true }, _meta };
      send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params });
    }
    streams.push(send);
    return response;
  };
  const scripted = (era === 'modern' ? modernServer : legacyServer)((received) => {
    const { httpMethod, method, id } = received;
    if (method === 'subscriptions/listen' || httpMethod === 'GET') return listen(received);
    if (method === 'prompts/list') return json(result(id, { prompts: [] }));
    if (method !== 'tools/list') return undefined;
    return json(result(id, { tools: [{ name: `v${version}`, inputSchema: { type: 'object' } }] }));
  }, CAPABILITIES);
  const change = (): void => {
    version++;
    for (const send of streams) send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} });
  };
  return { ...scripted, open, change, version: () => version };
}

/** A page that shows the newest list that it knows of. */
function show(client: McpClient): { shown: string[]; heard: string[]; list: () => Promise<void> } {
  const page = {
    shown: [] as string[],
    heard: [] as string[],
    async list(): Promise<void> {
      const { tools } = await client.listTools();
      page.shown.push(tools[0]?.name ?? '');
    },
  };
  client.addEventListener('listchange', ({ list }) => {
    page.heard.push(list);
    if (list === 'tools') void page.list();
  });
  return page;
}

for (const era of ['modern', 'legacy'] as const) {
  const open = (server: Scripted, options: ConnectOptions = {}): Promise<McpClient> =>
    connect(URL_OF_SCRIPT, {
      fetch: server.fetch,
      revision: era === 'modern' ? '2026-07-28' : '2025-11-25',
      ...options,
    });

  describe(`a change of a list of a ${era} server`, () => {
    it('is not announced before the list is fetched: the stream is open first', async () => {
      const server = announcingServer(era);
      const client = await open(server);
      const page = show(client);
      const listing = page.list();
      await aWhile();
      assert.lengthOf(server.receivedFor('tools/list'), 0);
      server.change();
      server.open();
      await listing;
      server.change();
      await until(() => page.shown.at(-1) === 'v3');
      assert.deepEqual(page.shown, ['v2', 'v3']);
      assert.deepEqual(page.heard, ['tools']);
      await client.close();
    });

    it('is fetched although the stream opened after the list had come', async () => {
      const server = announcingServer(era);
      const client = await open(server);
      const page = show(client);
      await page.list();
      server.change();
      server.open();
      await until(() => page.shown.at(-1) === 'v2');
      await client.close();
    });

    it('is fetched although the page began to listen after the list had come', async () => {
      const server = announcingServer(era);
      const client = await open(server);
      await client.listTools();
      server.change();
      const page = show(client);
      server.open();
      await until(() => page.shown.at(-1) === 'v2');
      assert.deepEqual(page.heard, ['tools']);
      await client.close();
    });

    it('makes no list wait where the server has no stream', async () => {
      const server = announcingServer(era);
      server.open(false);
      const client = await open(server);
      const page = show(client);
      const startedAt = performance.now();
      await page.list();
      assert.isBelow(performance.now() - startedAt, LONG_MS);
      await aWhile();
      assert.deepEqual([page.shown, page.heard], [['v1'], []]);
      await client.close();
    });

    it('reaches a host whose lists come before the stream, and costs no request where the stream comes first', async () => {
      for (const [isLate, requests] of [
        [false, 1],
        [true, 2],
      ] as const) {
        const server = announcingServer(era);
        if (!isLate) server.open();
        const host = new McpHost();
        host.add(URL_OF_SCRIPT, { fetch: server.fetch });
        const tool = (): string | undefined => host.getSnapshot().servers[0]?.tools[0]?.name;
        await until(() => tool() === 'v1');
        if (isLate) {
          server.change();
          server.open();
          await until(() => tool() === 'v2');
        }
        await aWhile();
        assert.lengthOf(server.receivedFor('tools/list'), requests, methodsOf(server.received).join());
        host.close();
      }
    });
  });
}
