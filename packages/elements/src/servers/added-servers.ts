/** Servers that the user has added, until they are connected and their lists are there. */
import type { HostServer } from '@mcp-web/client';

export class AddedServers {
  readonly #awaited = new Set<string>();

  await(ids: readonly string[]): void {
    for (const id of ids) this.#awaited.add(id);
  }

  /** Those that have come since the last time, by their ids in the list. Those that are gone are no longer awaited. */
  take(ids: readonly string[], hostedOf: (id: string) => HostServer | undefined): [id: string, server: HostServer][] {
    const arrived: [string, HostServer][] = [];
    for (const id of this.#awaited) {
      const server = hostedOf(id);
      const isThere = server?.status === 'ready' && !server.isListing;
      if (isThere) arrived.push([id, server]);
      if (isThere || !ids.includes(id)) this.#awaited.delete(id);
    }
    return arrived;
  }

  forget(): void {
    this.#awaited.clear();
  }
}
