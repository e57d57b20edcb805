/// <reference lib="esnext.disposable" preserve="true" />
import { McpError } from '../errors.ts';
import { type Guard, parse } from '../protocol/guards.ts';
import {
  callToolResult,
  completeResult,
  getPromptResult,
  listPromptsResult,
  listResourcesResult,
  listResourceTemplatesResult,
  listToolsResult,
  readResourceResult,
} from '../protocol/result-guards.ts';
import type {
  CallToolResult,
  Completion,
  GetPromptResult,
  JsonObject,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  LogLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerInfo,
  Tool,
} from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import { supports } from '../protocol/supports.ts';
import type { CallOptions } from '../session/exchange.ts';
import type { RequestExtras, Session, SessionContext } from '../session/session.ts';
import type { McpClientEventMap } from './events.ts';
import { LazyResponseCache } from './cache/lazy-response-cache.ts';
import type { ConnectOptions } from './options.ts';
import { paginate } from './paginate.ts';
import type { ListOptions, ReadOptions } from './options.ts';
import type { TaskOptions, ToolCallOptions } from './tasks/task.ts';
import { ToolCalls } from './tools/call-tool.ts';

/** Options of `complete`. */
export interface CompleteOptions extends CallOptions {
  /** Arguments of the same prompt or template that are filled in already. */
  context?: Record<string, string> | undefined;
}

