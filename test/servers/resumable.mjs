// Servers that store what they said, so that a stream can be resumed: from the official SDKs, with an event store.
import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { Server as OldServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, SetLevelRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Server } from '@modelcontextprotocol/server';
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';
import { EventStore, say } from './say.mjs';

/** How long the client waits before it reconnects, in ms. It is short, because thousands of streams are cut in one run. */
const RETRY_MS = 2;

const INFO = { name: 'resumable', version: '1.0.0' };
const text = (said) => ({ content: [{ type: 'text', text: said }] });
const CAPABILITIES = { capabilities: { tools: {}, logging: {} } };

const SDKS = {
  // @modelcontextprotocol/sdk
  1: (options) => {
    const server = new OldServer(INFO, CAPABILITIES);
    server.setRequestHandler(SetLevelRequestSchema, () => ({}));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { sendNotification }) =>
      text(
        await say(params.arguments, params._meta?.progressToken, sendNotification, (notification) =>
          server.notification(notification),
        ),
      ),
    );
    return { server, transport: new StreamableHTTPServerTransport(options) };
  },
  // @modelcontextprotocol/server and /node
  2: (options) => {
    const server = new Server(INFO, CAPABILITIES);
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
      text(
        await say(
          params.arguments,
          mcpReq._meta?.progressToken,
          (notification) => mcpReq.notify(notification),
          (notification) => server.notification(notification),
        ),
      ),
    );
    return { server, transport: new NodeStreamableHTTPServerTransport(options) };
  },
};

/** @param {{ sdk: keyof typeof SDKS }} options the SDK, by its major version */
export async function startResumableServer({ sdk }) {
  const sessions = new Map();
  async function openSession() {
    const { server, transport } = SDKS[sdk]({
      sessionIdGenerator: randomUUID,
      eventStore: new EventStore(),
      retryInterval: RETRY_MS,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    return transport;
  }
  return await listen(
    async (req, res) => {
      // Avoids a preflight before each of thousands of requests.
      res.setHeader('Access-Control-Max-Age', '7200');
      if (allowEverything(req, res)) return;
      closeAfterwards(res);
      const id = req.headers['mcp-session-id'];
      const transport = id === undefined ? await openSession() : sessions.get(id);
      if (transport) await transport.handleRequest(req, res);
      else res.writeHead(404).end();
    },
    async () => {
      for (const transport of sessions.values()) await transport.close();
    },
  );
}

/** A browser that stops reading an answer keeps its connection open for seconds to reuse it, unless it is told that it cannot. */
function closeAfterwards(res) {
  const { writeHead } = res;
  res.writeHead = (status, headers) => writeHead.call(res, status, { ...headers, connection: 'close' });
}
