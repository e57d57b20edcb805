import { asyncDispose } from '../client/async-dispose.ts';
import type { McpClient } from '../client/client.ts';
import type { McpClientEventMap } from '../client/events.ts';
import { TypedEventTarget } from '../client/typed-event-target.ts';
import type { CompleteOptions, ListOptions, ReadOptions } from '../client/request-options.ts';
import { paginate } from '../client/paginate.ts';
import { McpTask, type TaskOptions, type ToolCallOptions } from '../client/tasks/task.ts';
import { McpError } from '../errors.ts';
import { isRepeatable } from '../protocol/methods.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { TaskState } from '../protocol/task-guards.ts';
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
import type { CallOptions } from '../session/exchange.ts';
import { asSent } from '../session/sent-call.ts';
import { GOODBYE_MS } from '../wire/http.ts';
import { type EventData, type EventName, fromEventData, isEventName } from './event-data.ts';
import type { Circumstances, ClientMethod, ClientState, PageFunctions, WorkerFunctions } from './messages.ts';
import type { PortCalls } from './port-calls.ts';

/**
 * A client, wherever it runs: `connectInWorker` returns one, and every `McpClient` is one.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { type AnyClient, connectInWorker } from '@mcp-web/client/worker';
 *
 * const url = 'https://example.com/mcp';
 * const client: AnyClient = await connectInWorker(url).catch(() => connect(url));
 * console.log(client.revision);
 * ```
 */
export type AnyClient = TypedEventTarget<McpClientEventMap> &
  Omit<McpClient, keyof TypedEventTarget<McpClientEventMap>>;

/** How long `close()` waits for the worker, in ms: somewhat longer than the worker waits for the server. */
const CLOSE_MS = GOODBYE_MS + 1_000;

/** The methods whose answers may come from the cache, which has to know for whom. */
const CACHED: ReadonlySet<ClientMethod> = new Set([
  'listTools',
  'listPrompts',
  'listResources',
  'listResourceTemplates',
  'readResource',
]);

/** A call that runs in the worker. */
interface RunningCall {
  readonly onprogress: CallOptions['onprogress'];
  readonly onTask: TaskOptions['onTask'];
  /** The pieces of lists so far. */
  readonly lists: Map<string, unknown[]>;
  task?: { readonly handle: McpTask; state: TaskState };
}

/** What a client needs of its connection to the worker. */
export interface WorkerLink {
  readonly calls: PortCalls<WorkerFunctions>;
  readonly state: ClientState;
  /** @param isForCache whether an answer may come from the cache, for which the headers may have to be read */
  circumstances(isForCache: boolean): Circumstances;
  /** Sends what the worker reports to the client. */
  onreport(functions: Pick<PageFunctions, 'state' | 'event' | 'progress' | 'task' | 'items'>): void;
  /** Closes the port, and ends the worker if nobody else has it. */
  end(error: McpError): void;
}

/**
 * The page's end of a client in a worker. It rejects with the same errors as `McpClient`, and its events, progress and
 * tasks are made again from what the worker reports.
 */
export class WorkerClient extends TypedEventTarget<McpClientEventMap> implements AnyClient {
  readonly #link: WorkerLink;
  readonly #running = new Map<number, RunningCall>();
  /** Whether the page listens to these events, as far as the worker was told. */
  readonly #isListening = new Map<EventName, boolean>();
  #state: ClientState;
  #lastKey = 0;
  #closing: Promise<void> | undefined;

