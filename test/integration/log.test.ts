import { assert } from 'chai';
import { connect, type LogEvent } from '@mcp-web/client';
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

describe('a listener', () => {
  it('that was removed hears no more', async () => {
    const client = await connect(await serverUrl('legacy'));
    const levels: string[] = [];
    const onlog = ({ message }: LogEvent): void => void levels.push(message.level);
    client.addEventListener('log', onlog);
    await client.callTool('log', { levels: ['error'] });
    client.removeEventListener('log', onlog);
    await client.callTool('log', { levels: ['alert'] });
    assert.deepEqual(levels, ['error']);
    await client.close();
  });
});

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
