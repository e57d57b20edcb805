/** The entries of a recorder: those that there is room for, who waits for an answer, and who hears of changes. */
import type { ActivityEntry, ActivitySnapshot, Writable } from './activity-entry.ts';

export type KeptEntry = Writable<ActivityEntry>;

export interface ActivityLimits {
  /** How many entries are kept. 100,000 by default. */
  readonly maxEntries?: number | undefined;
  /** About how many bytes of memory they may take. 100 MB by default. */
  readonly maxBytes?: number | undefined;
}

/** What an entry takes in addition to its texts, in bytes. */
const ENTRY_BYTES = 400;
/** Old entries are dropped in portions of this share of all: to drop one moves all others. */
const PORTION = 64;
/** Where there are no frames, changes are told after so long, in ms. */
const FRAME_MS = 100;

export class KeptEntries {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #listeners = new Set<() => void>();
  #entries: KeptEntry[] = [];
  #nextId = 1;
  #bytes = 0;
  #dropped = 0;
  #changes = 0;
  #snapshot: ActivitySnapshot | undefined;
  #isTelling = false;

  constructor({ maxEntries = 100_000, maxBytes = 100_000_000 }: ActivityLimits) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  getSnapshot(): ActivitySnapshot {
    return (this.#snapshot ??= Object.freeze({
      entries: Object.freeze(this.#entries.slice()),
      dropped: this.#dropped,
      changes: this.#changes,
    }));
  }

  subscribe(listener: () => void): () => void {
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  add(entry: Omit<KeptEntry, 'id'>): KeptEntry {
    const kept = { id: this.#nextId++, ...entry };
    this.#entries.push(kept);
    this.#bytes += bytesOf(kept);
    this.#dropOld();
    this.#change();
    return kept;
  }

  /** Changes an entry, which may have been dropped by now. */
  update(entry: KeptEntry, change: Partial<KeptEntry>): void {
    const before = bytesOf(entry);
    Object.assign(entry, change);
    if (entry.id >= (this.#entries[0]?.id ?? Infinity)) this.#bytes += bytesOf(entry) - before;
    this.#dropOld();
    this.#change();
  }

  /** Tells that what entries refer to has changed. */
  touch(): void {
    this.#change();
  }

  clear(): void {
    this.#entries = [];
    this.#bytes = this.#dropped = 0;
    this.#change();
  }

  /** The newest entry stays, whatever its size. */
  #dropOld(): void {
    const { length } = this.#entries;
    if (length <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
    const portion = Math.ceil(this.#maxEntries / PORTION);
    const leastLength = length > this.#maxEntries ? Math.max(1, this.#maxEntries + 1 - portion) : length;
    let count = 0;
    while (count < length - 1 && (length - count > leastLength || this.#bytes > this.#maxBytes)) {
      const oldest = this.#entries[count++];
      if (oldest) this.#bytes -= bytesOf(oldest);
    }
    this.#entries.splice(0, count);
    this.#dropped += count;
  }

  #change(): void {
    this.#changes++;
    this.#snapshot = undefined;
    if (this.#isTelling || this.#listeners.size === 0) return;
    this.#isTelling = true;
    let isTold = false;
    const tell = (): void => {
      if (isTold) return;
      isTold = true;
      clearTimeout(timer);
      this.#isTelling = false;
      for (const listener of this.#listeners) listener();
    };
    // A hidden page has no frames, and a worker never has any.
    const timer = setTimeout(tell, FRAME_MS);
    globalThis.requestAnimationFrame?.(tell);
  }
}

const bytesOf = ({ message = '', answer = '' }: ActivityEntry): number =>
  ENTRY_BYTES + 2 * (message.length + answer.length);
