// A server of 2025-11-25 by the official SDK: sessions, an event store, tasks.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { InMemoryTaskMessageQueue } from '@modelcontextprotocol/sdk/experimental/tasks';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { SharedTaskStore } from '../servers/core-tasks.mjs';
import { EventStore } from '../servers/say.mjs';
import { answerOf, POLL_MS, questionOf, RESOURCE, resourcesAt, takeSteps, toolsAt, WORK_MS } from './tools.mjs';

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

/** What outlives a restart, as in a database. */
export const createLegacyState = () => ({ tasks: new SharedTaskStore(), messages: new InMemoryTaskMessageQueue() });

/**
 * @param {{ world: { version: number, ledger: import('./ledger.mjs').Ledger }, keepAliveMs: number,
 *   state: ReturnType<typeof createLegacyState> }} options
 */
export function createLegacyServer({ world, keepAliveMs, state }) {
  const sessions = new Map();

  async function openSession() {
    const session = createSession(world, state);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: new EventStore(),
      keepAliveMs,
      onsessioninitialized: (id) => void sessions.set(id, { ...session, transport }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await session.server.connect(transport);
    return transport;
  }

  return {
    async handle(req, res) {
      const id = req.headers['mcp-session-id'];
      const transport = id === undefined ? await openSession() : sessions.get(id)?.transport;
      if (transport) await transport.handleRequest(req, res);
      else
        res
          .writeHead(404, { 'Content-Type': 'application/json' })
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
    },
    async announce() {
      for (const { server, uris } of sessions.values()) {
        // A session whose page is gone has no stream.
        await server.sendToolListChanged().catch(() => {});
        if (uris.has(RESOURCE)) await server.sendResourceUpdated({ uri: RESOURCE }).catch(() => {});
      }
    },
    sessions: () => [...sessions.keys()],
    async close() {
      const open = [...sessions.values()];
      sessions.clear();
      await Promise.all(open.map(({ transport }) => transport.close()));
    },
  };
}

function createSession(world, { tasks, messages }) {
  const { ledger } = world;
  const uris = new Set();
  const server = new Server(
    { name: 'fault-lab', version: '1.0.0' },
    { capabilities: CAPABILITIES, taskStore: tasks, taskMessageQueue: messages },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolsAt(world.version) }));
  server.setRequestHandler(ListResourcesRequestSchema, () => resourcesAt(world.version).list);
  server.setRequestHandler(ReadResourceRequestSchema, () => resourcesAt(world.version).read);
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    uris.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    uris.delete(params.uri);
    return {};
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { nonce } = params.arguments;
    const { requestId, sessionId, _meta: meta, sendNotification, sendRequest, taskStore } = extra;
    const run = () => ledger.run(nonce, { request: `${sessionId}/${requestId}`, meta });
    if (params.name === 'ask') {
      await sendRequest({ method: 'elicitation/create', params: questionOf(nonce) }, ElicitResultSchema);
      run();
      return answerOf(nonce);
    }
    run();
    if (params.name === 'slow') await takeSteps(nonce, meta?.progressToken, sendNotification);
    if (!params.task) return answerOf(nonce);
    const task = await taskStore.createTask({ ttl: params.task.ttl ?? null, pollInterval: POLL_MS });
    void delay(WORK_MS)
      .then(() => taskStore.storeTaskResult(task.taskId, 'completed', answerOf(nonce)))
      // It was cancelled.
      .catch(() => {});
    return { task };
  });
  return { server, uris };
}
