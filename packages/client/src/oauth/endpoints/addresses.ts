/** Addresses that come from outside, before the page goes there. What is allowed is listed; everything else is refused. */
import { AuthError } from '../../errors.ts';
import { shorten } from './quoting.ts';

/** By the host as the platform's own parser wrote it, so that `0x7f.1` and `127.0.0.1` are the same. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
const INSIDE =
  /^((0|10|127)(\.\d+){3}|(169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+){2}|\[(::|f[cd]|fe[89ab]).*\]|[^.:]+|.+\.(localhost|local|internal|home\.arpa))$/;

/**
 * An address that metadata names, once it is found fit to be used: https, or http on this machine, and not inside
 * somebody's network unless the server, or the page itself, is there too. What a name stands for in the DNS a page
 * cannot see.
 *
 * @param what names the address in the error, e.g. `token_endpoint of https://as.example`
 * @throws {AuthError} `discovery`
 */
export function checkAddress(
  address: string,
  what: string,
  server: URL,
  pageHost: string = globalThis.location?.hostname ?? '',
): URL {
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw new AuthError('discovery', `The ${what} is not a URL.`, { cause });
  }
  const host = hostOf(url);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(host))) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, but only https is safe to sign in with (http is for servers on this machine).`,
    );
  }
  if (url.username || url.password) throw new AuthError('discovery', `The ${what} has a user name or password in it.`);
  if (INSIDE.test(host) && !INSIDE.test(hostOf(server)) && !INSIDE.test(pageHost)) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, inside a private network, but ${server.origin} is not: it may not send the page there.`,
    );
  }
  return url;
}

/** The `resource` of a server that does not say it itself (RFC 8707): no fragment, and no slash that means nothing. */
export function resourceOf(server: URL): string {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && !url.search ? url.origin : url.href;
}

/** Whether what metadata describes is the server, or the part of its site that it lies in. */
export function isResourceOf(resource: string, server: URL): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, search, hash } = new URL(resource);
  if (origin !== server.origin || hash) return false;
  if (search) return search === server.search && pathname === server.pathname;
  return server.pathname === pathname || server.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}
