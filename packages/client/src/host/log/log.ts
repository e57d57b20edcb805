import { lazy } from '../../lazy.ts';
import { isLogLevel } from '../../protocol/log-levels.ts';
import type { StoredEntry } from '../../storage/log-database.ts';
import type { StoreLogOptions, StoredLog } from './stored-log.ts';
import { LogEntries, type LogEntry, type NewLogEntry, type Piece } from './log-entries.ts';
import { notify } from '../store.ts';

/** How many entries a log has at most. */
export interface LogLimits {
  /** 10,000 by default. */
  readonly maxEntries?: number | undefined;
  /**
   * About how many bytes of memory the entries may take, 50 MB by default. The newest entry stays whatever its size.
   */
  readonly maxBytes?: number | undefined;
}

/** The entries are in about this many pieces, and dropped piece by piece. */
const PIECES = 64;
/** How many names of loggers the log collects. */
const MAX_LOGGERS = 100;
/** What an entry takes in addition to its data, in bytes. */
const ENTRY_BYTES = 120;

const loadStorage = lazy(
  () => Promise.all([import('./stored-log.ts'), import('../../storage/log-database.ts')]),
  'stores the log',
);

/**
 * What the servers of a host logged, and what the page did with them, oldest first. When there are too many entries or
 * bytes, the oldest entries are dropped. Listeners are called once per frame.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost({ maxLogEntries: 100_000 });
 * host.log.subscribe(() => console.log(host.log.getSnapshot().length));
 * host.log.append({ kind: 'decision', serverId: 'notes', serverName: 'Notes', level: 'notice', data: { tool: 'delete', decision: 'denied' } });
 * ```
 */
export class Log {
  #maxEntries: number;
  readonly #maxBytes: number;
  readonly #listeners = new Set<() => void>();
  #pieces: Piece[] = [];
  #bytes = 0;
  readonly #loggers = new Set<string>();
  #stored: StoredLog | undefined;
  #clears = 0;
  #snapshot: LogEntries | undefined;
  #endId = 1;
  /** The id of the first entry since the log was last empty. */
  #sinceId = 1;
  #isNotifying = false;

