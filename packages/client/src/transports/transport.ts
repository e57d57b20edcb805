/** How messages travel. A session knows what to say, a transport how to get it there. */
import type { McpError } from '../errors.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Call, Exchange } from '../session/exchange.ts';

/** For revisions that open a session. */
export interface SessionTransport {
  /** Sends a request and resolves when its answer is in the call's sink, or when nothing more can come. */
  transmit(call: Call, message: string): Promise<void>;
  /** Sends a message that has no answer. */
  post(message: string): Promise<void>;
  /** The handshake is done: later messages name the revision where it wants that. */
  agree(revision: Revision): void;
  /** Hears what the server says on its own account. */
  listen(): void;
  /** Forgets the handshake, so that there can be another one. */
  reset(): void;
  close(): Promise<void>;
}

/** What a transport finds out about its session. */
export interface SessionTransportEvents {
  /** The stream for what the server says on its own account was away: something may have been missed. */
  onmissed(): void;
  /** What was heard so far is refused from now on; or, where the error is `network`, the server is not reached for now. */
  onchangeslost: (error: McpError) => void;
  /** The server does not know the session any more. */
  onforgotten(): void;
  /** The connection is gone, and the session with it. */
  onend: (error: McpError) => void;
}

/** For revisions in which every request stands alone. */
export interface RequestTransport {
  /** Sends a request and resolves when its answer is in the call's sink, or when nothing more can come. */
  transmit(call: Call, method: string, params: JsonObject, headers: Record<string, string> | undefined): Promise<void>;
  /** Tells the server that nobody waits for this call any more, where ending its stream does not say so. */
  cancel?(call: Call, reason: string): void;
  /** Whether what is sent has headers, in which arguments can be repeated. */
  readonly hasHeaders: boolean;
  close?(): void;
}

export type MakeSessionTransport = (exchange: Exchange, events: SessionTransportEvents) => SessionTransport;

/** The ways to one server. */
export interface Transports {
  /** `onend` hears that the connection is gone, where there is one. */
  modern(exchange: Exchange, onend: (error: McpError) => void): RequestTransport;
  /** Loaded only for servers that need it. */
  legacy(): Promise<MakeSessionTransport>;
  /** HTTP+SSE of 2024-11-05, tried where nobody takes a POST. */
  oldest?(): Promise<MakeSessionTransport>;
  /** When a request last waited for the user, by `performance.now()`, where requests can. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
}
