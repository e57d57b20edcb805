import { assert } from 'chai';
import { connect, type ConnectOptions, indexedDbStore, type KeyValueStore, memoryStore } from '@mcp-web/client';
import type { CachedResponse } from '../../../packages/client/src/client/cache/cached-responses.ts';
import { StoredResponses } from '../../../packages/client/src/client/cache/stored-responses.ts';
import { afterMs } from '../../support/clock.ts';
import {
  type Asked,
  modernServer,
  type Script,
  type ScriptedModernServer,
  URL_OF_SCRIPT,
} from '../../support/scripted-modern-server.ts';

const KEY = 'responses';
const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' };
const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' };

/** Resources are public or private, as their scheme says. */
const reading: Script = ({ params }: Asked) => {
  const uri = String(params['uri']);
  return { contents: [{ uri, text: `of ${uri}` }], ...(uri.startsWith('public:') ? PUBLIC : PRIVATE) };
};

/** Waits until this page's clients have written everything, including what they write after that. */
async function written(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await new Promise((resolve) => setTimeout(resolve));
    await navigator.locks.request('mcp-web responses', () => {});
  }
}

/** The keys of what is stored of each server, the one written last first. */
async function keysIn(store: KeyValueStore): Promise<string[]> {
  const records = await store.get(KEY);
  return Array.isArray(records) ? records.map(({ server }) => `${KEY} ${server}`) : [];
}

/** What is stored of all servers. */
async function savedIn(store: KeyValueStore): Promise<Record<string, unknown>[]> {
  await written();
  const saved = await Promise.all((await keysIn(store)).map((key) => store.get(key)));
  return saved.flatMap((answers) => (Array.isArray(answers) ? answers : []));
}

/** Replaces what is stored of the only server. */
async function replaceSaved(store: KeyValueStore, saved: unknown): Promise<void> {
  const [key = ''] = await keysIn(store);
  await store.set(key, saved);
}

/** Reads these with a new client, and returns which of them the server was asked for. */
async function visit(
  options: ConnectOptions,
  uris: string[],
  script: Script = reading,
  url = URL_OF_SCRIPT,
): Promise<unknown[]> {
  const { fetch, asked }: ScriptedModernServer = modernServer(script);
  const client = await connect(url, { fetch, ...options });
  for (const uri of uris) assert.equal((await client.readResource(uri)).contents[0]?.text, `of ${uri}`);
  await written();
  await client.close();
  return asked.map(({ params }) => params['uri']);
}

/** A new database, already open: on a busy disk, creating one may take longer than a client waits for an answer. */
async function databaseStore(): Promise<KeyValueStore> {
  const store = indexedDbStore(`test-${crypto.randomUUID()}`);
  await store.get(KEY);
  return store;
}

for (const [name, makeStore] of Object.entries({ memory: async () => memoryStore(), IndexedDB: databaseStore })) {
  describe(`answers stored in ${name}`, () => {
    it('have names that say nothing of the address of the server, which may contain a key', async () => {
      const memory = memoryStore();
      const stored: string[] = [];
      const store: KeyValueStore = {
        ...memory,
        set: async (key, value) => {
          stored.push(JSON.stringify([key, value]));
          await memory.set(key, value);
        },
      };
      await visit({ store, principal: 'alice' }, ['public:one'], reading, `${URL_OF_SCRIPT}?key=s3cr3t`);
      await written();
      assert.isTrue(
        ['["server ', '["responses"', '["responses '].every((begin) => stored.some((one) => one.startsWith(begin))),
      );
      for (const secret of ['s3cr3t', new URL(URL_OF_SCRIPT).host]) assert.notInclude(stored.join(), secret);
    });

    it('are there in the next visit of the same principal, and only the public ones in another’s [CA-12][CA-13]', async () => {
      const store = await makeStore();
      const uris = ['public:a', 'private:a'];
      assert.deepEqual(await visit({ store, principal: 'alice' }, uris), uris);
      assert.deepEqual(await visit({ store, principal: 'alice' }, uris), []);
      assert.deepEqual(await visit({ store, principal: 'bob' }, uris), ['private:a']);
      assert.deepEqual(await visit({ store, principal: 'alice' }, uris), []);
    });
  });
}

