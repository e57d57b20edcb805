/** The vault that outlasts the page: in IndexedDB, encrypted with a key that cannot leave the browser. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { lazyDatabase } from '../../storage/database.ts';
import { createKeyPair, isVersion, memoryVault, nextVersion, type StoredValue, type Vault } from './vault.ts';

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

const DATABASE_VERSION = 2;

/**
 * A vault in IndexedDB, which outlasts the page. The tabs and workers of an origin share it.
 *
 * If the disk cannot be used (private browsing, a full disk, revoked storage), values stay in memory. An older value on
 * disk is then removed: if an outdated refresh token were used again, most servers would revoke the whole grant.
 *
 * @param name of the database
 *
 * @example
 * ```ts
 * import { browserOAuth, indexedDbVault } from '@mcp-web/client/oauth';
 *
 * const auth = browserOAuth({ redirectUri: '/signed-in.html', vault: indexedDbVault('notes-sign-in') });
 * ```
 */
export function indexedDbVault(name = 'mcp-web-vault'): Vault {
  const onDisk = lazyDatabase<VaultSchema>(name, DATABASE_VERSION, (database, from) => {
    for (const store of ['keys', 'secrets'] as const) {
      // The names of version 1 were addresses, which nothing looks up anymore.
      if (from === 1) database.deleteObjectStore(store);
      database.createObjectStore(store);
    }
  });
  /** Values that the disk did not take. They win over the disk, unless another tab has stored a value there since. */
  const inMemory = new Map<string, StoredValue>();
  /** The versions that were to be removed from the disk. If one is still there, it is ignored. */
  const removed = new Map<string, number>();
  const pairs = memoryVault();

  /** The current value of a secret: the one from the disk, or the one in memory. */
  const newest = (secret: string, sealed: Sealed | undefined): StoredValue | Sealed | undefined => {
    if (!sealed || sealed.version === removed.get(secret)) return inMemory.get(secret);
    inMemory.delete(secret);
    return sealed;
  };

  const open = async (found: StoredValue | Sealed | undefined): Promise<unknown> =>
    found && ('data' in found ? onDisk((database) => unseal(database, found)) : structuredClone(found.value));

  const remove = async (secret: string, expected?: number): Promise<boolean> => {
    let isExpected = isVersion(expected, inMemory.get(secret));
    await onDisk(async (database) => {
      const transaction = database.transaction('secrets', 'readwrite');
      const sealed = await transaction.store.get(secret);
      isExpected = isVersion(expected, newest(secret, sealed));
      if (isExpected && sealed) {
        removed.set(secret, sealed.version);
        await transaction.store.delete(secret);
      }
      await transaction.done;
    });
    if (isExpected) inMemory.delete(secret);
    return isExpected;
  };

  return {
    read: async (secret) => {
      const found = newest(secret, await onDisk((database) => database.get('secrets', secret)));
      return found && { value: await open(found), version: found.version };
    },

    write: async (secret, value, expected) => {
      const isStored = await onDisk(async (database) => {
        const sealed = await seal(database, value);
        const transaction = database.transaction('secrets', 'readwrite');
        const now = newest(secret, await transaction.store.get(secret));
        const isExpected = isVersion(expected, now);
        if (isExpected) {
          void transaction.store.put({ ...sealed, version: nextVersion(now) }, secret).catch(() => {});
          // Without this, a tab that ends now loses the value: its tokens may be the only ones that are still valid.
          transaction.commit();
        }
        await transaction.done;
        if (isExpected) inMemory.delete(secret);
        return isExpected;
      });
      if (isStored !== undefined) return isStored ? 'stored' : 'conflict';
      if (!(await remove(secret, expected))) return 'conflict';
      inMemory.set(secret, { value: structuredClone(value), version: nextVersion() });
      return 'in-memory';
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
      inMemory.delete(secret);
      return open(taken);
    },

    takeFromMemory: (secret) => {
      const taken = inMemory.get(secret);
      inMemory.delete(secret);
      return Promise.resolve(taken?.value);
    },

    remove,

    names: async (prefix) => {
      const stored = await onDisk((database) =>
        database.getAllKeys('secrets', IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
      );
      return [...new Set([...[...inMemory.keys()].filter((secret) => secret.startsWith(prefix)), ...(stored ?? [])])];
    },

    keyPair: async (pairName) => {
      const pair = await onDisk((database) => keyOf(database, `pair ${pairName}`, createKeyPair));
      return pair && 'privateKey' in pair ? pair : pairs.keyPair(pairName);
    },

    clear: async () => {
      inMemory.clear();
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

/** If several tabs create a key at the same time, all of them use the one that was stored first. */
async function keyOf(
  database: Database,
  name: string,
  create: () => Promise<CryptoKey | CryptoKeyPair>,
): Promise<CryptoKey | CryptoKeyPair> {
  const known = await database.get('keys', name);
  if (known) return known;
  const created = await create();
  const transaction = database.transaction('keys', 'readwrite');
  const first = await transaction.store.get(name);
  if (!first) await transaction.store.put(created, name);
  await transaction.done;
  return first ?? created;
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

/** Resolves with `undefined` if the key that sealed the value is gone. */
async function unseal(database: Database, { iv, data }: Sealed): Promise<unknown> {
  try {
    return JSON.parse(
      new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await sealingKey(database), data)),
    );
  } catch {
    return undefined;
  }
}
