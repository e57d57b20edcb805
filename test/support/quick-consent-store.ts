import type { PermissionStore } from '@mcp-web/client';

/** Not the disk: one that takes more than 3 s, on a busy machine, is given up, and what it allowed is asked about again. */
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
