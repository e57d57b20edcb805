import { assert } from 'chai';
import {
  connect,
  connectMessagePort,
  type ConnectOptions,
  type JsonObject,
  type KeyValueStore,
  type McpClient,
  memoryStore,
} from '@mcp-web/client';
import { CachedResponses, type CachedResponse } from '../../../packages/client/src/client/cache/cached-responses.ts';
import { afterMs, whileTimeStands } from '../../support/clock.ts';
import { errorOf } from '../../support/errors.ts';
import {
  type Asked,
  modernServer,
  refuse,
  type Script,
  type ScriptedModernServer,
  URL_OF_SCRIPT,
} from '../../support/scripted-modern-server.ts';
import { error, json, legacyServer, result } from '../../support/scripted-server.ts';

const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' };
const PRIVATE = { ttlMs: 60_000, cacheScope: 'private' };

const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });
const read = ({ params }: Asked, more: object = PUBLIC): object => ({
  contents: [{ uri: String(params['uri']), text: 'said' }],
  ...more,
});

/** Answers every cacheable request, and counts the requests. */
function counting(more: object): Script {
  let count = 0;
  return (asked) => {
    count++;
    if (asked.method === 'resources/read')
      return { contents: [{ uri: String(asked.params['uri']), text: String(count) }], ...more };
    return {
      tools: [tool(`t${count}`)],
      prompts: [{ name: `p${count}` }],
      resources: [],
      resourceTemplates: [],
      ...more,
    };
  };
}

async function connected(
  script: Script,
  options: ConnectOptions = {},
): Promise<{ client: McpClient; server: ScriptedModernServer }> {
  const server = modernServer(script);
  return { client: await connect(URL_OF_SCRIPT, { fetch: server.fetch, ...options }), server };
}

const methodsOf = ({ asked }: ScriptedModernServer): string[] => asked.map(({ method }) => method);

const textOf = async (client: McpClient, uri = 'a:b'): Promise<string | undefined> =>
  (await client.readResource(uri)).contents[0]?.text;

const heard = (client: McpClient, type: 'listchange' | 'resourceupdate'): Promise<unknown> =>
  new Promise((resolve) => client.addEventListener(type, resolve, { once: true }));

/** A stream for changes opens once the server knows of an interest; this waits for it. */
async function hearing(script: Script): Promise<{
  client: McpClient;
  server: ScriptedModernServer;
  announce: (method: string, params?: object) => Promise<void>;
}> {
  const { client, server } = await connected(script);
  client.addEventListener('listchange', () => {});
  await client.subscribe('any:thing');
  const announce = async (method: string, params?: object): Promise<void> => {
    const event = heard(client, method.endsWith('list_changed') ? 'listchange' : 'resourceupdate');
    server.notify(method, params);
    await event;
  };
  return { client, server, announce };
}

