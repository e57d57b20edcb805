/** Tasks as the page sees them: a task runs a tool call that the server answers later. */
import type { TaskState, TaskStatus } from '../../protocol/task-guards.ts';
import type { AnsweredInput } from '../../errors.ts';
import type { ClientCapabilities, JsonObject, LogLevel, Tool } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import type { RequestExtras, Session, SessionContext } from '../../session/session.ts';
import type { Reconnection } from '../../transports/reconnection.ts';
import type { ReadOptions } from '../request-options.ts';
import type { SchemaValidator } from '../tools/schema-validator.ts';
import type { RecordedCall } from '../unfinished/recorded-call.ts';
import type { TaskFollower, TaskNews } from './task-news.ts';
import { TypedEventTarget } from '../typed-event-target.ts';

/** Options of `McpClient.resumeTask`. */
export interface TaskOptions extends CallOptions {
  /** Called once, when the call becomes a task. Store the task's `id` to pick it up again after a reload. */
  onTask?: ((task: McpTask) => void) | undefined;
}

/** Options of `McpClient.callTool`. */
export interface ToolCallOptions extends TaskOptions {
  /**
   * Requests a task where the tool leaves the choice to its caller (2025-11-25). `ttlMs` is how long the server should
   * keep the task, in ms; the server decides.
   */
  task?: { ttlMs?: number | undefined } | undefined;
  /**
   * The definition that the call was decided on. If the newest list has another one, or all pages of a newer list have
   * none, nothing is sent, or sent again, and the call rejects with `tool-changed`.
   */
  definition?: Tool | undefined;
  /**
   * Goes on with a call that failed after the user had answered its server: the `input` of that error. The server gets the
   * same answer, and the user is not asked again. The tool may then run a second time: ask the user whether it may.
   */
  input?: AnsweredInput | undefined;
  /**
   * Whether to check the result against the `outputSchema` that the newest list has for the tool. True by default. The
   * result of a tool that was not listed is not checked.
   */
  validateOutput?: boolean | undefined;
}

/** What a host adds to the options of its calls. */
export interface HeardTask {
  /** Called as `onTask` is, but does not ask for a task. */
  readonly hearTask?: ((task: McpTask) => void) | undefined;
  /** The task has ended, and only its result is asked for again: to give that up must not cancel it. */
  readonly hasEnded?: boolean | undefined;
}

export interface McpTaskEventMap {
  statuschange: Event;
}

/** What a client needs of its page. */
export interface ClientContext extends SessionContext {
  /** Records a call that is about to be made, where the page has a `callStore`. */
  readonly record?: ((tool: string, args: JsonObject) => Promise<RecordedCall | undefined>) | undefined;
  /** What comes about tasks on the stream of changes. */
  readonly taskNews: TaskNews;
}

/** What tool calls and their tasks need of their client. */
export interface TaskContext extends Pick<ClientContext, 'record'> {
  readonly session: Session;
  /** Decides when what failed is asked again. */
  readonly reconnection: Reconnection;
  /** The newest definition of each tool; undefined for tools that the list does not have. */
  readonly listed: Map<string, Tool | undefined>;
  /** Whether every call may become a task: `connect(url, { tasks: true })`. */
  readonly takesTasks: boolean;
  /** Whether the page trusts the annotations of tools. */
  readonly trustsAnnotations: boolean;
  /** The page's own validator, if it has one. */
  readonly schemaValidator: SchemaValidator | undefined;
  /** Aborts when the page closes the client. */
  readonly closing: AbortSignal;
  readonly request: (
    method: string,
    params: JsonObject,
    options?: CallOptions,
    extras?: RequestExtras,
  ) => Promise<JsonObject>;
  readonly tools: (options?: ReadOptions) => AsyncIterable<Tool>;
  /** The list that is being fetched to find out which tools are tasks: one for all calls that need it. */
  readonly listing: { current?: Promise<void> | undefined };
  /** The record of this call. */
  readonly recorded?: RecordedCall | undefined;
  /** Hears of what the server announces about a task, until the signal aborts. */
  readonly hearOfTask: (follower: TaskFollower, until: AbortSignal) => void;
  /** Writes an entry of the client's own into the log. */
  readonly log: (level: LogLevel, data: unknown) => void;
  /** The tool that was called, where this is known. */
  readonly tool?: string | undefined;
  /** What the page answers. */
  readonly capabilities: ClientCapabilities;
  /** Answers a server's request, as if it had come outside a task. */
  readonly answer: SessionContext['onrequest'];
}

/** What a task can be told to do. */
export interface TaskControls {
  state(): TaskState;
  cancel(): Promise<void>;
  detach(): void;
}

/**
 * A tool call that runs as a task, given to `onTask`. Fires `statuschange` when the server reports something new. The
 * promise of `callTool` or `resumeTask` settles when the task ends.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp', { tasks: true });
 * const report = await client.callTool('research', { topic: 'tides' }, {
 *   onTask: (task) => task.addEventListener('statuschange', () => console.log(task.status, task.statusMessage)),
 * });
 * ```
 */
export class McpTask extends TypedEventTarget<McpTaskEventMap> {
  readonly #controls: TaskControls;

  /** Made by the client. */
  constructor(controls: TaskControls) {
    super();
    this.#controls = controls;
  }

  /** The id that the server chose. Anybody who knows it may be able to read the result: treat it like a password. */
  get id(): string {
    return this.#controls.state().taskId;
  }

  get status(): TaskStatus {
    return this.#controls.state().status;
  }

  /** The server's words about the status. Show them as text only. */
  get statusMessage(): string | undefined {
    return this.#controls.state().statusMessage;
  }

  /** In ISO 8601, by the server's clock. */
  get createdAt(): string {
    return this.#controls.state().createdAt;
  }

  /** In ISO 8601, by the server's clock. */
  get lastUpdatedAt(): string {
    return this.#controls.state().lastUpdatedAt;
  }

  /** How long the server keeps the task, in ms from its creation; null when that is not limited. */
  get ttlMs(): number | null {
    return this.#controls.state().ttlMs;
  }

  /** How often the client should poll the server, in ms. */
  get pollIntervalMs(): number | undefined {
    return this.#controls.state().pollIntervalMs;
  }

  /** What to tell a model while the task runs, as the server suggests (2025-11-25). */
  get immediateResponse(): string | undefined {
    return this.#controls.state().immediateResponse;
  }

  /**
   * Asks the server to cancel the task. When the server has done so, the call rejects with `task-cancelled`. Does
   * nothing when the task has ended.
   *
   * @throws {McpError} `unsupported` when the server cannot cancel tasks; and as every request does.
   */
  cancel(): Promise<void> {
    return this.#controls.cancel();
  }

  /**
   * Stops waiting, but lets the task run: the call rejects with `closed`, and `resumeTask` can pick the task up again.
   */
  detach(): void {
    this.#controls.detach();
  }
}
