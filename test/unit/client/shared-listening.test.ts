import { assert } from 'chai';
import { connect, type ConnectOptions, type McpClient } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { aWhile, json, openStream, type Received, result, until } from '../../support/scripted-server.ts';

type Asked = Received & { params: { notifications?: { resourceSubscriptions?: string[] } } };

/**
 * A modern server that announces changes of resources, except of those whose URI begins with `secret:`, and does not say so
 * for those whose URI begins with `silent:`. `update` announces one on all streams, or on those from the index `first` on.
 */
function listeningServer(): {
  fetch: typeof fetch;
  asked: string[][];
  update: (uri: string, first?: number) => void;
  isOpen: () => boolean[];
} {
  const asked: string[][] = [];
  const streams: { signal: AbortSignal | null | undefined; update: (uri: string) => void }[] = [];
  const serve = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method, id, params }: Asked = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    if (method === 'server/discover')
      return json(result(id, { supportedVersions: ['2026-07-28'], capabilities: { resources: { subscribe: true } } }));
    const uris = params.notifications?.resourceSubscriptions ?? [];
    asked.push(uris);
    const { response, send } = openStream();
    const notify = (name: string, said: object): void =>
      send({
        jsonrpc: '2.0',
        method: name,
        params: { ...said, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
      });
    if (!uris.some((uri) => uri.startsWith('silent:')))
      notify('notifications/subscriptions/acknowledged', {
        notifications: { resourceSubscriptions: uris.filter((uri) => !uri.startsWith('secret:')) },
      });
    streams.push({ signal: init.signal, update: (uri) => notify('notifications/resources/updated', { uri }) });
    return response;
  };
  const update = (uri: string, first = 0): void => {
    for (const open of streams.slice(first)) if (!open.signal?.aborted) open.update(uri);
  };
  return { fetch: serve, asked, update, isOpen: () => streams.map(({ signal }) => signal?.aborted !== true) };
}