describe('a cached answer', () => {
  it('is not taken for one to another method, cursor or URI; an empty cursor is a cursor too [CA-02][PG-05]', async () => {
    const { client, server } = await connected(counting(PUBLIC));
    const ask = [
      () => client.listTools(),
      () => client.listTools({ cursor: '' }),
      () => client.listTools({ cursor: 'x' }),
      () => client.listPrompts(),
      () => client.readResource('a:b'),
      () => client.readResource('a:c'),
    ];
    const answers: unknown[] = [];
    for (const one of ask) answers.push(await one());
    assert.lengthOf(new Set(answers.map((answer) => JSON.stringify(answer))), ask.length);
    for (const [index, one] of ask.entries()) assert.deepEqual<unknown>(await one(), answers[index]);
    assert.lengthOf(server.asked, ask.length);
    await client.close();
  });

  it('is fresh for as long as the server says, from when it arrived [CA-05][CA-07]', async () => {
    await whileTimeStands(async (pass) => {
      const { client, server } = await connected((asked) => {
        pass(300);
        return read(asked, { ttlMs: 10_000, cacheScope: 'public' });
      });
      await client.readResource('a:b');
      // Counted from the time of the request, it would be stale by then.
      pass(9_999);
      await client.readResource('a:b');
      assert.lengthOf(server.asked, 1);
      pass(1);
      await client.readResource('a:b');
      assert.lengthOf(server.asked, 2);
      await client.close();
    });
  });

  it('is not renewed by itself when it becomes stale [CA-08][CA-09]', async () => {
    const { client, server } = await connected((asked) => read(asked, { ttlMs: 20, cacheScope: 'public' }));
    await client.readResource('a:b');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.lengthOf(server.asked, 1);
    await client.close();
  });

  for (const [what, hints] of Object.entries({
    'no time': { cacheScope: 'public' },
    'a negative time': { ttlMs: -1, cacheScope: 'public' },
    'no time at all': { ttlMs: 0, cacheScope: 'public' },
    'a time that is no number': { ttlMs: '60000', cacheScope: 'public' },
  })) {
    it(`is not cached with ${what} [CA-04][CA-06]`, async () => {
      const { client, server } = await connected((asked) =>
        read(asked, asked.params['uri'] === 'a:first' ? PUBLIC : hints),
      );
      await client.readResource('a:first');
      await client.readResource('a:b');
      await client.readResource('a:b');
      assert.lengthOf(server.asked, 3);
      await client.close();
    });
  }

  it('is cached for a day at most, whatever the server says', async () => {
    const { client, server } = await connected((asked) => read(asked, { ttlMs: 1e300, cacheScope: 'public' }));
    await client.readResource('a:b');
    await afterMs(23 * 60 * 60_000, () => client.readResource('a:b'));
    assert.lengthOf(server.asked, 1);
    await afterMs(25 * 60 * 60_000, () => client.readResource('a:b'));
    assert.lengthOf(server.asked, 2);
    await client.close();
  });

  it('is stale when the clock was set back', async () => {
    const { client, server } = await connected((asked) => read(asked));
    await client.readResource('a:b');
    await afterMs(-10_000, () => client.readResource('a:b'));
    assert.lengthOf(server.asked, 2);
    await client.close();
  });

  it('is copied for every caller, so that no caller sees another’s changes', async () => {
    const { client } = await connected(() => ({ tools: [tool('echo')], ...PUBLIC }));
    for (let round = 0; round < 3; round++) {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['echo'],
      );
      tools.pop();
    }
    await client.close();
  });

  it('is the same where it came over a message port, which passes no text', async () => {
    const { port1, port2 } = new MessageChannel();
    const asked: unknown[] = [];
    port2.onmessage = ({ data: { id, method } }: MessageEvent<JsonObject>) => {
      const discovered = { supportedVersions: ['2026-07-28'], capabilities: { resources: {} } };
      if (method !== 'server/discover') asked.push(method);
      const answer = { resultType: 'complete', contents: [{ uri: 'a:b', text: 'said' }], ...PUBLIC };
      port2.postMessage(result(id, method === 'server/discover' ? discovered : answer));
    };
    const client = await connectMessagePort(port1);
    const answers = [await client.readResource('a:b'), await client.readResource('a:b')];
    for (const answer of answers)
      assert.deepEqual<unknown>(answer, { contents: [{ uri: 'a:b', text: 'said' }], ...PUBLIC });
    assert.deepEqual(asked, ['resources/read']);
    await client.close();
  });

  it('is the first one to the request: another with its id is ignored', async () => {
    const { client, server } = await connected((asked) => {
      const events = ['first', 'second'].map((text) => {
        const answer = { resultType: 'complete', contents: [{ uri: 'a:b', text }], ...PUBLIC };
        return `data: ${JSON.stringify(result(asked.id, answer))}\n\n`;
      });
      return new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } });
    });
    assert.equal(await textOf(client), 'first');
    assert.equal(await textOf(client), 'first');
    assert.lengthOf(server.asked, 1);
    await client.close();
  });

  it('is the one that came when the server was asked again, having refused the revision that it lists', async () => {
    let isRefused = false;
    const { client, server } = await connected((asked) => {
      if (isRefused) return read(asked);
      isRefused = true;
      return json(error(asked.id, -32022, 'Not now', { supported: ['2026-07-28'] }), {}, 400);
    });
    const first = await client.readResource('a:b');
    assert.deepEqual(await client.readResource('a:b'), first);
    assert.lengthOf(server.asked, 2);
    await client.close();
  });

  it('that came after requests to the user is not cached: it depends on their answers [CA-03]', async () => {
    const script: Script = (asked) => {
      if (asked.params['uri'] !== 'a:asking' || asked.params['requestState'] !== undefined) return read(asked);
      return { resultType: 'input_required', requestState: 'again', ...PUBLIC };
    };
    const { client, server } = await connected(script);
    await client.readResource('a:plain');
    await client.readResource('a:asking');
    assert.lengthOf(server.asked, 3);
    const answer = await client.readResource('a:asking');
    assert.lengthOf(server.asked, 5);
    assert.notProperty(answer, 'ttlMs');
    await client.close();
  });

  it('is not cached if the page does not want that, from the first one on', async () => {
    const { client, server } = await connected(counting(PUBLIC));
    await client.readResource('a:b', { cache: 'no-store' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(await textOf(client), '2');
    assert.lengthOf(server.asked, 2);
    await client.close();
  });

  it('is refreshed or bypassed if the page says so, with the options of fetch', async () => {
    const { client, server } = await connected(counting(PUBLIC));
    assert.equal(await textOf(client), '1');
    assert.equal((await client.readResource('a:b', { cache: 'no-store' })).contents[0]?.text, '2');
    assert.equal(await textOf(client), '1');
    assert.equal((await client.readResource('a:b', { cache: 'reload' })).contents[0]?.text, '3');
    assert.equal(await textOf(client), '3');
    assert.lengthOf(server.asked, 3);
    await client.close();
  });

  it('is dropped when the server says that it must not be cached', async () => {
    for (const before of [PUBLIC, PRIVATE]) {
      let hints: object = before;
      const { client, server } = await connected((asked) => read(asked, hints));
      await client.readResource('a:b');
      hints = { ttlMs: 0, cacheScope: 'public' };
      await client.readResource('a:b', { cache: 'reload' });
      await client.readResource('a:b');
      assert.lengthOf(server.asked, 3);
      await client.close();
    }
  });

  it('is no reason to answer a caller who gave up, or for a client that is closed', async () => {
    const { client } = await connected(counting(PUBLIC));
    await client.listTools();
    await client.listTools();
    const reason = new Error('enough');
    assert.equal(
      await client.listTools({ signal: AbortSignal.abort(reason) }).catch((error: unknown) => error),
      reason,
    );
    await client.close();
    await errorOf(client.listTools(), 'closed');
  });

  it('is asked for by each of two callers at once, so that one can give up without the other', async () => {
    const { client, server } = await connected(async (asked) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return read(asked);
    });
    await client.readResource('a:first');
    const giveUp = new AbortController();
    const cancelled = client.readResource('a:b', { signal: giveUp.signal }).catch((error: Error) => error.name);
    const kept = client.readResource('a:b');
    while (server.asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    giveUp.abort();
    assert.equal(await cancelled, 'AbortError');
    assert.lengthOf((await kept).contents, 1);
    await client.readResource('a:b');
    assert.lengthOf(server.asked, 3);
    await client.close();
  });

  it('is not taken in the place of a failure: that the server is not reached is said', async () => {
    let isDown = false;
    const { client } = await connected((asked) =>
      isDown ? Promise.reject(new TypeError('Failed to fetch')) : read(asked),
    );
    await client.readResource('a:b');
    isDown = true;
    await client.readResource('a:b');
    await afterMs(60_000, () => errorOf(client.readResource('a:b'), 'network'));
    await client.close();
  });

  it('comes from no server of the legacy era, whatever it says', async () => {
    const { fetch, received } = legacyServer(
      ({ method, id }) => (method === 'tools/list' ? json(result(id, { tools: [], ...PUBLIC })) : undefined),
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    for (let round = 0; round < 3; round++) await client.listTools();
    assert.lengthOf(
      received.filter(({ method }) => method === 'tools/list'),
      3,
    );
    await client.close();
  });

  it('is checked like an answer of the server', async () => {
    const { client, server } = await connected(() => ({ prompts: [{ name: 7 }], ...PUBLIC }));
    await errorOf(client.listPrompts(), 'invalid-result');
    await errorOf(client.listPrompts(), 'invalid-result');
    assert.lengthOf(server.asked, 2);
    await client.close();
  });
});

describe('a cached list of tools', () => {
  const mirrored = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const invalid = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'not a name' } } };

  it('still says which tools are left out, with one warning, and what calls repeat in headers', async () => {
    const { client, server } = await connected(({ method }) =>
      method === 'tools/list'
        ? {
            tools: [
              { name: 'good', inputSchema: mirrored },
              { name: 'bad', inputSchema: invalid },
            ],
            ...PUBLIC,
          }
        : { content: [] },
    );
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (message: unknown) => warnings.push(message);
    try {
      for (let round = 0; round < 3; round++) {
        assert.deepEqual(
          (await client.listTools()).tools.map(({ name }) => name),
          ['good'],
        );
        assert.hasAllKeys(client.excludedTools, ['bad']);
      }
    } finally {
      console.warn = warn;
    }
    assert.lengthOf(warnings, 1);
    await client.callTool('good', { region: 'eu' });
    assert.deepEqual(methodsOf(server), ['tools/list', 'tools/call']);
    assert.equal(server.asked[1]?.headers.get('Mcp-Param-Region'), 'eu');
    await client.close();
  });

  it('is fetched again when the server refuses the headers of a call [HD-23]', async () => {
    let isChanged = false;
    const { client, server } = await connected((asked) => {
      if (asked.method === 'tools/list')
        return { tools: [{ name: 'good', inputSchema: isChanged ? mirrored : { type: 'object' } }], ...PUBLIC };
      return asked.headers.has('Mcp-Param-Region') ? { content: [] } : refuse(asked, -32020);
    });
    await client.listTools();
    await client.listTools();
    isChanged = true;
    await client.callTool('good', { region: 'eu' });
    assert.deepEqual(methodsOf(server), ['tools/list', 'tools/call', 'tools/list', 'tools/call']);
    await client.close();
  });

  it('is doubted when the server does not know one of its tools [CA-10]', async () => {
    const { client, server } = await connected((asked) =>
      asked.method === 'tools/call' ? refuse(asked, -32602, 'Unknown tool') : counting(PUBLIC)(asked),
    );
    await client.listTools();
    await client.listPrompts();
    await errorOf(client.callTool('gone'), 'rpc');
    await client.listTools();
    await client.listPrompts();
    assert.deepEqual(methodsOf(server), ['tools/list', 'prompts/list', 'tools/call', 'tools/list']);
    await client.close();
  });
});

