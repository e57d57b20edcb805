// The extension io.modelcontextprotocol/tasks of 2026-07-28, on the official server: the answer to tools/call may be a task,
// and the extension's methods get handlers. The official server grants no `taskIds`; with `announces`, task-stream.mjs does.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';
import { TaskStream } from './task-stream.mjs';

const EXTENSION = 'io.modelcontextprotocol/tasks';
const MISSING_CAPABILITY = -32021;

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const inputRequest = (key) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: `What is your ${key}?`,
    requestedSchema: { type: 'object', properties: { [key]: { type: 'string' } } },
  },
});

class Task {
  state = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: new Date().toISOString(),
    lastUpdatedAt: new Date().toISOString(),
    ttlMs: null,
    pollIntervalMs: 60,
  };
  answers = {};
  onchange = () => {};

  /** Waits `workMs`, asks for what `ask` names, and then ends as `end` says; `never` means not at all. */
  constructor({ workMs = 30, ask = [], end = 'completed', ttlMs = null, pollIntervalMs = 60 } = {}) {
    Object.assign(this.state, { ttlMs, pollIntervalMs });
    this.wanted = ask;
    void delay(workMs).then(() => {
      if (this.state.status !== 'working') return;
      if (ask.length > 0)
        this.change({
          status: 'input_required',
          inputRequests: Object.fromEntries(ask.map((key) => [key, inputRequest(key)])),
        });
      else this.finish(end);
    });
    this.end = end;
  }

  change(change) {
    this.state = { ...this.state, ...change, lastUpdatedAt: new Date().toISOString() };
    this.onchange(this.state);
  }

  update(responses) {
    Object.assign(this.answers, responses);
    const { inputRequests, ...state } = this.state;
    const open = Object.fromEntries(Object.entries(inputRequests ?? {}).filter(([key]) => !(key in this.answers)));
    if (state.status !== 'input_required') return;
    // Looks late, as it may: a request stays listed for a while after it was answered.
    void delay(150).then(() => {
      if (this.state.status !== 'input_required') return;
      this.state = { ...state, ...(Object.keys(open).length > 0 ? { inputRequests: open } : { status: 'working' }) };
      this.onchange(this.state);
      if (Object.keys(open).length === 0) this.finish(this.end);
    });
  }

  finish(end) {
    // Answers to two requests travel separately, and may arrive in any order.
    const said = Object.entries(this.answers)
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([key, { action, content }]) => `${key}: ${content?.[key] ?? action}`)
      .join(', ');
    if (end === 'completed') this.change({ status: 'completed', result: text(`Done (${said})`) });
    if (end === 'tool-error')
      this.change({ status: 'completed', result: { ...text('The tool did not work'), isError: true } });
    if (end === 'failed')
      this.change({
        status: 'failed',
        statusMessage: 'The weather',
        error: { code: -32603, message: 'It rained', data: { mm: 7 } },
      });
    if (end === 'cancelled') this.change({ status: 'cancelled', statusMessage: 'Nobody needs it' });
  }
}

/** @param {{ announces?: boolean }} [options] whether it announces the status of tasks to those who listen */
export async function startExtensionTaskServer({ announces = false } = {}) {
  const tasks = new Map();
  const taskOf = ({ taskId }) => {
    const task = tasks.get(taskId);
    if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Failed to retrieve task: Task not found');
    return task;
  };
  const stream = announces ? new TaskStream(tasks) : undefined;
  const isDeclared = ({ mcpReq }) =>
    Boolean(mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities']?.extensions?.[EXTENSION]);
  const requireDeclared = (context) => {
    if (!isDeclared(context))
      throw new ProtocolError(MISSING_CAPABILITY, 'Missing required client capability', {
        requiredCapabilities: { extensions: { [EXTENSION]: {} } },
      });
  };

  function createServer() {
    const server = new Server(
      { name: 'extension-tasks', version: '1.0.0' },
      { capabilities: { tools: announces ? { listChanged: true } : {}, extensions: { [EXTENSION]: {} } } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'work', inputSchema: { type: 'object' } }] }));
    server.setRequestHandler('tools/call', ({ params }, context) => {
      const { confirmFirst, mustBeTask, changesList, ...args } = params.arguments ?? {};
      if (mustBeTask) requireDeclared(context);
      if (changesList) stream?.announceList();
      if (confirmFirst && !context.mcpReq.inputResponses)
        return {
          resultType: 'input_required',
          inputRequests: { confirm: inputRequest('confirm') },
          requestState: 'asked',
        };
      if (!isDeclared(context)) return text('Done at once');
      const task = new Task(args);
      tasks.set(task.state.taskId, task);
      task.onchange = (state) => stream?.announce(state);
      return { resultType: 'task', ...task.state };
    });
    const named = { params: z.looseObject({ taskId: z.string() }) };
    server.setRequestHandler('tasks/get', named, (params, context) => {
      requireDeclared(context);
      return taskOf(params).state;
    });
    server.setRequestHandler('tasks/update', named, (params, context) => {
      requireDeclared(context);
      taskOf(params).update(params.inputResponses ?? context.mcpReq.inputResponses);
      return {};
    });
    server.setRequestHandler('tasks/cancel', named, (params, context) => {
      requireDeclared(context);
      taskOf(params).change({ status: 'cancelled' });
      return {};
    });
    return server;
  }

  const handler = createMcpHandler(createServer, { legacy: 'reject' });
  const handle = toNodeHandler(handler);
  return await listen(
    (req, res) => {
      if (allowEverything(req, res)) return;
      if (stream) void stream.handle(req, res, handle);
      else void handle(req, res);
    },
    () => handler.close(),
  );
}
