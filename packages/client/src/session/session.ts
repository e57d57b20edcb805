/** What both eras have in common, so that everything above need not know which one it talks to. */
import type { McpError } from '../errors.ts';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/revisions.ts';
import type { CallOptions, SentRequest } from './call-options.ts';
import type { Transports } from '../transports/transport.ts';

/** Which changes at the server the page wants to hear of. */
export interface Interest {
  /** Tools, prompts and resources coming and going. */
  readonly lists: boolean;
  /** Resources whose contents change. */
  readonly uris: readonly string[];
}

/** What the library itself adds to a request, beyond the options of the caller. */
export interface RequestExtras {
  /** Headers that repeat arguments. Sent in the modern era. */
  headers?: Record<string, string> | undefined;
  /** Extensions that are declared with this request and no other. Sent in the modern era. */
  extensions?: JsonObject | undefined;
  /** Types of result that these extensions add: such a result is returned as it came, with its `resultType`. */
  resultTypes?: readonly unknown[] | undefined;
  /**
   * The call may go on as a task until this aborts: progress is reported beyond the answer, and giving up is not told
   * with `notifications/cancelled` (2025-11-25).
   */
  taskUntil?: AbortSignal | undefined;
}

/** A negotiated connection to one server. */
export interface Session {
  readonly era: Era;
  readonly revision: Revision;
  readonly server: ServerInfo;
  /** The answer to `server/discover` as it came, with what it says about keeping it; absent where it was not asked. */
  readonly discovered?: JsonObject | undefined;
  /** Whether the arguments that a tool names are repeated in headers. */
  readonly usesHeaders: boolean;
  /** Sends a request and resolves with its result as it came. */
  request(method: string, params: JsonObject, options?: CallOptions, extras?: RequestExtras): Promise<JsonObject>;
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  /** Hears of these changes from now on, and of no others. They arrive as notifications. */
  setInterest(interest: Interest): Promise<void>;
  /** Says that the page's roots changed, where the era has a way to. */
  announceRoots?(): Promise<void>;
  /** How often a session was opened, where there are any. A cursor of one is worth nothing in the next. */
  readonly generation?: number | undefined;
  close(): Promise<void>;
}

/** Under what circumstances a server asks. */
export interface Question {
  readonly signal: AbortSignal;
  /** What the answer has to be in; the newest revision where it is absent. */
  readonly revision?: Revision;
  /** A call is sent again once this is answered (2025-11-25, URL elicitation required). */
  readonly isRetried?: boolean;
}

/** What a session needs to know, and whom it tells. */
export interface SessionContext {
  readonly transports: Transports;
  readonly clientInfo: Implementation;
  /** Exactly what `onrequest` answers. */
  readonly capabilities: ClientCapabilities;
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  /** `request` is there when it came on the stream of a request's answer. */
  onnotification(method: string, params: JsonObject, request?: SentRequest): void;
  /** Answers a question of the server. What it throws is told to the server where the era has a way to. */
  onrequest(method: string, params: JsonObject, question: Question): Promise<JsonObject>;
  /** Changes may have gone unheard: whatever was fetched before may be out of date. */
  onmissed(interest: Interest): void;
  /** Changes are not heard any more, though the session goes on; where the error is `network`, until the server is reached again. */
  onchangeslost(error: McpError): void;
  /** The session ended although nobody closed it. */
  onlost(error: McpError): void;
}
