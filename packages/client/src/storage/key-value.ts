/** Where the client stores what helps it on the next visit. */

/**
 * A place for small JSON-like values. It may lose values at any time, and it may refuse to write: only speed depends on
 * it. What is read from it is checked like anything else from outside.
 */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}