// WebKit has no Symbol.asyncDispose yet; what polyfills it there uses the registry.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/**
 * A connection to one server, made by `connect`. It is the same for all revisions.
 *
 * Every verb takes `signal`, `timeoutMs`, `maxTimeoutMs` and `onprogress`, and rejects with an `McpError`
 * (`network`, `http`, `not-mcp`, `invalid-message`, `invalid-result`, `stream-ended`, `too-large`, `timeout`,
 * `rpc`, `session-lost`, `closed`), or with the reason of its own signal.
 *
 * Lists and resources are cached as the server says, until it announces a change; `cache: 'reload'` asks for them again.
 *
 * Events: `log` (`LogEvent`), `listchange` (`ListChangeEvent`; the first listener opens a stream for it where the revision
 * wants one), `resourceupdate` (`ResourceUpdateEvent`), `changeslost` (`ChangesLostEvent`), `elicitationcomplete`
 * (`ElicitationCompleteEvent`), `connectionlost` (`ConnectionLostEvent`).
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp');
 * client.addEventListener('log', (event) => console.log(event.message.level, event.message.data));
 * for await (const tool of client.tools()) console.log(tool.name);
 * await client.close();
 * ```
 */
export class McpClient extends EventTarget {
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #cache: LazyResponseCache;
  readonly #toolCalls: ToolCalls;
  readonly #closing = new AbortController();
  readonly #uris = new Set<string>();
  /** Changes of what is heard, one after the other. */
  #turns: Promise<void> = Promise.resolve();
  #hearsLists = false;

  /**
   * Made by `connect`.
   *
   * @param name of the server in `options.store`
   */
  constructor(session: Session, options: ConnectOptions, answer: SessionContext['onrequest'], name?: string) {
    super();
    this.#session = session;
    this.#options = options;
    this.#cache = new LazyResponseCache(session, options, name);
    this.#toolCalls = new ToolCalls({
      session,
      listed: new Map(),
      takesTasks: options.tasks === true,
      schemaValidator: options.schemaValidator,
      closing: this.#closing.signal,
      request: (...request) => this.#request(...request),
      tools: (listOptions) => this.tools(listOptions),
      answer,
    });
  }

  /** Who the server says it is, and what it offers. */
  get server(): ServerInfo {
    return this.#session.server;
  }

  get revision(): Revision {
    return this.#session.revision;
  }

  get era(): Era {
    return this.#session.era;
  }

  /**
   * Tools that the server listed and that may not be offered, each with the reason: their `x-mcp-header`
   * annotations break the rules (2026-07-28). They are missing from every list.
   */
  get excludedTools(): ReadonlyMap<string, string> {
    return this.#toolCalls.excluded;
  }

  /** All tools, over all pages. */
  tools(options?: ReadOptions): AsyncGenerator<Tool, void, undefined> {
    return paginate(
      (page) => this.listTools({ ...options, ...page }),
      (page) => page.tools,
      this.#session,
    );
  }

  /** All prompts, over all pages. */
  prompts(options?: ReadOptions): AsyncGenerator<Prompt, void, undefined> {
    return paginate(
      (page) => this.listPrompts({ ...options, ...page }),
      (page) => page.prompts,
      this.#session,
    );
  }

  /** All resources, over all pages. */
  resources(options?: ReadOptions): AsyncGenerator<Resource, void, undefined> {
    return paginate(
      (page) => this.listResources({ ...options, ...page }),
      (page) => page.resources,
      this.#session,
    );
  }

  /** All resource templates, over all pages. */
  resourceTemplates(options?: ReadOptions): AsyncGenerator<ResourceTemplate, void, undefined> {
    return paginate(
      (page) => this.listResourceTemplates({ ...options, ...page }),
      (page) => page.resourceTemplates,
      this.#session,
    );
  }

  /** One page of tools. */
  async listTools(options?: ListOptions): Promise<ListToolsResult> {
    return this.#toolCalls.admit(await this.#list('tools/list', listToolsResult, options));
  }

  /** One page of prompts. */
  listPrompts(options?: ListOptions): Promise<ListPromptsResult> {
    return this.#list('prompts/list', listPromptsResult, options);
  }

  /** One page of resources. */
  listResources(options?: ListOptions): Promise<ListResourcesResult> {
    return this.#list('resources/list', listResourcesResult, options);
  }

  /** One page of resource templates. */
  listResourceTemplates(options?: ListOptions): Promise<ListResourceTemplatesResult> {
    return this.#list('resources/templates/list', listResourceTemplatesResult, options);
  }

  /**
   * Runs a tool. A tool that fails resolves with `isError: true`; a call that fails rejects.
   * Ask the user first: `McpHost.callTool` does.
   *
   * If the tool was listed with an `outputSchema`, `structuredContent` is what that says.
   *
   * A server may answer later, with a task: the promise then waits for its end, however long each request may take,
   * and the signal's abort cancels it. Servers of 2026-07-28 may do so when `connect` got `tasks: true` or the call has
   * `onTask`; it also rejects with `task-cancelled` and `task-lost` then.
   *
   * @throws {OutputError} `invalid-result` when it is something else; the error has the result.
   * @throws {McpError} `unsupported`, before anything is sent, when the schema cannot be used; and as every call does.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-web/client';
   *
   * const client = await connect('https://example.com/mcp');
   * const { content } = await client.callTool('search', { query: 'lit' }, {
   *   signal: AbortSignal.timeout(10_000),
   *   onprogress: ({ progress, total }) => console.log(progress, total),
   * });
   * ```
   */
  callTool(name: string, args: JsonObject = {}, options: ToolCallOptions = {}): Promise<CallToolResult> {
    return this.#cache.answer(
      'tools/call',
      {},
      callToolResult,
      () => this.#toolCalls.call(name, args, options),
      options,
    );
  }

  /**
   * Picks up a task again whose id `onTask` told, e.g. after a reload, and resolves with the tool's result as `callTool`
   * would have, but not held against an output schema. Questions that are still open are asked again.
   *
   * @throws {McpError} `task-lost` when the server does not know the task, `task-cancelled` when it was cancelled,
   *   `unsupported` when the server has no tasks.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-web/client';
   *
   * const client = await connect('https://example.com/mcp');
   * const id = localStorage.getItem('task');
   * if (id) console.log((await client.resumeTask(id)).content);
   * ```
   */
  resumeTask(taskId: string, options: TaskOptions = {}): Promise<CallToolResult> {
    return this.#toolCalls.resume(taskId, options);
  }

  /** Renders a prompt with these arguments. */
  getPrompt(name: string, args: Record<string, string> = {}, options?: CallOptions): Promise<GetPromptResult> {
    return this.#call('prompts/get', { name, arguments: args }, getPromptResult, options);
  }

  /** Reads a resource. The contents may be of several parts. They may be held from before: see `ReadOptions.cache`. */
  readResource(uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#call('resources/read', { uri }, readResourceResult, options);
  }

  /**
   * Suggestions for an argument of a prompt or a variable of a resource template, at most 100.
   *
   * @param reference `{ prompt: name }` or `{ template: uriTemplate }`
   * @param argument its name, and what was typed so far
   * @throws {McpError} `unsupported` when the server did not declare completions.
   */
  async complete(
    reference: { prompt: string } | { template: string },
    argument: { name: string; value: string },
    { context, ...options }: CompleteOptions = {},
  ): Promise<Completion> {
    // The first revision has completions, and no way to declare them.
    if (!this.server.capabilities.completions && supports(this.revision, 'completionsCapability'))
      throw new McpError('unsupported', 'The server did not declare the completions capability.');
    const ref =
      'prompt' in reference
        ? { type: 'ref/prompt', name: reference.prompt }
        : { type: 'ref/resource', uri: reference.template };
    const params = { ref, argument, ...(context && { context: { arguments: context } }) };
    return (await this.#call('completion/complete', params, completeResult, options)).completion;
  }

  /**
   * Hears of changes of a resource, as `resourceupdate` events, until `unsubscribe`. It has one meaning in all revisions,
   * and outlives dropped connections and lost sessions.
   *
   * @throws {McpError} `unsupported` when the server does not announce changes of this resource.
   */
  async subscribe(uri: string): Promise<void> {
    if (!this.server.capabilities.resources?.subscribe)
      throw new McpError('unsupported', 'The server did not declare that resources can be subscribed to.');
    await this.#inTurn(async () => {
      if (this.#uris.has(uri)) return;
      await this.#hear([...this.#uris, uri]);
      this.#uris.add(uri);
    });
  }

  /** Ends `subscribe`. */
  async unsubscribe(uri: string): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#uris.delete(uri)) await this.#hear([...this.#uris]);
    });
  }

  /**
   * Whether the server is there and answers. 2026-07-28 has no ping, so `server/discover` is asked there.
   *
   * @throws {McpError} as every call does when it is not.
   */
  async ping(options?: CallOptions): Promise<void> {
    await this.#request(this.era === 'modern' ? 'server/discover' : 'ping', {}, options);
  }

  /**
   * Asks the server for log messages of this severity and above. In the modern era the level travels with each later request.
   *
   * @throws {McpError} `unsupported` when a server of the legacy era did not declare the logging capability.
   */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    return this.#session.setLogLevel(level, options);
  }

  /**
   * Says that what the `roots` handler returns has changed. In 2026-07-28 nothing is sent: servers ask with each call.
   *
   * @throws {McpError} `unsupported` when `connect` got no `roots` handler; `network` and the like when it could not be said.
   */
  async rootsChanged(): Promise<void> {
    await this.#session.announceRoots?.();
  }

  /** Any other request: resolves with the result as it came, of which only that it is an object is known. */
  request(method: string, params: JsonObject = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#request(method, params, options);
  }

  /** Ends the connection. Calls that still wait reject with `closed`; their tasks go on at the server, see `resumeTask`. */
  close(): Promise<void> {
    this.#cache.close();
    this.#closing.abort();
    return this.#session.close();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  override addEventListener<K extends keyof McpClientEventMap>(
    type: K,
    listener: ((this: McpClient, event: McpClientEventMap[K]) => void) | null,
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
    if (type !== 'listchange' || this.#hearsLists) return;
    this.#hearsLists = true;
    // Some servers announce nothing; their lists are then as fresh as the last time they were fetched.
    this.#inTurn(() => this.#hear([...this.#uris])).catch(() => {});
  }

  override dispatchEvent(event: Event): boolean {
    this.#cache.heed(event);
    return super.dispatchEvent(event);
  }

  override removeEventListener<K extends keyof McpClientEventMap>(
    type: K,
    listener: ((this: McpClient, event: McpClientEventMap[K]) => void) | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener, options); // Here for its types.
  }

  /** A filter that is refused for one resource must not cost another its subscription. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    const turn = this.#turns.then(change);
    this.#turns = turn.catch(() => {});
    return turn;
  }

  #hear(uris: readonly string[]): Promise<void> {
    return this.#session.setInterest({ lists: this.#hearsLists, uris });
  }

  async #request(
    method: string,
    params: JsonObject,
    options?: CallOptions,
    extras?: RequestExtras,
  ): Promise<JsonObject> {
    const trace = this.#options.trace?.();
    const sent = trace ? (await import('./trace.ts')).withTrace(params, trace) : params;
    return this.#session.request(method, sent, options, extras);
  }

  #call<T extends object>(method: string, params: JsonObject, guard: Guard<T>, options?: ReadOptions): Promise<T> {
    const ask = async (): Promise<T> =>
      parse(await this.#request(method, params, options), guard, `answer to ${method}`);
    return this.#cache.answer(method, params, guard, ask, options);
  }

  #list<T extends object>(method: string, guard: Guard<T>, { cursor, ...options }: ListOptions = {}): Promise<T> {
    return this.#call(method, cursor === undefined ? {} : { cursor }, guard, options);
  }
}
