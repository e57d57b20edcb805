/** The entries of a log, in pieces: a piece is forgotten as a whole, and a look at the log costs as little with a million of them. */
import type { LogLevel } from '../../protocol/types.ts';

/**
 * What an entry tells of. A server logs; everything else the page knows of its own.
 *
 * - `log`: a server logged it
 * - `call`: a request of the page: sent, answered, failed
 * - `decision`: somebody, or a policy, allowed or denied something
 * - `sign-in`: the user signed in or out, their session ended, or they were asked whether a server may do more
 */
export type LogKind = 'log' | 'call' | 'decision' | 'sign-in';

/** The request that an entry belongs to. */
export interface LogRequest {
  /** Of the request on its connection, or a page's own; the same in all entries about it. */
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
  /** What the server called itself then. */
  readonly serverName: string;
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  /** Any JSON value. */
  readonly data: unknown;
  /** Where it is known: what was asked of the server when it came. */
  readonly request?: LogRequest | undefined;
}

/** An entry before the log has it: of kind `log` and level `info` unless it says otherwise. */
export type NewLogEntry = Omit<LogEntry, 'id' | 'time' | 'kind' | 'level'> & Partial<Pick<LogEntry, 'kind' | 'level'>>;

/** Entries one after the other: their ids have no gaps. */
export interface Piece {
  readonly firstId: number;
  readonly entries: LogEntry[];
  bytes: number;
}

/**
 * The entries of a log as they were at one moment, oldest first. It does not change: what the log forgets later is still in it.
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

  /** The entry at this place; counted from the end when negative. */
  at(index: number): LogEntry | undefined {
    const place = index < 0 ? this.length + index : index;
    if (!(place >= 0 && place < this.length)) return undefined;
    const id = this.firstId + place;
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#pieces[middle]?.firstId ?? Infinity) <= id) low = middle;
      else high = middle - 1;
    }
    const piece = this.#pieces[low];
    return piece?.entries[id - piece.firstId];
  }

  /** The entries from one place to before another, as an array. */
  slice(start = 0, end = this.length): LogEntry[] {
    const from = this.firstId + start;
    const to = this.firstId + Math.min(end, this.length);
    return this.#pieces.flatMap(({ firstId, entries }) =>
      firstId < to && firstId + entries.length > from ? entries.slice(Math.max(0, from - firstId), to - firstId) : [],
    );
  }

  *[Symbol.iterator](): IterableIterator<LogEntry> {
    yield* this.slice();
  }
}

/** About how much memory a JSON value takes, in bytes. Looks at no more of it than `limit` bytes. */
export function sizeInMemory(value: unknown, limit: number): number {
  const rest = [value];
  let bytes = 0;
  while (rest.length > 0 && bytes < limit) {
    const one = rest.pop();
    bytes += 16;
    if (typeof one === 'string') bytes += 2 * one.length;
    else if (typeof one === 'object' && one !== null) for (const member of Object.values(one)) rest.push(member);
  }
  return bytes;
}
