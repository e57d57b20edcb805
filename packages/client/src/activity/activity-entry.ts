/** What a recorder has noted: messages, and the HTTP exchanges that carried them. */

/**
 * How far it is: `pending` until the answer has come, `done`, `error` when the answer is an error or the tool says that
 * it failed, `failed` when no answer came because HTTP or the network failed, `cancelled` by the page.
 */
export type ActivityState = 'pending' | 'done' | 'error' | 'failed' | 'cancelled';

/** A header, with its name in lower case. */
export type RecordedHeader = readonly [name: string, value: string];

/** One event of an event stream. */
export interface RecordedStreamEvent {
  /** When it arrived, in ms after the request was sent. */
  readonly afterMs: number;
  readonly type: string;
  /** The id that a resumed stream names. */
  readonly eventId?: string | undefined;
  /** How long its data is, in characters. */
  readonly length: number;
  /** The beginning of its data, if that is no message. */
  readonly data?: string | undefined;
  /** The entry that has the message. */
  readonly entryId?: number | undefined;
}

/** One HTTP request and what came of it, without secrets. */
export interface HttpExchange {
  readonly id: number;
  /** When it was sent, in ms since the epoch. */
  readonly time: number;
  readonly method: string;
  readonly url: string;
  /** The relay that sent it. */
  readonly relay?: string | undefined;
  readonly requestHeaders: readonly RecordedHeader[];
  /** Absent until the server answers, and when it does not. */
  readonly status?: number | undefined;
  /** Those that the server lets the page read. */
  readonly responseHeaders: readonly RecordedHeader[];
  /** When the head of the answer came, and when the answer ended, in ms after the request was sent. */
  readonly headAfterMs?: number | undefined;
  readonly endAfterMs?: number | undefined;
  /** `open` while the answer may go on; `cancelled` by the page. */
  readonly end: 'open' | 'ended' | 'cancelled' | 'failed';
  /** Why it failed, as the browser says it. */
  readonly error?: string | undefined;
  /** How many bytes of the answer the page has read. */
  readonly bytes: number;
  /** The latest events of an event stream. */
  readonly events: readonly RecordedStreamEvent[];
  /** How many there were. */
  readonly eventCount: number;
  /** The beginning of an answer that is no message. */
  readonly text?: string | undefined;
}

/** A message with its answer, or an HTTP exchange that sent no message. */
export interface ActivityEntry {
  /** Grows by one with each entry. */
  readonly id: number;
  /** When it was sent or came, in ms since the epoch. */
  readonly time: number;
  /** The URL of the server, without secrets. */
  readonly server: string;
  /** The id that the host gave it. It is in no file. */
  readonly serverId?: string | undefined;
  readonly direction: 'sent' | 'received';
  /** `http`: a stream that was opened, or a session that was ended. */
  readonly kind: 'request' | 'notification' | 'http';
  /** Of JSON-RPC, or of HTTP. */
  readonly method: string;
  /** The tool or prompt, or the URI of the resource. */
  readonly name?: string | undefined;
  readonly requestId?: string | number | undefined;
  readonly state: ActivityState;
  /** How long the answer took, in ms. */
  readonly durationMs?: number | undefined;
  /** How long the message and its answer are, in characters. */
  readonly length: number;
  /** The message as JSON, without secrets. Absent if it was too long to keep. */
  readonly message?: string | undefined;
  /** So is the answer. */
  readonly answer?: string | undefined;
  /** What carried the message. Absent where there is no HTTP. */
  readonly exchange?: HttpExchange | undefined;
  /** What carried the answer, if that is another. */
  readonly answerExchange?: HttpExchange | undefined;
}

/** What is recorded, as it was at one moment. Entries whose answer is still to come change until it does. */
export interface ActivitySnapshot {
  /** Oldest first. */
  readonly entries: readonly ActivityEntry[];
  /** How many older ones were dropped to make room. */
  readonly dropped: number;
  /** How many were removed because a user signed out, or by `clear()`. */
  readonly removed: number;
  /** How often an entry was added or changed. */
  readonly changes: number;
}

/** A type without `readonly`, for what fills it in. */
export type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
