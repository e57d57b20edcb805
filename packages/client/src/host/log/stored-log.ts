/** Entries of a log go to a storage as they come, and come back from it with the next visit. */
import type { StoredEntries, StoredEntry } from '../../storage/log-database.ts';
import type { LogEntries } from './log-entries.ts';

/** How a log should be kept. */
export interface StoreLogOptions {
  /** Of the database; `mcp-web-log` by default. Two hosts of an origin that should not share a log have two names. */
  readonly name?: string | undefined;
  /** How many entries are kept, 10,000 by default: the oldest make way. */
  readonly maxEntries?: number | undefined;
  /** About how many bytes are kept, 50 MB by default. */
  readonly maxBytes?: number | undefined;
}

/** What a kept log needs of the log in memory. */
export interface StorableLog {
  getSnapshot(): LogEntries;
  subscribe(listener: () => void): () => void;
  /** Puts entries of earlier visits before those that are there. */
  restore(entries: readonly StoredEntry[]): void;
}

/** How long entries wait until they are written together, in ms. */
const WAIT_MS = 500;
/** So many are written at once, so that no frame waits for them. */
const WRITTEN_AT_ONCE = 1_000;

/** A storage that has not answered for so long is told of as one that refuses, in ms. It may still come. */
const PATIENCE_MS = 5_000;

/** A log that is being kept in IndexedDB, made by `Log.keep`. */
export class StoredLog {
  /** Of the database. */
  readonly name: string;
  readonly #log: StorableLog;
  readonly #kept: StoredEntries;
  readonly #maxEntries: number;
  readonly #onchange: () => void;
  #isFailing = false;
  #isActive = false;
  #isRead = false;
  #unsubscribe: (() => void) | undefined;
  #writtenId: number;
  /** The write that is under way. */
  #writing: Promise<boolean> | undefined;
  #isLooping = false;
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** How often what was kept was removed: what was read, or refused, before that is over. */
  #clears = 0;

  /** Made by `Log.keep`. */
  constructor(name: string, log: StorableLog, kept: StoredEntries, maxEntries: number, onchange: () => void) {
    this.name = name;
    this.#log = log;
    this.#kept = kept;
    this.#maxEntries = maxEntries;
    this.#onchange = onchange;
    this.#writtenId = log.getSnapshot().firstId - 1;
  }

  /**
   * Whether the browser refuses to keep entries: its disk is full, it allows no storage, or it does not answer. What was kept
   * before stays, and what is in memory too. `Log.keep`, called again, tries again.
   */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Whether entries are being kept, or would be if the browser let them. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /** Brings back what was kept, unless it did before, and keeps what comes from now on. */
  async start(): Promise<void> {
    this.#isActive = true;
    this.#isFailing = false;
    this.#onchange();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise<void>((resolve) => (patience = setTimeout(resolve, PATIENCE_MS))).then(() =>
      this.#fail(),
    );
    await Promise.race([this.#read(), isLate]);
    clearTimeout(patience);
  }

  /** Keeps nothing more; what was kept stays until `forget`. */
  stop(): void {
    this.#isActive = false;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#onchange();
  }

  /** Removes what was kept; entries that come later are kept again. Resolves with false when the browser does not let it. */
  async forget(): Promise<boolean> {
    const { firstId, length } = this.#log.getSnapshot();
    this.#writtenId = firstId + length - 1;
    return this.removeOld();
  }

  /** Removes what was kept up to now. What is in memory is kept. */
  removeOld(): Promise<boolean> {
    this.#clears++;
    return this.#inTurn(() => this.#kept.clear());
  }

  /** Resolves when everything that is in the log now was written, or could not be. */
  async flush(): Promise<void> {
    const { firstId, length } = this.#log.getSnapshot();
    // What comes meanwhile is not waited for.
    while (this.#writtenId < firstId + length - 1 && (await this.#writeNext()));
    await this.#writing;
  }

  /** Nothing is written before what was kept is back, or it would come back twice. */
  async #read(): Promise<void> {
    if (!this.#isRead) {
      const clears = this.#clears;
      const entries = await this.#inTurn(() => this.#kept.read());
      if (!entries) return this.#fail();
      if (!this.#isRead && clears === this.#clears) this.#log.restore(entries);
      this.#isRead = true;
    }
    if (!this.#isActive) return;
    this.#isFailing = false;
    this.#unsubscribe ??= this.#log.subscribe(() => this.#write());
    this.#onchange();
    this.#write();
  }

  #write(): void {
    if (!this.#isLooping) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isLooping = true;
    while (await this.#writeNext())
      if (this.#next().length < WRITTEN_AT_ONCE) await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    this.#isLooping = false;
  }

  /** Resolves with false when nothing was there to be written, or could be. */
  #writeNext(): Promise<boolean> {
    return (this.#writing ??= this.#writeOnce().finally(() => (this.#writing = undefined)));
  }

  async #writeOnce(): Promise<boolean> {
    const entries = this.#next();
    const last = entries.at(-1);
    if (!last || this.#isFailing || !this.#unsubscribe) return false;
    const before = this.#writtenId;
    const clears = this.#clears;
    this.#writtenId = last.id;
    if (await this.#inTurn(() => this.#kept.write(entries))) return true;
    // Once more when the user tries again, unless they cleared the log meanwhile.
    if (clears === this.#clears) this.#writtenId = before;
    this.#fail();
    return false;
  }

  /** One after the other: removing takes away what was written before it, and nothing that comes after. */
  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(use);
    this.#lastTurn = turn;
    return turn;
  }

  #next(): ReturnType<LogEntries['slice']> {
    const entries = this.#log.getSnapshot();
    // In a flood only what would be kept in the end is written.
    const start = Math.max(0, this.#writtenId + 1 - entries.firstId, entries.length - this.#maxEntries);
    return entries.slice(start, start + WRITTEN_AT_ONCE);
  }

  #fail(): void {
    this.#isFailing = true;
    this.#onchange();
  }
}
