import type { LogLevel, LogMessage } from '../protocol/types.ts';
import { notify } from './store.ts';

/** One line of a host's log. */
export interface LogEntry {
  /** Grows with each entry. */
  readonly id: number;
  /** When it arrived, in ms since the epoch. */
  readonly time: number;
  readonly serverId: string;
  /** What the server called itself then. */
  readonly serverName: string;
  readonly level: LogLevel;
  readonly logger?: string;
  /** Any JSON value. */
  readonly data: unknown;
}

/**
 * What the servers of a host logged, oldest first, up to a number of entries: the oldest make way.
 * Listeners hear of a burst once per frame.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * host.log.subscribe(() => console.log(host.log.getSnapshot().length));
 * ```
 */
export class Log {
  readonly #maxEntries: number;
  readonly #listeners = new Set<() => void>();
  #entries: LogEntry[] = [];
  #snapshot: readonly LogEntry[] | undefined;
  #lastId = 0;
  #isNotifying = false;

  /** @param maxEntries how many entries are kept. */
  constructor(maxEntries = 10_000) {
    this.#maxEntries = maxEntries;
  }

  /** The entries, oldest first; the same array until something changes. */
  readonly getSnapshot = (): readonly LogEntry[] => (this.#snapshot ??= Object.freeze(this.#newest()));

  /** Calls `listener`, at most once per frame, after something changed. Returns a function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  };

  append(serverId: string, serverName: string, { level, logger, data }: LogMessage): void {
    this.#entries.push({ id: ++this.#lastId, time: Date.now(), serverId, serverName, level, data, ...(logger !== undefined && { logger }) });
    // Cutting only now and then keeps an append cheap; the snapshot never shows the surplus.
    if (this.#entries.length >= 2 * this.#maxEntries) this.#entries = this.#newest();
    this.#change();
  }

  clear(): void {
    this.#entries = [];
    this.#change();
  }

  #newest(): LogEntry[] {
    return this.#entries.slice(Math.max(0, this.#entries.length - this.#maxEntries));
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
