/**
 * Calls tools, with what their newest definitions ask for: headers (2026-07-28), a task (2025-11-25), a checked result.
 */
import { HttpError, McpError, RpcError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { hasSameCallers } from '../../protocol/apps.ts';
import { isObject, mentions, parse, passes } from '../../protocol/guards.ts';
import { HEADER_MISMATCH } from '../../protocol/methods.ts';
import { callToolResult, tool as toolGuard, type UncheckedTools } from '../../protocol/result-guards.ts';
import type { CallToolResult, JsonObject, ListToolsResult, Tool } from '../../protocol/types.ts';
import { newKey } from '../../session/idempotency-key.ts';
import { asSent, isRefusal } from '../../session/sent-call.ts';
import type { RequestExtras } from '../../session/session.ts';
import { inSlices } from '../../wire/slices.ts';
import { isLastPage, type PageOptions } from '../paginate.ts';
import type { ReadOptions } from '../request-options.ts';
import type { TaskContext, TaskOptions, ToolCallOptions } from '../tasks/task.ts';
import { isSameDefinition } from './definition.ts';
import { outputCheck } from './structured-output.ts';

const loadHeaders = lazy(() => import('./tool-headers.ts'), 'repeats arguments in headers');
const loadTasks = {
  legacy: lazy(() => import('../tasks/core-tasks.ts'), 'follows tasks'),
  modern: lazy(() => import('../tasks/extension-tasks.ts'), 'follows tasks'),
};

/** What clients may expect of a name (2025-11-25, tools, tool names). */
const TOOL_NAME = /^[\w.-]{1,128}$/;
/** How many names one warning has, and how long each may be. */
const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 80;
/** After so many names, a server that thinks of others has been warned enough. */
const MAX_ODD = 1_000;

type FetchPage = (page: PageOptions) => Promise<ListToolsResult>;

export class ToolCaller {
  /** Why tools are left out of the lists. */
  readonly excluded = new Map<string, string>();
  readonly #context: TaskContext;
  /** Those of the listed tools that want arguments repeated in headers. */
  readonly #withHeaders = new WeakSet<Tool>();
  /** The names that a warning was about. */
  readonly #odd = new Set<string>();

  constructor(context: Omit<TaskContext, 'listed' | 'listing'>) {
    this.#context = { ...context, listed: new Map(), listing: {} };
  }

  /**
   * Takes in the definitions of a page of the list, and removes the tools that may not be offered.
   *
   * @param mayBeOld whether the server may have sent newer definitions, which stay
   */
  async admit(page: UncheckedTools, mayBeOld = false): Promise<ListToolsResult> {
    const tools: Tool[] = [];
    const mayLeaveOut = await inSlices(this.#takeIn(page.tools, tools, mayBeOld));
    if (!mayBeOld) this.#warnOfNames(tools);
    if (!mayLeaveOut) return { ...page, tools };
    const { admitTools } = await loadHeaders();
    return { ...page, tools: admitTools(tools, mayBeOld ? undefined : this.excluded) };
  }

  /**
   * The same pages. Once there was a first and a last, the tools that were listed before and are on none of them are no
   * longer listed.
   */
  whole(fetchPage: FetchPage, { cache }: ReadOptions = {}): FetchPage {
    const { listed, session } = this.#context;
    const gone = new Set(listed.keys());
    return async (options) => {
      const page = await fetchPage(options);
      for (const { name } of page.tools) gone.delete(name);
      if (cache !== 'only-if-cached' && isLastPage(page, session))
        for (const name of gone) if (!this.excluded.has(name)) listed.set(name, undefined);
      return page;
    };
  }

  /**
   * Checks the items of a list. Returns whether a tool may have to be left out because of its headers.
   *
   * @param tools gets the tools
   */
  *#takeIn(items: readonly unknown[], tools: Tool[], mayBeOld: boolean): Generator<undefined, boolean> {
    const { listed, session } = this.#context;
    let mayLeaveOut = this.excluded.size > 0;
    for (const [index, item] of items.entries()) {
      const tool = this.#read(item, index, mayBeOld);
      if (!tool) continue;
      tools.push(tool);
      if (!mayBeOld || !listed.has(tool.name)) listed.set(tool.name, tool);
      // Once a list is there, an older server is known to be one.
      if (session.usesHeaders && mentions(tool.inputSchema, 'x-mcp-header')) {
        this.#withHeaders.add(tool);
        mayLeaveOut = true;
      }
      yield;
    }
    return session.usesHeaders && mayLeaveOut;
  }

  /** Such tools work here. Their author learns that they may not elsewhere. */
  #warnOfNames(tools: readonly Tool[]): void {
    const names = new Set<string>();
    const odd = new Set<string>();
    for (const { name } of tools) {
      if ((names.has(name) || !TOOL_NAME.test(name)) && !this.#odd.has(name)) odd.add(name);
      names.add(name);
    }
    if (odd.size === 0 || this.#odd.size > MAX_ODD) return;
    for (const name of odd) this.#odd.add(name);
    const named = [...odd].slice(0, MAX_NAMED).map((name) => JSON.stringify(name.slice(0, MAX_NAME_LENGTH)));
    const others = odd.size > MAX_NAMED ? ` and ${odd.size - MAX_NAMED} more` : '';
    this.#context.log(
      'warning',
      `Other clients may refuse tools with these names: ${named.join(', ')}${others}. A tool's name has 1 to 128 of the characters A-Z, a-z, 0-9, "_", "-" and ".", and no other tool has it.`,
    );
  }

  /** Returns nothing for an item that is no tool: it is left out, and the others stay. */
  #read(item: unknown, index: number, mayBeOld: boolean): Tool | undefined {
    const { excluded } = this;
    const place = `tools[${index}]`;
    if (passes(item, toolGuard)) {
      if (excluded.size > 0 && !mayBeOld) {
        excluded.delete(place);
        // Where tools can have wrong headers too, `admitTools` does this.
        if (!this.#context.session.usesHeaders) excluded.delete(item.name);
      }
      return item;
    }
    if (mayBeOld) return undefined;
    const name = isObject(item) && typeof item['name'] === 'string' ? item['name'] : place;
    const problem = `is not what MCP specifies: ${toolGuard(item)?.replace(/^: /, '')}`;
    if (excluded.get(name) !== problem) console.warn(`The tool ${JSON.stringify(name)} is left out: it ${problem}.`);
    excluded.set(name, problem);
    this.#context.listed.set(name, undefined);
    return undefined;
  }

  async call(name: string, args: JsonObject, options: ToolCallOptions): Promise<CallToolResult> {
    const { record } = this.#context;
    const recorded = record && (await record(name, args));
    if (!recorded) return this.#callNewest(this.#context, name, args, options);
    return recorded.until(this.#callNewest({ ...this.#context, recorded }, name, args, options));
  }

  async #callNewest(
    context: TaskContext,
    name: string,
    args: JsonObject,
    options: ToolCallOptions,
  ): Promise<CallToolResult> {
    const key = newKey();
    try {
      return await this.#call(context, name, args, options, key);
    } catch (error) {
      // The same code in the failure of a task has nothing to do with headers.
      const isMismatch =
        error instanceof RpcError && error.rpcCode === HEADER_MISMATCH && error.cause instanceof HttpError;
      if (!isMismatch || !isRefusal(error)) throw error;
      // The tool has changed, and the server ran nothing. Try once more with its new definition.
      const tool = await this.#fetch(name, options, 'reload');
      if (options.definition) await requireSame(options.definition, tool);
      if (tool) return await this.#call(context, name, args, options, key);
      throw error;
    }
  }

  /** Looks the tool up in the list of the server. */
  async #fetch(name: string, options: ToolCallOptions, cache: ReadOptions['cache']): Promise<Tool | undefined> {
    for await (const tool of this.#context.tools({ ...options, cache })) if (tool.name === name) return tool;
    return undefined;
  }

  async resume(taskId: string, options: TaskOptions): Promise<CallToolResult> {
    options.signal?.throwIfAborted();
    const { resumeTask } = await loadTasks[this.#context.session.era]();
    return readResult(await resumeTask(this.#context, taskId, options));
  }

  async #call(
    context: TaskContext,
    name: string,
    args: JsonObject,
    options: ToolCallOptions,
    key: string,
  ): Promise<CallToolResult> {
    const { listed, session, takesTasks, trustsAnnotations, request, recorded } = context;
    const { definition, input } = options;
    if (input && session.era === 'legacy')
      throw new McpError('unsupported', 'A server of an older revision cannot continue a call by its `input`.');
    if (definition && !listed.has(name)) await this.#fetch(name, options, 'default');
    const tool = listed.get(name);
    // Before the call, because a tool whose results cannot be checked must not run.
    const check = tool?.outputSchema && (await outputCheck(tool, session.revision, options, this.#context));
    const headers =
      tool && this.#withHeaders.has(tool) && session.usesHeaders
        ? (await loadHeaders()).headersOf(tool, args)
        : undefined;
    const mayBeTask = options.onTask || options.task || takesTasks || session.server.capabilities.tasks;
    const tasks = mayBeTask && (await loadTasks[session.era]());
    // After all that may take a while, because the list may change meanwhile.
    if (definition) await requireSame(definition, listed.get(name));
    const known = definition ?? tool;
    const extras: RequestExtras = {
      headers,
      isRepeatable: trustsAnnotations && known !== undefined && isRepeatable(known),
      key,
      input,
      notes: recorded,
      ...(definition && {
        beforeResend: async ({ isNewSession }) =>
          requireSame(definition, isNewSession ? await this.#fetch(name, options, 'reload') : listed.get(name)),
      }),
    };
    const answer = await (tasks
      ? tasks.callAsTask(context, name, args, options, extras)
      : request('tools/call', { name, arguments: args }, options, extras));
    const result = readResult(answer);
    await check?.(result);
    return result;
  }
}

/** Whether a tool claims that it does no harm when it runs twice. */
function isRepeatable({ annotations: { readOnlyHint, idempotentHint } = {} }: Tool): boolean {
  return readOnlyHint === true || idempotentHint === true;
}

/**
 * Who may call the tool is no part of its definition, and has to be the same, too.
 *
 * @throws {McpError} `tool-changed`
 */
async function requireSame(definition: Tool, newest: Tool | undefined): Promise<void> {
  if (newest === definition) return;
  if (newest && hasSameCallers(newest, definition) && (await isSameDefinition(newest, definition))) return;
  throw new McpError(
    'tool-changed',
    `The server ${newest ? 'changed' : 'removed'} the tool ${definition.name} after this call was decided on, so it was not sent, or not sent again: look at the newest list, and decide again.`,
  );
}

/** Several servers leave out a `content` without blocks. */
export function readResult(answer: JsonObject): CallToolResult {
  const { content, ...rest } = answer;
  const isEmpty = (content === undefined || content === null) && !('task' in rest);
  try {
    return parse(isEmpty ? { ...rest, content: [] } : answer, callToolResult, 'answer to tools/call');
  } catch (error) {
    throw asSent(error);
  }
}
