import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { json, legacyServer, modernServer, type Reply, result, type Scripted } from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const SERVERS: [string, (reply: Reply, capabilities: object) => Scripted][] = [
  ['legacy', legacyServer],
  ['modern', modernServer],
];
const suggest: Reply = ({ method, id }) =>
  method === 'completion/complete'
    ? json(
        result(id, { resultType: 'complete', completion: { values: ['Lima', 'Lisbon'], total: 120, hasMore: true } }),
      )
    : undefined;

for (const [era, server] of SERVERS) {
  describe(`suggestions of a ${era} server`, () => {
    it('are asked for by prompt or template, with what was typed and what is filled in already [CO-01][CO-03]', async () => {
      const { fetch, receivedFor } = server(suggest, { completions: {} });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      await client.complete({ prompt: 'travel' }, { name: 'city', value: 'Li' });
      await client.complete(
        { template: 'geo://{country}/{city}' },
        { name: 'city', value: '' },
        { context: { country: 'Peru' } },
      );
      assert.deepEqual(
        receivedFor('completion/complete').map(({ params: { _meta, ...params } }) => params),
        [
          { ref: { type: 'ref/prompt', name: 'travel' }, argument: { name: 'city', value: 'Li' } },
          {
            ref: { type: 'ref/resource', uri: 'geo://{country}/{city}' },
            argument: { name: 'city', value: '' },
            context: { arguments: { country: 'Peru' } },
          },
        ],
      );
      await client.close();
    });

    it('come with how many there are in all [CO-04]', async () => {
      const { fetch } = server(suggest, { completions: {} });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.deepEqual(await client.complete({ prompt: 'p' }, { name: 'a', value: 'L' }), {
        values: ['Lima', 'Lisbon'],
        total: 120,
        hasMore: true,
      });
      await client.close();
    });

    it('are not requested if the server does not declare them [CO-02]', async () => {
      const { fetch, receivedFor } = server(suggest, { prompts: {} });
      const client = await connect(URL_OF_SCRIPT, { fetch });
      await errorOf(client.complete({ prompt: 'p' }, { name: 'a', value: '' }), 'unsupported');
      assert.isEmpty(receivedFor('completion/complete'));
      await client.close();
    });

    it('of the wrong shape are refused', async () => {
      for (const completion of [undefined, {}, { values: 'Lima' }, { values: [1] }]) {
        const { fetch } = server(
          ({ method, id }) =>
            method === 'completion/complete' ? json(result(id, { resultType: 'complete', completion })) : undefined,
          { completions: {} },
        );
        const client = await connect(URL_OF_SCRIPT, { fetch });
        await errorOf(client.complete({ prompt: 'p' }, { name: 'a', value: '' }), 'invalid-result');
        await client.close();
      }
    });
  });
}

describe('suggestions of a server of 2024-11-05', () => {
  it('are requested although the revision cannot declare them, and may not exist [CO-02]', async () => {
    for (const reply of [
      suggest,
      ({ method, id }) =>
        method === 'completion/complete'
          ? json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'No' } })
          : undefined,
    ] as Reply[]) {
      const { fetch, receivedFor } = legacyServer(reply, { prompts: {} }, '2024-11-05');
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const asked = client.complete({ prompt: 'p' }, { name: 'a', value: 'L' });
      if (reply === suggest) assert.deepEqual((await asked).values, ['Lima', 'Lisbon']);
      else assert.propertyVal(await errorOf(asked, 'rpc'), 'rpcCode', -32601);
      assert.lengthOf(receivedFor('completion/complete'), 1);
      await client.close();
    }
  });
});
