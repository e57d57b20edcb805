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

/**
 * A store that lasts as long as the page.
 *
 * @example
 * ```ts
 * import { connect, memoryStore } from '@mcp-web/client';
 *
 * const store = memoryStore();
 * const client = await connect('https://example.com/mcp', { store });
 * ```
 */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, unknown>();
  return {
    get: (key) => Promise.resolve(structuredClone(values.get(key))),
    set: (key, value) => Promise.resolve(void values.set(key, structuredClone(value))),
    delete: (key) => Promise.resolve(void values.delete(key)),
  };
}
