import { assert } from 'chai';
import { type Authorizer, connect } from '@mcp-web/client';
import { WaitsForUser } from '../../../packages/client/src/oauth/browser/status.ts';
import { errorOf } from '../../support/errors.ts';
import { event, legacyServer, liveStream } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';

const TIMEOUT_MS = 2_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a call that waits for the user', () => {
  for (const name of ['modern', 'legacy']) {
    it(`has all its time after it, with a server of the ${name} era`, async () => {
      const waits = new WaitsForUser();
      const asks: Authorizer = {
        authorize: () => async (input, init) => {
          await waits.during('server', pause(TIMEOUT_MS * 1.5));
          return fetch(input, init);
        },
        waitedForUserAt: () => waits.lastAt('server'),
      };
      const client = await connect(await serverUrl(name), {
        auth: asks,
        timeoutMs: TIMEOUT_MS,
        maxTimeoutMs: TIMEOUT_MS,
      });
      assert.isNotEmpty((await client.listTools()).tools);
      await client.close();
    });
  }

  it('has no more time once an older server has the answer of the user', async () => {
    const live = liveStream();
    const { fetch, received } = legacyServer(({ method }) => (method === 'tools/call' ? live.response : undefined));
    const client = await connect('https://scripted.example/mcp', {
      fetch,
      timeoutMs: 500,
      maxTimeoutMs: 500,
      elicitation: { form: () => ({ action: 'decline' }) },
    });
    const call = errorOf(client.callTool('asks'), 'timeout');
    const params = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
    live.send(event({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params }));
    await call;
    assert.isTrue(received.some(({ body }) => body['id'] === 'q'));
    await client.close();
  });

  it('has no more time than others when it is the server that is waited for', async () => {
    const dawdles: Authorizer = {
      authorize: () => async (input, init) => (await pause(TIMEOUT_MS * 1.5), fetch(input, init)),
      waitedForUserAt: () => undefined,
    };
    await errorOf(
      connect(await serverUrl('modern'), { auth: dawdles, timeoutMs: TIMEOUT_MS, revision: '2026-07-28' }),
      'timeout',
    );
  });
});
