import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { eventually, json, legacyServer, result } from '../../support/scripted-server.ts';

describe('a request to the user', () => {
  it('has an id that no request of another host has', async () => {
    const { fetch } = legacyServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }))
          : undefined,
      { tools: {} },
    );
    const hosts = Array.from({ length: 3 }, () => new McpHost());
    const ids = await Promise.all(
      hosts.map(async (host) => {
        host.addResponder('consent');
        const id = host.add('https://one.example/mcp', { fetch });
        await eventually(() => host.getSnapshot().servers[0]?.tools.length === 1);
        host.callTool(id, 'tidy').catch(() => {});
        return (await eventually(() => host.getSnapshot().requests[0])).id;
      }),
    );
    assert.equal(new Set(ids).size, 3);
    assert.isFalse(hosts[0]?.respond(ids[1] ?? '', { action: 'deny' }));
    for (const host of hosts) host.close();
  });
});
