/** Writes the entries of a log to IndexedDB as they come, and reads those of earlier visits. */
import type { Choice, StoredEntries, StoredEntry } from '../../storage/log-database.ts';
import type { LogEntries } from './log-entries.ts';

/** Options of `Log.store`. */
export interface StoreLogOptions {
  /**
   * The name of the database, `mcp-web-log` by default. Hosts of one origin that should not share a log need different
   * names.
   */
  readonly name?: string | undefined;
  /**
   * How many entries are stored, 10,000 at first. The oldest are deleted first. The number is kept with the log: the
   * last one that any tab chose holds for all tabs, and for later visits that choose none.
   */
  readonly maxEntries?: number | undefined;
  /** About how many bytes are stored, 50 MB at first; kept with the log as well. */
  readonly maxBytes?: number | undefined;
}

/** What a stored log needs of the log in memory. */
export interface StorableLog {
  getSnapshot(): LogEntries;
  subscribe(listener: () => void): () => void;
  /** Puts entries of earlier visits before the others. */
  restore(entries: readonly StoredEntry[]): void;
}

/** How long entries are collected before they are written together, in ms. */
const WAIT_MS = 500;
/** How many entries are written at once. More could delay a frame. */
const WRITTEN_AT_ONCE = 1_000;

/** After this time without an answer, in ms, the storage counts as failing. It may still answer. */
const PATIENCE_MS = 5_000;

/** A log that is stored in IndexedDB, made by `Log.store`. */
export class StoredLog {
  /** The name of the database. */
  readonly name: string;
  readonly #log: StorableLog;
  readonly #entries: StoredEntries;
  /** What the page chose. It may choose again while this is written. */
  #choice: Choice = {};
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
  /** How often the stored entries were deleted. A read or write that began before that no longer counts. */
  #clears = 0;

  /** Made by `Log.store`. */
  constructor(name: string, log: StorableLog, entries: StoredEntries, onchange: () => void) {
    this.name = name;
    this.#log = log;
    this.#entries = entries;
    this.#onchange = onchange;
    this.#writtenId = log.getSnapshot().firstId - 1;
  }

  /**
   * Whether the browser does not store entries: the disk is full, storage is not allowed, or it does not answer.
   * Entries that were stored before, and those in memory, stay. Call `Log.store` to try again.
   */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** How many entries are stored, for all tabs, as it was last read: 10,000 until then. */
  get maxEntries(): number {
    return this.#entries.maxEntries;
  }

  /** Whether entries are being stored, or would be if the browser let them. */
  get isActive(): boolean {
    return this.#isActive;
  }

  /**
   * Reads the stored entries, unless it did so before, and stores those that come from now on.
   *
   * @param choice what is undefined stays as it is
   */
  async start({ maxEntries = this.#choice.maxEntries, maxBytes = this.#choice.maxBytes }: Choice = {}): Promise<void> {
    this.#choice = { maxEntries, maxBytes };
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

  /** Stores no more entries. Those that are stored stay until `delete`. */
  stop(): void {
    this.#isActive = false;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#onchange();
  }

  /**
   * Deletes the stored entries; later entries are stored again. Resolves with false when the browser could not delete
   * them.
   */
  async delete(): Promise<boolean> {
    const { firstId, length } = this.#log.getSnapshot();
    this.#writtenId = firstId + length - 1;
    return this.removeOld();
  }

  /** Deletes what is stored so far. Entries in memory that were not written yet will be. */
  removeOld(): Promise<boolean> {
    this.#clears++;
    return this.#inTurn(() => this.#entries.clear());
  }

  /** Resolves when all entries that are in the log now were written, or could not be. */
  async flush(): Promise<void> {
    const { firstId, length } = this.#log.getSnapshot();
    // Does not wait for entries that come in the meantime.
    while (this.#writtenId < firstId + length - 1 && (await this.#writeNext()));
    await this.#writing;
  }

  /** Nothing may be written before the stored entries were read, or it would be read back as well. */
  async #read(): Promise<void> {
    const clears = this.#clears;
    const choice = this.#choice;
    const isChosen = await this.#inTurn(() => this.#entries.choose(choice));
    if (!this.#isRead) {
      const entries = await this.#inTurn(() => this.#entries.read());
      if (!entries) return this.#fail();
      if (!this.#isRead && clears === this.#clears) this.#log.restore(entries);
      this.#isRead = true;
    }
    if (!isChosen) return this.#fail();
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

  /** Resolves with false when there was nothing to write, or it could not be written. */
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
    if (await this.#inTurn(() => this.#entries.write(entries))) return true;
    // They are written when the user tries again, unless the log was cleared in the meantime.
    if (clears === this.#clears) this.#writtenId = before;
    this.#fail();
    return false;
  }

  /**
   * Uses of the database run in order, so that deleting removes what was written before it, and nothing that comes
   * after.
   */
  #inTurn<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(use);
    this.#lastTurn = turn;
    return turn;
  }

  #next(): ReturnType<LogEntries['slice']> {
    const entries = this.#log.getSnapshot();
    // In a flood, entries that would be deleted again at once are not written.
    const start = Math.max(0, this.#writtenId + 1 - entries.firstId, entries.length - this.#entries.maxEntries);
    return entries.slice(start, start + WRITTEN_AT_ONCE);
  }

  #fail(): void {
    this.#isFailing = true;
    this.#onchange();
  }
}
