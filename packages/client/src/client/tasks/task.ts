/** A call that the server answers later: what the page sees of it, and what it may say about it. */
import type { TaskState, TaskStatus } from '../../protocol/task-guards.ts';
import type { JsonObject, Tool } from '../../protocol/types.ts';
import type { CallOptions } from '../../session/exchange.ts';
import type { RequestExtras, Session, SessionContext } from '../../session/session.ts';
import type { ReadOptions } from '../options.ts';
import type { SchemaValidator } from '../tools/schema-validator.ts';

/** Options of `McpClient.resumeTask`. */
export interface TaskOptions extends CallOptions {
  /** Called once with the task, when there is one: keep its `id` to pick it up again after a reload. */
  onTask?: ((task: McpTask) => void) | undefined;
}

/** Options of `McpClient.callTool`. */
export interface ToolCallOptions extends TaskOptions {
  /**
   * Asks for a task where the tool leaves the choice to its caller (2025-11-25). `ttlMs` is how long the server should
   * keep it, in ms; the server has the last word.
   */
  task?: { ttlMs?: number | undefined } | undefined;
  /**
   * Whether the result is held against the tool's `outputSchema`, as the newest list had it. True by default; a tool that was
   * not listed before is called without.
   */
  validateOutput?: boolean | undefined;
}

export interface McpTaskEventMap {
  statuschange: Event;
}

/** What calls of tools, and their tasks, need of the client they belong to. */
export interface TaskContext {
  readonly session: Session;
  /** What the newest list said of each tool; undefined for those that it does not have. */
  readonly listed: Map<string, Tool | undefined>;
  /** Whether the page takes tasks from every call: `connect(url, { tasks: true })`. */
  readonly takesTasks: boolean;
  /** The page's own validator of results, if it has one. */
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
  /** Answers a question of the server as when it is asked directly. */
  readonly answer: SessionContext['onrequest'];
}

/** What a task can be told to do. */
export interface TaskControls {
  state(): TaskState;
  cancel(): Promise<void>;
  detach(): void;
}

/**
 * A tool call that runs at the server as a task, given to `onTask`. The promise of `callTool` or `resumeTask` settles
 * when the task ends, and it fires `statuschange` whenever its server says something new of it until then.
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
export class McpTask extends EventTarget {
  readonly #controls: TaskControls;

  /** Made by the client. */
  constructor(controls: TaskControls) {
    super();
    this.#controls = controls;
  }

  /** Chosen by the server. Whoever knows it may be able to read the result: treat it like a password. */
  get id(): string {
    return this.#controls.state().taskId;
  }

  get status(): TaskStatus {
    return this.#controls.state().status;
  }

  /** What the server says about the status: show it as text only. */
  get statusMessage(): string | undefined {
    return this.#controls.state().statusMessage;
  }

  /** By the server's clock, ISO 8601. */
  get createdAt(): string {
    return this.#controls.state().createdAt;
  }

  /** By the server's clock, ISO 8601. */
  get lastUpdatedAt(): string {
    return this.#controls.state().lastUpdatedAt;
  }

  /** How long the server keeps the task, in ms from its creation; null for as long as it likes. */
  get ttlMs(): number | null {
    return this.#controls.state().ttlMs;
  }

  /** How often the server wants to be asked, in ms. */
  get pollIntervalMs(): number | undefined {
    return this.#controls.state().pollIntervalMs;
  }

  /** What the server suggests to tell a model while the task runs (2025-11-25). */
  get immediateResponse(): string | undefined {
    return this.#controls.state().immediateResponse;
  }

  /**
   * Asks the server to end the task. Once it has heard, the call rejects with `task-cancelled`; a task that has ended
   * already is left as it is.
   *
   * @throws {McpError} `unsupported` when the server cannot cancel tasks, and as every call does.
   */
  cancel(): Promise<void> {
    return this.#controls.cancel();
  }

  /** Stops waiting and leaves the task alone: the call rejects with `closed`, and `resumeTask` can pick the task up again. */
  detach(): void {
    this.#controls.detach();
  }

  override addEventListener<K extends keyof McpTaskEventMap>(
    type: K,
    listener: ((this: McpTask, event: McpTaskEventMap[K]) => void) | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }
}
