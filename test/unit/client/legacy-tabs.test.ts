import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { done, json, legacyServer, openStream, result, type Scripted } from '../../support/scripted-server.ts';

/** An older server with a session for each client. `restart` forgets them all. */
function restartingServer(): Scripted & { restart: () => void } {
  const sessions = new Set<string | null>();
  const scripted = legacyServer(({ httpMethod, method, id, headers }) => {
    if (method === 'initialize') {
      const session = crypto.randomUUID();
      sessions.add(session);
      const capabilities = { tools: { listChanged: true } };
      const serverInfo = { name: 'restarting', version: '1.0.0' };
      const answer = result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo });
      return json(answer, { 'Mcp-Session-Id': session });
    }
    if (!sessions.has(headers.get('Mcp-Session-Id'))) return new Response(undefined, { status: 404 });
    if (httpMethod === 'GET') return openStream().response;
    if (method === 'ping') return json(result(id));
    return method === 'tools/call' ? json(result(id, done)) : undefined;
  });
  return Object.assign(scripted, { restart: () => sessions.clear() });
}

// Several clients of one page share as tabs do.
describe('clients of an older server that share a stream', () => {
  const clients: McpClient[] = [];
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

  it('call once after the server was restarted, also if they do not hear of its end themselves', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    const { fetch, receivedFor, restart } = restartingServer();
    // The first one leads, and the second one is that which the user looks at.
    for (let count = 0; count < 3; count++)
      clients.push(await connect(url, { fetch, revision: '2025-11-25', shareWithTabs: true }));
    restart();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await clients[2]!.callTool('echo');
    assert.lengthOf(receivedFor('tools/call'), 1);
    assert.lengthOf(receivedFor('initialize'), 4);
  });
});
