// The experimental tasks of 2025-11-25, from the official SDK version that still has them. All sessions see all tasks, as if
// the tasks belonged to a signed-in user, so that a page can return to its tasks in another session.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ElicitResultSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const inputSchema = { type: 'object' };

const TOOLS = [
  { name: 'work', inputSchema, execution: { taskSupport: 'optional' } },
  { name: 'long-work', inputSchema, execution: { taskSupport: 'required' } },
  { name: 'quick-work', inputSchema },
  { name: 'forbidden-work', inputSchema, execution: { taskSupport: 'forbidden' } },
];

export class SharedTaskStore extends InMemoryTaskStore {
  createTask(params, requestId, request) {
    return super.createTask(params, requestId, request);
  }
  getTask(id) {
    return super.getTask(id);
  }
  storeTaskResult(id, status, result) {
    return super.storeTaskResult(id, status, result);
  }
  getTaskResult(id) {
    return super.getTaskResult(id);
  }
  updateTaskStatus(id, status, message) {
    return super.updateTaskStatus(id, status, message);
  }
  listTasks(cursor) {
    return super.listTasks(cursor);
  }
}

/**
 * What a task does: `steps` of 30 ms each, with progress, and then what `end` says: a result, `tool-error`, `failed` without
 * a result, `cancelled`, or `never`. With `ask`, it first asks for a name.
 */
async function run(
  server,
  taskStore,
  { taskId },
  { _meta, arguments: { steps = 1, end = 'completed', ask = false } = {} },
) {
  for (let step = 1; step <= steps; step++) {
    await delay(30);
    if (_meta?.progressToken !== undefined) {
      await server.notification({
        method: 'notifications/progress',
        params: { progressToken: _meta.progressToken, progress: step, total: steps },
      });
    }
  }
  let name = 'nobody';
  if (ask) {
    await taskStore.updateTaskStatus(taskId, 'input_required', 'Who is it for?');
    const params = {
      message: 'Who is it for?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    const { action, content } = await server.request({ method: 'elicitation/create', params }, ElicitResultSchema, {
      relatedTask: { taskId },
    });
    name = content?.name ?? action;
    await taskStore.updateTaskStatus(taskId, 'working', 'Going on');
  }
  if (end === 'completed') await taskStore.storeTaskResult(taskId, 'completed', text(`Done for ${name}`));
  if (end === 'tool-error')
    await taskStore.storeTaskResult(taskId, 'failed', { ...text('The tool did not work'), isError: true });
  if (end === 'failed' || end === 'cancelled')
    await taskStore.updateTaskStatus(taskId, end, `The task ${end} by itself`);
}

function createServer(store, taskMessageQueue) {
  const server = new Server(
    { name: 'core-tasks', version: '1.0.0' },
    {
      capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: store,
      taskMessageQueue,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { taskStore }) => {
    if (!params.task) return text('Done at once');
    const { pollInterval = 60 } = params.arguments ?? {};
    const task = await taskStore.createTask({ ttl: params.task.ttl ?? null, pollInterval });
    // A task that was cancelled or has expired can no longer be written to.
    run(server, taskStore, task, params).catch(() => {});
    return { task, _meta: { 'io.modelcontextprotocol/model-immediate-response': 'It takes a moment' } };
  });
  return server;
}

export async function startCoreTaskServer() {
  const store = new SharedTaskStore();
  const queue = new InMemoryTaskMessageQueue();
  const sessions = new Map();

  async function openSession() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createServer(store, queue).connect(transport);
    return transport;
  }

  return await listen(
    async (req, res) => {
      if (allowEverything(req, res)) return;
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
      store.cleanup();
    },
  );
}
