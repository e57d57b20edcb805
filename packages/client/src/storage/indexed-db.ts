import { type IDBPDatabase, openDB } from 'idb';
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
  let opening: Promise<IDBPDatabase> | undefined;

  function open(): Promise<IDBPDatabase> {
    const opened = openDB(name, VERSION, {
      upgrade: (database) => void database.createObjectStore(TABLE),
      // A newer page wants to change the database: make way for it, and open anew when needed.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        opening = undefined;
      },
      terminated: () => (opening = undefined),
    });
    opened.catch(() => (opening = undefined));
    return opened;
  }

  async function use<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T | undefined> {
    try {
      return await work(await (opening ??= open()));
    } catch {
      return undefined;
    }
  }

  return {
    get: (key) => use((database): Promise<unknown> => database.get(TABLE, key)),
    set: async (key, value) => void (await use((database) => database.put(TABLE, value, key))),
    delete: (key) => use((database) => database.delete(TABLE, key)),
  };
}
