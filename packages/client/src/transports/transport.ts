/** What a transport does: a session says what to send, its transport how. */
import { HttpError, McpError } from '../errors.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Call, Exchange } from '../session/exchange.ts';
import type { Contact } from '../wire/http.ts';
import type { RequestId } from '../wire/json-rpc.ts';
import type { Places } from './places.ts';
import type { Reconnection } from './reconnection.ts';

/** The server's CORS answer does not allow headers that a request had. Later requests leave them out. */
export class HeaderRefusedError extends McpError {
  readonly names: readonly string[];
  /** Whether the server refuses requests without them. */
  readonly isNeeded: boolean;

  constructor(message: string, { names, isNeeded, cause }: HeaderRefusal) {
    super('network', message, { cause });
    this.names = names;
    this.isNeeded = isNeeded;
  }
}

/** HTTP+SSE: the address that the stream names does not take messages. The stream itself is as it should be. */
export class MessagesRefusedError extends HttpError {}

export interface HeaderRefusal extends Pick<HeaderRefusedError, 'names' | 'isNeeded'> {
  readonly cause: unknown;
}

/** Where a call of a session was sent, and as what. */
export interface CallPlace {
  readonly sessionId: string;
  readonly revision: Revision;
  readonly requestId: number;
}

/** Where the answer to a call of an earlier page goes on. */
export interface ResumedPlace extends CallPlace {
  readonly lastEventId: string;
}

/** Takes notes of a call, by which a later page can go on with it. */
export interface CallNotes {
  /** Nothing is sent before this resolves. */
  onsend(place: CallPlace): Promise<void>;
  /** An event with this id has come on the stream of the call. */
  onid(eventId: string): void;
  /** That event was a request of the server. */
  onask(requestId: RequestId): void;
  /** The server has the answer to its request. */
  onanswer(requestId: RequestId): void;
}

/** Carries the messages of a legacy session. */
export interface SessionTransport {
  /** Sends a request, and resolves when its answer is in the call's sink, or when none can come anymore. */
  transmit(call: Call, message: string, notes?: CallNotes): Promise<void>;
  /** What the browser's few connections for the server are budgeted with. */
  readonly places?: Places;
  /**
   * Whether the stream for what the server sends unasked is to be open; without this, it is. Resolves with whether it is
   * open, when the server has said so.
   */
  setStream?(isWanted: boolean): Promise<boolean>;
  /** Whether that stream is open. Absent where messages always arrive. */
  readonly isListening?: boolean;
  /** Waits a little for that stream, if it is wanted. */
  opening?(): Promise<void>;
  /** An answer of the page to the server's request has been sent. */
  answered?(requestId: RequestId): void;
  /** Uses the session of an earlier page, in which this call was sent. */
  adopt?(place: CallPlace): void;
  /** Goes on with that call. Resolves like `transmit`. */
  resume?(call: Call, place: ResumedPlace, notes: CallNotes): Promise<void>;
  /**
   * Sends a message that has no answer.
   *
   * @param timeoutMs how long the server may take to accept it, in ms
   */
  post(message: string, timeoutMs?: number): Promise<void>;
  /** The handshake is over: from now on, messages name the revision, if it wants that. */
  agree(revision: Revision): void;
  /**
   * Starts to receive what the server sends unasked.
   *
   * @param notified settles when the server knows that the handshake is over, or could not be told
   */
  listen(notified: Promise<void>): void;
  /** Whether the server may have been restarted: the stream for what it sends unasked broke or was closed since it answered. */
  readonly isInterrupted?: boolean;
  /**
   * Finds out whether the session works as it was agreed on, and waits for that where it is doubtful.
   *
   * @param posted settles when the server has taken the end of the handshake, or has not
   * @throws {HeaderRefusedError} if the CORS answer does not allow a header that the revision has, or that the server needs
   * @throws {McpError} if every later message would be refused too
   */
  confirm?(posted: Promise<void>): Promise<void>;
  /** Forgets the handshake, so that there can be another. */
  reset(): void;
  close(): Promise<void>;
}

/** What a transport reports of its session. */
export interface SessionTransportEvents {
  /** The stream for what the server sends unasked was interrupted: the client may have missed something. */
  onmissed: () => void;
  /**
   * The server refuses the stream on which it announced changes; or, if the error is `network` or `timeout`, it cannot be
   * reached for now.
   */
  onchangeslost: (error: McpError) => void;
  /** The server never opened that stream, and did not say that it has none. */
  onrefused: (error: McpError) => void;
  /** Asks whether the server is there, because its stream is silent. Rejects if it is not. */
  probe: () => Promise<void>;
  /** Whether somebody needs that stream while nobody sees the page. */
  inHiddenPage: () => boolean;
  /** The server no longer knows the session. */
  onforgotten: () => void;
  /** The connection is gone, and the session with it. */
  onend: (error: McpError) => void;
}

/** A request of the modern era. */
export interface ModernRequest {
  readonly method: string;
  /** Complete, with all that the library adds. */
  readonly params: JsonObject;
  /** As `params` says it too. */
  readonly revision: Revision;
  /** Headers that repeat arguments. */
  readonly headers?: Record<string, string> | undefined;
}

/** Carries the requests of the modern era, each of which stands alone. */
export interface RequestTransport {
  /** Sends a request, and resolves when its answer is in the call's sink, or when none can come anymore. */
  transmit(call: Call, request: ModernRequest): Promise<void>;
  /** Tells the server that nobody waits for this call anymore, if the end of its stream does not say so. */
  cancel?(call: Call, reason: string): void;
  /** Whether requests have headers, which can repeat arguments. */
  readonly hasHeaders: boolean;
  close?(): void;
}

export type MakeSessionTransport = (exchange: Exchange, events: SessionTransportEvents) => SessionTransport;

/** The transports that lead to one server. */
export interface Transports {
  /** Decides when whatever waits for the server tries again. */
  readonly reconnection: Reconnection;
  /** @param onend is called when the connection is gone, if there is one */
  modern(exchange: Exchange, onend: (error: McpError) => void): RequestTransport;
  /**
   * Finds out which of these headers the server's CORS answer does not allow. Later requests do not have them.
   *
   * @returns those that were found
   */
  leaveOut?(names: readonly string[]): Promise<readonly string[]>;
  /** Which of the page's own headers the server's CORS answer does not allow. They are not left out. */
  findRefusedOwn?(): Promise<readonly string[]>;
  /** Which headers are left out, and who hears of it. */
  readonly contact?: Pick<Contact, 'refusedHeaders' | 'onrefused'> | undefined;
  /** Loaded only for servers that need it. */
  legacy(): Promise<MakeSessionTransport>;
  /** HTTP+SSE of 2024-11-05, for servers that do not take a POST. */
  httpSse?(): Promise<MakeSessionTransport>;
  /** When a request last waited for the user, by `performance.now()`, if requests can. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
}
