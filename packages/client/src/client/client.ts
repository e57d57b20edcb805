import { McpError } from '../errors.ts';
import type { Guard } from '../protocol/guards.ts';
import {
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
import type { RequestExtras, Session } from '../session/session.ts';
import { asyncDispose } from './async-dispose.ts';
import { LogEvent, type McpClientEventMap } from './events.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { ChangeInterest } from './interest.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { CompleteOptions, ListOptions, ReadOptions } from './request-options.ts';
import { paginate } from './paginate.ts';
import { parseAnswer } from './parse-answer.ts';
import type { ClientContext, TaskOptions, ToolCallOptions } from './tasks/task.ts';
import { ToolCaller } from './tools/call-tool.ts';
import { TypedEventTarget } from './typed-event-target.ts';
import { withTrace } from './trace.ts';

/**
 * The client of one server, made by `connect`. It is the same for all revisions.
 *
 * Every method that sends a request takes `signal`, `timeoutMs`, `maxTimeoutMs` and `onprogress`, and rejects with an
 * `McpError` (`network`, `http`, `not-mcp`, `invalid-message`, `invalid-result`, `stream-ended`, `too-large`,
 * `timeout`, `rpc`, `session-lost`, `closed`), or with the reason of its own signal.
 *
 * Lists and resources are cached for the server's `ttlMs`, until it announces a change (2026-07-28). `cache: 'reload'`
 * fetches them again.
 *
 * Events: `log` (`LogEvent`), `listchange` (`ListChangeEvent`; the first listener opens a stream for it where the
 * revision wants one), `resourceupdate` (`ResourceUpdateEvent`), `changeslost` (`ChangesLostEvent`),
 * `elicitationcomplete` (`ElicitationCompleteEvent`), `connectionlost` (`ConnectionLostEvent`).
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
export class McpClient extends TypedEventTarget<McpClientEventMap> {
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #cache: ResponseCache;
  readonly #toolCaller: ToolCaller;
  readonly #closing = new AbortController();
  readonly #interest: ChangeInterest;

  /** Made by `connect`, with the name of the server in `options.store`. */
  constructor(session: Session, options: ConnectOptions, context: ClientContext, name?: string) {
    super();
    this.#session = session;
    this.#options = options;
    this.#cache = new ResponseCache(session, options, name);
    this.#interest = new ChangeInterest({ session, context, target: this, closing: this.#closing.signal });
    this.#toolCaller = new ToolCaller({
      ...context,
      session,
      reconnection: context.transports.reconnection,
      takesTasks: options.tasks === true,
      trustsAnnotations: options.trustAnnotations === true,
      schemaValidator: options.schemaValidator,
      closing: this.#closing.signal,
      request: (...request) => this.#send(...request),
      tools: (listOptions) => this.tools(listOptions),
      hearOfTask: (...following) => this.#interest.addTask(...following),
      log: (level, data) => this.dispatchEvent(new LogEvent({ level, logger: 'mcp-web', data })),
      answer: (...request) => context.onrequest(...request),
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
   * Tools that are left out of every list, each with the reason: the server does not describe them as MCP specifies, or
   * their `x-mcp-header` annotations break the rules (2026-07-28). One without a name has its place, such as `tools[3]`.
   */
  get excludedTools(): ReadonlyMap<string, string> {
    return this.#toolCaller.excluded;
  }

  /** All tools, over all pages. */
  tools(options?: ReadOptions): AsyncGenerator<Tool, void, undefined> {
    const fetchPage = this.#toolCaller.whole((page) => this.listTools({ ...options, ...page }), options);
    return paginate<Tool, 'tools'>(fetchPage, 'tools', this.#session);
  }

  /** All prompts, over all pages. */
  prompts(options?: ReadOptions): AsyncGenerator<Prompt, void, undefined> {
    return paginate<Prompt, 'prompts'>((page) => this.listPrompts({ ...options, ...page }), 'prompts', this.#session);
  }

  /** All resources, over all pages. */
  resources(options?: ReadOptions): AsyncGenerator<Resource, void, undefined> {
    return paginate<Resource, 'resources'>(
      (page) => this.listResources({ ...options, ...page }),
      'resources',
      this.#session,
    );
  }

  /** All resource templates, over all pages. */
  resourceTemplates(options?: ReadOptions): AsyncGenerator<ResourceTemplate, void, undefined> {
    return paginate<ResourceTemplate, 'resourceTemplates'>(
      (page) => this.listResourceTemplates({ ...options, ...page }),
      'resourceTemplates',
      this.#session,
    );
  }

  /** One page of tools. */
  async listTools(options?: ListOptions): Promise<ListToolsResult> {
    const mayBeOld = options?.cache === 'only-if-cached';
    return this.#toolCaller.admit(await this.#list('tools/list', listToolsResult, options), mayBeOld);
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
   * If the tool was listed with an `outputSchema`, `structuredContent` conforms to it.
   *
   * A server may run the call as a task. The promise then waits for the end of the task, whatever the timeouts of
   * single requests, and the signal cancels the task. Servers of 2026-07-28 may do so when `connect` got `tasks: true`
   * or the call has `onTask`. The promise may then also reject with `task-cancelled` or `task-lost`.
   *
   * @throws {OutputError} `invalid-result` when `structuredContent` does not conform; the error has the result.
   * @throws {McpError} `unsupported`, before anything is sent, when the schema cannot be used; `tool-changed` when the
   *   tool is no longer as in `definition`; and as every request does.
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
  async callTool(name: string, args: JsonObject = {}, options: ToolCallOptions = {}): Promise<CallToolResult> {
    try {
      return await this.#toolCaller.call(name, args, options);
    } catch (error) {
      this.#cache.heedFailure('tools/call', {}, error);
      throw error;
    }
  }

  /**
   * Picks up a task again by the id that `onTask` gave, for example after a reload, and resolves with the tool's result
   * as `callTool` would, without checking it against the output schema. Open requests of the server are made again.
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
    return this.#toolCaller.resume(taskId, options);
  }

  /** Renders a prompt with these arguments. */
  getPrompt(name: string, args: Record<string, string> = {}, options?: CallOptions): Promise<GetPromptResult> {
    return this.#call('prompts/get', { name, arguments: args }, getPromptResult, options);
  }

  /** Reads a resource. The contents may have several parts. They may come from the cache: see `ReadOptions.cache`. */
  readResource(uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#call('resources/read', { uri }, readResourceResult, options);
  }

  /**
   * Suggestions for an argument of a prompt or a variable of a resource template, at most 100.
   *
   * @param reference `{ prompt: name }` or `{ template: uriTemplate }`
   * @param argument the argument's name, and what the user typed so far
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
   * Fires `resourceupdate` events when a resource changes, until `unsubscribe`: after dropped connections and lost sessions too.
   *
   * @throws {McpError} `unsupported` when the server does not announce changes of this resource.
   */
  async subscribe(uri: string): Promise<void> {
    if (!this.server.capabilities.resources?.subscribe)
      throw new McpError('unsupported', 'The server did not declare that resources can be subscribed to.');
    await this.#interest.addUri(uri);
  }

  /** Ends `subscribe`. */
  unsubscribe(uri: string): Promise<void> {
    return this.#interest.removeUri(uri);
  }

  /**
   * Checks that the server answers. 2026-07-28 has no ping, so `server/discover` is requested there.
   *
   * @throws {McpError} like every request, when the server does not answer.
   */
  async ping(options?: CallOptions): Promise<void> {
    await this.#send(this.era === 'modern' ? 'server/discover' : 'ping', {}, options);
  }

  /**
   * Asks the server to log messages of this level and above. In the modern era, each later request carries the level.
   *
   * @throws {McpError} `unsupported` when a server of the legacy era did not declare the logging capability.
   * @deprecated since MCP 2026-07-28 (SEP-2577), for servers of older revisions. New servers use OpenTelemetry.
   */
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    return this.#session.setLogLevel(level, options);
  }

  /**
   * Tells the server that what the `roots` handler returns has changed. In 2026-07-28 nothing is sent, because servers
   * ask with each call.
   *
   * @throws {McpError} `unsupported` when `connect` got no `roots` handler; and as every request does.
   * @deprecated since MCP 2026-07-28 (SEP-2577), for servers of older revisions: see the option `roots`.
   */
  async rootsChanged(): Promise<void> {
    await this.#session.announceRoots?.();
  }

  /** Sends any other request. Resolves with the unchanged result. The client checks only that it is an object. */
  request(method: string, params: JsonObject = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#send(method, params, options);
  }

  /** Closes the connection. Open requests reject with `closed`. Tasks continue at the server: see `resumeTask`. */
  close(): Promise<void> {
    this.#cache.close();
    this.#closing.abort(new McpError('closed', 'The client was closed while this call was waiting.'));
    return this.#session.close();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  override dispatchEvent(event: Event): boolean {
    this.#cache.heed(event);
    return super.dispatchEvent(event);
  }

  protected override onlisten(type: string): void {
    if (type === 'listchange') this.#interest.addLists();
  }

  async #send(method: string, params: JsonObject, options?: CallOptions, extras?: RequestExtras): Promise<JsonObject> {
    const trace = this.#options.trace && (await this.#options.trace());
    return this.#session.request(method, trace ? withTrace(params, trace) : params, options, extras);
  }

  #call<T extends object>(method: string, params: JsonObject, guard: Guard<T>, options?: ReadOptions): Promise<T> {
    const check = (value: unknown): Promise<T> => parseAnswer(value, guard, `answer to ${method}`, options?.signal);
    const ask = async (extras: RequestExtras): Promise<JsonObject> => {
      await this.#interest.beforeRequest(method, options?.signal);
      return this.#send(method, params, options, extras);
    };
    return this.#cache.answer(method, params, check, ask, options);
  }

  #list<T extends object>(method: string, guard: Guard<T>, { cursor, ...options }: ListOptions = {}): Promise<T> {
    return this.#call(method, cursor === undefined ? {} : { cursor }, guard, options);
  }
}
