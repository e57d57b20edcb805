import { McpError } from '../../errors.ts';
import { isLogLevel } from '../../protocol/log-levels.ts';
import type { StoredEntry } from '../../storage/log-database.ts';
import type { StoreLogOptions, StoredLog } from './stored-log.ts';
import { LogEntries, type LogEntry, type NewLogEntry, type Piece, sizeInMemory } from './log-entries.ts';
import { notify } from '../store.ts';

/** What a log may hold. */
export interface LogLimits {
  /** 10,000 by default. */
  readonly maxEntries?: number | undefined;
  /** About how many bytes of memory, 50 MB by default. The newest entry is kept whatever its size. */
  readonly maxBytes?: number | undefined;
}

/** What is forgotten at once is at most this part of what may be kept. */
const PIECES = 64;
/** So many names of loggers are remembered. */
const MAX_LOGGERS = 100;
/** What an entry takes beside its data, in bytes. */
const ENTRY_BYTES = 120;

/**
 * What the servers of a host logged, and what the page did with them, oldest first, up to a number of entries and of bytes: the
 * oldest make way. Listeners hear of a burst once per frame.
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
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #listeners = new Set<() => void>();
  #pieces: Piece[] = [];
  #bytes = 0;
  readonly #loggers = new Set<string>();
  #kept: StoredLog | undefined;
  #clears = 0;
  #snapshot: LogEntries | undefined;
  #endId = 1;
  #isNotifying = false;

  constructor({ maxEntries = 10_000, maxBytes = 50_000_000 }: LogLimits = {}) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  /** The entries, oldest first; the same object until something changes. Bound. */
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

  /** Adds an entry. `data` is kept as it is: hand over a copy of what will change. */
  append({ kind = 'log', level = 'info', ...entry }: NewLogEntry): void {
    this.#add({ id: this.#endId, time: Date.now(), kind, level, ...entry });
    this.#change();
  }

  /** The first hundred loggers that entries named since the log was empty. */
  get loggers(): ReadonlySet<string> {
    return this.#loggers;
  }

  /** How the log is kept over visits, where it is. */
  get kept(): StoredLog | undefined {
    return this.#kept;
  }

  /**
   * Keeps the entries in IndexedDB, without what looks like a secret, and brings back those of earlier visits. Called again, it
   * tries again where the browser refused, which {@link StoredLog} `isFailing` says, and ends what was kept under another name.
   *
   * @throws {McpError} `network` when the part that does it could not be loaded: nothing is kept that was not before.
   *
   * @example
   * ```ts
   * import { McpHost } from '@mcp-web/client';
   *
   * const host = new McpHost();
   * const kept = await host.log.keep({ maxEntries: 1_000 });
   * if (kept.isFailing) console.warn('The log will be gone after a reload.');
   * ```
   */
  async keep({
    name = 'mcp-web-log',
    maxEntries = 10_000,
    maxBytes = 50_000_000,
  }: StoreLogOptions = {}): Promise<StoredLog> {
    const clears = this.#clears;
    const [{ StoredLog }, { keptEntries }] = await Promise.all([
      import('./stored-log.ts'),
      import('../../storage/log-database.ts'),
    ]).catch((cause: unknown) => {
      throw new McpError(
        'network',
        'The part of this page that keeps its log could not be loaded, so it is not kept. Is the page still online?',
        { cause },
      );
    });
    let kept = this.#kept;
    if (kept?.name !== name) {
      kept?.stop();
      const log = {
        getSnapshot: this.getSnapshot,
        subscribe: this.subscribe,
        restore: (entries: readonly StoredEntry[]) => this.#restore(entries),
      };
      kept = this.#kept = new StoredLog(name, log, keptEntries(name, { maxEntries, maxBytes }), maxEntries, () =>
        this.#change(),
      );
      if (clears !== this.#clears) void kept.removeOld();
    }
    await kept.start();
    return kept;
  }

  /** Forgets all entries, also those that are kept. */
  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
    this.#loggers.clear();
    this.#clears++;
    this.#change();
    void this.#kept?.forget();
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
    const endId = this.#endId;
    this.#endId = (pieces[0]?.firstId ?? endId) - old.length;
    for (const entry of old) this.#add({ ...entry, id: this.#endId });
    this.#pieces.push(...pieces);
    this.#bytes += bytes;
    this.#endId = endId;
    this.#forget();
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
    this.#forget();
  }

  #forget(): void {
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

/** Frames stop in a hidden page and do not exist in a worker: a timer does there. */
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
