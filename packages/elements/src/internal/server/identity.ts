/** Who a server is: the name that it gives itself, and its address, which it cannot choose. */
import { displayName, type HostServer } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { beginning } from '../text/text.ts';

/** Of a longer path, only the beginning and the end are shown. */
const MAX_PATH = 240;
const MAX_PATH_END = 60;

/** The name of the server; the host of its URL until it has told its name. The name is a claim: show the address beside it. */
export function serverName({ info, url }: HostServer): string {
  return info?.identity ? displayName(info.identity) : new URL(url).host;
}

/**
 * The address of the server: its origin, and the path, because one origin may have several servers. Of a query it shows only
 * that there is one, because it may hold a key; a number tells servers apart that differ in nothing else.
 */
export function serverAddress({ url, ordinal }: Pick<HostServer, 'url' | 'ordinal'>): TemplateResult {
  const { origin, pathname, search } = new URL(url);
  const path = pathname === '/' ? '' : pathname;
  const isLong = path.length > MAX_PATH;
  return html`<span class="server-address"><strong>${origin}</strong><wbr />${isLong ? `${beginning(path, MAX_PATH - MAX_PATH_END)}…${path.slice(-MAX_PATH_END)}` : path}${search ? '?…' : ''}${ordinal === undefined ? '' : ` (${ordinal})`}</span>`;
}