describe('a change that is announced', () => {
  it('makes every page of the list stale, and no other list [CA-15]', async () => {
    const { client, server, announce } = await hearing(counting(PUBLIC));
    const all = async (): Promise<void> => {
      await client.listTools();
      await client.listTools({ cursor: 'x' });
      await client.listPrompts();
    };
    await all();
    await announce('notifications/tools/list_changed');
    await all();
    assert.deepEqual(methodsOf(server), ['tools/list', 'tools/list', 'prompts/list', 'tools/list', 'tools/list']);
    await client.close();
  });

  it('of resources is one of their templates too, and not of what was read [CA-15]', async () => {
    const { client, server, announce } = await hearing(counting(PUBLIC));
    const all = async (): Promise<void> => {
      await client.listResources();
      await client.listResourceTemplates();
      await client.readResource('a:b');
    };
    await all();
    await announce('notifications/resources/list_changed');
    await all();
    assert.deepEqual(methodsOf(server), [
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'resources/list',
      'resources/templates/list',
    ]);
    await client.close();
  });

  it('of a resource is one of its parts, and of what it is a part of [CA-15][SU-12]', async () => {
    const { client, server, announce } = await hearing((asked) => read(asked));
    const uris = ['a:b', 'a:b/c', 'a:b/c/d', 'a:x'];
    for (const uri of uris) await client.readResource(uri);
    await announce('notifications/resources/updated', { uri: 'a:b/c' });
    for (const uri of uris) await client.readResource(uri);
    assert.deepEqual(
      server.asked.slice(uris.length).map(({ params }) => params['uri']),
      ['a:b', 'a:b/c', 'a:b/c/d'],
    );
    await client.close();
  });

  it('is known before any listener asks again [CA-15]', async () => {
    const { client, server } = await hearing(counting(PUBLIC));
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ['t1'],
    );
    await client.listTools();
    const listed = new Promise<string[]>((resolve) => {
      client.addEventListener(
        'listchange',
        () => void client.listTools().then(({ tools }) => resolve(tools.map(({ name }) => name))),
        { once: true, capture: true },
      );
    });
    server.notify('notifications/tools/list_changed');
    assert.deepEqual(await listed, ['t2']);
    await client.close();
  });

  for (const isFirst of [true, false]) {
    it(`keeps ${isFirst ? 'the first' : 'a later'} answer that was in progress from being cached as fresh [CA-15]`, async () => {
      let release: (() => void) | undefined;
      const hold = new Promise<void>((resolve) => (release = resolve));
      const { client, server, announce } = await hearing(async (asked) => {
        if (asked.params['cursor'] === 'slow' && methodsOf(server).length === (isFirst ? 1 : 3)) await hold;
        return { tools: [], ...PUBLIC };
      });
      if (!isFirst) for (let round = 0; round < 2; round++) await client.listTools({ cursor: String(round) });
      const slow = client.listTools({ cursor: 'slow' });
      while (!server.asked.some(({ params }) => params['cursor'] === 'slow'))
        await new Promise((resolve) => setTimeout(resolve, 10));
      await announce('notifications/tools/list_changed');
      release?.();
      await slow;
      const before = server.asked.length;
      await client.listTools({ cursor: 'slow' });
      assert.lengthOf(server.asked, before + 1);
      await client.close();
    });
  }

  it('may have been missed while the stream was away: everything that it covers is stale before any listener asks [SU-08]', async () => {
    const { client, server } = await hearing(counting(PUBLIC));
    const all = async (): Promise<void> => {
      await client.listTools();
      await client.readResource('any:thing');
      await client.readResource('not:subscribed');
    };
    await all();
    const [before] = (await client.listPrompts()).prompts;
    await all();
    assert.lengthOf(server.asked, 4);
    // Tools are announced first, and prompts are stale by then as well.
    const listed = new Promise<unknown>((resolve) =>
      client.addEventListener('listchange', () => resolve(client.listPrompts()), { once: true }),
    );
    const missed = heard(client, 'resourceupdate');
    server.drop();
    await missed;
    assert.notDeepNestedInclude(await listed, { prompts: [before] });
    await all();
    assert.deepEqual(methodsOf(server).slice(4), ['prompts/list', 'tools/list', 'resources/read']);
    assert.equal(server.asked.at(-1)?.params['uri'], 'any:thing');
    await client.close();
  });
});

