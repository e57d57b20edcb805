import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';

for (const name of ['modern', 'legacy']) {
  describe(`log lines of ${name}`, () => {
    it('are those of the level that the page asked for, and above, in their order [LG-01]', async () => {
      const client = await connect(await serverUrl(name));
      const levels: string[] = [];
      client.addEventListener('log', ({ message }) => levels.push(message.level));
      await client.setLogLevel('error');
      await client.callTool('log');
      assert.deepEqual(levels, ['error', 'critical', 'alert', 'emergency']);
      await client.close();
    });
  });
}

describe('log lines of a modern server', () => {
  it('do not come before the page asked for them [LG-04]', async () => {
    const client = await connect(await serverUrl('modern'));
    const levels: string[] = [];
    client.addEventListener('log', ({ message }) => levels.push(message.level));
    await client.callTool('log');
    assert.isEmpty(levels);
    await client.close();
  });
});
