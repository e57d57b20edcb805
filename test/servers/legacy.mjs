// Servers of the revisions with sessions, from the official SDK: session ids, a GET stream, DELETE.
import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { listen } from './listen.mjs';
import { createServerState, createTestServer } from './tools.mjs';

/** @param {{ name: string, cors: (req, res) => boolean, revisions: string[], port?: number, keepAliveMs?: number }} options revisions: those it accepts, newest first; keepAliveMs: how often a silent stream says that it is there */
export async function startLegacyServer({ name, cors, revisions, port, keepAliveMs }) {
  const state = createServerState();
  const sessions = new Map();

  async function openSession() {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createTestServer({ name, revisions, state }).connect(transport);
    return transport;
  }

  return await listen(
    async (req, res) => {
      if (cors(req, res)) return;
      const id = req.headers['mcp-session-id'];
      const transport = id === undefined ? await openSession() : sessions.get(id);
      if (transport) await transport.handleRequest(req, res);
      else
        res
          .writeHead(404, { 'Content-Type': 'application/json' })
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
    },
    async () => {
      for (const transport of sessions.values()) await transport.close();
    },
    port,
  );
}
