/** Where secrets are stored: what a vault does, and the one that lasts as long as the page. */

/** A value from the vault, with its version. */
export interface StoredValue {
  value: unknown;
  version: number;
}

/** A store for secrets. What the disk does not take stays in memory, for as long as the page lives. */
export interface Vault {
  /** Resolves with `undefined` when nothing was stored, it was removed, or it cannot be decrypted. */
  read(name: string): Promise<StoredValue | undefined>;
  /**
   * Stores a value.
   *
   * @param expected the version that was read, or 0 when there was none. Without it, any value is replaced.
   * @returns `stored` when the value outlasts the page, `in-memory` when it does not, and `conflict`, with nothing
   *   changed, when another tab wrote first.
   */
  write(name: string, value: unknown, expected?: number): Promise<'stored' | 'in-memory' | 'conflict'>;
  /** Reads and removes a value in one step: if several take it at once, one of them gets it. */
  take(name: string): Promise<unknown>;
  /** Takes a value that is only in memory. A value that outlasts the page stays. */
  takeFromMemory(name: string): Promise<unknown>;
  /**
   * Removes a value.
   *
   * @param expected the version that was read. Without it, any value is removed.
   * @returns false, with nothing changed, when another tab wrote first.
   */
  remove(name: string, expected?: number): Promise<boolean>;
  /** The names that start with `prefix`. */
  names(prefix: string): Promise<string[]>;
  /** The key pair of this name, created if there is none. Its private key cannot be exported. */
  keyPair(name: string): Promise<CryptoKeyPair>;
  /** Removes everything, including the keys. */
  clear(): Promise<void>;
}

/**
 * A vault that lasts as long as the page. Other tabs do not see it.
 *
 * @example
 * ```ts
 * import { browserOAuth, memoryVault } from '@mcp-web/client/oauth';
 *
 * const auth = browserOAuth({ redirectUri: '/signed-in.html', vault: memoryVault() });
 * ```
 */
export function memoryVault(): Vault {
  const secrets = new Map<string, StoredValue>();
  const keyPairs = new Map<string, Promise<CryptoKeyPair>>();
  const take = (name: string): Promise<unknown> => {
    const stored = secrets.get(name);
    secrets.delete(name);
    return Promise.resolve(stored?.value);
  };
  return {
    read: (name) => Promise.resolve(structuredClone(secrets.get(name))),
    write: (name, value, expected) => {
      const now = secrets.get(name);
      if (!isVersion(expected, now)) return Promise.resolve('conflict');
      secrets.set(name, { value: structuredClone(value), version: nextVersion(now) });
      return Promise.resolve('in-memory');
    },
    take,
    takeFromMemory: take,
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

/** A value that is stored again after it was removed does not get its old version back. */
export function nextVersion(current?: { version: number }): number {
  return current ? current.version + 1 : 1 + Math.floor(Math.random() * 2 ** 48);
}

/** 0 means that nothing may be there. Without a number, anything may. */
export function isVersion(expected: number | undefined, current: { version: number } | undefined): boolean {
  return expected === undefined || expected === (current?.version ?? 0);
}

export function createKeyPair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
}