describe('cached pages', () => {
  /** Pages of two tools each, whose cursors are valid only while `generation` stays the same. Later pages have a longer TTL. */
  function pagedServer(): { script: Script; state: { generation: number; names: string[]; ttls: number[] } } {
    const state = { generation: 1, names: ['a', 'b', 'c', 'd', 'e'], ttls: [60_000, 10_000, 60_000] };
    const script: Script = (asked) => {
      const { cursor } = asked.params;
      const [generation, start = 0] = (typeof cursor === 'string' ? cursor : `${state.generation}.0`)
        .split('.')
        .map(Number);
      if (generation !== state.generation) return refuse(asked, -32602, 'Unknown cursor');
      const end = start + 2;
      return {
        tools: state.names.slice(start, end).map(tool),
        ttlMs: state.ttls[start / 2],
        cacheScope: 'public',
        // Several servers send null for what is absent.
        nextCursor: end < state.names.length ? `${generation}.${end}` : null,
      };
    };
    return { script, state };
  }

  const namesOf = async (client: McpClient): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of client.tools()) names.push(name);
    return names;
  };
  const cursorsOf = ({ asked }: ScriptedModernServer): unknown[] => asked.map(({ params }) => params['cursor']);

  it('have a clock each: only the one that is stale is asked for, by its cursor [CA-16][PG-02]', async () => {
    const { client, server } = await connected(pagedServer().script);
    const walk = async (): Promise<void> => {
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false)
        cursor = (await client.listTools({ cursor })).nextCursor;
    };
    await walk();
    await walk();
    await afterMs(20_000, walk);
    assert.deepEqual(cursorsOf(server), [undefined, '1.2', '1.4', '1.2']);
    await client.close();
  });

  it('are walked only from a beginning that leads to the end, so that no gap comes from mixing old and new [CA-17]', async () => {
    const { script, state } = pagedServer();
    const { client, server } = await connected(script);
    await namesOf(client);
    assert.deepEqual(await namesOf(client), ['a', 'b', 'c', 'd', 'e']);
    assert.lengthOf(server.asked, 3);
    state.names.unshift('new');
    assert.deepEqual(await afterMs(20_000, () => namesOf(client)), ['new', 'a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(cursorsOf(server).slice(3), [undefined, '1.2', '1.4']);
    await client.close();
  });

  it('that say something else about themselves only are as they were', async () => {
    const { script, state } = pagedServer();
    const { client, server } = await connected(script);
    await namesOf(client);
    state.ttls[0] = 30_000;
    for await (const _tool of client.tools({ cache: 'reload' })) break;
    assert.deepEqual(await namesOf(client), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(cursorsOf(server).slice(3), [undefined]);
    await client.close();
  });

  it('that are as they were are not asked for again with the one that is stale', async () => {
    const { client, server } = await connected(pagedServer().script);
    await namesOf(client);
    await namesOf(client);
    assert.deepEqual(await afterMs(20_000, () => namesOf(client)), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(cursorsOf(server).slice(3), [undefined, '1.2']);
    await client.close();
  });

  it('that are as they were are not asked for again with the last one, though the server sends null there', async () => {
    const { script, state } = pagedServer();
    const { client, server } = await connected(script);
    state.ttls = [60_000, 60_000, 10_000];
    await namesOf(client);
    await afterMs(20_000, async () => {
      await client.listTools({ cursor: '1.4' });
      await client.listTools({ cursor: '1.2' });
    });
    assert.deepEqual(cursorsOf(server), [undefined, '1.2', '1.4', '1.4']);
    await client.close();
  });

  it('are all dropped when the server no longer knows one of their cursors, and the list starts again [CA-18][PG-07]', async () => {
    const { script, state } = pagedServer();
    const { client, server } = await connected(script);
    await namesOf(client);
    state.generation = 2;
    await afterMs(20_000, () => errorOf(client.listTools({ cursor: '1.2' }), 'rpc'));
    await client.listTools();
    assert.deepEqual(cursorsOf(server).slice(3), ['1.2', undefined]);
    await client.close();
  });

  it('lead no walk to a cursor that the server no longer knows [CA-18]', async () => {
    const { script, state } = pagedServer();
    const { client } = await connected(script);
    await namesOf(client);
    state.generation = 2;
    assert.deepEqual(await afterMs(20_000, () => namesOf(client)), ['a', 'b', 'c', 'd', 'e']);
    await client.close();
  });

  it('are all fetched again if the page asks for the current ones [CA-17]', async () => {
    const { client, server } = await connected(pagedServer().script);
    await namesOf(client);
    for await (const _tool of client.tools({ cache: 'reload' }));
    assert.deepEqual(cursorsOf(server), [undefined, '1.2', '1.4', undefined, '1.2', '1.4']);
    await client.close();
  });
});

describe('a long list', () => {
  const PAGES = 100;
  const LONG = 'x'.repeat(600);

  /** A page of a hundred tools, of about 700 characters each. */
  const pageOf: Script = ({ params }) => {
    const index = Number(params['cursor'] ?? 0);
    return {
      tools: Array.from({ length: 100 }, (_, item) => ({
        name: `tool ${index * 100 + item}`,
        description: LONG,
        inputSchema: { type: 'object' },
      })),
      ...(index + 1 < PAGES && { nextCursor: String(index + 1) }),
      ...PUBLIC,
    };
  };
  const namesOf = async (client: McpClient): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of client.tools()) names.push(name);
    return names;
  };

  /** Waits until this page's clients have written everything, including what they write after that. */
  async function written(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      await new Promise((resolve) => setTimeout(resolve));
      await navigator.locks.request('mcp-web responses', () => {});
    }
    await new Promise((resolve) => setTimeout(resolve));
  }

  it('of 10,000 tools is fetched once, and listed twice', async () => {
    const { client, server } = await connected(pageOf);
    const first = await namesOf(client);
    assert.lengthOf(first, 10_000);
    assert.deepEqual(await namesOf(client), first);
    assert.lengthOf(server.asked, PAGES);
    await client.close();
  });

  it('is stored for the next visit once its last page is there, with few writes', async () => {
    const values = memoryStore();
    let writes = 0;
    const store: KeyValueStore = {
      ...values,
      set: (key, value) => {
        if (key.startsWith('responses ')) writes++;
        return values.set(key, value);
      },
    };
    const { client } = await connected(pageOf, { store, principal: 'alice' });
    const first = await namesOf(client);
    await written();
    await client.close();
    assert.isAtMost(writes, 2);
    const next = await connected(pageOf, { store, principal: 'alice' });
    assert.deepEqual(await namesOf(next.client), first);
    assert.lengthOf(next.server.asked, 0);
    await next.client.close();
  });

  for (const type of ['freeze', 'pagehide']) {
    it(`gives its memory back when the browser stops the page (${type}), and comes from the store then`, async () => {
      const { client, server } = await connected(pageOf);
      const stored = await connected(pageOf, { store: memoryStore(), principal: 'alice' });
      await client.listTools();
      const names = await namesOf(stored.client);
      await written();
      (type === 'freeze' ? document : globalThis).dispatchEvent(new Event(type));
      await client.listTools();
      assert.lengthOf(server.asked, 2);
      assert.deepEqual(await namesOf(stored.client), names);
      assert.lengthOf(stored.server.asked, PAGES);
      await client.close();
      await stored.client.close();
    });
  }
});

