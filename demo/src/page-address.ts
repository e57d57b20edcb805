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

/** Makes the servers part of the page's address, so that it can be shared. */
export function writeAddress(servers: readonly SharedServer[]): void {
  const address = new URL(location.href);
  address.searchParams.delete(SERVER);
  address.searchParams.delete(REVISION);
  for (const { url, revision } of servers) {
    address.searchParams.append(SERVER, url);
    if (revision) address.searchParams.append(REVISION, revision);
  }
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
