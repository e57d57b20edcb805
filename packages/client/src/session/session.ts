/** What sessions of both eras have in common: the client need not know which one it has. */
import type { AnsweredInput, McpError } from '../errors.ts';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { CallOptions, SentRequest } from './exchange.ts';
import type { Deprecations } from './deprecations.ts';
import type { CallNotes, Transports } from '../transports/transport.ts';

/** The changes at the server that the page wants to hear of. */
export interface Interest {
  /** Tools, prompts and resources coming and going. */
  readonly lists: boolean;
  /** Resources whose contents change. */
  readonly uris: readonly string[];
  /** Tasks of the extension whose status changes. The server need not announce it. */
  readonly taskIds?: readonly string[];
}

/** What the library itself adds to a request, besides the options of the caller. */
export interface RequestExtras {
  /** Headers that repeat arguments, in the modern era. */
  headers?: Record<string, string> | undefined;
  /** Extensions that only this request declares, in the modern era. */
  extensions?: JsonObject | undefined;
  /** The types of result that these extensions add. Such a result is returned as it came, with its `resultType`. */
  resultTypes?: readonly unknown[] | undefined;
  /**
   * The call may go on as a task until this aborts: progress is reported after the answer too, and giving up sends no
   * `notifications/cancelled` (2025-11-25).
   */
  taskUntil?: AbortSignal | undefined;
  /** The page trusts that the request does no harm when it arrives twice. */
  isRepeatable?: boolean | undefined;
  /** The key of a tool call. What goes on with an answer of the user gets another. */
  key?: string | undefined;
  /** What the user answered in an earlier attempt, in the modern era. */
  input?: AnsweredInput | undefined;
  /** Called with what an answer was read from, before the request resolves: nothing where that is not known. */
  ontext?: ((text: string | undefined) => void) | undefined;
  /** Takes notes of the request, in a session. */
  notes?: CallNotes | undefined;
  /**
   * Called before the request is sent again, in answer to what the server asked or in a new session. When it rejects,
   * nothing more is sent.
   */
  beforeResend?: ((options: { isNewSession: boolean }) => Promise<void>) | undefined;
}

/** A negotiated connection to one server. */
export interface Session {
  readonly era: Era;
  readonly revision: Revision;
  readonly server: ServerInfo;
  /** The last answer to `server/discover` as it came, with how long it may be cached. Absent if the server was not asked. */
  readonly discovered?: JsonObject | undefined;
  /** Whether requests repeat in headers the arguments that a tool names. */
  readonly usesHeaders: boolean;
  /** Sends a request and resolves with its result as it came. */
  request(method: string, params: JsonObject, options?: CallOptions, extras?: RequestExtras): Promise<JsonObject>;
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  /** Whether the page would be told now if a list changed. */
  readonly isListening: boolean;
  /** Hears of these changes from now on, and of no others. They come as notifications. Where that takes long, it resolves before. */
  setInterest(interest: Interest): Promise<void>;
  /** Tells the server that the page's roots changed, where the era has a way to. */
  announceRoots?(): Promise<void>;
  /** How often a session was opened, where there are sessions. A cursor of one means nothing in the next. */
  readonly generation?: number | undefined;
  close(): Promise<void>;
}

/** The circumstances of a server request: elicitation, sampling or roots. */
export interface ServerRequestContext {
  /** Aborts when nobody waits for the answer anymore. */
  readonly signal: AbortSignal;
  /** The revision that the answer has to be in. */
  readonly revision: Revision;
  /** The client sends a call again as soon as this request is answered (2025-11-25, URL elicitation required). */
  readonly isRetried?: boolean;
  /** The request of the page that led to it, where that is known. */
  readonly request?: AskingRequest | undefined;
}

/** A request of the page on which the server needs something first. */
export type AskingRequest = Pick<SentRequest, 'method' | 'params'>;

/** Which tabs may share what they hear of a server. */
export interface Sharing {
  /** Who is signed in; nothing when that is not known, and nothing may be shared. */
  owner(): string | undefined;
  /** The same name in all tabs that may share, for this owner and this revision. It gives nothing away. */
  nameFor(owner: string, revision: Revision): Promise<string>;
}

/** What a session needs to know, and what it reports. */
export interface SessionContext {
  readonly transports: Transports;
  readonly clientInfo: Implementation;
  /** What `onrequest` answers, no more and no less. */
  readonly capabilities: ClientCapabilities;
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  /** Absent where tabs share nothing. */
  readonly sharing?: Sharing | undefined;
  readonly deprecations: Deprecations;
  /** `request` is there if the notification came on the stream that answers a request. */
  onnotification(method: string, params: JsonObject, request?: SentRequest): void;
  /** Answers a server request. The session tells the server of an error, where the era has a way to. */
  onrequest(method: string, params: JsonObject, request: ServerRequestContext): Promise<JsonObject>;
  /** The client may have missed changes: whatever was fetched before may be out of date. */
  onmissed(interest: Interest): void;
  /** From now on, the server announces the status of these tasks, and of no others. */
  ontasksheard(taskIds: readonly string[]): void;
  /** The session goes on without word of changes. If the error is `network`, they are heard again once the server is reached. */
  onchangeslost(error: McpError): void;
  /** The session ended, and nobody closed it. */
  onlost(error: McpError): void;
}
