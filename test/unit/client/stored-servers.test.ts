import { assert } from 'chai';
import { connect, type ConnectOptions, type KeyValueStore, memoryStore } from '@mcp-web/client';
import { modernServer, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';
import { aWhile, legacyServer, until } from '../../support/scripted-server.ts';
import { recordFetch, requestsFor } from '../../support/wire.ts';
import { nameOfStoredServer } from '../../support/stored-server.ts';

interface Visit {
  /** What the page knew about the server after it connected. */
  instructions: string | undefined;
  /** How often the server received `server/discover`. */
  discoveries: number;
}

/** Connects to a server with this description, and makes a call. */
async function visit(options: ConnectOptions, discovered: object, stayMs = 0): Promise<Visit> {
  const { fetch, sent } = recordFetch(modernServer(() => ({ tools: [] }), discovered).fetch);
  const client = await connect(URL_OF_SCRIPT, { ...options, fetch });
  const { instructions } = client.server;
  await client.listTools();
  await new Promise((resolve) => setTimeout(resolve, stayMs));
  await client.close();
  return { instructions, discoveries: requestsFor(sent, 'server/discover').length };
}

const by = (name: string, hints: object = {}): object => ({ instructions: `for ${name}`, ...hints });
const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' };
const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' };

describe('what a server says of itself', () => {
  it('is stored anew after what was stored turned out to be wrong, however slow the store is', async () => {
    const memory = memoryStore();
    let isRefusing = false;
    const { fetch } = legacyServer(({ method }) => {
      if (method !== 'initialize' || !isRefusing) return undefined;
      isRefusing = false;
      return new Response('', { status: 500 });
    });
    await (await connect(URL_OF_SCRIPT, { fetch, store: memory })).close();
    const key = await nameOfStoredServer(URL_OF_SCRIPT);
    while ((await memory.get(key)) === undefined) await aWhile();
    const happened: string[] = [];
    const slow: KeyValueStore = {
      ...memory,
      set: async (name, value) => {
        await memory.set(name, value);
        happened.push('stored');
      },
      delete: async (name) => {
        await aWhile();
        await memory.delete(name);
        happened.push('deleted');
      },
    };
    isRefusing = true;
    const client = await connect(URL_OF_SCRIPT, { fetch, store: slow });
    await until(() => happened.length === 2);
    assert.deepEqual(happened, ['deleted', 'stored']);
    assert.isDefined(await memory.get(key));
    await client.close();
  });

  it('is stored for everybody where it is public [CA-13]', async () => {
    const store = memoryStore();
    await visit({ store, principal: 'alice' }, by('all', PUBLIC));
    assert.deepEqual(await visit({ store, principal: 'bob' }, by('all', PUBLIC)), {
      instructions: 'for all',
      discoveries: 0,
    });
    assert.deepEqual(await visit({ store, headers: { Authorization: 'Bearer x' } }, by('all', PUBLIC)), {
      instructions: 'for all',
      discoveries: 0,
    });
  });

  it('is stored for its principal only where it is private, or does not say [CA-12][CA-14]', async () => {
    for (const hints of [PRIVATE, {}]) {
      const store = memoryStore();
      await visit({ store, principal: 'alice' }, by('alice', hints));
      assert.deepEqual(await visit({ store, principal: () => 'alice' }, by('alice', hints)), {
        instructions: 'for alice',
        discoveries: 0,
      });
      assert.deepEqual(await visit({ store, principal: 'bob' }, by('bob', hints)), {
        instructions: 'for bob',
        discoveries: 1,
      });
      assert.deepEqual(await visit({ store }, by('nobody', hints)), { instructions: 'for nobody', discoveries: 1 });
    }
  });

  it('is not stored where it is private and the page does not say for whom its credentials are [CA-12]', async () => {
    const store = memoryStore();
    await visit({ store, headers: { Authorization: 'Bearer alice' } }, by('alice', PRIVATE));
    assert.notInclude(JSON.stringify(await store.get(await nameOfStoredServer(URL_OF_SCRIPT))), 'alice');
    assert.deepEqual(await visit({ store, headers: { Authorization: 'Bearer bob' } }, by('bob', PRIVATE)), {
      instructions: 'for bob',
      discoveries: 1,
    });
  });

  it('is asked for again beside the first calls, unless it is still fresh [CA-05]', async () => {
    const store = memoryStore();
    await visit({ store }, by('nobody', { ttlMs: 0 }));
    assert.equal((await visit({ store }, by('nobody', PRIVATE), 2_500)).discoveries, 1);
    assert.equal((await visit({ store }, by('nobody', PRIVATE), 2_500)).discoveries, 0);
  });
});
