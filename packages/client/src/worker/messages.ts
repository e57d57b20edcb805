/** What a page and its worker call of each other. */
import type { McpClient } from '../client/client.ts';
import type { ConnectOptions } from '../client/connect-options.ts';
import type { TraceContext } from '../client/trace.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { ElicitationFormParams, ElicitationUrlParams, SamplingParams } from '../protocol/request-types.ts';
import type { TaskState } from '../protocol/task-guards.ts';
import type { Progress, ServerInfo } from '../protocol/types.ts';
import type { EventData, EventName } from './event-data.ts';
import type { Served } from './port-calls.ts';

/** The message with which a page gives a worker the port of a new client. */
export const OPENING = 'mcp-web: run a client';

/** The methods of a client that answer with a promise. */
export type ClientMethod = {
  [Name in keyof McpClient & string]: McpClient[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof McpClient & string];

/** Headers as pairs. */
export type HeaderPairs = [name: string, value: string][];

/** What the page's functions for `principal` and `headers` return now. */
export interface Circumstances {
  readonly principal: string | undefined;
  /** Absent when the page's function failed, or nobody needs them. */
  readonly headers: HeaderPairs | undefined;
}

/** What to connect to, and how. */
export interface Opening {
  readonly url: string;
  readonly settings: Pick<
    ConnectOptions,
    'clientInfo' | 'revision' | 'tasks' | 'trustAnnotations' | 'timeoutMs' | 'maxTimeoutMs'
  > & {
    readonly principal?: string;
  };
  /** The `headers` option, if it is not a function. */
  readonly headers: HeaderPairs | undefined;
  readonly relay: string | undefined;
  /** Whether requests have to go by the page. */
  readonly isSentByPage: boolean;
  /** Which other options the page has. Their functions stay there. */
  readonly has: {
    readonly auth: boolean;
    readonly headers: boolean;
    readonly principal: boolean;
    readonly store: boolean;
    readonly trace: boolean;
    readonly form: boolean;
    readonly url: boolean;
    readonly createMessage: boolean;
    readonly supportsTools: boolean;
    readonly roots: boolean;
  };
  readonly circumstances: Circumstances;
}

/** What the page knows of a client without asking. */
export interface ClientState {
  readonly server: ServerInfo;
  readonly revision: Revision;
  readonly era: Era;
  readonly generation: number | undefined;
  readonly excludedTools: ReadonlyMap<string, string>;
}

export interface MethodCall {
  readonly method: ClientMethod;
  /** The arguments before the options, as JSON: a port changes values in other ways than JSON. */
  readonly args: string;
  /** The options that are not functions. */
  readonly options: object;
  readonly wantsProgress: boolean;
  readonly wantsTask: boolean;
  readonly circumstances: Circumstances;
}

export interface RequestData {
  readonly url: string;
  readonly init: Omit<RequestInit, 'headers' | 'signal'> & { readonly headers: HeaderPairs };
}

export interface ResponseHead {
  readonly status: number;
  readonly type: ResponseType;
  readonly headers: HeaderPairs;
}

/** The functions of the worker. A `key` names a call of the page while it runs. */
export interface WorkerFunctions {
  connect(opening: Opening, served: Served): Promise<ClientState>;
  /** The page no longer wants the client, which it may never have got. */
  abandon(): void;
  callMethod(key: number, call: MethodCall, served: Served): Promise<unknown>;
  /** The page has a listener for these events. */
  listen(name: EventName): void;
  /** The page has no listener for these events. */
  ignore(name: EventName): void;
  cancelTask(key: number): Promise<void>;
  detachTask(key: number): void;
  /** Sends a request, and stores the response under the id that it returns. */
  send(request: RequestData, served: Served): Promise<ResponseHead & { id: number; hasBody: boolean }>;
  readBody(id: number, served: Served): MessagePort | undefined;
  dropBody(id: number): void;
  /** How long ago a request last waited for the user, in ms. */
  waitedForUser(agoMs: number): void;
}

/** The functions of the page. Answers of handlers are JSON. */
export interface PageFunctions {
  /** The worker has received its port. */
  started(): void;
  state(state: ClientState): void;
  event<Name extends EventName>(name: Name, data: EventData[Name]): void;
  progress(key: number, progress: Progress): void;
  task(key: number, state: TaskState): void;
  /** A part of a list that is too long for one message. The rest follows. */
  items(key: number, list: string, items: readonly unknown[]): void;
  /** Sends a request as the page's options want it. The response is the page's own, or one that the worker stored. */
  fetch(
    request: RequestData,
    served: Served,
  ): Promise<{ circumstances: Circumstances } & ({ storedAs: number } | (ResponseHead & { body: MessagePort | null }))>;
  form(params: ElicitationFormParams, served: Served): Promise<string>;
  url(params: ElicitationUrlParams, visit: number | undefined, served: Served): Promise<string>;
  visitCompleted(visit: number): void;
  createMessage(params: SamplingParams, served: Served): Promise<string>;
  roots(served: Served): Promise<string>;
  trace(): Promise<TraceContext | undefined>;
  getStored(key: string): Promise<unknown>;
  setStored(key: string, value: unknown): Promise<void>;
  deleteStored(key: string): Promise<void>;
}
