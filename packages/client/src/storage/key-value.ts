/** Where the client keeps what it wants to know again on the next visit. */

/**
 * A place for small JSON-like values. It may forget at any time, and it may refuse to write: nothing depends on it
 * but speed. Everything read from it is looked at like anything else from outside.
 */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}
