import { assert } from 'chai';
import { type JsonObject, McpHost } from '@mcp-web/client';
import { suggestionsOf, type Suggest } from '../../../packages/elements/src/internal/lists/completion.ts';
import {
  aWhile,
  error,
  json,
  legacyServer,
  modernServer,
  type Received,
  type Reply,
  result,
} from '../../support/scripted-server.ts';
import { until } from './page.ts';

const URL_OF_SCRIPT = 'https://completions.example/mcp';
const waiting = (): AbortSignal => new AbortController().signal;

describe('suggestions of a server', () => {
  let host: McpHost;
  afterEach(() => host.close());

  /** What a form requests, and what reached the server. */
  async function open(
    complete: Reply,
    {
      revision,
      declared = { completions: {} },
    }: { revision?: '2025-03-26' | '2024-11-05' | undefined; declared?: object } = {},
  ): Promise<{ suggest: Suggest | undefined; asked: () => Received[] }> {
    const reply: Reply = (received) => (received.method === 'completion/complete' ? complete(received) : undefined);
    const { fetch, receivedFor } = revision ? legacyServer(reply, declared, revision) : modernServer(reply, declared);
    host = new McpHost();
    host.add(URL_OF_SCRIPT, { fetch });
    const server = await until(() =>
      host.getSnapshot().servers.find(({ status, isListing }) => status === 'ready' && !isListing),
    );
    return { suggest: suggestionsOf(host, server, { prompt: 'ask' }), asked: () => receivedFor('completion/complete') };
  }
  const found =
    (values: string[], more: JsonObject = {}): Reply =>
    ({ id }) =>
      json(result(id, { resultType: 'complete', completion: { values, ...more } }));

  it('are asked for once for the same text beside the same values [CO-05]', async () => {
    const { suggest, asked } = await open(found(['Lima']));
    const ask = async (typed: string, others: JsonObject) =>
      (await suggest?.('city', typed, others, { signal: waiting() }))?.values;
    assert.deepEqual(await ask('li', { country: 'Peru' }), ['Lima']);
    assert.deepEqual(await ask('li', { country: 'Peru' }), ['Lima']);
    assert.lengthOf(asked(), 1);
    await ask('li', { country: 'Chile' });
    await ask('lim', { country: 'Chile' });
    assert.lengthOf(asked(), 3);
  });

  it('include the other arguments, as texts, from 2025-06-18 on [CO-03]', async () => {
    const { suggest, asked } = await open(found([]));
    await suggest?.('city', 'li', { country: 'Peru', note: '', nights: 3 }, { signal: waiting() });
    await suggest?.('city', 'li', {}, { signal: waiting() });
    assert.deepEqual(
      asked().map(({ params }) => params['context']),
      [{ arguments: { country: 'Peru' } }, undefined],
    );
    host.close();
    const older = await open(found([]), { revision: '2025-03-26' });
    await older.suggest?.('city', 'li', { country: 'Peru' }, { signal: waiting() });
    assert.deepEqual(
      older.asked().map(({ params }) => Object.keys(params).sort()),
      [['argument', 'ref']],
    );
  });

  it('are cancelled at the server when the user types on', async () => {
    const { suggest, asked } = await open(() => new Promise(() => {}));
    const controller = new AbortController();
    const outcome = suggest?.('city', 'li', {}, { signal: controller.signal }).then(() => 'came', String);
    await until(() => asked().length === 1);
    controller.abort(new Error('typed on'));
    assert.equal(await outcome, 'Error: typed on');
    await until(() => asked()[0]?.signal?.aborted);
  });

  it('are empty if a request fails, and the next request is made all the same [CO-05]', async () => {
    let isDown = true;
    const { suggest, asked } = await open((received) =>
      isDown ? json(error(received.id, -32603, 'down')) : found(['Lima'])(received),
    );
    assert.deepEqual(await suggest?.('city', 'li', {}, { signal: waiting() }), { values: [] });
    isDown = false;
    assert.deepEqual(await suggest?.('city', 'li', {}, { signal: waiting() }), { values: ['Lima'] });
    assert.lengthOf(asked(), 2);
  });

  it('are not asked for again of a server that knows nothing of them, nor at all where none were declared [CO-02]', async () => {
    const { suggest, asked } = await open(({ id }) => json(error(id, -32601, 'Method not found')), {
      revision: '2024-11-05',
      declared: {},
    });
    for (const typed of ['l', 'li'])
      assert.deepEqual(await suggest?.('city', typed, {}, { signal: waiting() }), { values: [] });
    assert.lengthOf(asked(), 1);
    host.close();
    const other = await open(found(['Lima']), { declared: {} });
    assert.isUndefined(other.suggest);
    await aWhile();
    assert.isEmpty(other.asked());
  });

  it('are 100 at most, and say that there are more [CO-04] [CO-06]', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `value ${index}`);
    const { suggest } = await open((received) =>
      found(received.params['argument'] && JSON.stringify(received.params).includes('"few"') ? ['one'] : many, {
        total: 150,
      })(received),
    );
    const all = await suggest?.('city', 'many', {}, { signal: waiting() });
    assert.deepEqual([all?.values.length, all?.total, all?.hasMore], [100, 150, true]);
    assert.deepEqual(await suggest?.('city', 'few', {}, { signal: waiting() }), { values: ['one'], total: 150 });
  });
});
