import type { PermissionStore } from '@mcp-web/client';

/** In memory: on a busy machine, a disk may take longer than 3 s. The host then gives up, and asks about permissions again. */
export function quickConsentStore(): PermissionStore & { readonly records: Map<string, unknown> } {
  const records = new Map<string, unknown>();
  return {
    records,
    read: async () => [...records.values()],
    write: async (record) => void records.set(record.id, record),
    remove: async (ids) => ids.forEach((id) => records.delete(id)),
    watch: () => () => {},
  };
}
