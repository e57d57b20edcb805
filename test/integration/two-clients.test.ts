import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { eventAfter, textOf } from './support.ts';

/** How to make a server announce that a list has changed. */
const CHANGES = {
  legacy: (client: McpClient) => client.callTool('announce', { what: 'resources' }),
  everything: (client: McpClient) =>
    client.callTool('gzip-file-as-resource', { name: `${crypto.randomUUID()}.gz`, data: 'data:text/plain,hello' }),
  'everything-sse': (client: McpClient) =>
    client.callTool('gzip-file-as-resource', { name: `${crypto.randomUUID()}.gz`, data: 'data:text/plain,hello' }),
};

// Browsers delay a GET for up to 20 s while another to the same address is in progress, hoping for an answer that they can cache.
for (const [name, change] of Object.entries(CHANGES)) {
  describe(`two clients of ${name}`, () => {
    it('each hear at once what the server says to them', async function () {
      this.timeout(18_000);
      const url = await serverUrl(name);
      const clients = [await connect(url), await connect(url)];
      for (const client of clients) {
        await eventAfter(
          async () => void (await change(client)),
          client,
          'listchange',
          ({ list }) => list === 'resources',
        );
        assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
      }
      await Promise.all(clients.map((client) => client.close()));
    });
  });
}
