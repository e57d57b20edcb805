/** Checks addresses from outside before the page uses them. What is allowed is listed; everything else is refused. */
import { AuthError } from '../../errors.ts';
import { addressSpaceOf, isLessPublic, isTrustworthy } from '../../protocol/address-space.ts';
import { shorten } from '../failures.ts';

/**
 * Checks an address from metadata: it has to be https, or http on this device. It may be in a private network, or on
 * this device, only if the server or the page is there too. A page cannot see what a name resolves to in the DNS.
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
  if (!isTrustworthy(url)) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, but signing in needs https (http is allowed on this device: localhost, 127.0.0.1 or [::1]).`,
    );
  }
  if (url.username || url.password) throw new AuthError('discovery', `The ${what} contains a user name or password.`);
  const space = addressSpaceOf(url.hostname);
  if ([server.hostname, pageHost].every((host) => isLessPublic(space, addressSpaceOf(host)))) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, ${space === 'loopback' ? 'on this device' : 'in a private network'}, but ${server.origin} is not. The address was not used.`,
    );
  }
  return url;
}