describe('stored answers', () => {
  it('are the messages as the server wrote them', async () => {
    const store = memoryStore();
    const written: string[] = [];
    const script: Script = ({ id }) => {
      const contents = '[{ "uri": "public:a", "text": "of public:\\u0061" }]';
      const answer = `{ "resultType": "complete", "contents": ${contents}, "ttlMs": 60000, "cacheScope": "public" }`;
      const message = `{ "jsonrpc": "2.0", "id": ${String(id)}, "result": ${answer} }\n`;
      written.push(message);
      return new Response(message, { headers: { 'Content-Type': 'application/json' } });
    };
    assert.deepEqual(await visit({ store, principal: 'alice' }, ['public:a', 'public:a'], script), ['public:a']);
    assert.deepEqual(
      (await savedIn(store)).map(({ text }) => text),
      written,
    );
    assert.deepEqual(await visit({ store, principal: 'alice' }, ['public:a']), []);
  });

  it('follow the principal while a client lives [CA-12]', async () => {
    const store = memoryStore();
    await visit({ store, principal: 'bob' }, ['private:a']);
    let principal: string | undefined = 'alice';
    const { fetch, asked } = modernServer(reading);
    const client = await connect(URL_OF_SCRIPT, { fetch, store, principal: () => principal });
    await client.readResource('private:a');
    assert.lengthOf(asked, 1);
    principal = 'bob';
    await client.readResource('private:a');
    assert.lengthOf(asked, 1);
    principal = undefined;
    await client.readResource('private:a');
    assert.lengthOf(asked, 2);
    await client.close();
    assert.sameMembers(
      (await savedIn(store)).map(({ owner }) => owner),
      ['principal alice', 'principal bob'],
    );
  });

  it('are public ones only while nobody is signed in, and never hold credentials [CA-12]', async () => {
    const store = memoryStore();
    const headers = { Authorization: 'Bearer top-secret' };
    await visit({ store, headers, principal: () => undefined }, ['public:a', 'private:a', 'private:b', 'private:b']);
    assert.deepEqual(
      (await savedIn(store)).map(({ about }) => about),
      ['public:a'],
    );
    await visit({ store, headers, principal: 'alice' }, ['private:a']);
    assert.notInclude(JSON.stringify(await savedIn(store)), 'top-secret');
  });

  it('are none if the page names no principal, or an empty one', async () => {
    const store = memoryStore();
    await visit({ store }, ['public:a', 'private:a', 'public:a']);
    assert.isUndefined(await store.get(KEY));
    await visit({ store, principal: '' }, ['public:a', 'private:a', 'private:a']);
    assert.deepEqual(
      (await savedIn(store)).map(({ about }) => about),
      ['public:a'],
    );
  });

  it('are one server’s own, and another’s for a page that offers servers something else [CA-13]', async () => {
    const store = memoryStore();
    const options = { store, principal: 'alice' };
    await visit(options, ['public:a']);
    assert.deepEqual(await visit(options, ['public:a'], reading, 'https://other.example/mcp'), ['public:a']);
    assert.deepEqual(await visit({ ...options, roots: () => [] }, ['public:a']), ['public:a']);
    assert.deepEqual(await visit(options, ['public:a']), []);
    assert.lengthOf(await savedIn(store), 3);
  });

  it('are no longer taken, and leave the store, when they are stale', async () => {
    const store = memoryStore();
    const options = { store, principal: 'alice' };
    await visit(options, ['public:a'], reading, 'https://other.example/mcp');
    await visit(options, ['public:a']);
    await afterMs(60_000, async () => {
      assert.deepEqual(await visit(options, ['public:a']), ['public:a']);
      assert.isEmpty(await new StoredResponses(store, 'https://other.example/mcp').read());
    });
    await afterMs(8 * 24 * 60 * 60_000, async () => {
      await visit(options, ['public:a']);
      assert.lengthOf(await savedIn(store), 1);
    });
  });

  it('are written by several clients at once without losing any', async () => {
    const store = await databaseStore();
    const urls = Array.from({ length: 6 }, (_, index) => `https://server-${index}.example/mcp`);
    await Promise.all(urls.map((url) => visit({ store, principal: 'alice' }, ['public:a', 'private:a'], reading, url)));
    assert.lengthOf(await savedIn(store), 12);
  });

  it('are bounded in number and size: the newest stay', async () => {
    const store = memoryStore();
    const now = Date.now();
    const response = (index: number, length: number): CachedResponse => ({
      method: 'resources/read',
      about: String(index),
      owner: 'everybody',
      text: 'x'.repeat(length),
      nextCursor: undefined,
      receivedAt: now - index,
      ttlMs: 60_000,
    });
    const many = Array.from({ length: 200 }, (_, index) => response(index, 1));
    await new StoredResponses(store, 'one').write(many);
    assert.deepEqual(
      (await savedIn(store)).map(({ about }) => about),
      many.slice(0, 128).map(({ about }) => about),
    );
    await new StoredResponses(store, 'one').write([
      response(-1, 1024 * 1024),
      ...Array.from({ length: 8 }, (_, index) => response(index, 200_000)),
    ]);
    assert.deepEqual(
      (await savedIn(store)).map(({ about }) => about),
      ['0', '1', '2', '3', '4'],
    );
  });

  it('of all servers are bounded: those of the servers that were visited last stay', async () => {
    const store = memoryStore();
    const lists = (): CachedResponse[] => [
      {
        method: 'tools/list',
        about: undefined,
        owner: 'everybody',
        text: 'x'.repeat(6 * 1024 * 1024),
        nextCursor: undefined,
        receivedAt: Date.now(),
        ttlMs: 60_000,
      },
    ];
    for (const server of ['one', 'two', 'one', 'three']) await new StoredResponses(store, server).write(lists());
    assert.deepEqual(await keysIn(store), [`${KEY} three`, `${KEY} one`]);
    assert.isUndefined(await store.get(`${KEY} two`));
    assert.lengthOf(await new StoredResponses(store, 'one').read(), 1);
  });

  it('of one server are read without those of others', async () => {
    const store = memoryStore();
    const options = { store, principal: 'alice' };
    await visit(options, ['public:a'], reading, 'https://other.example/mcp');
    const read: string[] = [];
    const watched: KeyValueStore = {
      ...store,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
    };
    await visit({ store: watched, principal: 'alice' }, ['public:a']);
    assert.isEmpty(read.filter((key) => key.startsWith(`${KEY} `) && key.includes('other.example')));
    assert.isNotEmpty(read.filter((key) => key.startsWith(`${KEY} `)));
  });

  it('have a list whole or not at all', async () => {
    const store = memoryStore();
    const now = Date.now();
    const page = (method: string, index: number, count: number, length: number): CachedResponse => ({
      method,
      about: index === 0 ? undefined : String(index),
      owner: 'everybody',
      text: 'x'.repeat(length),
      nextCursor: index + 1 < count ? String(index + 1) : undefined,
      receivedAt: now,
      ttlMs: 60_000,
    });
    const list = (method: string, count: number, length: number): CachedResponse[] =>
      Array.from({ length: count }, (_, index) => page(method, index, count, length));
    await new StoredResponses(store, 'one').write([
      ...list('tools/list', 100, 70_000),
      ...list('prompts/list', 100, 90_000),
      ...list('resources/list', 3, 1).slice(0, 2),
    ]);
    const saved = await savedIn(store);
    assert.lengthOf(saved, 100);
    assert.isTrue(saved.every(({ method }) => method === 'tools/list'));
  });

  it('that changed while they were being read are not taken [CA-15]', async () => {
    const store = memoryStore();
    const principal = 'alice';
    await visit({ store, principal }, ['public:a', 'public:b']);
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow: KeyValueStore = {
      ...store,
      get: async (key) => {
        if (key.startsWith(KEY)) await held;
        return store.get(key);
      },
    };
    const { fetch, asked, notify } = modernServer(reading);
    // However long the stream takes to open: the client waits for this store.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = () => new AbortController().signal;
    try {
      const client = await connect(URL_OF_SCRIPT, { fetch, store: slow, principal });
      const update = new Promise((resolve) => client.addEventListener('resourceupdate', resolve, { once: true }));
      await client.subscribe('public:a');
      notify('notifications/resources/updated', { uri: 'public:a' });
      await update;
      release?.();
      await client.readResource('public:a');
      await client.readResource('public:b');
      assert.deepEqual(
        asked.map(({ params }) => params['uri']),
        ['public:a'],
      );
      await client.close();
    } finally {
      AbortSignal.timeout = timeout;
    }
  });
});

