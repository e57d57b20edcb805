/** Who a server is: the name that it gives itself, and its origin, which it cannot choose. */
import { displayName, type HostServer } from '@mcp-web/client';

/** The name of the server; the host of its URL until it has told its name. The name is a claim: show the origin beside it. */
export function serverName({ info, url }: HostServer): string {
  return info?.identity ? displayName(info.identity) : new URL(url).host;
}

/** The origin of the server's URL. */
export function serverOrigin({ url }: HostServer): string {
  return new URL(url).origin;
}
