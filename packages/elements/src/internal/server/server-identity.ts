import { displayName, type HostServer } from '@mcp-web/client';

/** What the server calls itself; the host of its URL while it has not said. The name is a claim: show the origin beside it. */
export function serverName({ info, url }: HostServer): string {
  return info?.identity ? displayName(info.identity) : new URL(url).host;
}

/** Where the server is. It is part of its identity that the server cannot choose. */
export function serverOrigin({ url }: HostServer): string {
  return new URL(url).origin;
}
