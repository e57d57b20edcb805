import { lazyDatabase } from './database.ts';
import type { KeyValueStore } from './key-value.ts';

const VERSION = 1;
const TABLE = 'values';

/**
 * A store in IndexedDB, shared by the tabs and workers of an origin and kept between visits. Where IndexedDB is not to
 * be had (private browsing, a full disk, storage taken away) it forgets, and what uses it goes on more slowly.
 *
 * @param name of the database
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
