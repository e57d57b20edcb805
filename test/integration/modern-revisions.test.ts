// First: the client reads the table of revisions as soon as it is loaded.
import '../support/invented-revision.ts';
import { assert } from 'chai';
import { connect, McpHost, memoryStore, REVISIONS, type Revision } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { modernServer, URL_OF_SCRIPT } from '../support/scripted-modern-server.ts';
import { error, eventually, json } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch } from '../support/wire.ts';
import { ours, over } from './server-cases.ts';
import { describeServer } from './server-suite.ts';
import { textOf } from './support.ts';
import { nameOfStoredServer } from '../support/stored-server.ts';

const [NEWER, OLDER]: readonly Revision[] = REVISIONS;
if (!NEWER || !OLDER) throw new Error('There are not two revisions');

/** By the name of the server, the revision that it is spoken to in. */
const NEGOTIATED = Object.entries({ 'modern-2099': NEWER, 'modern-both': NEWER, modern: OLDER });

describe('a client that knows two revisions of the modern era', () => {
  it('lists both, the newest first', () => {
    assert.deepEqual([NEWER, OLDER], ['2099-01-01', '2026-07-28']);
  });

  it('speaks with servers of each at once', async () => {
    const host = new McpHost();
    for (const [name] of NEGOTIATED) host.add(await serverUrl(name));
    await eventually(() => host.getSnapshot().servers.every(({ status }) => status === 'ready'));
    const { servers } = host.getSnapshot();
    assert.deepEqual(
      servers.map(({ revision }) => revision),
      NEGOTIATED.map(([, revision]) => revision),
    );
    const answers = servers.map(async ({ id }) =>
      textOf(await host.client(id).callTool('echo', { message: host.client(id).revision })),
    );
    assert.deepEqual(
      await Promise.all(answers),
      NEGOTIATED.map(([, revision]) => `Echo: ${revision}`),
    );
    host.close();
  });

  it('goes by what a server lists, though it answered in another revision', async () => {
    const server = modernServer(() => ({ content: [] }), { supportedVersions: ['1999-01-01', OLDER] });
    const client = await connect(URL_OF_SCRIPT, server);
    await client.callTool('look');
    assert.equal(client.revision, OLDER);
    assert.equal(server.asked[0]?.headers.get('MCP-Protocol-Version'), OLDER);
    await client.close();
  });

  it('goes on in another revision when a server gives up the one that it spoke', async () => {
    const server = modernServer(
      ({ id, headers }) =>
        headers.get('MCP-Protocol-Version') === OLDER
          ? { content: [] }
          : json(error(id, -32022, 'No', { supported: [OLDER] }), {}, 400),
      { supportedVersions: [NEWER, OLDER] },
    );
    const client = await connect(URL_OF_SCRIPT, server);
    assert.equal(client.revision, NEWER);
    await client.callTool('look');
    assert.equal(client.revision, OLDER);
    assert.deepEqual(
      server.asked.map(({ headers }) => headers.get('MCP-Protocol-Version')),
      [NEWER, OLDER],
    );
    await client.close();
  });

  it('asks a server for nothing but the revision that the page chose', async () => {
    const both = await connect(await serverUrl('modern-both'), { revision: OLDER });
    assert.equal(both.revision, OLDER);
    await both.close();
    for (const [name, revision, spoken] of [
      ['modern', NEWER, OLDER],
      ['modern-2099', OLDER, NEWER],
    ] as const) {
      const { message } = await errorOf(connect(await serverUrl(name), { revision }), 'unsupported-revision');
      assert.include(message, `The server speaks MCP ${spoken}, not ${revision}`);
    }
  });
});

describe('a stored server of the modern era', () => {
  for (const [name, revision] of NEGOTIATED) {
    it(`is spoken to in the revision that was negotiated: ${name} in ${revision}`, async () => {
      const url = await serverUrl(name);
      const store = memoryStore();
      const visit = async (): Promise<(string | null)[]> => {
        const { fetch, sent } = recordFetch();
        const client = await connect(url, { fetch, store });
        await client.callTool('echo', { message: 'hi' });
        assert.equal(client.revision, revision);
        await client.close();
        return sent.map(({ headers }) => `${headers.get('Mcp-Method')} ${headers.get('MCP-Protocol-Version')}`);
      };
      const first = await visit();
      assert.equal(first.at(-1), `tools/call ${revision}`);
      assert.deepEqual(await visit(), [`tools/call ${revision}`]);
    });
  }

  it('is spoken to in a newer revision on the visit after it listed one', async () => {
    const url = await serverUrl('modern-both');
    const store = memoryStore();
    const key = await nameOfStoredServer(url);
    await (await connect(url, { store })).close();
    const stored = await store.get(key);
    assert.deepInclude(stored, { revision: NEWER });
    await store.set(key, Object.assign({}, stored, { revision: OLDER }));
    const client = await connect(url, { store });
    await client.callTool('echo', { message: 'hi' });
    assert.equal(client.revision, OLDER);
    while (!JSON.stringify(await store.get(key)).includes(`"revision":"${NEWER}"`))
      await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(client.revision, OLDER);
    await client.close();
  });

  it('that has given up its revision is asked again', async () => {
    const url = await serverUrl('modern');
    const store = memoryStore();
    await (await connect(url, { store })).close();
    const key = await nameOfStoredServer(url);
    await store.set(key, Object.assign({}, await store.get(key), { revision: NEWER }));
    const client = await connect(url, { store });
    assert.equal(client.revision, NEWER);
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.equal(client.revision, OLDER);
    await client.close();
  });
});

for (const [name, revision] of NEGOTIATED) describeServer(ours(name, revision));
describeServer({
  ...ours('modern-both', OLDER, over('modern-both', { revision: OLDER })),
  title: `modern-both, asked for ${OLDER}`,
});