describe('private answers', () => {
  it('are not given to other credentials, and public ones are [CA-12][CA-13]', async () => {
    for (const [hints, expected] of [
      [PRIVATE, 3],
      [PUBLIC, 1],
    ] as const) {
      let token = 'alice';
      const { client, server } = await connected((asked) => read(asked, hints), {
        headers: () => ({ Authorization: `Bearer ${token}` }),
      });
      await client.readResource('a:b');
      await client.readResource('a:b');
      token = 'bob';
      await client.readResource('a:b');
      await client.readResource('a:b');
      token = 'carol';
      await client.readResource('a:b');
      token = 'bob';
      await client.readResource('a:b');
      assert.lengthOf(server.asked, expected);
      await client.close();
    }
  });

  it('are what they are taken for where the server does not say, or says what is not known [CA-14]', async () => {
    for (const hints of [
      { ttlMs: 60_000 },
      { ttlMs: 60_000, cacheScope: 'shared' },
      { ttlMs: 60_000, cacheScope: null },
    ]) {
      let principal = 'alice';
      const { client, server } = await connected(
        (asked) => read(asked, asked.params['uri'] === 'a:first' ? PUBLIC : hints),
        { principal: () => principal },
      );
      await client.readResource('a:first');
      await client.readResource('a:b');
      await client.readResource('a:b');
      principal = 'bob';
      await client.readResource('a:b');
      assert.lengthOf(server.asked, 3);
      await client.close();
    }
  });

  it('belong to the principal, whatever the token, and wait for them to come back [CA-12]', async () => {
    let principal: string | undefined = 'alice';
    let token = 0;
    const script: Script = (asked) =>
      read(asked, asked.params['uri'] === 'a:first' ? PUBLIC : { ...PRIVATE, said: principal });
    const { client, server } = await connected(script, {
      principal: () => principal,
      headers: () => ({ Authorization: `Bearer ${++token}` }),
    });
    await client.readResource('a:first');
    await client.readResource('a:b');
    await client.readResource('a:b');
    assert.lengthOf(server.asked, 2);
    for (const next of ['bob', undefined]) {
      principal = next;
      await client.readResource('a:b');
    }
    assert.lengthOf(server.asked, 4);
    principal = 'alice';
    assert.propertyVal(await client.readResource('a:b'), 'said', 'alice');
    assert.lengthOf(server.asked, 4);
    await client.close();
  });

  it('that were under way while somebody else signed in are nobody’s [CA-12]', async () => {
    let principal = 'alice';
    const { client, server } = await connected(
      async (asked) => {
        if (asked.params['uri'] === 'a:slow') principal = 'bob';
        return read(asked, asked.params['uri'] === 'a:first' ? PUBLIC : PRIVATE);
      },
      { principal: () => principal },
    );
    await client.readResource('a:first');
    await client.readResource('a:first');
    await client.readResource('a:slow');
    await client.readResource('a:slow');
    principal = 'alice';
    await client.readResource('a:slow');
    assert.lengthOf(server.asked, 4);
    await client.close();
  });

  it('that came first of all are not given to whoever signed in meanwhile [CA-12]', async () => {
    let principal = 'alice';
    const { client, server } = await connected(
      (asked) => {
        principal = 'bob';
        return read(asked, PRIVATE);
      },
      { principal: () => principal },
    );
    await client.readResource('a:b');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await client.readResource('a:b');
    assert.lengthOf(server.asked, 2);
    await client.close();
  });

  it('cost a page whose principal cannot be told no answer', async () => {
    const { reportError } = globalThis;
    const reported: unknown[] = [];
    globalThis.reportError = (error: unknown) => void reported.push(error);
    const mistake = new Error('not signed in yet');
    try {
      const { client } = await connected((asked) => read(asked, PRIVATE), {
        principal: () => {
          throw mistake;
        },
      });
      for (let round = 0; round < 3; round++) assert.equal(await textOf(client), 'said');
      await client.close();
    } finally {
      globalThis.reportError = reportError;
    }
    assert.include(reported, mistake);
  });
});

