/** Where tokens and unfinished sign-ins are kept: in IndexedDB, encrypted with a key that cannot leave the browser. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { lazyDatabase } from '../../storage/database.ts';

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
  /** The same with what lasts only as long as the page; what outlasts it stays. */
  takeHeld(name: string): Promise<unknown>;
  /**
   * Removes a value.
   *
   * @param expected the version that was read; without it, whatever is there goes.
   * @returns false, with nothing changed, when somebody else was quicker.
   */
  remove(name: string, expected?: number): Promise<boolean>;
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
  const take = (name: string): Promise<unknown> => {
    const kept = secrets.get(name);
    secrets.delete(name);
    return Promise.resolve(kept?.value);
  };
  return {
    read: (name) => Promise.resolve(structuredClone(secrets.get(name))),
    write: (name, value, expected) => {
      const now = secrets.get(name);
      if (!isVersion(expected, now)) return Promise.resolve('conflict');
      secrets.set(name, { value: structuredClone(value), version: nextVersion(now) });
      return Promise.resolve('held');
    },
    take,
    takeHeld: take,
    remove: (name, expected) => Promise.resolve(isVersion(expected, secrets.get(name)) && (secrets.delete(name), true)),
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
  const onDisk = lazyDatabase<VaultSchema>(name, DATABASE_VERSION, (database, from) => {
    if (from >= 1) return;
    database.createObjectStore('keys');
    database.createObjectStore('secrets');
  });
  /** What the disk refused. It wins over what is on disk, unless another tab has kept something there since. */
  const held = new Map<string, Kept>();
  /** What the disk may not have given up. It counts no more. */
  const gone = new Map<string, number>();
  const pairs = memoryVault();

  /** What counts of a secret, by what is on disk. */
  const newest = (secret: string, sealed: Sealed | undefined): Kept | Sealed | undefined => {
    if (!sealed || sealed.version === gone.get(secret)) return held.get(secret);
    held.delete(secret);
    return sealed;
  };

  const open = async (kept: Kept | Sealed | undefined): Promise<unknown> =>
    kept && ('data' in kept ? onDisk((database) => unseal(database, kept)) : structuredClone(kept.value));

  const remove = async (secret: string, expected?: number): Promise<boolean> => {
    let isExpected = isVersion(expected, held.get(secret));
    await onDisk(async (database) => {
      const transaction = database.transaction('secrets', 'readwrite');
      const sealed = await transaction.store.get(secret);
      isExpected = isVersion(expected, newest(secret, sealed));
      if (isExpected && sealed) {
        gone.set(secret, sealed.version);
        await transaction.store.delete(secret);
      }
      await transaction.done;
    });
    if (isExpected) held.delete(secret);
    return isExpected;
  };

  return {
    read: async (secret) => {
      const kept = newest(secret, await onDisk((database) => database.get('secrets', secret)));
      return kept && { value: await open(kept), version: kept.version };
    },

    write: async (secret, value, expected) => {
      const isKept = await onDisk(async (database) => {
        const sealed = await seal(database, value);
        const transaction = database.transaction('secrets', 'readwrite');
        const now = newest(secret, await transaction.store.get(secret));
        const isExpected = isVersion(expected, now);
        if (isExpected) await transaction.store.put({ ...sealed, version: nextVersion(now) }, secret);
        await transaction.done;
        if (isExpected) held.delete(secret);
        return isExpected;
      });
      if (isKept !== undefined) return isKept ? 'kept' : 'conflict';
      if (!(await remove(secret, expected))) return 'conflict';
      held.set(secret, { value: structuredClone(value), version: nextVersion() });
      return 'held';
    },

    take: async (secret) => {
      const sealed = await onDisk(async (database) => {
        const transaction = database.transaction('secrets', 'readwrite');
        const [found] = await Promise.all([
          transaction.store.get(secret),
          transaction.store.delete(secret),
          transaction.done,
        ]);
        return found;
      });
      const taken = newest(secret, sealed);
      held.delete(secret);
      return open(taken);
    },

    takeHeld: (secret) => {
      const taken = held.get(secret);
      held.delete(secret);
      return Promise.resolve(taken?.value);
    },

    remove,

    names: async (prefix) => {
      const kept = await onDisk((database) =>
        database.getAllKeys('secrets', IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
      );
      return [...new Set([...[...held.keys()].filter((secret) => secret.startsWith(prefix)), ...(kept ?? [])])];
    },

    keyPair: async (pairName) => {
      const pair = await onDisk((database) => keyOf(database, `pair ${pairName}`, createKeyPair));
      return pair && 'privateKey' in pair ? pair : pairs.keyPair(pairName);
    },

    clear: async () => {
      held.clear();
      await pairs.clear();
      await onDisk(async (database) => {
        const transaction = database.transaction(['keys', 'secrets'], 'readwrite');
        await Promise.all([
          transaction.objectStore('keys').clear(),
          transaction.objectStore('secrets').clear(),
          transaction.done,
        ]);
      });
    },
  };
}

/** What is kept anew after it was removed does not pass for what was there before. */
function nextVersion(kept?: { version: number }): number {
  return kept ? kept.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);
}

/** 0: nothing is expected to be there. Without a number, whatever is there will do. */
function isVersion(expected: number | undefined, kept: { version: number } | undefined): boolean {
  return expected === undefined || expected === (kept?.version ?? 0);
}

/** Of several tabs that make a key at once, the first one's is everybody's. */
async function keyOf(
  database: Database,
  name: string,
  create: () => Promise<CryptoKey | CryptoKeyPair>,
): Promise<CryptoKey | CryptoKeyPair> {
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
  const key = await keyOf(database, 'sealing', () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  );
  if (!('type' in key)) throw new TypeError('The sealing key is a pair');
  return key;
}

async function seal(database: Database, value: unknown): Promise<Omit<Sealed, 'version'>> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await sealingKey(database),
    new TextEncoder().encode(JSON.stringify(value)),
  );
  return { iv, data };
}

/** Nothing, when it was sealed with a key that is gone. */
async function unseal(database: Database, { iv, data }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await sealingKey(database), data)),
    );
  } catch {
    return undefined;
  }
}

function createKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
}
