import type { DBSchema } from 'idb';
import type { PermissionStore } from '../host/consent/permission-store.ts';
import { type UseDatabase, lazyDatabase } from './database.ts';

interface Schema extends DBSchema {
  records: { key: string; value: unknown };
}

/**
 * Stores what the user decided about tools in IndexedDB. The tabs of an origin share it, and tell each other about
 * changes.
 *
 * @param name the name of the database, and of the channel on which tabs announce changes
 *
 * @example
 * ```ts
 * import { indexedDbPermissionStore, McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost({ permissionStore: indexedDbPermissionStore() });
 * ```
 */
export function indexedDbPermissionStore(name = 'mcp-web-permissions'): PermissionStore {
  const use = lazyDatabase<Schema>(name, 1, (database) => void database.createObjectStore('records'));
  const announce = (): void => {
    const channel = new BroadcastChannel(name);
    channel.postMessage('changed');
    channel.close();
  };

  return {
    read: () => surely(use, (database) => database.getAll('records')),
    write: async (record) => {
      await surely(use, (database) => database.put('records', record, record.id));
      announce();
    },
    remove: async (ids) => {
      await surely(use, async (database) => {
        const transaction = database.transaction('records', 'readwrite');
        await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
        return ids;
      });
      announce();
    },
    watch: (listener) => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = () => listener();
      return () => channel.close();
    },
  };
}

/** Rejects when the database is not available: no decision may be lost silently. */
async function surely<T extends object | string>(
  use: UseDatabase<Schema>,
  work: Parameters<typeof use<T>>[0],
): Promise<T> {
  const outcome = await use(work);
  if (outcome === undefined) throw new Error('The browser’s storage is not available.');
  return outcome;
}
