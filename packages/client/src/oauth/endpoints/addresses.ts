/** Checks addresses from outside before the page uses them. What is allowed is listed; everything else is refused. */
import { AuthError } from '../../errors.ts';
import { addressSpaceOf } from '../../protocol/address-space.ts';
import { shorten } from '../failures.ts';

/**
 * Checks an address from metadata: it has to be https, or http on this machine. It may be in a private network only if
 * the server, or the page itself, is in one too. A page cannot see what a name resolves to in the DNS.
 *
 * @param what describes the address in the error, e.g. `token_endpoint of https://as.example`
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
  const space = addressSpaceOf(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && space === 'loopback')) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, but signing in needs https (http is allowed for servers on this machine).`,
    );
  }
  if (url.username || url.password) throw new AuthError('discovery', `The ${what} contains a user name or password.`);
  if (space !== 'public' && [server.hostname, pageHost].every((host) => addressSpaceOf(host) === 'public')) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, in a private network, but ${server.origin} is not in one. The address was not used.`,
    );
  }
  return url;
}
