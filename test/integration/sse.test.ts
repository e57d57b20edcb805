import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { recordFetch } from '../support/wire.ts';
import { textOf } from './support.ts';

describe('a server of the transport before streamable HTTP', () => {
  it('is found after everything newer was refused, and works like any other [VN-10][VN-12][VN-13][SS-07]', async () => {
    const client = await connect(await serverUrl('everything-sse'));
    assert.equal(client.era, 'legacy');
    assert.equal(client.server.transport, 'http+sse');
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    await client.close();
  });

  it('is asked for its stream first, and posted to where that says, without headers that it does not know [SS-01][SS-02]', async () => {
    const { fetch, sent } = recordFetch();
    const client = await connect(await serverUrl('everything-sse'), { fetch, revision: '2024-11-05' });
    assert.equal(client.revision, '2024-11-05');
    await client.callTool('echo', { message: 'hi' });
    await client.close();
    const [get, ...posts] = sent;
    assert.equal(get?.method, 'GET');
    assert.isAtLeast(posts.length, 3);
    for (const { method, headers } of posts) {
      assert.equal(method, 'POST');
      assert.deepEqual([...headers.keys()], ['content-type']);
    }
  });
});
