/** Search results, grouped by server. */
import type { HostServer } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { ListGroup } from './listbox.ts';
import type { Search } from './search.ts';
import { serverName, serverOrigin } from '../server/identity.ts';
import { shortText } from '../text/text.ts';

/** A prompt or resource, and its server. */
export interface Offer<T> {
  readonly server: HostServer;
  readonly entry: T;
}

/** A group for each server with a match, the best match first. */
export function groupsByServer<T extends object>(
  servers: readonly HostServer[],
  search: Search<T>,
  query: string,
  entriesOf: (server: HostServer) => readonly T[],
): ListGroup<Offer<T>>[] {
  const groups = servers.flatMap((server, index) => {
    const { items, best } = search.find(entriesOf(server), query);
    return items.length === 0
      ? []
      : [{ best, id: `${index}`, head: () => head(server), items: items.map((entry) => ({ server, entry })) }];
  });
  return groups.sort((one, other) => other.best - one.best);
}

function head(server: HostServer): TemplateResult {
  return html`<b><bdi>${shortText(serverName(server), 60)}</bdi></b><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span>`;
}
