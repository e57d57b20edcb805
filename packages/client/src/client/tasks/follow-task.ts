/** Follows a task to its end. This is what both kinds of tasks have in common. */
import { McpError, RpcError } from '../../errors.ts';
import { INVALID_PARAMS } from '../../protocol/methods.ts';
import { readTask, type TaskState, type TaskStatus } from '../../protocol/task-guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import { asSent } from '../../session/sent-call.ts';
import type { RequestExtras } from '../../session/session.ts';
import { wait } from '../../wire/abort.ts';
import { TaskFeed } from './task-feed.ts';
import { type HeardTask, McpTask, type TaskContext, type TaskOptions } from './task.ts';

/** What differs between the tasks of 2025-11-25 and those of the extension. Each task has its own. */
export interface TaskKind {
  /** Sent with each request about the task. */
  readonly extras: RequestExtras;
  readonly canCancel: boolean;
  /** Whether the server may announce the status on the stream of changes. */
  readonly mayBeAnnounced: boolean;
  /** Gets each state that is not final, and answers what the server asks. */
  attend(task: FollowedTask, state: TaskState): void;
  /** Resolves with the result of the call. */
  outcomeOf(task: FollowedTask, state: TaskState): Promise<JsonObject>;
}

/** How often to poll a server that does not say so itself, in ms. */
const DEFAULT_INTERVAL_MS = 5_000;

/** The shortest time between two polls, whatever the server wants, in ms. */
const MIN_INTERVAL_MS = 50;

/** A task that has run for so long is worth a stream that announces its status, in ms. */
const LONG_MS = 1_000;

/** How many characters of its id tell a task apart in the log. */
const SHOWN_LENGTH = 8;

/** The longest delay of a timer, in ms. */
const MAX_INTERVAL_MS = 2 ** 31 - 1;

/** How long a server may be unreachable before its task is given up, in ms. */
const MAX_UNREACHABLE_MS = 10 * 60_000;

const isFinal = (status: TaskStatus): boolean => status !== 'working' && status !== 'input_required';

/**
 * Reads the answer to a tool call as the task that runs it.
 *
 * @throws {McpError} `invalid-result`
 */
export function readNewTask(answer: JsonObject): TaskState {
  try {
    return readTask(answer, 'tools/call');
  } catch (error) {
    throw asSent(error);
  }
}

export class FollowedTask {
  readonly id: string;
  /** Whether an earlier page may have declared more than this one. */
  readonly isResumed: boolean;
  /** Aborts when nobody waits for the task anymore. */
  readonly signal: AbortSignal;
  readonly #context: TaskContext;
  readonly #kind: TaskKind;
  readonly #options: TaskOptions & HeardTask;
  readonly #over = new AbortController();
  readonly #since = performance.now();
  readonly #feed: TaskFeed;
  #state: TaskState | undefined;
  #handle: McpTask | undefined;
  #resolve: (result: JsonObject) => void = () => {};

