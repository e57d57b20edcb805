/** Where tokens and unfinished sign-ins are kept: in IndexedDB, encrypted with a key that cannot leave the browser. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { lazyDatabase } from '../storage/database.ts';

/** Something that is kept, and which of its versions. */
export interface Kept {
  value: unknown;
  version: number;
}

/** A place for secrets. What the disk refuses is held for as long as the page lives. */
export interface Vault {
  /** Resolves with nothing for what was never kept, was removed, or cannot be decrypted. */
  read(name: string): Promise<Kept | undefined>;
  /**
   * Keeps a value.
   *
   * @param expected the version that was read, 0 when there was nothing; without it, whatever is there is replaced.
   * @returns `conflict`, with nothing changed, when somebody else was quicker; `held` when it lasts only as long as the page.
   */
  write(name: string, value: unknown, expected?: number): Promise<'kept' | 'held' | 'conflict'>;
  /** Reads and removes in one step: of several who take, one gets the value. */
  take(name: string): Promise<unknown>;
  remove(name: string): Promise<void>;
  /** The names that begin so. */
  names(prefix: string): Promise<string[]>;
  /** The key pair of this name, made when there is none. Its private half cannot be exported. */
  keyPair(name: string): Promise<CryptoKeyPair>;
  /** Removes everything, the keys too. */
  clear(): Promise<void>;
}

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
  version: number;
}

interface VaultSchema extends DBSchema {
  keys: { key: string; value: CryptoKey | CryptoKeyPair };
  secrets: { key: string; value: Sealed };
}

type Database = IDBPDatabase<VaultSchema>;

const DATABASE_VERSION = 1;

/**
 * A vault that lasts as long as the page, and that no other tab sees.
 *
 * @example
 * ```ts
 * import { browserOAuth, memoryVault } from '@mcp-web/client/oauth';
 *
 * const auth = browserOAuth({ redirectUri: '/signed-in.html', vault: memoryVault() });
 * ```
 */
export function memoryVault(): Vault {
  const secrets = new Map<string, Kept>();
  const keyPairs = new Map<string, Promise<CryptoKeyPair>>();
  return {
    read: (name) => Promise.resolve(structuredClone(secrets.get(name))),
    write: (name, value, expected) => {
      const version = secrets.get(name)?.version ?? 0;
      if (expected !== undefined && expected !== version) return Promise.resolve('conflict');
      secrets.set(name, { value: structuredClone(value), version: nextVersion(version) });
      return Promise.resolve('held');
    },
    take: (name) => {
      const kept = secrets.get(name);
      secrets.delete(name);
      return Promise.resolve(kept?.value);
    },
    remove: (name) => Promise.resolve(void secrets.delete(name)),
    names: (prefix) => Promise.resolve([...secrets.keys()].filter((name) => name.startsWith(prefix))),
    keyPair: (name) => {
      const pair = keyPairs.get(name) ?? createKeyPair();
      keyPairs.set(name, pair);
      return pair;
    },
    clear: () => {
      secrets.clear();
      keyPairs.clear();
      return Promise.resolve();
    },
  };
}

/**
 * A vault in IndexedDB, shared by the tabs and workers of an origin and kept between visits.
 *
 * Where the disk is not to be had (private browsing, a full disk, storage taken away) the page goes on from memory.
 * What is on disk is then removed rather than left out of date: an old refresh token, used again, ends the whole grant
 * at most servers.
 *
 * @param name of the database
 */
export function indexedDbVault(name = 'mcp-web-vault'): Vault {
  /** What the disk refused. It wins over what is on disk. */
  const memory = memoryVault();
  const onDisk = lazyDatabase<VaultSchema>(name, DATABASE_VERSION, (database, from) => {
    if (from >= 1) return;
    database.createObjectStore('keys');
    database.createObjectStore('secrets');
  });

  return {
    read: async (secret) =>
      (await memory.read(secret)) ??
      (await onDisk(async (database) => {
        const sealed = await database.get('secrets', secret);
        return sealed && { value: await unseal(database, sealed), version: sealed.version };
      })),

    write: async (secret, value, expected) => {
      const held = await memory.read(secret);
      if (held && expected !== undefined && expected !== held.version) return 'conflict';
      const isKept = await onDisk(async (database) => {
        const sealed = await seal(database, value);
        const transaction = database.transaction('secrets', 'readwrite');
        const version = held?.version ?? (await transaction.store.get(secret))?.version ?? 0;
        const isExpected = expected === undefined || expected === version;
        if (isExpected) await transaction.store.put({ ...sealed, version: nextVersion(version) }, secret);
        await transaction.done;
        return isExpected;
      });
      if (isKept) await memory.remove(secret);
      if (isKept !== undefined) return isKept ? 'kept' : 'conflict';
      const version = held?.version ?? (await onDisk((database) => database.get('secrets', secret)))?.version ?? 0;
      if (expected !== undefined && expected !== version) return 'conflict';
      await onDisk((database) => database.delete('secrets', secret));
      return memory.write(secret, value);
    },

    take: async (secret) => {
      const held = await memory.take(secret);
      const taken = await onDisk(async (database) => {
        const transaction = database.transaction('secrets', 'readwrite');
        const [sealed] = await Promise.all([transaction.store.get(secret), transaction.store.delete(secret), transaction.done]);
        return sealed && unseal(database, sealed);
      });
      return held ?? taken;
    },

    remove: async (secret) => {
      await memory.remove(secret);
      await onDisk((database) => database.delete('secrets', secret));
    },

    names: async (prefix) => {
      const kept = await onDisk((database) => database.getAllKeys('secrets', IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
      return [...new Set([...(await memory.names(prefix)), ...(kept ?? [])])];
    },

    keyPair: async (pairName) => {
      const pair = await onDisk((database) => keyOf(database, `pair ${pairName}`, createKeyPair));
      return pair && 'privateKey' in pair ? pair : memory.keyPair(pairName);
    },

    clear: async () => {
      await memory.clear();
      await onDisk(async (database) => {
        const transaction = database.transaction(['keys', 'secrets'], 'readwrite');
        await Promise.all([transaction.objectStore('keys').clear(), transaction.objectStore('secrets').clear(), transaction.done]);
      });
    },
  };
}

/** What is kept anew after it was removed does not pass for what was there before. */
function nextVersion(version: number): number {
  return version === 0 ? 1 + Math.floor(Math.random() * 2 ** 48) : version + 1;
}

/** Of several tabs that make a key at once, the first one's is everybody's. */
async function keyOf(database: Database, name: string, create: () => Promise<CryptoKey | CryptoKeyPair>): Promise<CryptoKey | CryptoKeyPair> {
  const known = await database.get('keys', name);
  if (known) return known;
  const made = await create();
  const transaction = database.transaction('keys', 'readwrite');
  const first = await transaction.store.get(name);
  if (!first) await transaction.store.put(made, name);
  await transaction.done;
  return first ?? made;
}

async function sealingKey(database: Database): Promise<CryptoKey> {
  const key = await keyOf(database, 'sealing', () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']));
  if (!('type' in key)) throw new TypeError('The sealing key is a pair');
  return key;
}

async function seal(database: Database, value: unknown): Promise<Omit<Sealed, 'version'>> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await sealingKey(database), new TextEncoder().encode(JSON.stringify(value)));
  return { iv, data };
}

/** Nothing, when it was sealed with a key that is gone. */
async function unseal(database: Database, { iv, data }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await sealingKey(database), data)));
  } catch {
    return undefined;
  }
}

function createKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
}
