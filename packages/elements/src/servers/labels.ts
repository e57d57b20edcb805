/** What tells the servers of a list apart, for labels of buttons. */
import type { ListedServer } from '@mcp-web/client/servers';

/** Puts the address after a name that several servers have, and a number where that is the same too. */
export function labelsOf(
  servers: readonly ListedServer[],
  nameOf: (server: ListedServer) => string,
): Map<string, string> {
  const named = servers.map((server) => ({ ...server, name: nameOf(server) }));
  const ordinals = ordinalsOf(servers);
  return new Map(
    named.map(({ id, url, name }) => {
      if (named.every((other) => other.id === id || other.name !== name)) return [id, name];
      const ordinal = ordinals.get(id);
      return [id, `${name} (${placeOf(url)}${ordinal === undefined ? '' : `, ${ordinal}`})`];
    }),
  );
}

/** A number for each server whose address looks like that of another. */
export function ordinalsOf(servers: readonly ListedServer[]): Map<string, number> {
  const ordinals = new Map<string, number>();
  for (const alike of Map.groupBy(servers, ({ url }) => placeOf(url)).values())
    if (alike.length > 1) for (const [index, { id }] of alike.entries()) ordinals.set(id, index + 1);
  return ordinals;
}

/** Without the query, which may hold a key. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