// Several clients of one page share as tabs do.
describe('clients that share a stream', () => {
  const clients: McpClient[] = [];
  let url = '';
  beforeEach(() => {
    url = `https://scripted.example/${crypto.randomUUID()}`;
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  async function open(options: ConnectOptions): Promise<{ client: McpClient; heard: string[] }> {
    const client = await connect(url, { shareWithTabs: true, ...options });
    const heard: string[] = [];
    client.addEventListener('resourceupdate', ({ uri }) => heard.push(uri));
    clients.push(client);
    return { client, heard };
  }

  it('hear of what they subscribed to themselves, and of parts of it', async () => {
    const { fetch, asked, update } = listeningServer();
    const one = await open({ fetch });
    const other = await open({ fetch });
    await one.client.subscribe('a:1');
    await other.client.subscribe('a:2');
    assert.deepEqual(asked, [['a:1'], ['a:1', 'a:2']]);
    update('a:1');
    update('a:2');
    update('a:2/part');
    await until(() => other.heard.length === 2);
    assert.deepEqual(one.heard.slice(0, 1), ['a:1']);
    assert.notInclude(one.heard, 'a:2');
    assert.deepEqual(other.heard, ['a:2', 'a:2/part']);
  });

  it('go on when the server refuses what one of them wants, and that one hears why', async () => {
    const { fetch, update } = listeningServer();
    const one = await open({ fetch });
    const other = await open({ fetch });
    await one.client.subscribe('a:1');
    await other.client.subscribe('a:2');
    const error = await errorOf(other.client.subscribe('secret:3'), 'unsupported');
    assert.include(error.message, 'does not announce changes of secret:3');
    update('a:1');
    update('a:2');
    await until(() => one.heard.includes('a:1') && other.heard.includes('a:2'));
  });

  it('listen no longer for one that has unsubscribed or is closed', async () => {
    const { fetch, asked } = listeningServer();
    const one = await open({ fetch });
    const other = await open({ fetch });
    await one.client.subscribe('a:1');
    await other.client.subscribe('a:2');
    await other.client.unsubscribe('a:2');
    await until(() => asked.length === 3);
    await other.client.subscribe('a:3');
    await other.client.close();
    await until(() => asked.length === 5);
    assert.deepEqual(asked.slice(2), [['a:1'], ['a:1', 'a:3'], ['a:1']]);
  });

  it('open no stream in the one that leads when it is closed while another one waits', async () => {
    const { fetch, asked, isOpen } = listeningServer();
    const leading = await open({ fetch });
    await leading.client.subscribe('a:1');
    const other = await open({ fetch: listeningServer().fetch });
    const subscribing = other.client.subscribe('a:2');
    leading.client.subscribe('silent:3').catch(() => {});
    other.client.subscribe('a:4').catch(() => {});
    await until(() => asked.length === 2);
    await leading.client.close();
    await subscribing;
    assert.notInclude(isOpen(), true);
  });

  it('listen no longer for one that crashed', async () => {
    const { fetch, asked, update } = listeningServer();
    const { setTimeout: set, BroadcastChannel: Channel } = globalThis;
    const names: string[] = [];
    // Half a minute takes as long as half a second.
    globalThis.setTimeout = Object.assign(
      (...[handler, ms = 0, ...args]: Parameters<typeof set>) =>
        set(handler, ms >= 5_000 ? ms / (ms > 30_000 ? 240 : 60) : ms, ...args),
      set,
    );
    globalThis.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        names.push(name);
      }
    };
    try {
      const one = await open({ fetch, timeoutMs: Infinity });
      const other = await open({ fetch, timeoutMs: Infinity });
      await one.client.subscribe('a:1');
      await other.client.subscribe('a:2');
      // What a tab says that then crashes.
      const crashed = new Channel(names.find((name) => !name.endsWith('leader')) ?? '');
      crashed.postMessage({ type: 'interest', from: 'crashed', turn: 1, interest: { lists: false, uris: ['a:3'] } });
      await until(() => asked.at(-1)?.includes('a:3') === true);
      await until(() => asked.at(-1)?.includes('a:3') === false);
      crashed.close();
      assert.deepEqual(asked.at(-1), ['a:1', 'a:2']);
      update('a:2');
      await until(() => other.heard.includes('a:2'));
    } finally {
      globalThis.setTimeout = set;
      globalThis.BroadcastChannel = Channel;
    }
  });

  it('hear that they may have missed something when another one begins to lead', async () => {
    const { fetch, asked } = listeningServer();
    const one = await open({ fetch });
    const other = await open({ fetch });
    const third = await open({ fetch });
    await one.client.subscribe('a:1');
    await other.client.subscribe('a:2');
    await third.client.subscribe('a:3');
    await one.client.close();
    await until(() => other.heard.length > 0 && third.heard.length > 0);
    assert.deepEqual([other.heard, third.heard], [['a:2'], ['a:3']]);
    assert.deepEqual(asked.at(-1), ['a:2', 'a:3']);
    assert.lengthOf(asked, 4);
  });

  it('are those of one user, with one kind of client', async () => {
    const { fetch, asked, update } = listeningServer();
    const all = [
      await open({ fetch }),
      await open({ fetch, principal: 'ada' }),
      await open({ fetch, principal: 'eve' }),
      await open({ fetch, clientInfo: { name: 'other', version: '1.0.0' } }),
      await open({ fetch, roots: () => [] }),
      // Whose these are is not known.
      await open({ fetch, headers: { Authorization: 'Bearer 1' } }),
      await open({ fetch, headers: { Authorization: 'Bearer 1' } }),
      await open({ fetch, shareWithTabs: undefined }),
    ];
    for (const { client } of all) await client.subscribe('a:1');
    assert.lengthOf(asked, all.length);
    update('a:1', -1);
    await until(() => all.at(-1)?.heard.length === 1);
    await aWhile();
    assert.isEmpty(all.slice(0, -1).flatMap(({ heard }) => heard));
  });

  it('share nothing more with the user before when the user changes', async () => {
    const { fetch, asked, update } = listeningServer();
    let user = 'ada';
    const one = await open({ fetch, principal: 'ada' });
    const other = await open({ fetch, principal: () => user });
    await one.client.subscribe('a:1');
    await other.client.subscribe('a:1');
    assert.lengthOf(asked, 1);
    user = 'eve';
    update('a:1');
    await until(() => asked.length === 2);
    assert.deepEqual(one.heard, ['a:1']);
    // It fetches again what it may have missed.
    await until(() => other.heard.length === 1);
    update('a:1', -1);
    await until(() => other.heard.length === 2);
    assert.deepEqual(one.heard, ['a:1']);
  });

  it('let every stream of the user before go when the user changes while a subscription waits', async () => {
    const { fetch, asked, isOpen } = listeningServer();
    let user = 'ada';
    const { client } = await open({ fetch, principal: () => user });
    await client.subscribe('a:1');
    client.subscribe('silent:2').catch(() => {});
    await until(() => asked.length === 2);
    user = 'eve';
    client.listTools().catch(() => {});
    await until(() => asked.length >= 3);
    assert.deepEqual(isOpen().slice(0, 2), [false, false]);
  });
});
