/** The extension `io.modelcontextprotocol/tasks` of 2026-07-28: the server alone decides which calls become tasks. */
import { McpError, RpcError } from '../../errors.ts';
import { INVALID_PARAMS, TASKS_EXTENSION } from '../../protocol/methods.ts';
import type { TaskState } from '../../protocol/task-guards.ts';
import type { ClientCapabilities, JsonObject } from '../../protocol/types.ts';
import type { RequestExtras } from '../../session/session.ts';
import { answerAll, undeclaredOf } from '../../session/modern/input-required.ts';
import { FollowedTask, readNewTask, type TaskKind } from './follow-task.ts';
import { NeedsInputError } from './needs-input.ts';
import type { TaskContext, TaskOptions, ToolCallOptions } from './task.ts';

/** The answer to `tasks/get` has the type `complete`; the extension's own examples have `task`. */
const EXTRAS: RequestExtras = { extensions: { [TASKS_EXTENSION]: {} }, resultTypes: ['task'] };

/** Calls a tool and resolves with its result, whether it comes at once or from a task. */
export async function callAsTask(
  context: TaskContext,
  name: string,
  args: JsonObject,
  options: ToolCallOptions,
  extras: RequestExtras,
): Promise<JsonObject> {
  const isTaken = context.takesTasks || options.onTask !== undefined || options.task !== undefined;
  const answer = await context.request('tools/call', { name, arguments: args }, options, {
    ...extras,
    ...(isTaken && EXTRAS),
  });
  if (answer['resultType'] !== 'task') return answer;
  return await new FollowedTask(
    { ...context, tool: name },
    new ExtensionTask(context),
    readNewTask(answer),
    options,
  ).follow();
}

/**
 * Resolves with the result of a task that was created before.
 *
 * @throws {McpError} `unsupported` when the server did not declare the extension
 */
export function resumeTask(context: TaskContext, taskId: string, options: TaskOptions): Promise<JsonObject> {
  if (!context.session.server.capabilities.extensions?.[TASKS_EXTENSION])
    throw new McpError('unsupported', `The server did not declare the extension ${TASKS_EXTENSION}.`);
  return new FollowedTask(context, new ExtensionTask(context), taskId, options).follow();
}

/** Another page may answer these, or this one later. */
const ANSWERABLE: readonly string[] = ['elicitation/create', 'sampling/createMessage', 'roots/list'];

/** The methods of the requests that this page does not answer, but another may, by their keys. */
function forAnother(requests: JsonObject, capabilities: ClientCapabilities): Map<string, string> {
  const methods = new Map<string, string>();
  for (const [key, request] of Object.entries(requests)) {
    const method = undeclaredOf(request, capabilities);
    if (method !== undefined && ANSWERABLE.includes(method)) methods.set(key, method);
  }
  return methods;
}

interface InputRequest {
  /** Aborts when the server no longer asks. */
  withdrawn: AbortController;
  /** Why the server refused the answer. */
  refusal: RpcError | undefined;
}

class ExtensionTask implements TaskKind {
  readonly extras = EXTRAS;
  readonly canCancel = true;
  readonly mayBeAnnounced = true;
  readonly #context: TaskContext;
  /** Every request so far, by its key. The page gets each one once, however often the server repeats it. */
  readonly #requests = new Map<string, InputRequest>();

  constructor(context: TaskContext) {
    this.#context = context;
  }

  attend(task: FollowedTask, { status, inputRequests }: TaskState): void {
    const requests = (status === 'input_required' && inputRequests) || {};
    const unanswered = task.isResumed ? forAnother(requests, this.#context.capabilities) : new Map<string, string>();
    const [missing] = unanswered.values();
    // What this page can answer comes first.
    if (missing !== undefined && unanswered.size === Object.keys(requests).length)
      return task.leave(new NeedsInputError(missing));
    for (const [key, { withdrawn, refusal }] of this.#requests) {
      if (!Object.hasOwn(requests, key)) withdrawn.abort();
      else if (refusal) return task.giveUp(refusal);
    }
    for (const [key, request] of Object.entries(requests))
      if (!this.#requests.has(key) && !unanswered.has(key)) void this.#answer(task, key, request);
  }

  async outcomeOf(_task: FollowedTask, { status, result, error }: TaskState): Promise<JsonObject> {
    if (status === 'failed' && error) throw new RpcError(error.code, error.message, error.data);
    const { resultType = 'complete', ...rest } = result ?? { resultType: 'nothing' };
    if (status === 'completed' && resultType === 'complete') return rest;
    throw new McpError(
      'invalid-result',
      `The server says that the task is ${status}, but it sent neither a result nor an error: its result type is ${JSON.stringify(resultType)}.`,
    );
  }

  async #answer(task: FollowedTask, key: string, request: unknown): Promise<void> {
    const input: InputRequest = { withdrawn: new AbortController(), refusal: undefined };
    this.#requests.set(key, input);
    const { answer, session } = this.#context;
    const asking = { method: 'tasks/get', params: { taskId: task.id } };
    const signal = AbortSignal.any([task.signal, input.withdrawn.signal]);
    try {
      const inputResponses = await answerAll(
        { [key]: request },
        (method, params, until) =>
          answer(method, params, { signal: until, revision: session.revision, request: asking }),
        signal,
      );
      if (!signal.aborted) await task.update(inputResponses);
    } catch (error) {
      // The server no longer asks, or has the answer already: the next poll shows which.
      if (error instanceof RpcError && error.rpcCode === INVALID_PARAMS) input.refusal = error;
      else if (!signal.aborted) task.giveUp(error);
    }
  }
}