  constructor({ maxEntries = 10_000, maxBytes = 50_000_000 }: LogLimits = {}) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  /** The entries, oldest first. Returns the same object until something changes. Bound. */
  readonly getSnapshot = (): LogEntries => {
    const firstId = Math.max(this.#pieces[0]?.firstId ?? this.#endId, this.#endId - this.#maxEntries);
    return (this.#snapshot ??= new LogEntries([...this.#pieces], firstId, this.#endId));
  };

  /** Calls `listener`, at most once per frame, after something changed. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  };

  /** Adds an entry. `data` is not copied: pass a copy of what will change. */
  append({ kind = 'log', level = 'info', ...entry }: NewLogEntry): void {
    this.#add({ id: this.#endId, time: Date.now(), kind, level, ...entry });
    this.#change();
  }

  /** The names of loggers in the entries since the log was last empty, at most 100. */
  get loggers(): ReadonlySet<string> {
    return this.#loggers;
  }

  /** How many entries were dropped to make room since the log was last empty. */
  get dropped(): number {
    return Math.max(0, this.getSnapshot().firstId - this.#sinceId);
  }

  /** How many entries the log has at most. With fewer than before, the oldest are dropped at once. */
  get maxEntries(): number {
    return this.#maxEntries;
  }

  set maxEntries(count: number) {
    if (count === this.#maxEntries) return;
    this.#maxEntries = count;
    this.#dropOld();
    this.#change();
  }

  /** The stored log, once `store` was called. */
  get stored(): StoredLog | undefined {
    return this.#stored;
  }

  /**
   * Stores the entries in IndexedDB, without what looks like a secret, and brings back those of earlier visits. When
   * the browser refused before, which `isFailing` of {@link StoredLog} says, this tries again. With another name than
   * before, it stops storing under the earlier one. Other limits than before apply from now on, in all tabs of the origin: they
   * are kept with the log.
   *
   * @throws {McpError} `network` when the code for it could not be loaded. What was stored before stays stored.
   *
   * @example
   * ```ts
   * import { McpHost } from '@mcp-web/client';
   *
   * const host = new McpHost();
   * const stored = await host.log.store({ maxEntries: 1_000 });
   * if (stored.isFailing) console.warn('The log will be gone after a reload.');
   * ```
   */
  async store({ name = 'mcp-web-log', maxEntries, maxBytes }: StoreLogOptions = {}): Promise<StoredLog> {
    const clears = this.#clears;
    const [{ StoredLog }, { openEntries }] = await loadStorage();
    let stored = this.#stored;
    if (stored?.name !== name) {
      stored?.stop();
      const log = {
        getSnapshot: this.getSnapshot,
        subscribe: this.subscribe,
        restore: (entries: readonly StoredEntry[]) => this.#restore(entries),
      };
      stored = this.#stored = new StoredLog(name, log, openEntries(name), () => this.#change());
      if (clears !== this.#clears) void stored.removeOld();
    }
    await stored.start({ maxEntries, maxBytes });
    return stored;
  }

  /** Deletes all entries, also those that are stored. */
  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#sinceId = this.#endId;
    this.#loggers.clear();
    this.#clears++;
    this.#change();
    void this.#stored?.delete();
  }

  #restore(entries: readonly StoredEntry[]): void {
    const current = this.getSnapshot();
    const room = Math.max(0, this.#maxEntries - current.length);
    const old = entries
      .flatMap(({ level, ...entry }) => (isLogLevel(level) ? { ...entry, level } : []))
      .slice(-room || Infinity);
    const pieces = this.#pieces;
    const bytes = this.#bytes;
    this.#pieces = [];
    this.#bytes = 0;
    const endId = this.#endId;
    this.#endId = (pieces[0]?.firstId ?? endId) - old.length;
    this.#sinceId = Math.min(this.#sinceId, this.#endId);
    for (const entry of old) this.#add({ ...entry, id: this.#endId });
    this.#pieces.push(...pieces);
    this.#bytes += bytes;
    this.#endId = endId;
    this.#dropOld();
    this.#change();
  }

  #add(entry: LogEntry): void {
    if (entry.logger !== undefined && this.#loggers.size < MAX_LOGGERS) this.#loggers.add(entry.logger);
    const bytes = ENTRY_BYTES + sizeInMemory(entry.data, this.#maxBytes);
    let piece = this.#pieces.at(-1);
    if (!piece || piece.entries.length >= this.#maxEntries / PIECES || piece.bytes + bytes > this.#maxBytes / PIECES) {
      piece = { firstId: entry.id, entries: [], bytes: 0 };
      this.#pieces.push(piece);
    }
    piece.entries.push(entry);
    piece.bytes += bytes;
    this.#bytes += bytes;
    this.#endId = entry.id + 1;
    this.#dropOld();
  }

  #dropOld(): void {
    for (let [oldest, next] = this.#pieces; oldest && next; [oldest, next] = this.#pieces) {
      if (this.#bytes <= this.#maxBytes && this.#endId - next.firstId < this.#maxEntries) return;
      this.#bytes -= oldest.bytes;
      this.#pieces.shift();
    }
  }

  #change(): void {
    this.#snapshot = undefined;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    onNextFrame(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) notify(listener);
    });
  }
}

/** Calls back on the next frame, or after 100 ms: a hidden page has no frames, and a worker never has any. */
function onNextFrame(callback: () => void): void {
  let isDone = false;
  const run = (): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback();
  };
  const timer = setTimeout(run, 100);
  globalThis.requestAnimationFrame?.(run);
}

/** About how much memory a JSON value takes, in bytes. Stops counting at `limit`. */
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
