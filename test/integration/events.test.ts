import { assert } from 'chai';
import { connect, type ListChangeEvent, type LogMessage, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { REVISION_SERVERS } from './support.ts';

for (const { name, era } of REVISION_SERVERS) {
  describe(`log lines of ${name}`, () => {
    let client: McpClient;
    let lines: LogMessage[];
    beforeEach(async () => {
      client = await connect(await serverUrl(name));
      lines = [];
      client.addEventListener('log', ({ message }) => lines.push(message));
    });
    afterEach(() => client.close());

    it('arrive as events while the call runs [LG-02]', async () => {
      await client.setLogLevel('debug');
      await client.callTool('log', { levels: ['info', 'emergency'] });
      assert.deepEqual(lines, [
        { level: 'info', logger: 'test-server', data: { said: 'this is info' } },
        { level: 'emergency', logger: 'test-server', data: { said: 'this is emergency' } },
      ]);
    });

    it('are those of the level that the page asked for, and above [LG-01]', async () => {
      await client.setLogLevel('error');
      await client.callTool('log');
      assert.deepEqual(lines.map(({ level }) => level), ['error', 'critical', 'alert', 'emergency']);
    });

    if (era === 'modern') {
      it('do not come before the page asked for them [LG-04]', async () => {
        await client.callTool('log');
        assert.isEmpty(lines);
      });
    }
  });
}

for (const { name } of REVISION_SERVERS.filter(({ era }) => era === 'legacy')) {
  describe(`the stream of ${name} on its own account`, () => {
    it('says that the list of tools has changed [TR-09]', async () => {
      const client = await connect(await serverUrl(name));
      const change = new Promise<ListChangeEvent>((resolve) => client.addEventListener('listchange', resolve, { once: true }));
      // The stream is opened beside the first calls: announce until it is there.
      const announcing = setInterval(() => void client.callTool('change-tools').catch(() => {}), 100);
      assert.equal((await change).list, 'tools');
      clearInterval(announcing);
      await client.close();
    });
  });
}
