import { assert } from 'chai';
import { connect, indexedDbStore, type KeyValueStore, type McpClient, McpHost } from '@mcp-web/client';
import { afterMs } from '../support/clock.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { collect } from './support.ts';

const NOTES = 'test://notes/today';

/** The requests with this method since the last call. */
function counter(sent: SentRequest[], method: string): () => number {
  let seen = 0;
  return () => {
    const all = requestsFor(sent, method).length;
    const fresh = all - seen;
    seen = all;
    return fresh;
  };
}

/** For the list of tools of test/servers/tools.mjs. */
const PAGES = 3;

/** Other engines run these tests at the same time, and announce their changes to everybody who listens. */
const CACHING = `caching-${/firefox/i.test(navigator.userAgent) ? 'firefox' : /chrom/i.test(navigator.userAgent) ? 'chromium' : 'webkit'}`;

/** Changes the server's tools until somebody has noticed, because a stream that is still opening receives nothing. */
async function changeUntil(client: Pick<McpClient, 'callTool'>, noticed: Promise<unknown>): Promise<void> {
  let isNoticed = false;
  void noticed.then(() => (isNoticed = true));
  while (!isNoticed) {
    await client.callTool('change-tools');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('answers that a server of the official SDK lets the page keep', () => {
  it('are not asked for again until they are stale, and then only when they are used [CA-01][CA-05][CA-07][CA-08]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl(CACHING), { fetch });
    const asked = counter(sent, 'tools/list');
    const before = await collect(client.tools());
    assert.equal(asked(), PAGES);
    assert.deepEqual(await collect(client.tools()), before);
    assert.equal(asked(), 0);
    await afterMs(60_000, async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.equal(asked(), 0);
      assert.deepEqual(await collect(client.tools()), before);
      assert.equal(asked(), PAGES);
    });
    await client.close();
  });

  it('are asked for each time where the server says nothing, or that they are stale at once [CA-04]', async () => {
    for (const [name, list] of [
      ['modern', 'tools'],
      [CACHING, 'resourceTemplates'],
    ] as const) {
      const { fetch, sent } = recordFetch();
      const client = await connect(await serverUrl(name), { fetch });
      await client.listResources();
      const asked = counter(sent, list === 'tools' ? 'tools/list' : 'resources/templates/list');
      const first = await collect<unknown>(client[list]());
      const requests = asked();
      assert.deepEqual(await collect<unknown>(client[list]()), first);
      assert.equal(asked(), requests);
      await client.close();
    }
  });

  it('are stale as soon as the server announces a change, for the listener too [CA-15]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl(CACHING), { fetch });
    const asked = counter(sent, 'tools/list');
    const relisted = new Promise<number>((resolve) => {
      client.addEventListener('listchange', () => void collect(client.tools()).then(() => resolve(asked())), {
        once: true,
      });
    });
    await collect(client.tools());
    await collect(client.tools());
    assert.equal(asked(), PAGES);
    await changeUntil(client, relisted);
    assert.equal(await relisted, PAGES);
    await client.close();
  });

  it('do not keep a host from fetching changed lists again', async () => {
    const { fetch, sent } = recordFetch();
    const host = new McpHost();
    const id = host.add(await serverUrl(CACHING), { fetch });
    const isListed = (): boolean =>
      host
        .getSnapshot()
        .servers.every(({ status, isListing, tools }) => status === 'ready' && !isListing && tools.length > 0);
    const listed = (): Promise<void> =>
      new Promise((resolve) => {
        const end = host.subscribe(() => isListed() && (end(), resolve()));
      });
    await listed();
    const asked = counter(sent, 'tools/list');
    // On a busy machine the stream is late, and what may have changed before it is fetched once more.
    assert.isAtLeast(asked(), PAGES);
    await host.refresh(id);
    assert.isAtLeast(asked(), PAGES);
    const isRelisted = (async () => {
      while (requestsFor(sent, 'tools/list').length < 3 * PAGES)
        await new Promise((resolve) => setTimeout(resolve, 50));
    })();
    await changeUntil(host.client(id), isRelisted);
    host.close();
  });
});

describe('answers that outlive a visit in IndexedDB', () => {
  /** A new database: on a busy disk, creating one may take longer than a client waits for an answer. */
  async function newDatabase(): Promise<string> {
    const name = `test-${crypto.randomUUID()}`;
    await indexedDbStore(name).get('responses');
    return name;
  }

  interface Visit {
    client: McpClient;
    sent: SentRequest[];
  }

  async function visit(name: string, principal: string | undefined): Promise<Visit> {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl(CACHING), { fetch, store: indexedDbStore(name), principal });
    return { client, sent };
  }

  /** The contents of the store once it holds `count` answers. */
  async function savedIn(store: KeyValueStore, count: number): Promise<string> {
    for (;;) {
      const records = await store.get('responses');
      const [record] = Array.isArray(records) ? records : [];
      const saved = record && (await store.get(`responses ${record.server}`));
      if ((Array.isArray(saved) ? saved.length : 0) === count) return JSON.stringify(saved ?? null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('spare the next visit its requests', async () => {
    const name = await newDatabase();
    const first = await visit(name, 'alice');
    const tools = await collect(first.client.tools());
    const { contents } = await first.client.readResource(NOTES);
    await savedIn(indexedDbStore(name), PAGES + 1);
    await first.client.close();
    const next = await visit(name, 'alice');
    assert.deepEqual(await collect(next.client.tools()), tools);
    assert.deepEqual((await next.client.readResource(NOTES)).contents, contents);
    assert.isEmpty(next.sent);
    await next.client.close();
  });

  it('are given to another principal only where they are public [CA-12][CA-13]', async () => {
    const name = await newDatabase();
    const alice = await visit(name, 'alice');
    await collect(alice.client.tools());
    await alice.client.readResource(NOTES);
    await savedIn(indexedDbStore(name), PAGES + 1);
    await alice.client.close();
    const bob = await visit(name, 'bob');
    await collect(bob.client.tools());
    await bob.client.readResource(NOTES);
    assert.isEmpty(requestsFor(bob.sent, 'tools/list'));
    assert.lengthOf(requestsFor(bob.sent, 'resources/read'), 1);
    await bob.client.close();
  });

  it('are stored only for a principal', async () => {
    const name = await newDatabase();
    const { client } = await visit(name, undefined);
    await collect(client.tools());
    await client.readResource(NOTES);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.isUndefined(await indexedDbStore(name).get('responses'));
    await client.close();
  });

  it('are forgotten when the server announces a change', async () => {
    const name = await newDatabase();
    const { client } = await visit(name, 'alice');
    client.addEventListener('listchange', () => {});
    await client.listPrompts();
    await collect(client.tools());
    const store = indexedDbStore(name);
    await savedIn(store, PAGES + 1);
    const saved = savedIn(store, 1);
    await changeUntil(client, saved);
    assert.notInclude(await saved, 'tools/list');
    await client.close();
  });
});
