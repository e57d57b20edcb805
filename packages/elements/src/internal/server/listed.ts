import type { HostServer } from '@mcp-web/client';

/** Whether a list of the server is complete: if it is empty, the server has none. */
export function isListed(
  { status, isListing, failedLists }: HostServer,
  list: NonNullable<HostServer['failedLists']>[number],
): boolean {
  return status === 'ready' && !isListing && !failedLists?.includes(list);
}
