/** 2025-11-25, tasks (experimental): the client requests a task, and fetches its result with `tasks/result`. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { supports } from '../../protocol/supports.ts';
import type { TaskState } from '../../protocol/task-guards.ts';
import type { JsonObject, ServerCapabilities } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import type { RequestExtras } from '../../session/session.ts';
import { isPassing } from '../../transports/reconnection.ts';
import { untilAborted } from '../../wire/abort.ts';
import { FollowedTask, readNewTask, type TaskKind } from './follow-task.ts';
import { NeedsInputError } from './needs-input.ts';
import type { TaskContext, TaskOptions, ToolCallOptions } from './task.ts';

/** Calls a tool and resolves with its result, whether it comes at once or from a task. */
export async function callAsTask(
  context: TaskContext,
  name: string,
  args: JsonObject,
  options: ToolCallOptions,
  extras: RequestExtras,
): Promise<JsonObject> {
  const { signal, onTask: _onTask, task = {}, ...untied } = options;
  const params = { name, arguments: args };
  if (!(await isTask(context, name, options))) return context.request('tools/call', params, options, extras);
  const { ttlMs } = task;
  if (ttlMs !== undefined && !(ttlMs >= 0))
    throw new McpError(
      'invalid-argument',
      `The \`ttlMs\` of a task is ${ttlMs}: it has to be a number of milliseconds.`,
    );
  const ended = new AbortController();
  try {
    // Such a call may only be cancelled as a task (2025-11-25, cancellation), so it does not get the caller's signal.
    const answered = context.request(
      'tools/call',
      { ...params, task: ttlMs === undefined ? {} : { ttl: ttlMs } },
      untied,
      { ...extras, taskUntil: ended.signal },
    );
    const answer = await untilAborted(answered, signal).catch((error: unknown) => {
      if (signal?.aborted) cancelOnceKnown(context, answered, options);
      throw error;
    });
    if (!isObject(answer['task'])) return answer;
    return await new FollowedTask(
      { ...context, tool: name },
      new CoreTask(context),
      readNewTask(answer),
      options,
    ).follow();
  } finally {
    ended.abort();
  }
}

/**
 * Resolves with the result of a task that was created before.
 *
 * @throws {McpError} `unsupported` when the server did not declare tasks
 */
export function resumeTask(context: TaskContext, taskId: string, options: TaskOptions): Promise<JsonObject> {
  if (!context.session.server.capabilities.tasks)
    throw new McpError('unsupported', 'The server did not declare the tasks capability.');
  return new FollowedTask(context, new CoreTask(context), taskId, options).follow();
}

class CoreTask implements TaskKind {
  readonly extras = {};
  readonly mayBeAnnounced = false;
  readonly canCancel: boolean;
  /** Which of its requests a server has, only its stream says. */
  readonly #answersAny: boolean;
  #isListening = false;
  #refusal: unknown;

  constructor({ session, capabilities }: TaskContext) {
    this.#answersAny = Boolean(capabilities.elicitation ?? capabilities.sampling ?? capabilities.roots);
    this.canCancel = declares(session.server.capabilities, 'cancel');
  }

  /**
   * While the server needs input, it sends its requests on the channel of `tasks/result`. Closing that could lose a
   * request.
   */
  attend(task: FollowedTask, { status }: TaskState): void {
    if (status !== 'input_required' || this.#isListening) return;
    if (task.isResumed && !this.#answersAny) return task.leave(new NeedsInputError('elicitation, sampling or roots'));
    if (this.#refusal) return task.giveUp(this.#refusal);
    this.#isListening = true;
    task.askPatiently('tasks/result').then(
      // When the tool failed, the task failed too.
      (result) => task.succeed(result['isError'] === true ? 'failed' : 'completed', result),
      (error: unknown) => {
        this.#isListening = false;
        // The task may have just ended: the next poll shows it.
        if (!isPassing(error)) this.#refusal = error;
      },
    );
  }

  outcomeOf(task: FollowedTask): Promise<JsonObject> {
    return task.ask('tasks/result');
  }
}

/** Whether a call has to be a task, or may be one and the page wants that (2025-11-25, tool-level negotiation). */
async function isTask(
  context: TaskContext,
  name: string,
  { onTask, task, ...options }: ToolCallOptions,
): Promise<boolean> {
  const { session, listed } = context;
  const canBeTask =
    supports(session.revision, 'coreTasks') && declares(session.server.capabilities, 'requests', 'tools', 'call');
  if (!canBeTask) return false;
  if (!listed.has(name)) {
    const { signal, ...untied } = options;
    const { listing } = context;
    listing.current ??= listTools(context, untied).finally(() => (listing.current = undefined));
    await untilAborted(listing.current, signal);
    // A tool that is not in the list is looked for only once.
    if (!listed.has(name)) listed.set(name, undefined);
  }
  const support = listed.get(name)?.execution?.taskSupport;
  return support === 'required' || (support === 'optional' && (onTask !== undefined || task !== undefined));
}

async function listTools({ tools, closing }: TaskContext, options: CallOptions): Promise<void> {
  for await (const _tool of tools({ ...options, signal: closing }));
}

function declares({ tasks }: ServerCapabilities, ...path: string[]): boolean {
  return Boolean(path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), tasks));
}

/** Cancels a task whose caller gave up before its id was known. */
function cancelOnceKnown(
  context: TaskContext,
  answered: Promise<JsonObject>,
  { timeoutMs, maxTimeoutMs }: ToolCallOptions,
): void {
  const cancel = async (): Promise<void> => {
    const answer = await answered;
    if (!isObject(answer['task']) || !declares(context.session.server.capabilities, 'cancel')) return;
    const { taskId } = readNewTask(answer);
    await context.request('tasks/cancel', { taskId }, { timeoutMs, maxTimeoutMs });
  };
  cancel().catch(() => {});
}