  /** @param created what the server answered instead of a result, or the id of a task that was created before */
  constructor(context: TaskContext, kind: TaskKind, created: TaskState | string, options: TaskOptions & HeardTask) {
    this.#context = context;
    this.#kind = kind;
    this.#options = options;
    this.isResumed = typeof created === 'string';
    [this.id, this.#state] = typeof created === 'string' ? [created, undefined] : [created.taskId, created];
    context.recorded?.ontask(this.id);
    this.signal = AbortSignal.any([this.#over.signal, context.closing, ...(options.signal ? [options.signal] : [])]);
    this.#feed = new TaskFeed(this.id, this.#state, this.signal);
  }

  /**
   * Resolves with the call's result when the task has ended. When the caller aborts, the task is cancelled.
   *
   * @throws {McpError} `task-cancelled`, `task-lost`, `closed`, the failure of the call, or the last failure when the
   *   server was unreachable for too long
   */
  async follow(): Promise<JsonObject> {
    const { signal } = this;
    try {
      return await new Promise<JsonObject>((resolve, reject) => {
        this.#resolve = resolve;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        this.#run().then(resolve, reject);
      });
    } catch (error) {
      if (this.#options.signal?.aborted) {
        this.#log('given up');
        if (!this.#options.hasEnded) this.#abandon();
        throw error;
      }
      const failure = this.#context.closing.aborted
        ? new McpError(
            'closed',
            'The client was closed while the task was running: call `resumeTask` of another client to resume it.',
          )
        : error;
      if (failure instanceof McpError) this.#log(failure.code);
      throw asSent(failure, { taskId: this.id });
    } finally {
      this.#over.abort();
    }
  }

  /** @param status what became of the task */
  #log(status: string, { statusMessage }: Partial<TaskState> = {}): void {
    const { log, tool } = this.#context;
    // Whoever knows the whole id may be able to read the result.
    const task = this.id.length > SHOWN_LENGTH ? `${this.id.slice(0, SHOWN_LENGTH)}…` : this.id;
    log('info', { task, ...(tool !== undefined && { tool }), status, ...(statusMessage && { statusMessage }) });
  }

  /** Sends a request about the task, several times if necessary: they may all arrive twice. */
  async ask(method: string, params?: JsonObject, signal = this.signal): Promise<JsonObject> {
    return await this.#context.reconnection.persist(() => this.#send(method, params, { signal }), {
      signal,
      forMs: MAX_UNREACHABLE_MS,
      leastMs: this.#intervalMs,
      // Somebody waits for the result.
      inHiddenPage: true,
      onfailure: (error) => this.#requireTime(error),
    });
  }

  /** Sends a request once, and waits for the answer as long as the task runs. */
  askPatiently(method: string): Promise<JsonObject> {
    return this.#send(method, {}, { signal: this.signal, timeoutMs: Infinity, maxTimeoutMs: Infinity });
  }

  /** Answers what the server asked. The status will change, whether that is announced or not. */
  async update(inputResponses: JsonObject): Promise<void> {
    await this.ask('tasks/update', { inputResponses });
    this.#feed.miss();
  }

  /** Takes a result that came before the next poll. */
  succeed(status: TaskStatus, result: JsonObject): void {
    if (this.#state) this.#update({ ...this.#state, status });
    this.#resolve(result);
  }

  /** Cancels the task, because it cannot go on. The call fails with this error. */
  giveUp(error: unknown): void {
    if (this.signal.aborted) return;
    this.#abandon();
    this.#over.abort(error);
  }

  /** Follows the task no longer. It goes on, and the call fails with this error. */
  leave(error: McpError): void {
    this.#over.abort(error);
  }

  async #run(): Promise<JsonObject> {
    this.signal.throwIfAborted();
    if (this.#state) {
      this.#log('created', this.#state);
      this.#introduce(this.#state);
    }
    if (this.#kind.mayBeAnnounced)
      wait(LONG_MS, this.signal).then(
        () => this.#context.hearOfTask(this.#feed, this.signal),
        () => {},
      );
    for (;;) {
      const state = await this.#feed.next((signal) => this.#poll(signal), this.#intervalMs);
      this.#update(state);
      if (!this.#handle) this.#introduce(state);
      if (isFinal(state.status)) {
        if (state.status !== 'cancelled') return await this.#kind.outcomeOf(this, state);
        throw new McpError(
          'task-cancelled',
          `The task was cancelled at the server.${state.statusMessage ? ` It says: ${state.statusMessage}` : ''}`,
        );
      }
      this.#requireTime();
      this.#kind.attend(this, state);
    }
  }

  async #poll(signal: AbortSignal): Promise<TaskState> {
    try {
      const state = readTask(await this.ask('tasks/get', undefined, signal), 'tasks/get');
      if (state.taskId !== this.id)
        throw new McpError(
          'invalid-result',
          `The server was asked for the task ${this.id} and answered with the task ${state.taskId}.`,
        );
      return state;
    } catch (error) {
      if (error instanceof RpcError && error.rpcCode === INVALID_PARAMS)
        throw lost(`The server does not know the task ${this.id}: ${error.message}`, error);
      throw error;
    }
  }

  #update(state: TaskState): void {
    const before = this.#state;
    if (before?.status !== state.status) this.#log(state.status, state);
    this.#state = { ...state, immediateResponse: state.immediateResponse ?? before?.immediateResponse };
    if (
      before?.status !== state.status ||
      before.statusMessage !== state.statusMessage ||
      before.lastUpdatedAt !== state.lastUpdatedAt
    ) {
      this.#handle?.dispatchEvent(new Event('statuschange'));
    }
  }

  #introduce(first: TaskState): void {
    this.#handle = new McpTask({
      state: () => this.#state ?? first,
      cancel: async () => {
        if (this.signal.aborted) return;
        if (await this.#cancel()) this.#over.abort(new McpError('task-cancelled', 'The page cancelled the task.'));
      },
      detach: () =>
        this.#over.abort(
          new McpError('closed', 'The page no longer waits for the task: call `resumeTask` to wait for it again.'),
        ),
    });
    this.#options.hearTask?.(this.#handle);
    try {
      this.#options.onTask?.(this.#handle);
    } catch (error) {
      reportError(error); // The page's own mistake must not cost it the result.
    }
  }

  /** Resolves with false when the task has ended, so that it cannot be cancelled. */
  async #cancel(): Promise<boolean> {
    if (!this.#kind.canCancel)
      throw new McpError('unsupported', 'The server did not declare that tasks can be cancelled.');
    try {
      await this.#send('tasks/cancel', {}, { signal: this.#context.closing });
      return true;
    } catch (error) {
      if (error instanceof RpcError && error.rpcCode === INVALID_PARAMS) return false;
      throw error;
    }
  }

  #abandon(): void {
    this.#cancel().catch(() => {});
  }

  #send(method: string, params: JsonObject | undefined, options: CallOptions): Promise<JsonObject> {
    const { timeoutMs, maxTimeoutMs } = this.#options;
    return this.#context.request(
      method,
      { taskId: this.id, ...params },
      { timeoutMs, maxTimeoutMs, ...options },
      this.#kind.extras,
    );
  }

  get #intervalMs(): number {
    return Math.min(Math.max(this.#state?.pollIntervalMs ?? DEFAULT_INTERVAL_MS, MIN_INTERVAL_MS), MAX_INTERVAL_MS);
  }

  #requireTime(cause?: unknown): void {
    const ttlMs = this.#state?.ttlMs ?? Infinity;
    // By the page's clock, and from when it first knew of the task, because the server's clock may be wrong.
    if (performance.now() - this.#since > ttlMs)
      throw lost(`The task has not ended within the ${ttlMs} ms for which the server keeps it.`, cause);
  }
}

const lost = (message: string, cause: unknown): McpError => new McpError('task-lost', message, { cause });
