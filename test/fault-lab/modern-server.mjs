// A server of 2026-07-28 by the official SDK, with the extension for tasks: every request stands alone.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answerOf, POLL_MS, questionOf, RESOURCE, resourcesAt, takeSteps, toolsAt, WORK_MS } from './tools.mjs';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  extensions: { [EXTENSION]: {} },
};

/** What outlives a restart, as in a database: the tasks, by id. */
export const createModernState = () => new Map();

/**
 * @param {{ world: { version: number, ledger: import('./ledger.mjs').Ledger }, keepAliveMs: number,
 *   state: ReturnType<typeof createModernState> }} options
 */
export function createModernServer({ world, keepAliveMs, state }) {
  const handler = createMcpHandler(() => createServer(world, state), { legacy: 'reject', keepAliveMs });
  const handle = toNodeHandler(handler);
  return {
    handle: (req, res) => handle(req, res),
    announce() {
      handler.notify.toolsChanged();
      handler.notify.resourceUpdated(RESOURCE);
    },
    sessions: () => [],
    close: () => handler.close(),
  };
}

function createServer(world, tasks) {
  const server = new Server({ name: 'fault-lab', version: '1.0.0' }, { capabilities: CAPABILITIES });
  server.setRequestHandler('tools/list', () => ({ tools: toolsAt(world.version) }));
  server.setRequestHandler('resources/list', () => resourcesAt(world.version).list);
  server.setRequestHandler('resources/read', () => resourcesAt(world.version).read);
  server.setRequestHandler('tools/call', ({ params }, context) => callTool(world, tasks, params, context));
  handleTasks(server, tasks);
  return server;
}

async function callTool({ ledger }, tasks, { name, arguments: { nonce } }, { mcpReq }) {
  const { id, _meta: meta, envelope, inputResponses } = mcpReq;
  if (name === 'ask' && !inputResponses?.answer)
    return inputRequired({ inputRequests: { answer: inputRequired.elicit(questionOf(nonce)) } });
  ledger.run(nonce, { request: String(id), meta });
  if (name === 'slow') await takeSteps(nonce, meta?.progressToken, (notification) => mcpReq.notify(notification));
  const mayBeTask = envelope?.['io.modelcontextprotocol/clientCapabilities']?.extensions?.[EXTENSION];
  if (name !== 'work' || !mayBeTask) return answerOf(nonce);
  const now = new Date().toISOString();
  const task = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
  };
  tasks.set(task.taskId, task);
  void delay(WORK_MS).then(() => {
    if (task.status === 'working') Object.assign(task, { status: 'completed', result: answerOf(nonce) });
  });
  return { resultType: 'task', ...task };
}

function handleTasks(server, tasks) {
  const named = { params: z.looseObject({ taskId: z.string() }) };
  const taskOf = ({ taskId }) => {
    const task = tasks.get(taskId);
    if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Failed to retrieve task: Task not found');
    return task;
  };
  server.setRequestHandler('tasks/get', named, (params) => ({ ...taskOf(params) }));
  server.setRequestHandler('tasks/update', named, () => ({}));
  server.setRequestHandler('tasks/cancel', named, (params) => {
    const task = taskOf(params);
    if (task.status === 'working') task.status = 'cancelled';
    return {};
  });
}
