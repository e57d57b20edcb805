import type { KeyValueStore } from './key-value.ts';

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
