/** What a server is called in token requests (RFC 8707), and whether metadata is about that server (RFC 9728). */

/** Where a resource publishes its metadata, before the path of the resource. */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The `resource` of a server without metadata: its URL without a fragment or a redundant slash. */
export function resourceOf(server: URL): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && !url.search ? url.origin : url.href;
}

/**
 * How metadata for `resource` relates to the server: it is for the server itself, or for a parent, which is a part of its
 * site that contains it. `undefined` means that it is for something else.
 */
export function relationOf(resource: string, server: URL): 'same' | 'parent' | undefined {
  const url = readResource(resource);
  if (url?.origin !== server.origin) return undefined;
  const { pathname, search } = url;
  // A slash at the end of the server's address means nothing.
  const isSame = server.pathname === pathname || server.pathname === `${pathname}/`;
  if (isSame && search === server.search) return 'same';
  if (search) return undefined;
  return isSame || server.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`)
    ? 'parent'
    : undefined;
}

/** The well-known address at which a resource publishes its metadata. */
export function metadataAddressOf(resource: string | URL): URL {
  const { pathname, search, origin } = new URL(resource);
  return new URL(`${RESOURCE_METADATA}${pathname.replace(/\/$/, '')}${search}`, origin);
}

/**
 * Reads a resource that is written as it is meant. An authorization server may compare it as text, so everything is
 * refused that a URL parser drops or rewrites, except for the case of the host and a default port: a user name, a
 * fragment, dot segments, backslashes.
 */
export function readResource(resource: string): URL | undefined {
  const [match, path = '/', query = ''] = /^https?:\/\/[^/?#@\\\s]+(\/[^?#\s]*)?(\?[^#\s]+)?$/i.exec(resource) ?? [];
  if (match === undefined || !URL.canParse(resource)) return undefined;
  const url = new URL(resource);
  return url.pathname === path && url.search === query ? url : undefined;
}
