/** Calls of tools, and what the newest lists say that they need: headers (2026-07-28), a task (2025-11-25). */
import { HttpError, RpcError } from '../../errors.ts';
import { mentions, parse } from '../../protocol/guards.ts';
import { HEADER_MISMATCH } from '../../protocol/methods.ts';
import { callToolResult } from '../../protocol/result-guards.ts';
import type { CallToolResult, JsonObject, ListToolsResult, Tool } from '../../protocol/types.ts';
import type { TaskContext, TaskOptions, ToolCallOptions } from '../tasks/task.ts';

export class ToolCalls {
  /** Why tools are left out of the lists. */
  readonly excluded = new Map<string, string>();
  readonly #context: TaskContext;

  constructor(context: TaskContext) {
    this.#context = context;
  }

  /** Remembers what a page of the list says, and takes out the tools that may not be offered. */
  async admit(page: ListToolsResult): Promise<ListToolsResult> {
    const { listed, session } = this.#context;
    for (const tool of page.tools) listed.set(tool.name, tool);
    if (!session.usesHeaders || !(this.excluded.size > 0 || page.tools.some(wantsHeaders))) return page;
    const { admitTools } = await import('./tool-headers.ts');
    return { ...page, tools: admitTools(page.tools, this.excluded) };
  }

  async call(name: string, args: JsonObject, options: ToolCallOptions): Promise<CallToolResult> {
    try {
      return await this.#call(name, args, options);
    } catch (error) {
      // Of a task that failed the code says nothing of headers.
      if (!(error instanceof RpcError && error.rpcCode === HEADER_MISMATCH && error.cause instanceof HttpError))
        throw error;
      // The server refused before it ran anything: its tool has changed. Once, with what it says now.
      for await (const tool of this.#context.tools({ ...options, cache: 'reload' }))
        if (tool.name === name) return await this.#call(name, args, options);
      throw error;
    }
  }

  async resume(taskId: string, options: TaskOptions): Promise<CallToolResult> {
    options.signal?.throwIfAborted();
    const { resumeTask } = await import('../tasks/call-as-task.ts');
    return readResult(await resumeTask(this.#context, taskId, options));
  }

  async #call(name: string, args: JsonObject, options: ToolCallOptions): Promise<CallToolResult> {
    const { listed, session, takesTasks, request } = this.#context;
    const tool = listed.get(name);
    // Before the call: a tool whose results cannot be checked does not run.
    const check =
      tool?.outputSchema &&
      (await (await import('./structured-output.ts')).outputCheck(tool, session.revision, options, this.#context));
    const headers =
      session.usesHeaders && tool && wantsHeaders(tool)
        ? (await import('./tool-headers.ts')).headersOf(tool, args)
        : undefined;
    const mayBeTask = options.onTask || options.task || takesTasks || session.server.capabilities.tasks;
    const answer = mayBeTask
      ? (await import('../tasks/call-as-task.ts')).callTool(this.#context, name, args, options, headers)
      : request('tools/call', { name, arguments: args }, options, { headers });
    const result = readResult(await answer);
    check?.(result);
    return result;
  }
}

const wantsHeaders = ({ inputSchema }: Tool): boolean => mentions(inputSchema, 'x-mcp-header');

const readResult = (answer: JsonObject): CallToolResult => parse(answer, callToolResult, 'answer to tools/call');
