import { assert } from 'chai';
import { connect, type ConnectOptions, memoryStore } from '@mcp-web/client';
import { modernServer, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';
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
