import type { PermissionStore } from '@mcp-web/client';

/** A store that is read only when something else is there: what is stored may need the built-in server. */
export function waitingStore(store: PermissionStore, ready: Promise<unknown>): PermissionStore {
  return {
    read: async () => {
      await ready.catch(() => {});
      return store.read();
    },
    write: (record) => store.write(record),
    remove: (ids) => store.remove(ids),
    watch: (listener) => store.watch(listener),
  };
}
