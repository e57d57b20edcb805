import { lazyDatabase } from './database.ts';
import type { KeyValueStore } from './key-value.ts';

const VERSION = 1;
const TABLE = 'values';

/**
 * A store in IndexedDB, which outlives the visit and is shared by the tabs and workers of an origin. Where IndexedDB is
 * not available (private browsing, a full disk, storage taken away), it stores nothing, and what uses it is slower.
 *
 * @param name the name of the database
 *
 * @example
 * ```ts
 * import { connect, indexedDbStore } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp', { store: indexedDbStore() });
 * ```
 */
export function indexedDbStore(name = 'mcp-web'): KeyValueStore {
  const use = lazyDatabase(name, VERSION, (database) => void database.createObjectStore(TABLE));

  return {
    get: (key) => use((database): Promise<unknown> => database.get(TABLE, key)),
    set: async (key, value) => void (await use((database) => database.put(TABLE, value, key))),
    delete: (key) => use((database) => database.delete(TABLE, key)),
  };
}
