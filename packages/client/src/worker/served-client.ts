/** A client in a worker, which does what its page calls. */
import type { McpClient } from '../client/client.ts';
import { connectThrough } from '../client/connect.ts';
import type { ConnectOptions } from '../client/connect-options.ts';
import type { ServerRequestHandlers } from '../client/requests/handlers.ts';
import type { McpTask, TaskOptions } from '../client/tasks/task.ts';
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { TaskState } from '../protocol/task-guards.ts';
import type { Session } from '../session/session.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import { Reconnection } from '../transports/reconnection.ts';
import { httpTransports } from '../transports/stateless-http.ts';
import { newContact } from '../wire/http.ts';
import { throughRelay } from '../wire/through-relay.ts';
import { EVENT_NAMES, type EventName, toEventData } from './event-data.ts';
import type { Circumstances, ClientState, MethodCall, Opening, PageFunctions, WorkerFunctions } from './messages.ts';
import { PortCalls, type Served } from './port-calls.ts';
import { WorkerFetch } from './worker-fetch.ts';

/** How many items of a list one message has, so that it is a short task of the page. */
const PIECE = 256;

export class ServedClient {
  readonly #page: PortCalls<PageFunctions>;
  readonly #fetch: WorkerFetch;
  readonly #tasks = new Map<number, McpTask>();
  readonly #forwarding = new Map<EventName, AbortController>();
  #client: McpClient | undefined;
  #session: Session | undefined;
  /** What the page knows. */
  #told: readonly unknown[] = [];
  #circumstances: Circumstances = { principal: undefined, headers: undefined };
  #waitedForUserAt: number | undefined;
  #lastVisit = 0;
  #isAbandoned = false;

  /** @param port leads to the page */
  constructor(port: MessagePort) {
    this.#page = new PortCalls<PageFunctions>(port, this.#functions());
    this.#fetch = new WorkerFetch(this.#page, (circumstances) => (this.#circumstances = circumstances));
    this.#page.report('started');
    this.#page.flush();
  }

  #functions(): WorkerFunctions {
    return {
      connect: (opening, { signal }) => this.#connect(opening, signal),
      abandon: () => {
        this.#isAbandoned = true;
        this.#closeAbandoned();
      },
      callMethod: (key, call, served) => this.#callMethod(key, call, served),
      listen: (name) => this.#forward(name),
      ignore: (name) => {
        this.#forwarding.get(name)?.abort();
        this.#forwarding.delete(name);
      },
      cancelTask: async (key) => this.#tasks.get(key)?.cancel(),
      detachTask: (key) => this.#tasks.get(key)?.detach(),
      send: (request, served) => this.#fetch.functions.send(request, served),
      readBody: (id, served) => this.#fetch.functions.readBody(id, served),
      dropBody: (id) => this.#fetch.functions.dropBody(id),
      waitedForUser: (agoMs) => (this.#waitedForUserAt = performance.now() - agoMs),
    };
  }

