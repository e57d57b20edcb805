// A server of the official SDK that takes a call, runs it, and resets the connection before it answers, if the browser has
// used that connection before. Browsers send such a request again. `GET /ledger/NONCE` tells how often a call with this
// nonce arrived, and how often it ran.
import { AsyncLocalStorage } from 'node:async_hooks';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';
import { once } from './once.mjs';

export async function startPaymentServer() {
  /** @type {Map<string, { arrived: number, ran: number }>} */
  const ledger = new Map();
  const entryOf = (nonce) => {
    if (!ledger.has(nonce)) ledger.set(nonce, { arrived: 0, ran: 0 });
    return ledger.get(nonce);
  };
  const connection = new AsyncLocalStorage();
  const used = new WeakSet();

  const pay = ({ nonce }) => {
    entryOf(nonce).ran++;
    return { content: [{ type: 'text', text: `Paid ${nonce}` }] };
  };
  const breaking = (handler) => async (args, context) => {
    const { socket, isReused } = connection.getStore();
    const isFirst = entryOf(args.nonce).arrived++ === 0;
    const result = await handler(args, context);
    if (isFirst && isReused) socket.resetAndDestroy();
    return result;
  };
  // One for all requests: each gets a server of its own.
  const tools = { pay: breaking(pay), 'pay-once': breaking(once(pay)) };
  const makeServer = () => {
    const server = new McpServer({ name: 'payments', version: '1.0.0' });
    const inputSchema = z.object({ nonce: z.string() });
    for (const [name, handler] of Object.entries(tools)) server.registerTool(name, { inputSchema }, handler);
    return server;
  };

  const modern = createMcpHandler(makeServer, { legacy: 'reject' });
  const sessions = new Map();
  const legacy = async (req, res) => {
    const id = req.headers['mcp-session-id'];
    let transport = sessions.get(id);
    if (!transport) {
      transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (opened) => void sessions.set(opened, transport),
      });
      await makeServer().connect(transport);
    }
    await transport.handleRequest(req, res);
  };
  const handlers = { '/modern': toNodeHandler(modern), '/legacy': legacy };

  return await listen(
    (req, res) => {
      const { socket } = req;
      const isReused = used.has(socket);
      used.add(socket);
      if (allowEverything(req, res)) return;
      const [, nonce] = /^\/ledger\/(.+)$/.exec(req.url) ?? [];
      if (nonce) res.end(JSON.stringify(entryOf(nonce)));
      else void connection.run({ socket, isReused }, () => handlers[req.url]?.(req, res));
    },
    async () => {
      for (const transport of sessions.values()) await transport.close();
      await modern.close();
    },
  );
}
