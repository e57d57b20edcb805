import { type Revision, REVISIONS } from '@mcp-web/client';
import type { ListedServer } from '@mcp-web/client/servers';

const SERVER = 'server';
const REVISION = 'revision';

type SharedServer = Pick<ListedServer, 'url' | 'revision'>;

/** The servers in the page's address: as `?server=`, each followed by `&revision=` if one was chosen. */
export function readAddress(): SharedServer[] {
  const servers: { url: string; revision?: Revision }[] = [];
  for (const [name, value] of new URLSearchParams(location.search)) {
    const last = servers.at(-1);
    const revision = REVISIONS.find((one) => one === value);
    if (name === SERVER) servers.push({ url: value });
    else if (name === REVISION && last && revision) last.revision = revision;
  }
  return servers;
}

/** The page's address with these servers. */
export function addressWith(servers: readonly SharedServer[]): URL {
  const address = new URL(location.href);
  address.searchParams.delete(SERVER);
  address.searchParams.delete(REVISION);
  for (const { url, revision } of servers) {
    address.searchParams.append(SERVER, url);
    if (revision) address.searchParams.append(REVISION, revision);
  }
  return address;
}
