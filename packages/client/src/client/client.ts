/// <reference lib="esnext.disposable" preserve="true" />
import { McpError, RpcError } from '../errors.ts';
import { type Guard, mentions, parse } from '../protocol/guards.ts';
import { HEADER_MISMATCH } from '../protocol/methods.ts';
import {
  callToolResult, completeResult, getPromptResult, listPromptsResult, listResourcesResult, listResourceTemplatesResult, listToolsResult, readResourceResult,
} from '../protocol/shapes.ts';
import type {
  CallToolResult, Completion, GetPromptResult, JsonObject, ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult,
  LogLevel, Prompt, ReadResourceResult, Resource, ResourceTemplate, ServerInfo, Tool,
} from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/versions.ts';
import type { CallOptions } from '../session/call-options.ts';
import type { Session } from '../session/era.ts';
import type { McpClientEventMap } from './events.ts';
import { paginate } from './paginate.ts';
import type { MirroredArgument } from './tool-headers.ts';
import type { TraceContext } from './trace.ts';

/** Options of a call that fetches one page of a list. */
export interface ListOptions extends CallOptions {
  /** The `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}

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
 * Events: `log` (`LogEvent`), `listchange` (`ListChangeEvent`; the first listener opens a stream for it where the revision
 * wants one), `resourceupdate` (`ResourceUpdateEvent`), `connectionlost` (`ConnectionLostEvent`).
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
  readonly #trace: (() => TraceContext | undefined) | undefined;
  /** What the newest list said of each tool. */
  readonly #mirrored = new Map<string, readonly MirroredArgument[]>();
  readonly #excluded = new Map<string, string>();
  readonly #uris = new Set<string>();
  #hearsLists = false;

  /** Made by `connect`. */
  constructor(session: Session, trace?: () => TraceContext | undefined) {
    super();
    this.#session = session;
    this.#trace = trace;
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
    return this.#excluded;
  }

  /** All tools, over all pages. */
  tools(options?: CallOptions): AsyncGenerator<Tool, void, undefined> {
    return paginate((cursor) => this.listTools({ ...options, cursor }), (page) => page.tools, this.era);
  }

  /** All prompts, over all pages. */
  prompts(options?: CallOptions): AsyncGenerator<Prompt, void, undefined> {
    return paginate((cursor) => this.listPrompts({ ...options, cursor }), (page) => page.prompts, this.era);
  }

  /** All resources, over all pages. */
  resources(options?: CallOptions): AsyncGenerator<Resource, void, undefined> {
    return paginate((cursor) => this.listResources({ ...options, cursor }), (page) => page.resources, this.era);
  }

  /** All resource templates, over all pages. */
  resourceTemplates(options?: CallOptions): AsyncGenerator<ResourceTemplate, void, undefined> {
    return paginate((cursor) => this.listResourceTemplates({ ...options, cursor }), (page) => page.resourceTemplates, this.era);
  }

  /** One page of tools. */
  async listTools(options?: ListOptions): Promise<ListToolsResult> {
    const result = await this.#list('tools/list', listToolsResult, options);
    if (!this.#session.usesHeaders) return result;
    const tools: Tool[] = [];
    for (const tool of result.tools) if (await this.#admit(tool)) tools.push(tool);
    return { ...result, tools };
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
  async callTool(name: string, args: JsonObject = {}, options?: CallOptions): Promise<CallToolResult> {
    const call = async (): Promise<CallToolResult> => {
      const mirrored = this.#mirrored.get(name);
      const headers = mirrored && (await import('./tool-headers.ts')).toolHeaders(mirrored, args);
      return this.#call('tools/call', { name, arguments: args }, callToolResult, options, headers);
    };
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RpcError && error.rpcCode === HEADER_MISMATCH)) throw error;
      // The server refused before it ran anything: its tool has changed. Once, with what it says now.
      for await (const tool of this.tools(options)) if (tool.name === name) return call();
      throw error;
    }
  }

  /** Renders a prompt with these arguments. */
  getPrompt(name: string, args: Record<string, string> = {}, options?: CallOptions): Promise<GetPromptResult> {
    return this.#call('prompts/get', { name, arguments: args }, getPromptResult, options);
  }

  /** Reads a resource. The contents may be of several parts. */
  readResource(uri: string, options?: CallOptions): Promise<ReadResourceResult> {
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
    if (!this.server.capabilities.completions) throw new McpError('unsupported', 'The server did not declare the completions capability.');
    const ref = 'prompt' in reference ? { type: 'ref/prompt', name: reference.prompt } : { type: 'ref/resource', uri: reference.template };
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
    if (!this.server.capabilities.resources?.subscribe) throw new McpError('unsupported', 'The server did not declare that resources can be subscribed to.');
    if (this.#uris.has(uri)) return;
    this.#uris.add(uri);
    try {
      await this.#updateInterest();
    } catch (error) {
      this.#uris.delete(uri);
      throw error;
    }
  }

  /** Ends `subscribe`. */
  async unsubscribe(uri: string): Promise<void> {
    if (this.#uris.delete(uri)) await this.#updateInterest();
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

  /** Any other request: resolves with the result as it came, of which only that it is an object is known. */
  request(method: string, params: JsonObject = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#request(method, params, options);
  }

  /** Ends the connection. Calls that still wait reject with `closed`. */
  close(): Promise<void> {
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
  override addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
  override addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void {
    super.addEventListener(type, listener, options);
    if (type !== 'listchange' || this.#hearsLists) return;
    this.#hearsLists = true;
    // Some servers announce nothing; their lists are then as fresh as the last time they were fetched.
    this.#updateInterest().catch(() => {});
  }

  override removeEventListener<K extends keyof McpClientEventMap>(
    type: K,
    listener: ((this: McpClient, event: McpClientEventMap[K]) => void) | null,
    options?: boolean | EventListenerOptions,
  ): void;
  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void;
  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void {
    super.removeEventListener(type, listener, options); // Here for its types.
  }

  #updateInterest(): Promise<void> {
    return this.#session.setInterest({ lists: this.#hearsLists, uris: [...this.#uris] });
  }

  async #request(method: string, params: JsonObject, options?: CallOptions, headers?: Record<string, string>): Promise<JsonObject> {
    const trace = this.#trace?.();
    const sent = trace ? (await import('./trace.ts')).withTrace(params, trace) : params;
    return this.#session.request(method, sent, options, headers);
  }

  /** Whether a tool may be offered; remembers what its calls have to repeat in headers. */
  async #admit({ name, inputSchema }: Tool): Promise<boolean> {
    const before = this.#excluded.get(name);
    this.#mirrored.delete(name);
    this.#excluded.delete(name);
    if (!mentions(inputSchema, 'x-mcp-header')) return true;
    const { mirroredArguments } = await import('./tool-headers.ts');
    const mirrored = mirroredArguments(inputSchema);
    if (typeof mirrored !== 'string') {
      this.#mirrored.set(name, mirrored);
      return true;
    }
    this.#excluded.set(name, mirrored);
    if (before !== mirrored) console.warn(`The tool ${JSON.stringify(name)} is left out: it ${mirrored}.`);
    return false;
  }

  async #call<T>(method: string, params: JsonObject, guard: Guard<T>, options?: CallOptions, headers?: Record<string, string>): Promise<T> {
    return parse(await this.#request(method, params, options, headers), guard, `answer to ${method}`);
  }

  #list<T>(method: string, guard: Guard<T>, { cursor, ...options }: ListOptions = {}): Promise<T> {
    return this.#call(method, cursor === undefined ? {} : { cursor }, guard, options);
  }
}
