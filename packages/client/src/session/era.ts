/** What both eras have in common, so that everything above need not know which one it talks to. */
import type { McpError } from '../errors.ts';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import type { Era, Revision } from '../protocol/versions.ts';
import type { CallOptions } from './call-options.ts';
import type { Links } from './link.ts';

/** Which changes at the server the page wants to hear of. */
export interface Interest {
  /** Tools, prompts and resources coming and going. */
  readonly lists: boolean;
  /** Resources whose contents change. */
  readonly uris: readonly string[];
}

/** A negotiated connection to one server. */
export interface Session {
  readonly era: Era;
  readonly revision: Revision;
  readonly server: ServerInfo;
  /** Whether the arguments that a tool names are repeated in headers. */
  readonly usesHeaders: boolean;
  /** Sends a request and resolves with its result as it came. `headers` go along in the modern era. */
  request(method: string, params: JsonObject, options?: CallOptions, headers?: Record<string, string>): Promise<JsonObject>;
  setLogLevel(level: LogLevel, options?: CallOptions): Promise<void>;
  /** Hears of these changes from now on, and of no others. They arrive as notifications. */
  setInterest(interest: Interest): Promise<void>;
  close(): Promise<void>;
}

/** What a session needs to know, and whom it tells. */
export interface SessionContext {
  readonly links: Links;
  readonly clientInfo: Implementation;
  /** Exactly what `onrequest` answers. */
  readonly capabilities: ClientCapabilities;
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  onnotification(method: string, params: JsonObject): void;
  /** Answers a question of the server. What it throws is told to the server where the era has a way to. */
  onrequest(method: string, params: JsonObject, options: { signal: AbortSignal }): Promise<JsonObject>;
  /** Changes may have gone unheard: whatever was fetched before may be out of date. */
  onmissed(interest: Interest): void;
  /** Changes are not heard any more, though the session goes on. */
  onchangeslost(error: McpError): void;
  /** The session ended although nobody closed it. */
  onlost(error: McpError): void;
}

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' } as const;
