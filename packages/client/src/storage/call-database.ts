import type { DBSchema } from 'idb';
import type { CallStore } from '../client/unfinished/call-store.ts';
import { lazyDatabase } from './database.ts';

interface Schema extends DBSchema {
  calls: { key: string; value: { readonly id: string; readonly time: number }; indexes: { time: number } };
}

/** How many calls are recorded, of all tabs of the origin. */
const MAX_CALLS = 100;
/** What was recorded longer ago, in ms, is deleted. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * Records tool calls in IndexedDB while they run, so that a page can go on with those that an earlier page left
 * unfinished; and, for a host that lists tasks, how these ended. Stores at most 100 records for at most a week, and never
 * any arguments or results. The tabs of an origin share it.
 *
 * @param name the name of the database, and of the channel on which tabs announce changes
 *
 * @example
 * ```ts
 * import { indexedDbCallStore, McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost({ callStore: indexedDbCallStore() });
 * host.add('https://example.com/mcp');
 * host.subscribe(() => console.log(host.getSnapshot().unfinished?.map(({ tool, time }) => [tool, new Date(time)])));
 * ```
 */
export function indexedDbCallStore(name = 'mcp-web-calls'): CallStore {
  const use = lazyDatabase<Schema>(name, 1, (database) => {
    database.createObjectStore('calls', { keyPath: 'id' }).createIndex('time', 'time');
  });
  const announce = (): void => {
    const channel = new BroadcastChannel(name);
    channel.postMessage('changed');
    channel.close();
  };

  return {
    read: async () =>
      (await use((database) => database.getAllFromIndex('calls', 'time', IDBKeyRange.lowerBound(oldestTime())))) ?? [],
    write: async (call) => {
      await use(async (database) => {
        const transaction = database.transaction('calls', 'readwrite');
        const { store } = transaction;
        await store.put(call);
        let surplus = (await store.count()) - MAX_CALLS;
        for (let old = await store.index('time').openCursor(); old; old = await old.continue()) {
          if (surplus-- <= 0 && old.key >= oldestTime()) break;
          await old.delete();
        }
        await transaction.done;
      });
      announce();
    },
    update: async (call) => {
      await use(async (database) => {
        const transaction = database.transaction('calls', 'readwrite');
        if (await transaction.store.getKey(call.id)) await transaction.store.put(call);
        await transaction.done;
      });
    },
    remove: async (ids) => {
      await use(async (database) => {
        const transaction = database.transaction('calls', 'readwrite');
        await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
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

const oldestTime = (): number => Date.now() - MAX_AGE_MS;
