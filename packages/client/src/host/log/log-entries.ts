/** The entries of a log, in pieces. A piece is dropped as a whole, so a snapshot of a million entries costs little. */
import type { LogLevel } from '../../protocol/types.ts';
import type { SentRequest } from '../../session/exchange.ts';

/**
 * What an entry is about. Servers write `log` entries; the page writes all others.
 *
 * - `log`: a server logged it
 * - `call`: the page sent a request, or it was answered or failed
 * - `decision`: the user or a policy allowed or denied something
 * - `sign-in`: the user signed in or out, or could not, their session ended, or they were asked to grant a server more
 *   scopes
 */
export type LogKind = 'log' | 'call' | 'decision' | 'sign-in';

/** The request that an entry belongs to. */
export interface LogRequest {
  /** The request's id on its connection, or one of the page; the same in all entries about it. */
  readonly id: string | number;
  /** `tools/call`, for example. */
  readonly method: string;
  /** The tool or prompt, or the URI of the resource. */
  readonly name?: string | undefined;
}

/** One line of a host's log. */
export interface LogEntry {
  /** Grows by one with each entry. */
  readonly id: number;
  /** When it arrived, in ms since the epoch. */
  readonly time: number;
  readonly kind: LogKind;
  readonly serverId: string;
  /** What the server called itself at the time. */
  readonly serverName: string;
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  /** Any JSON value. */
  readonly data: unknown;
  /** The request that the server was answering when it logged this, where that is known. */
  readonly request?: LogRequest | undefined;
}

/** An entry to append. Its kind is `log` and its level `info` by default. */
export type NewLogEntry = Omit<LogEntry, 'id' | 'time' | 'kind' | 'level'> & Partial<Pick<LogEntry, 'kind' | 'level'>>;

/** Consecutive entries: their ids have no gaps. */
export interface Piece {
  readonly firstId: number;
  readonly entries: LogEntry[];
  bytes: number;
}

/**
 * The entries of a log as they were at one moment, oldest first. It does not change: it still has what the log drops
 * later.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const entries = new McpHost().log.getSnapshot();
 * for (const { level, data } of entries) console.log(level, data);
 * console.log(entries.at(-1)?.serverName, entries.length);
 * ```
 */
export class LogEntries implements Iterable<LogEntry> {
  readonly length: number;
  /** The id of the oldest entry. */
  readonly firstId: number;
  readonly #pieces: readonly Piece[];

  /** Made by a `Log`. */
  constructor(pieces: readonly Piece[], firstId: number, endId: number) {
    this.#pieces = pieces;
    this.firstId = firstId;
    this.length = endId - firstId;
  }

  /** The entry at this index; a negative one counts from the end. */
  at(index: number): LogEntry | undefined {
    const position = index < 0 ? this.length + index : index;
    if (!(position >= 0 && position < this.length)) return undefined;
    const id = this.firstId + position;
    const piece = this.#pieces.findLast(({ firstId }) => firstId <= id);
    return piece?.entries[id - piece.firstId];
  }

  /** The entries from `start` up to, but not including, `end`. */
  slice(start = 0, end = this.length): LogEntry[] {
    const from = this.firstId + start;
    const to = this.firstId + Math.min(end, this.length);
    return this.#pieces.flatMap(({ firstId, entries }) =>
      entries.slice(Math.max(0, from - firstId), Math.max(0, to - firstId)),
    );
  }

  *[Symbol.iterator](): IterableIterator<LogEntry> {
    yield* this.slice();
  }
}

/** What the log says of a request. */
export function logRequest({ id, method, params }: SentRequest): LogRequest {
  const name = params['name'] ?? params['uri'];
  return { id, method, ...(typeof name === 'string' && { name }) };
}