describe('the cache', () => {
  const response = (about: string, length: number): CachedResponse => ({
    method: 'resources/read',
    about,
    owner: 'everybody',
    text: 'x'.repeat(length),
    nextCursor: undefined,
    receivedAt: Date.now(),
    ttlMs: 60_000,
  });
  const held = (responses: CachedResponses): string[] => [...responses].map(({ about }) => String(about));

  it('is bounded in number, and drops the least recently used', () => {
    const responses = new CachedResponses();
    for (let index = 0; index < 256; index++) responses.add(response(String(index), 1));
    responses.find('resources/read', '0', 'everybody');
    responses.add(response('one more', 1));
    assert.lengthOf(held(responses), 256);
    assert.includeMembers(held(responses), ['0', 'one more']);
    assert.notInclude(held(responses), '1');
  });

  it('is bounded in size', () => {
    const responses = new CachedResponses();
    for (let index = 0; index < 8; index++) responses.add(response(String(index), 1_000_000));
    assert.deepEqual(held(responses), ['4', '5', '6', '7']);
    responses.drop(() => true);
    for (let index = 0; index < 4; index++) responses.add(response(String(index), 1_000_000));
    assert.lengthOf(held(responses), 4);
  });

  const page = (about: number, length: number, method = 'tools/list'): CachedResponse => ({
    ...response(String(about), length),
    about: about === 0 ? undefined : String(about),
    method,
    nextCursor: String(about + 1),
  });

  it('holds a list whole or not at all', () => {
    const responses = new CachedResponses();
    const add = (one: CachedResponse): void => {
      const { method, about, owner, text } = one;
      if (text.length <= responses.maxLengthOf(method, about, owner)) responses.add(one);
    };
    for (let index = 0; index < 60; index++) add(page(index, 1_000_000));
    assert.lengthOf([...responses], 0);
    for (let index = 0; index < 20; index++) add(page(index, 1_000_000, 'prompts/list'));
    for (let index = 0; index < 20; index++) add(page(index, 1_000_000));
    assert.deepEqual(new Set([...responses].map(({ method }) => method)), new Set(['tools/list']));
    assert.lengthOf([...responses], 20);
  });

  it('holds less on a device with little memory', () => {
    Object.defineProperty(navigator, 'deviceMemory', { value: 2, configurable: true });
    try {
      const responses = new CachedResponses();
      for (let index = 0; index < 8; index++) responses.add(page(index, 1_000_000));
      assert.lengthOf([...responses], 8);
      responses.add(page(8, 1_000_000));
      assert.lengthOf([...responses], 0);
    } finally {
      Reflect.deleteProperty(navigator, 'deviceMemory');
    }
  });

  it('holds no answer that is too long', async () => {
    const long = 'x'.repeat(2 * 1024 * 1024);
    const { client, server } = await connected((asked) => ({
      contents: [{ uri: 'a:b', text: asked.params['uri'] === 'a:long' ? long : '' }],
      ...PUBLIC,
    }));
    await client.readResource('a:short');
    await client.readResource('a:long');
    await client.readResource('a:long');
    assert.lengthOf(server.asked, 3);
    await client.close();
  });

  it('holds an answer that is nested deeper than some browsers can write', async () => {
    const depth = 20_000;
    const depthOf = (value: unknown): number => {
      let levels = 0;
      for (let inner = value; Array.isArray(inner); [inner] = inner) levels++;
      return levels;
    };
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { client, server } = await connected((asked) =>
      asked.params['uri'] === 'a:first'
        ? read(asked)
        : new Response(
            `{"jsonrpc":"2.0","id":${String(asked.id)},"result":{"ttlMs":60000,"contents":[],"extra":${nested}}}`,
            { headers: { 'Content-Type': 'application/json' } },
          ),
    );
    for (const uri of ['a:b', 'a:first', 'a:b']) {
      const answer = await client.readResource(uri);
      if (uri === 'a:b') assert.equal(depthOf(Reflect.get(answer, 'extra')), depth);
    }
    assert.lengthOf(server.asked, 2);
    await client.close();
  });
});