  /** Made by `connectInWorker`. */
  constructor(link: WorkerLink) {
    super();
    this.#link = link;
    this.#state = link.state;
    link.onreport({
      state: (state) => (this.#state = state),
      event: (name, data) => this.#fire(name, data),
      progress: (key, progress) => this.#running.get(key)?.onprogress?.(progress),
      task: (key, state) => this.#hearOfTask(key, state),
      items: (key, list, items) => this.#collect(key, list, items),
    });
  }

  get server(): ServerInfo {
    return this.#state.server;
  }

  get revision(): Revision {
    return this.#state.revision;
  }

  get era(): Era {
    return this.#state.era;
  }

  get excludedTools(): ReadonlyMap<string, string> {
    return this.#state.excludedTools;
  }

  tools(options?: ReadOptions): AsyncGenerator<Tool, void, undefined> {
    return paginate<Tool, 'tools'>((page) => this.listTools({ ...options, ...page }), 'tools', this.#session);
  }

  prompts(options?: ReadOptions): AsyncGenerator<Prompt, void, undefined> {
    return paginate<Prompt, 'prompts'>((page) => this.listPrompts({ ...options, ...page }), 'prompts', this.#session);
  }

  resources(options?: ReadOptions): AsyncGenerator<Resource, void, undefined> {
    return paginate<Resource, 'resources'>(
      (page) => this.listResources({ ...options, ...page }),
      'resources',
      this.#session,
    );
  }

  resourceTemplates(options?: ReadOptions): AsyncGenerator<ResourceTemplate, void, undefined> {
    return paginate<ResourceTemplate, 'resourceTemplates'>(
      (page) => this.listResourceTemplates({ ...options, ...page }),
      'resourceTemplates',
      this.#session,
    );
  }

  listTools(options?: ListOptions): Promise<ListToolsResult> {
    return this.#call('listTools', [], options);
  }

  listPrompts(options?: ListOptions): Promise<ListPromptsResult> {
    return this.#call('listPrompts', [], options);
  }

  listResources(options?: ListOptions): Promise<ListResourcesResult> {
    return this.#call('listResources', [], options);
  }

  listResourceTemplates(options?: ListOptions): Promise<ListResourceTemplatesResult> {
    return this.#call('listResourceTemplates', [], options);
  }

  callTool(name: string, args: JsonObject = {}, options?: ToolCallOptions): Promise<CallToolResult> {
    return this.#call('callTool', [name, args], options);
  }

  resumeTask(taskId: string, options?: TaskOptions): Promise<CallToolResult> {
    return this.#call('resumeTask', [taskId], options);
  }

  getPrompt(name: string, args: Record<string, string> = {}, options?: CallOptions): Promise<GetPromptResult> {
    return this.#call('getPrompt', [name, args], options);
  }

  readResource(uri: string, options?: ReadOptions): Promise<ReadResourceResult> {
    return this.#call('readResource', [uri], options);
  }

  complete(
    reference: { prompt: string } | { template: string },
    argument: { name: string; value: string },
    options?: CompleteOptions,
  ): Promise<Completion> {
    return this.#call('complete', [reference, argument], options);
  }

  subscribe(uri: string): Promise<void> {
    return this.#call('subscribe', [uri]);
  }

  unsubscribe(uri: string): Promise<void> {
    return this.#call('unsubscribe', [uri]);
  }

  ping(options?: CallOptions): Promise<void> {
    return this.#call('ping', [], options);
  }

  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    return this.#call('setLogLevel', [level], options);
  }

  rootsChanged(): Promise<void> {
    return this.#call('rootsChanged', []);
  }

  request(method: string, params: JsonObject = {}, options?: CallOptions): Promise<JsonObject> {
    return this.#call('request', [method, params], options);
  }

  /** Closes the connection, and ends the worker unless it is the page's own. Open requests reject with `closed`. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    // The worker may be gone already, and not every browser says so.
    const signal = AbortSignal.timeout(CLOSE_MS);
    try {
      await this.#call('close', [], { signal });
    } catch (error) {
      if (!signal.aborted && !(error instanceof McpError && error.code === 'closed')) throw error;
    } finally {
      this.#link.end(new McpError('closed', 'The client was closed.'));
    }
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  protected override onlisten(type: string): void {
    if (isEventName(type) && !this.#isListening.get(type)) this.#tellListening(type, true);
  }

  #tellListening(name: EventName, isListening: boolean): void {
    this.#isListening.set(name, isListening);
    this.#link.calls.report(isListening ? 'listen' : 'ignore', name);
    this.#link.calls.flush();
  }

  #fire<Name extends EventName>(name: Name, data: EventData[Name]): void {
    const isListening = this.#isListening.get(name);
    if (isListening) this.dispatchEvent(fromEventData(name, data));
    // Events without a listener cost the page time for nothing.
    else if (isListening === undefined) this.#tellListening(name, false);
  }

  #collect(key: number, list: string, items: readonly unknown[]): void {
    const lists = this.#running.get(key)?.lists;
    const collected = lists?.get(list);
    if (collected) collected.push(...items);
    else lists?.set(list, [...items]);
  }

  #hearOfTask(key: number, state: TaskState): void {
    const call = this.#running.get(key);
    if (!call) return;
    if (call.task) {
      call.task.state = state;
      return void call.task.handle.dispatchEvent(new Event('statuschange'));
    }
    const { calls } = this.#link;
    const task: NonNullable<RunningCall['task']> = {
      state,
      handle: new McpTask({
        state: () => task.state,
        cancel: () => calls.call('cancelTask', [key]),
        detach: () => {
          calls.report('detachTask', key);
          calls.flush();
        },
      }),
    };
    call.task = task;
    call.onTask?.(task.handle);
  }

  get #session(): Pick<ClientState, 'era' | 'generation'> {
    const state = (): ClientState => this.#state;
    return {
      get era() {
        return state().era;
      },
      get generation() {
        return state().generation;
      },
    };
  }

  async #call<Method extends ClientMethod>(
    method: Method,
    args: readonly unknown[],
    { signal, onprogress, onTask, ...options }: ToolCallOptions = {},
  ): Promise<Awaited<ReturnType<McpClient[Method]>>> {
    const { calls } = this.#link;
    const wasEnded = calls.ended;
    const key = ++this.#lastKey;
    const running: RunningCall = { onprogress, onTask, lists: new Map() };
    this.#running.set(key, running);
    try {
      const result = await calls.call(
        'callMethod',
        [
          key,
          {
            method,
            args: JSON.stringify(args),
            options,
            wantsProgress: onprogress !== undefined,
            wantsTask: onTask !== undefined,
            circumstances: this.#link.circumstances(this.era === 'modern' && CACHED.has(method)),
          },
        ],
        signal,
      );
      // The worker has checked it, with the guards that the client has in a page.
      return addLists(result, running.lists) as Awaited<ReturnType<McpClient[Method]>>;
    } catch (error) {
      // The worker cannot tell anymore what became of the call.
      const isCutOff = !wasEnded && error === calls.ended && runsSomething(method, args);
      throw isCutOff ? asSent(error, { taskId: running.task?.state.taskId }) : error;
    } finally {
      this.#running.delete(key);
    }
  }
}

function runsSomething(method: ClientMethod, [name]: readonly unknown[]): boolean {
  return method === 'callTool' || method === 'resumeTask' || (method === 'request' && !isRepeatable(String(name)));
}

/** The result with the items that came before it. */
function addLists(result: unknown, lists: ReadonlyMap<string, unknown[]>): unknown {
  return lists.size > 0 ? { ...Object(result), ...Object.fromEntries(lists) } : result;
}
