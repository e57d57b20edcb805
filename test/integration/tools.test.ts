import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { serverUrl } from '../support/servers.ts';
import { rpcErrorOf, textOf } from './support.ts';

for (const name of ['modern', 'legacy']) {
  describe(`a call to ${name}`, () => {
    it('that the tool refuses fails with what the server says of it', async () => {
      const client = await connect(await serverUrl(name));
      const error = await rpcErrorOf(client.callTool('throw'));
      assert.include(error.message, 'not to my taste');
      assert.equal(error.rpcCode, -32602);
      assert.deepEqual(error.data, { hint: 'none would be' });
      await client.close();
    });

    it('may take longer as long as there is progress, up to a limit [LC-19][LC-20]', async () => {
      const client = await connect(await serverUrl(name));
      const onprogress = (): void => {};
      const patient = await client.callTool('countdown', { steps: 5, delayMs: 800 }, { onprogress, timeoutMs: 3_000 });
      assert.equal(textOf(patient), 'Lift-off');
      await errorOf(
        client.callTool('countdown', { steps: 100, delayMs: 50 }, { onprogress, timeoutMs: 400, maxTimeoutMs: 500 }),
        'timeout',
      );
      await client.close();
    });
  });
}

describe('an answer', () => {
  it('is read from JSON and from an event stream, whichever the server sends [TR-05]', async () => {
    const types: (string | null)[] = [];
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        types.push(response.headers.get('Content-Type'));
        return response;
      },
    });
    types.length = 0;
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.equal(textOf(await client.callTool('countdown', { steps: 1 }, { onprogress: () => {} })), 'Lift-off');
    assert.deepEqual(types, ['application/json', 'text/event-stream']);
    await client.close();
  });
});