describe('an answer of a server', () => {
  it('takes the place of the stored one, though the page was left while it was on its way', async () => {
    let version = 0;
    let held: Promise<void> | undefined;
    const { fetch } = modernServer(async () => {
      const text = `v${++version}`;
      await held;
      return { contents: [{ uri: 'a:b', text }], ...PUBLIC };
    });
    const client = await connect(URL_OF_SCRIPT, { fetch, store: memoryStore(), principal: 'alice' });
    const read = async (cache: 'default' | 'reload'): Promise<string | undefined> =>
      (await client.readResource('a:b', { cache })).contents[0]?.text;
    assert.equal(await read('default'), 'v1');
    await written();
    let release = (): void => {};
    held = new Promise((resolve) => (release = resolve));
    const reloading = read('reload');
    while (version < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    globalThis.dispatchEvent(new Event('pagehide'));
    release();
    assert.equal(await reloading, 'v2');
    assert.equal(await read('default'), 'v2');
    await client.close();
  });

  it('is stored, though the client is closed as soon as it is there', async () => {
    const store = memoryStore();
    await visit({ store, principal: 'alice' }, ['public:a']);
    const client = await connect(URL_OF_SCRIPT, { fetch: modernServer(reading).fetch, store, principal: 'alice' });
    await client.readResource('public:b');
    await client.close();
    await written();
    assert.isEmpty(await visit({ store, principal: 'alice' }, ['public:a', 'public:b']));
  });
});

describe('a store that fails', () => {
  const options = { principal: 'alice' };
  const fine = {
    method: 'resources/read',
    about: 'public:a',
    owner: 'everybody',
    text: '{}',
    receivedAt: Date.now(),
    ttlMs: 60_000,
  };

  const unanswering = (): KeyValueStore => ({
    ...memoryStore(),
    get: (key) => (key.startsWith(KEY) ? new Promise(() => {}) : Promise.resolve(undefined)),
  });

  /** Another client may still be waiting for the store. */
  async function firstSavedIn(store: KeyValueStore): Promise<Record<string, unknown>> {
    for (;;) {
      const [saved] = await savedIn(store);
      if (saved) return saved;
    }
  }

  const stores: Record<string, () => KeyValueStore> = {
    'refuses everything': () => ({
      get: () => Promise.reject(new Error('no')),
      set: () => Promise.reject(new Error('full')),
      delete: () => Promise.reject(new Error('no')),
    }),
    'refuses to write': () => ({ ...memoryStore(), set: () => Promise.reject(new Error('full')) }),
    'never answers': unanswering,
    'returns rubbish': () => ({
      ...memoryStore(),
      get: () =>
        Promise.resolve([
          null,
          1,
          'x',
          {},
          [],
          { ...fine, text: 5 },
          { ...fine, ttlMs: '1' },
          { ...fine, owner: null },
        ]),
    }),
    'returns something else': () => ({ ...memoryStore(), get: () => Promise.resolve({ length: 3 }) }),
  };
  for (const [what, makeStore] of Object.entries(stores)) {
    it(`because it ${what} costs nothing but speed`, async () => {
      assert.deepEqual(await visit({ ...options, store: makeStore() }, ['public:a', 'private:a', 'public:a']), [
        'public:a',
        'private:a',
      ]);
    });
  }

  it('because it never answers does not keep others from saving', async () => {
    const store = memoryStore();
    await visit({ ...options, store: unanswering() }, ['public:a']);
    await visit({ ...options, store }, ['public:a']);
    await firstSavedIn(store);
  });

  it('because there is rubbish in it too is believed where it is not', async () => {
    const store = memoryStore();
    await visit({ ...options, store }, ['public:a']);
    await replaceSaved(store, [null, 'x', { ...fine, text: 5 }, await firstSavedIn(store)]);
    assert.deepEqual(await visit({ ...options, store }, ['public:a', 'public:b']), ['public:b']);
    assert.lengthOf(await savedIn(store), 2);
  });

  for (const [what, text] of Object.entries({
    'no JSON': 'function',
    'no answer': '{"result":{"contents":[{"uri":5}]}}',
    'no object': '[]',
    'an array': '[{"result":{"contents":[]}}]',
    'what older versions of this library wrote': '{"contents":[{"uri":"public:a","text":"of public:a"}]}',
  })) {
    it(`because somebody put ${what} into it is ignored`, async () => {
      const store = memoryStore();
      await visit({ ...options, store }, ['public:a']);
      const saved = await firstSavedIn(store);
      await replaceSaved(store, [{ ...saved, text }]);
      assert.deepEqual(await visit({ ...options, store }, ['public:a', 'public:a']), ['public:a']);
    });
  }

  it('because somebody put a far future into it is ignored', async () => {
    for (const change of [
      { receivedAt: Date.now() + 60_000 },
      { receivedAt: Date.now() - 25 * 60 * 60_000, ttlMs: 1e300 },
    ]) {
      const store = memoryStore();
      await visit({ ...options, store }, ['public:a']);
      const saved = await firstSavedIn(store);
      await replaceSaved(store, [{ ...saved, ...change }]);
      assert.deepEqual(await visit({ ...options, store }, ['public:a']), ['public:a']);
    }
  });
});
