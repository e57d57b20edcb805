/** How messages travel. A session knows what to say, a link how to get it there. */
import type { McpError } from '../errors.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { Revision } from '../protocol/versions.ts';
import type { Call, Exchange } from './exchange.ts';

/** For revisions that open a session. */
export interface SessionLink {
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

/** What a link finds out about its session. */
export interface SessionLinkEvents {
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
export interface RequestLink {
  /** Sends a request and resolves when its answer is in the call's sink, or when nothing more can come. */
  transmit(call: Call, method: string, params: JsonObject, headers: Record<string, string> | undefined): Promise<void>;
  /** Tells the server that nobody waits for this call any more, where ending its stream does not say so. */
  cancel?(call: Call, reason: string): void;
  /** Whether what is sent has headers, in which arguments can be repeated. */
  readonly hasHeaders: boolean;
  close?(): void;
}

export type MakeSessionLink = (exchange: Exchange, events: SessionLinkEvents) => SessionLink;

/** The ways to one server. */
export interface Links {
  /** `onend` hears that the connection is gone, where there is one. */
  modern(exchange: Exchange, onend: (error: McpError) => void): RequestLink;
  /** Loaded only for servers that need it. */
  legacy(): Promise<MakeSessionLink>;
  /** HTTP+SSE of 2024-11-05, tried where nobody takes a POST. */
  oldest?(): Promise<MakeSessionLink>;
  /** When a request last waited for the user, by `performance.now()`, where requests can. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
}
