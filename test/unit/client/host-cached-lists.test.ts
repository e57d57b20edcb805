import { assert } from 'chai';
import { connect, type HostServer, type KeyValueStore, McpError, McpHost, memoryStore } from '@mcp-web/client';
import { afterMs } from '../../support/clock.ts';
import { aWhile, rejection, until } from '../../support/scripted-server.ts';
import { modernServer, refuse, type Script, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';

const PUBLIC = { ttlMs: 60_000, cacheScope: 'public' };
const DAY_MS = 24 * 60 * 60_000;

const toolsOf = (description: string): object => ({
  tools: [{ name: 'wipe', description, inputSchema: { type: 'object' } }],
  ...PUBLIC,
});

/** More tools than are shown in one slice. Their results need this member. */
const longListOf = (member: string, count = 3_000): object => ({
  tools: Array.from({ length: count }, (_none, index) => ({
    name: index === 0 ? 'wipe' : `tool ${index}`,
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', required: [member] },
  })),
  ...PUBLIC,
});

/** The lists that a server has without its tools. */
const others = (method: string): object => ({
  ...(method === 'prompts/list' ? { prompts: [] } : {}),
  ...(method === 'resources/list' ? { resources: [] } : {}),
  ...(method === 'resources/templates/list' ? { resourceTemplates: [] } : {}),
});

const answering =
  (tools: () => object | Promise<object>): Script =>
  ({ method }) => {
    if (method === 'tools/list') return tools();
    return method === 'tools/call' ? { content: [] } : others(method);
  };

interface Visit {
  host: McpHost;
  id: string;
  server: () => HostServer;
  /** The methods that the server was asked, without the other lists. */
  asked: () => string[];
  /** The descriptions of the tools that consent was asked for. */
  consented: (string | undefined)[];
}

function visit(store: KeyValueStore, script: Script): Visit {
  const consented: (string | undefined)[] = [];
  const host = new McpHost({
    consent: ({ tool }) => {
      consented.push(tool.description);
      return { action: 'allow' };
    },
  });
  const { fetch, asked } = modernServer(script);
  const id = host.add(URL_OF_SCRIPT, { fetch, store, principal: 'alice' });
  const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
  const about = ({ method }: { method: string }): boolean => method.startsWith('tools/');
  return { host, id, server, consented, asked: () => asked.filter(about).map(({ method }) => method) };
}

/** A store as a visit leaves it. */
async function visited(tools = toolsOf('Wipes the table')): Promise<KeyValueStore> {
  const store = memoryStore();
  const { host, server } = visit(
    store,
    answering(() => tools),
  );
  await until(() => server().tools.length > 0 && !server().isListing);
  for (;;) {
    const records = await store.get('responses');
    const [record] = Array.isArray(records) ? records : [];
    if (record && JSON.stringify((await store.get(`responses ${record.server}`)) ?? '').includes('tools/list')) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  host.close();
  return store;
}

describe('the tools of an earlier visit', () => {
  it('need no request while they are fresh: a call is the first one', async () => {
    const store = await visited();
    const { host, id, asked } = visit(
      store,
      answering(() => assert.fail('listed')),
    );
    await host.callTool(id, 'wipe', {});
    assert.deepEqual(asked(), ['tools/call']);
    host.close();
  });

  it('are shown at once when they are stale, until the server has sent them again [CA-07]', async () => {
    const store = await visited();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await afterMs(61_000, async () => {
      const { host, server } = visit(
        store,
        answering(() => held.then(() => toolsOf('Wipes the disk'))),
      );
      await until(() => server().tools.length === 1);
      assert.equal(server().tools[0]?.description, 'Wipes the table');
      assert.isTrue(server().isListing);
      release();
      await until(() => !server().isListing);
      assert.equal(server().tools[0]?.description, 'Wipes the disk');
      host.close();
    });
  });

  it('are nothing that a user can allow before the server has sent them again', async () => {
    const store = await visited();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await afterMs(61_000, async () => {
      const script = answering(() => held.then(() => toolsOf('Wipes the disk')));
      const { host, id, server, asked, consented } = visit(store, script);
      await until(() => server().tools.length === 1);
      const calling = host.callTool(id, 'wipe', {});
      await aWhile();
      assert.isEmpty(consented);
      assert.deepEqual(asked(), ['tools/list']);
      release();
      await calling;
      assert.deepEqual(consented, ['Wipes the disk']);
      assert.deepEqual(asked(), ['tools/list', 'tools/call']);
      host.close();
    });
  });

  it('are gone when the server does not send them again', async () => {
    const store = await visited();
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await afterMs(61_000, async () => {
      const script: Script = (request) =>
        request.method === 'tools/list' ? held.then(() => refuse(request, -32_603)) : others(request.method);
      const { host, id, server, consented } = visit(store, script);
      await until(() => server().tools.length === 1);
      const calling = rejection(host.callTool(id, 'wipe', {}));
      release();
      assert.propertyVal(await calling, 'code', 'invalid-argument');
      assert.isEmpty(server().tools);
      assert.propertyVal(server().listError, 'code', 'rpc');
      assert.isEmpty(consented);
      host.close();
    });
  });

  it('are not what a call is checked against, though a long list of them was being shown', async () => {
    const store = await visited(longListOf('old'));
    await afterMs(61_000, async () => {
      const { host, id, server } = visit(store, ({ method }) => {
        if (method === 'tools/list') return longListOf('young', 1);
        return method === 'tools/call' ? { content: [], structuredContent: { young: 1 } } : others(method);
      });
      await until(() => server().status === 'ready' && server().tools.length === 1 && !server().isListing);
      for (let round = 0; round < 3; round++) await aWhile();
      assert.deepEqual(server().tools[0]?.outputSchema?.['required'], ['young']);
      assert.deepEqual((await host.callTool(id, 'wipe', {})).structuredContent, { young: 1 });
      host.close();
    });
  });

  it('are read once while they are fresh', async () => {
    const store = await visited(longListOf('old'));
    const { parse } = JSON;
    let count = 0;
    JSON.parse = (...args: Parameters<typeof parse>) => {
      if (args[0].length > 100_000) count++;
      return parse(...args);
    };
    try {
      const { host, server } = visit(
        store,
        answering(() => assert.fail('listed')),
      );
      await until(() => server().tools.length === 3_000 && !server().isListing);
      await aWhile();
      host.close();
    } finally {
      JSON.parse = parse;
    }
    assert.equal(count, 1);
  });

  it('are not shown a week later', async () => {
    const store = await visited();
    await afterMs(8 * DAY_MS, async () => {
      const { host, server } = visit(
        store,
        answering(() => new Promise<object>(() => {})),
      );
      await until(() => server().isListing);
      await aWhile();
      assert.isEmpty(server().tools);
      host.close();
    });
  });
});

describe('a list that is only wanted if it is cached', () => {
  it('comes without a request, however old it is, or not at all', async () => {
    const { fetch, asked } = modernServer(answering(() => toolsOf('Wipes the table')));
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const missing = await rejection(client.listTools({ cache: 'only-if-cached' }));
    assert.instanceOf(missing, McpError);
    assert.propertyVal(missing, 'code', 'not-cached');
    assert.isEmpty(asked);
    await client.listTools();
    await afterMs(61_000, async () => {
      assert.lengthOf((await client.listTools({ cache: 'only-if-cached' })).tools, 1);
      assert.lengthOf(asked, 1);
      await client.listTools();
      assert.lengthOf(asked, 2);
    });
    await client.close();
  });

  it('changes nothing in what the server’s newest list left out', async () => {
    const wanting = (header: string): object => ({
      tools: [
        {
          name: 'wipe',
          inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': header } } },
        },
      ],
      ...PUBLIC,
    });
    let tools = wanting('Region');
    const { fetch } = modernServer(answering(() => tools));
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.listTools();
    tools = wanting('not a name');
    assert.isEmpty((await client.listTools({ cache: 'no-store' })).tools);
    assert.lengthOf((await client.listTools({ cache: 'only-if-cached' })).tools, 1);
    assert.hasAllKeys(client.excludedTools, ['wipe']);
    await client.close();
  });

  it('is a list: what a resource contained is not shown when it is stale', async () => {
    const { fetch } = modernServer(() => ({ contents: [{ uri: 'a:b', text: 'old' }], ...PUBLIC }));
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await client.readResource('a:b');
    assert.isNotEmpty((await client.readResource('a:b', { cache: 'only-if-cached' })).contents);
    await afterMs(61_000, async () =>
      assert.propertyVal(
        await rejection(client.readResource('a:b', { cache: 'only-if-cached' })),
        'code',
        'not-cached',
      ),
    );
    await client.close();
  });
});
