/** The entries of a recorder: those that there is room for, who waits for an answer, and who hears of changes. */
import type { RecordedServer } from '../client/recorder.ts';
import type { ActivityEntry, ActivitySnapshot, HttpExchange, Writable } from './activity-entry.ts';
import { CountedExchanges } from './counted-exchanges.ts';
import { addressWithoutSecrets } from './without-secrets.ts';

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
  readonly #exchanges = new CountedExchanges();
  readonly #ondrop: (entry: KeptEntry) => void;
  #sources = new WeakMap<ActivityEntry, RecordedServer>();
  /** Of the connections, without secrets. */
  readonly #addresses = new WeakMap<RecordedServer, string>();
  #entries: KeptEntry[] = [];
  #nextId = 1;
  #bytes = 0;
  #dropped = 0;
  #removed = 0;
  #changes = 0;
  #snapshot: ActivitySnapshot | undefined;
  #isTelling = false;

  /** @param ondrop called for each entry that is dropped, but not when all are */
  constructor({ maxEntries = 100_000, maxBytes = 100_000_000 }: ActivityLimits, ondrop: (entry: KeptEntry) => void) {
    this.#ondrop = ondrop;
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  getSnapshot(): ActivitySnapshot {
    // The list is a copy, but not frozen: WebKit takes a second for 100,000 entries, and reads them slowly ever after.
    return (this.#snapshot ??= Object.freeze({
      entries: this.#entries.slice(),
      dropped: this.#dropped,
      removed: this.#removed,
      changes: this.#changes,
    }));
  }

  subscribe(listener: () => void): () => void {
    const subscription = (): void => listener();
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  add(source: RecordedServer, entry: Omit<KeptEntry, 'id' | 'server' | 'serverId'>): KeptEntry {
    const { serverId } = source;
    const named = { server: this.#addressOf(source), ...(serverId !== undefined && { serverId }) };
    const kept = { id: this.#nextId++, ...named, ...entry };
    this.#entries.push(kept);
    this.#sources.set(kept, source);
    this.#bytes += bytesOf(kept);
    this.#exchanges.hold(kept.exchange);
    this.#dropOld();
    this.#change();
    return kept;
  }

  /** Changes an entry, which may have been dropped by now. */
  update(entry: KeptEntry, change: Partial<KeptEntry>): void {
    if (!this.#sources.has(entry)) {
      Object.assign(entry, change);
      return;
    }
    const before = bytesOf(entry);
    this.#exchanges.release(entry.answerExchange);
    Object.assign(entry, change);
    this.#exchanges.hold(entry.answerExchange);
    this.#bytes += bytesOf(entry) - before;
    this.#dropOld();
    this.#change();
  }

  #addressOf(source: RecordedServer): string {
    const known = this.#addresses.get(source) ?? addressWithoutSecrets(source.url);
    this.#addresses.set(source, known);
    return known;
  }

  sourceOf(entry: ActivityEntry): RecordedServer | undefined {
    return this.#sources.get(entry);
  }

  /**
   * Tells that what entries refer to has changed.
   *
   * @param bytes how much longer the exchange is
   */
  touch(exchange: HttpExchange, bytes = 0): void {
    this.#exchanges.grow(exchange, bytes);
    this.#dropOld();
    this.#change();
  }

  clear(): void {
    this.#removed += this.#entries.length;
    this.#entries = [];
    this.#sources = new WeakMap();
    this.#exchanges.clear();
    this.#bytes = this.#dropped = 0;
    this.#change();
  }

  /** Drops the entries of a server of the host. They do not count as dropped to make room. */
  forget(serverId: string): void {
    const isOfServer = (entry: KeptEntry): boolean => entry.serverId === serverId;
    for (const entry of this.#entries) if (isOfServer(entry)) this.#drop(entry);
    const left = this.#entries.filter((entry) => !isOfServer(entry));
    this.#removed += this.#entries.length - left.length;
    this.#entries = left;
    this.#change();
  }

  #drop(entry: KeptEntry): void {
    this.#bytes -= bytesOf(entry);
    this.#exchanges.release(entry.exchange);
    this.#exchanges.release(entry.answerExchange);
    this.#sources.delete(entry);
    this.#ondrop(entry);
  }

  get #isTooLong(): boolean {
    return this.#bytes + this.#exchanges.bytes > this.#maxBytes;
  }

  /** The newest entry stays, whatever its size. */
  #dropOld(): void {
    const { length } = this.#entries;
    if (length <= this.#maxEntries && !this.#isTooLong) return;
    const portion = Math.ceil(this.#maxEntries / PORTION);
    const leastLength = length > this.#maxEntries ? Math.max(1, this.#maxEntries + 1 - portion) : length;
    let count = 0;
    while (count < length - 1 && (length - count > leastLength || this.#isTooLong)) {
      const oldest = this.#entries[count++];
      if (oldest) this.#drop(oldest);
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