  async #connect(opening: Opening, signal: AbortSignal): ReturnType<WorkerFunctions['connect']> {
    const { has, isSentByPage, headers } = opening;
    const url = new URL(opening.url);
    const relay = opening.relay === undefined ? undefined : new URL(opening.relay);
    this.#circumstances = opening.circumstances;
    const direct = (...request: Parameters<typeof fetch>): Promise<Response> => fetch(...request);
    const endpoint = {
      url,
      fetch: isSentByPage
        ? (...request: Parameters<typeof fetch>) => this.#fetch.fetch(...request)
        : relay
          ? throughRelay(relay, direct)
          : direct,
      ...(relay && { relay }),
      ...(headers && { headers: () => headers }),
      ...(has.auth && { waitedForUserAt: () => this.#waitedForUserAt }),
      contact: newContact(),
    };
    const { client, session } = await connectThrough(
      ({ timeoutMs }) => httpTransports(endpoint, timeoutMs, new Reconnection(relay ?? url)),
      { ...opening.settings, signal, headers, ...this.#optionsOf(has), ...this.#handlersOf(has) },
      url,
    );
    this.#client = client;
    this.#session = session;
    this.#closeAbandoned();
    // `listchange` is not among them: the first listener opens a stream.
    for (const name of EVENT_NAMES) if (name !== 'listchange') this.#forward(name);
    return this.#state(client, session);
  }

  #closeAbandoned(): void {
    if (!this.#isAbandoned) return;
    this.#client?.close().catch(() => {});
    this.#fetch.close();
  }

  /** The options that are functions, and are called in the page. */
  #optionsOf(has: Opening['has']): ConnectOptions {
    const page = this.#page;
    const store: KeyValueStore = {
      get: (key) => page.call('getStored', [key]),
      set: (key, value) => page.call('setStored', [key, value]),
      delete: (key) => page.call('deleteStored', [key]),
    };
    return {
      ...(has.store && { store }),
      ...(has.trace && { trace: () => page.call('trace', []) }),
      ...(has.principal && { principal: () => this.#circumstances.principal }),
      // Only whose answers are cached depends on these two: the page adds them to the requests.
      ...(has.headers && { headers: () => this.#ownHeaders() }),
      ...(has.auth && { auth: { authorize: (_server, send) => send } }),
    };
  }

  #ownHeaders(): HeadersInit {
    const { headers } = this.#circumstances;
    if (!headers) throw new McpError('invalid-argument', 'The `headers` option cannot be read.');
    return headers;
  }

  #handlersOf(has: Opening['has']): ServerRequestHandlers {
    const page = this.#page;
    const form: NonNullable<ServerRequestHandlers['elicitation']>['form'] = async (params, { signal }) =>
      JSON.parse(await page.call('form', [params], signal));
    const url: NonNullable<ServerRequestHandlers['elicitation']>['url'] = async (params, { signal, completed }) => {
      const visit = completed && ++this.#lastVisit;
      if (visit !== undefined)
        void completed?.then(() => {
          page.report('visitCompleted', visit);
        });
      return JSON.parse(await page.call('url', [params, visit], signal));
    };
    return {
      ...((has.form || has.url) && { elicitation: { ...(has.form && { form }), ...(has.url && { url }) } }),
      ...(has.createMessage && {
        sampling: {
          createMessage: async (params, { signal }) => JSON.parse(await page.call('createMessage', [params], signal)),
          supportsTools: has.supportsTools,
        },
      }),
      ...(has.roots && { roots: async ({ signal }) => JSON.parse(await page.call('roots', [], signal)) }),
    };
  }

  async #callMethod(key: number, call: MethodCall, { signal }: Served): Promise<unknown> {
    const client = this.#client;
    if (!client) throw new McpError('closed', 'The client is not connected.');
    this.#circumstances = call.circumstances;
    const page = this.#page;
    const options: TaskOptions = {
      ...call.options,
      signal,
      ...(call.wantsProgress && { onprogress: (progress) => page.report('progress', key, progress) }),
      ...(call.wantsTask && { onTask: (task) => this.#follow(key, task) }),
    };
    try {
      const args: unknown[] = JSON.parse(call.args);
      const result: unknown = await Reflect.apply(client[call.method], client, [...args, options]);
      return this.#sendPieces(key, result);
    } finally {
      this.#tasks.delete(key);
      if (call.method === 'close') this.#fetch.close();
      this.#tellState();
    }
  }

  #follow(key: number, task: McpTask): void {
    const tell = (): void => this.#page.report('task', key, stateOf(task));
    this.#tasks.set(key, task);
    task.addEventListener('statuschange', tell);
    tell();
  }

  /** Sends long lists piece by piece, and returns the rest of the result. */
  #sendPieces(key: number, result: unknown): unknown {
    if (!isObject(result)) return result;
    const rest = { ...result };
    for (const [name, list] of Object.entries(result)) {
      if (!Array.isArray(list) || list.length <= PIECE) continue;
      for (let start = 0; start < list.length; start += PIECE) {
        this.#page.report('items', key, name, list.slice(start, start + PIECE));
        this.#page.flush();
      }
      rest[name] = [];
    }
    return rest;
  }

  #forward(name: EventName): void {
    const client = this.#client;
    if (!client || this.#forwarding.has(name)) return;
    const controller = new AbortController();
    this.#forwarding.set(name, controller);
    client.addEventListener(
      name,
      (event) => {
        this.#tellState();
        this.#page.report('event', name, toEventData(name, event));
      },
      { signal: controller.signal },
    );
  }

  #state({ server, revision, era, excludedTools }: McpClient, { generation }: Session): ClientState {
    this.#told = [server, revision, generation, ...[...excludedTools].flat()];
    return { server, revision, era, generation, excludedTools };
  }

  /** A stored server may turn out to be another one, and a session may be opened again. */
  #tellState(): void {
    const client = this.#client;
    const session = this.#session;
    if (!client || !session) return;
    const told = this.#told;
    const state = this.#state(client, session);
    if (this.#told.length !== told.length || this.#told.some((value, index) => value !== told[index]))
      this.#page.report('state', state);
  }
}

function stateOf(task: McpTask): TaskState {
  const {
    id: taskId,
    status,
    statusMessage,
    createdAt,
    lastUpdatedAt,
    ttlMs,
    pollIntervalMs,
    immediateResponse,
  } = task;
  const said = { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, immediateResponse };
  return { ...said, inputRequests: undefined, result: undefined, error: undefined };
}
