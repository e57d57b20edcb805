import { displayName } from '../../protocol/display-name.ts';
import type { HostServer } from '../snapshot.ts';

/** What the server calls itself, or else where it is. */
export function nameOf({ info, url }: Pick<HostServer, 'info' | 'url'>): string {
  return info?.identity ? displayName(info.identity) : new URL(url).host;
}
