/** Stores log entries in IndexedDB. */
import type { DBSchema } from 'idb';
import type { LogEntry } from '../host/log/log-entries.ts';
import { redaction } from '../host/log/redaction.ts';
import { isObject } from '../protocol/guards.ts';
import { Slices } from '../wire/slices.ts';
import { lazyDatabase } from './database.ts';

/**
 * The key of a piece: how many entries, and about how many bytes, were ever stored up to its end. What exceeds the
 * limits is known by the keys alone, without reading any entries.
 */
type End = [entries: number, bytes: number];

interface Schema extends DBSchema {
  pieces: { key: End; value: { readonly entries: readonly unknown[] } };
  /** Kept with the entries, so that no tab deletes what another one was told to keep. */
  limits: { key: keyof StoredLimits; value: number };
}

/** How many entries, and about how many bytes, all tabs of the origin store together. */
export interface StoredLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** An entry as it is read. The log checks whether its level is one. */
export type StoredEntry = Omit<LogEntry, 'id' | 'level'> & { readonly level: unknown };

export interface StoredEntries {
  /** As it was chosen last, in whatever tab, as far as this one has read it. */
  readonly maxEntries: number;
  /**
   * Keeps so much from now on, for all tabs. What is undefined, or what this tab has chosen before, stays as it is.
   * Resolves with false when it could not be written.
   */
  choose(limits: Choice): Promise<boolean>;
  /** Oldest first. Resolves with nothing when there is no storage. */
  read(): Promise<readonly StoredEntry[] | undefined>;
  /** Resolves with false when they could not be written. */
  write(entries: readonly LogEntry[]): Promise<boolean>;
  clear(): Promise<boolean>;
}

/** What a page wants of the limits. */
export type Choice = { readonly [Name in keyof StoredLimits]?: StoredLimits[Name] | undefined };

const VERSION = 2;
const DEFAULTS: StoredLimits = { maxEntries: 10_000, maxBytes: 50_000_000 };
/** What an entry takes in addition to its data, in bytes. */
const ENTRY_BYTES = 200;

/**
 * Beyond the limits, the oldest pieces are deleted first; a new piece stays whole.
 *
 * @param name of the database
 */
export function openEntries(name: string): StoredEntries {
  const use = lazyDatabase<Schema>(name, VERSION, (database) => {
    for (const store of ['pieces', 'limits'] as const)
      if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
  });
  let limits = DEFAULTS;
  let chosen: Choice = {};

  async function readLimits(store: { get(name: keyof StoredLimits): Promise<number | undefined> }): Promise<void> {
    const [maxEntries, maxBytes] = await Promise.all([store.get('maxEntries'), store.get('maxBytes')]);
    limits = { maxEntries: maxEntries ?? DEFAULTS.maxEntries, maxBytes: maxBytes ?? DEFAULTS.maxBytes };
  }

  return {
    get maxEntries() {
      return limits.maxEntries;
    },

    choose: async (choice) => {
      const isDone = await use(async (database) => {
        const { store, done } = database.transaction('limits', 'readwrite');
        await readLimits(store);
        for (const limit of ['maxEntries', 'maxBytes'] as const) {
          const value = choice[limit];
          // On a full disk, what is chosen already must not keep the entries from being read.
          if (value === undefined || value === chosen[limit] || value === limits[limit]) continue;
          await store.put(value, limit);
        }
        await readLimits(store);
        await done;
        return true;
      });
      if (isDone) chosen = { ...choice };
      return isDone === true;
    },

    read: async () => {
      const pieces = await use((database) => database.getAll('pieces'));
      return pieces?.flatMap(({ entries }) => entries.filter(isStoredEntry)).slice(-limits.maxEntries);
    },

    write: async (entries) => {
      const slices = new Slices();
      const stored: unknown[] = [];
      let bytes = 0;
      for (const entry of entries.slice(-limits.maxEntries)) {
        const text = await toText(entry.data, slices);
        if (slices.isOver) await slices.pause();
        stored.push({ ...entry, id: undefined, data: JSON.parse(text) as unknown });
        bytes += ENTRY_BYTES + text.length;
      }
      const isWritten = await use(async (database) => {
        const transaction = database.transaction(['pieces', 'limits'], 'readwrite');
        await readLimits(transaction.objectStore('limits'));
        const store = transaction.objectStore('pieces');
        const last = await store.openKeyCursor(null, 'prev');
        const end: End = [(last?.key[0] ?? 0) + stored.length, (last?.key[1] ?? 0) + bytes];
        await store.add({ entries: stored }, end);
        for (
          let piece = await store.openKeyCursor();
          piece && isSurplus(piece.key, end);
          piece = await piece.continue()
        )
          await store.delete(piece.key);
        await transaction.done;
        return true;
      });
      return isWritten === true;
    },

    clear: async () => (await use((database) => database.clear('pieces').then(() => true))) === true,
  };

  function isSurplus([entries, bytes]: End, end: End): boolean {
    return entries <= end[0] - limits.maxEntries || (bytes <= end[1] - limits.maxBytes && entries < end[0]);
  }
}

/** The next user of the browser can read what is stored, so it must not contain secrets. */
async function toText(data: unknown, slices: Slices): Promise<string> {
  try {
    const work = redaction(data);
    let step = work.next();
    while (!step.done) {
      if (slices.isOverAfterStep()) await slices.pause();
      step = work.next();
    }
    if (slices.isOver) await slices.pause();
    return JSON.stringify(step.value) ?? 'null';
  } catch {
    return 'null';
  }
}

function isStoredEntry(value: unknown): value is StoredEntry {
  if (!isObject(value)) return false;
  const { time, kind, serverId, serverName, logger, request } = value;
  return (
    typeof time === 'number' &&
    (kind === 'log' || kind === 'call' || kind === 'decision' || kind === 'sign-in') &&
    'level' in value &&
    typeof serverId === 'string' &&
    typeof serverName === 'string' &&
    (logger === undefined || typeof logger === 'string') &&
    (request === undefined ||
      (isObject(request) &&
        typeof request['method'] === 'string' &&
        ['string', 'number'].includes(typeof request['id']) &&
        (request['name'] === undefined || typeof request['name'] === 'string')))
  );
}
