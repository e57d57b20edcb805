import { assert } from 'chai';
import { connect, type ConnectOptions, type JsonObject, type McpClient } from '@mcp-web/client';
import {
  aWhile,
  json,
  modernServer,
  openStream,
  type Received,
  rejection,
  result,
  type Scripted,
  until,
} from '../../support/scripted-server.ts';

const CAPABILITIES = { tools: { listChanged: true }, resources: { subscribe: true } };
const TABS = 12;

interface ListingServer extends Scripted {
  /** Makes a new version that is announced to nobody. It comes at once. */
  renew: () => void;
  /** Makes a new version of the tools, which is announced to whoever listens. */
  change: () => void;
  /** From now on, answers with tools wait until they are released; those after the next change do not. */
  hold: () => () => void;
}

/** A server whose one tool is named after the version, on the last of so many pages. */
function listingServer(pages = 1, ttlMs = 0): ListingServer {
  let version = 1;
  let held = Promise.resolve();
  const streams = new Set<(message: object) => void>();
  const list = async ({ id, params: { cursor } }: Received): Promise<Response> => {
    const page = Number(cursor ?? 1);
    const name = page === pages ? `v${version}` : `page-${page}`;
    await held;
    const tools = [{ name, inputSchema: { type: 'object' } }];
    return json(result(id, { tools, ttlMs, ...(page < pages && { nextCursor: String(page + 1) }) }));
  };
  const scripted = modernServer((received) => {
    const { id, method, params, signal } = received;
    if (method === 'tools/list') return list(received);
    if (method === 'acme/list') return json(result(id));
    if (method !== 'subscriptions/listen') return undefined;
    const { response, send } = openStream();
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    const acknowledged = { notifications: params['notifications'], _meta };
    send({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: acknowledged });
    streams.add(send);
    signal?.addEventListener('abort', () => streams.delete(send));
    return response;
  }, CAPABILITIES);
  const renew = (): void => {
    version++;
    held = Promise.resolve();
  };
  return {
    ...scripted,
    renew,
    change() {
      renew();
      for (const send of streams) send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} });
    },
    hold() {
      let release = (): void => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

// Several clients of one page share as tabs do.
describe('clients that share a stream share lists, and', () => {
  const clients: McpClient[] = [];
  let url = '';
  beforeEach(() => {
    url = `https://scripted.example/${crypto.randomUUID()}`;
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  /** A page that hears of changes, and shows the newest list that it got. */
  async function open(
    { fetch }: Scripted,
    options: ConnectOptions = {},
  ): Promise<{ client: McpClient; shown: string[]; list: () => Promise<void> }> {
    const client = await connect(url, { fetch, shareWithTabs: true, ...options });
    clients.push(client);
    const shown: string[] = [];
    const list = async (): Promise<void> => {
      const names: string[] = [];
      for await (const { name } of client.tools({ cache: 'reload' })) names.push(name);
      shown.push(names.at(-1) ?? '');
    };
    client.addEventListener('listchange', () => void list().catch(() => {}));
    await client.subscribe('a:1');
    return { client, shown, list };
  }

  async function openMany(server: Scripted): Promise<Awaited<ReturnType<typeof open>>[]> {
    const tabs: Awaited<ReturnType<typeof open>>[] = [];
    while (tabs.length < TABS) {
      const tab = await open(server);
      await tab.list();
      tabs.push(tab);
    }
    return tabs;
  }

  it('ask the server once, and once again when it announces a change', async () => {
    const server = listingServer();
    const tabs = await openMany(server);
    assert.lengthOf(server.receivedFor('tools/list'), 1);
    server.change();
    await until(() => tabs.every(({ shown }) => shown.at(-1) === 'v2'));
    assert.lengthOf(server.receivedFor('tools/list'), 2);
    assert.deepEqual(
      tabs.map(({ shown }) => shown),
      tabs.map(() => ['v1', 'v2']),
    );
  });

  it('ask once for each page', async () => {
    const server = listingServer(3);
    await openMany(server);
    assert.deepEqual(
      server.receivedFor('tools/list').map(({ params }) => params['cursor']),
      [undefined, '2', '3'],
    );
  });

  it('none of them ends with an old list when it changes while it is fetched', async () => {
    const server = listingServer();
    const tabs = [await open(server), await open(server), await open(server)];
    const release = server.hold();
    const listing = tabs.map(({ list }) => list());
    await until(() => server.receivedFor('tools/list').length > 0);
    server.change();
    await until(() => tabs.every(({ shown }) => shown.includes('v2')));
    release();
    await Promise.all(listing);
    assert.isTrue(tabs.every(({ shown }) => shown.at(-1) === 'v2'));
  });

  it('get the list although the one that leads is closed while it fetches it', async () => {
    const server = listingServer();
    const [leader, ...others] = [await open(server), await open(server), await open(server)];
    const release = server.hold();
    const listing = others.map(({ list }) => list());
    await until(() => server.receivedFor('tools/list').length > 0);
    await leader?.client.close();
    release();
    await Promise.all(listing);
    assert.isTrue(others.every(({ shown }) => shown.includes('v1')));
  });

  it('ask themselves where the one that leads says nothing', async () => {
    const { BroadcastChannel: Channel } = globalThis;
    globalThis.BroadcastChannel = class extends Channel {
      override postMessage(message: { type?: unknown }): void {
        if (message.type !== 'listing' && message.type !== 'listed') super.postMessage(message);
      }
    };
    try {
      const server = listingServer();
      const tabs = [await open(server), await open(server)];
      for (const { list } of tabs) await list();
      assert.deepEqual(
        tabs.map(({ shown }) => shown),
        [['v1'], ['v1']],
      );
      assert.lengthOf(server.receivedFor('tools/list'), 2);
    } finally {
      globalThis.BroadcastChannel = Channel;
    }
  });

  it('one that asks again gets a new answer, and so do those that come after it', async () => {
    const server = listingServer();
    const first = await open(server);
    await first.list();
    const second = await open(server);
    await second.list();
    assert.lengthOf(server.receivedFor('tools/list'), 1);
    await second.list();
    assert.lengthOf(server.receivedFor('tools/list'), 2);
    const third = await open(server);
    await third.list();
    assert.lengthOf(server.receivedFor('tools/list'), 3);
  });

  it('one that gets a newer list than the one that was sent to it caches the newer one', async () => {
    const server = listingServer(1, 60_000);
    const leading = await open(server);
    const other = await open(server);
    await leading.list();
    await other.list();
    const release = server.hold();
    const listing = leading.list();
    await until(() => server.receivedFor('tools/list').length === 2);
    server.renew();
    await other.list();
    // The leading tab fetches it for this one once it knows that what it waits for is old.
    const third = await open(server);
    await third.list();
    release();
    await listing;
    assert.deepEqual([...leading.shown, ...third.shown], ['v1', 'v2', 'v2']);
    const { tools } = await leading.client.listTools();
    assert.equal(tools[0]?.name, 'v2');
    assert.lengthOf(server.receivedFor('tools/list'), 4);
  });

  it('get a copy each', async () => {
    const server = listingServer();
    const first = await open(server);
    const { tools } = await first.client.listTools();
    Object.assign(tools[0] ?? {}, { name: 'changed by the page' });
    const second = await open(server);
    await second.list();
    assert.deepEqual(second.shown, ['v1']);
    assert.lengthOf(server.receivedFor('tools/list'), 1);
  });

  it('share none with another user, or with a client that does not listen', async () => {
    const server = listingServer();
    const ada = await open(server, { principal: 'ada' });
    await ada.list();
    const eve = await open(server, { principal: 'eve' });
    await eve.list();
    assert.lengthOf(server.receivedFor('tools/list'), 2);
    const deaf = await connect(url, { fetch: server.fetch, shareWithTabs: true, principal: 'ada' });
    clients.push(deaf);
    await deaf.listTools();
    assert.lengthOf(server.receivedFor('tools/list'), 3);
  });

  /** Lists as Alice, then as Bob while her list is under way. @returns what each of them got, and who asked the server */
  async function changeUser(
    options: (user: () => string) => ConnectOptions,
  ): Promise<{ names: unknown[]; askers: unknown[] }> {
    const server = listingServer();
    let user = 'alice';
    const askers: (string | null)[] = [];
    let release = (): void => {};
    const slow = new Promise<void>((resolve) => (release = resolve));
    const ofUser: typeof fetch = async (url, init) => {
      const { id, method }: JsonObject = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
      if (method !== 'tools/list') return server.fetch(url, init);
      const asker = new Headers(init?.headers).get('Authorization');
      askers.push(asker);
      if (asker === 'alice') await slow;
      return json(result(id, { tools: [{ name: `of-${asker}`, inputSchema: { type: 'object' } }], ttlMs: 0 }));
    };
    const { client } = await open(
      { ...server, fetch: ofUser },
      { headers: () => ({ Authorization: user }), ...options(() => user) },
    );
    const ofAlice = client.listTools();
    await until(() => askers.length > 0);
    user = 'bob';
    const ofBob = client.listTools();
    await aWhile();
    release();
    const names = (await Promise.all([ofAlice, ofBob])).map(({ tools }) => tools[0]?.name);
    return { names, askers };
  }

  it('share none while nobody knows who the user is: the next one gets a list of their own', async () =>
    assert.deepEqual(await changeUser(() => ({})), { names: ['of-alice', 'of-bob'], askers: ['alice', 'bob'] }));

  it('give nobody a list of the next user for one that was asked for before', async () => {
    const { names } = await changeUser((principal) => ({ principal }));
    assert.deepEqual(names, ['of-alice', 'of-bob']);
  });

  it('ask as no other user for one that still waits for the tab that leads', async () => {
    const server = listingServer();
    await open(server, { principal: 'alice' });
    let user = 'alice';
    const { client } = await open(server, { principal: () => user });
    const release = server.hold();
    const waiting = rejection(client.listTools());
    await until(() => server.receivedFor('tools/list').length > 0);
    user = 'bob';
    const ofBob = client.listTools();
    assert.include(await waiting, { code: 'closed' });
    release();
    assert.lengthOf((await ofBob).tools, 1);
  });

  it('share no list of which the server announces no changes', async () => {
    const server = listingServer();
    const tabs = [await open(server), await open(server)];
    for (const { client } of tabs) await client.request('acme/list');
    assert.lengthOf(server.receivedFor('acme/list'), 2);
  });
});
