import { assert } from 'chai';
import { connect, type Root, type ServerRequestHandlers } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { collectReports } from '../../support/reports.ts';
import { eventually, legacyServer, openStream, type Received, SESSION } from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';

/** A server that requests the roots whenever it is told to. */
function askingServer(): {
  fetch: typeof fetch;
  ask: () => Promise<Received['body']>;
  receivedFor: (method: string) => Received[];
} {
  const own = openStream();
  let lastId = 100;
  const { fetch, received, receivedFor } = legacyServer(({ httpMethod }) =>
    httpMethod === 'GET' ? own.response : undefined,
  );
  return {
    fetch,
    receivedFor,
    ask: async () => {
      const id = ++lastId;
      own.send({ jsonrpc: '2.0', id, method: 'roots/list' });
      return eventually(() => received.find(({ body }) => body['id'] === id)?.body);
    },
  };
}

describe('roots', () => {
  it('are declared where the page has some, with the announcement of changes that it can make [RO-01]', async () => {
    for (const [handlers, roots] of [
      [{}, undefined],
      [{ roots: () => [] }, { listChanged: true }],
    ] as [ServerRequestHandlers, object | undefined][]) {
      const { fetch, receivedFor } = legacyServer(() => undefined);
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      assert.deepEqual(Object(receivedFor('initialize')[0]?.params['capabilities']).roots, roots);
      await client.close();
    }
  });

  it('are announced to have changed each time that the page says so, and never otherwise [RO-03]', async () => {
    const { fetch, receivedFor } = legacyServer(() => undefined);
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => [] });
    assert.isEmpty(receivedFor('notifications/roots/list_changed'));
    await client.rootsChanged();
    await client.rootsChanged();
    const announced = receivedFor('notifications/roots/list_changed');
    assert.lengthOf(announced, 2);
    assert.deepEqual(announced[0]?.body, { jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
    assert.equal(announced[0]?.headers.get('Mcp-Session-Id'), SESSION['Mcp-Session-Id']);
    await client.close();
    await errorOf(client.rootsChanged(), 'closed');
  });

  it('cannot change where none were declared', async () => {
    const { fetch } = legacyServer(() => undefined);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await errorOf(client.rootsChanged(), 'unsupported');
    await client.close();
  });

  it('need no announcement in a session that the server forgot: the new one asks for them', async () => {
    let posts = 0;
    const { fetch, receivedFor } = legacyServer(({ method }) =>
      method === 'notifications/roots/list_changed' && posts++ === 0
        ? new Response(undefined, { status: 404 })
        : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => [] });
    await client.rootsChanged();
    assert.lengthOf(receivedFor('initialize'), 2);
    assert.lengthOf(receivedFor('notifications/roots/list_changed'), 1);
    await client.close();
  });

  it('are requested from the page each time, and are exactly its answer [RO-04][RO-07]', async () => {
    const { fetch, ask } = askingServer();
    let roots: Root[] = [{ uri: 'file:///notes', name: 'Notes' }];
    const signals: AbortSignal[] = [];
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: ({ signal }) => (signals.push(signal), roots) });
    assert.deepEqual((await ask())['result'], { roots: [{ uri: 'file:///notes', name: 'Notes' }] });
    roots = [];
    assert.deepEqual((await ask())['result'], { roots: [] });
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false, false],
    );
    await client.close();
  });

  for (const uri of [
    'https://example.com/',
    'notes',
    'file:',
    '',
    'file:///a/../b',
    'file:///..',
    'file:///a/.',
    'file:///a/%2e%2E/b',
    'file:///a%2f..%2Fb',
    'file:///a\\..\\b',
    'file://host/../x',
  ]) {
    it(`are not sent with ${JSON.stringify(uri)} among them [RO-04][RO-05][RO-07]`, async () => {
      const { fetch, ask } = askingServer();
      const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => [{ uri: 'file:///fine' }, { uri }] });
      const answer = await ask();
      assert.notProperty(answer, 'result');
      assert.nestedPropertyVal(answer, 'error.code', -32603);
      await client.close();
    });
  }

  it('may have names with dots', async () => {
    const { fetch, ask } = askingServer();
    const uris = ['file:///a/..b/c..d/.e', 'file:///C:/x.y', 'file:///a/b.'];
    const client = await connect(URL_OF_SCRIPT, { fetch, roots: () => uris.map((uri) => ({ uri })) });
    assert.deepEqual((await ask())['result'], { roots: uris.map((uri) => ({ uri })) });
    await client.close();
  });

  it('that the page does not have are refused as an unknown method, and those that it cannot tell as an internal error [RO-05]', async () => {
    const { reports, restore } = collectReports();
    for (const [handlers, code] of [
      [{}, -32601],
      [{ roots: () => Promise.reject(new Error('no permission')) }, -32603],
    ] as [ServerRequestHandlers, number][]) {
      const { fetch, ask } = askingServer();
      const client = await connect(URL_OF_SCRIPT, { fetch, ...handlers });
      assert.nestedPropertyVal(await ask(), 'error.code', code);
      await client.close();
    }
    restore();
    assert.deepEqual(reports.map(String), ['Error: no permission'], 'the page hears of its own mistake');
  });
});
