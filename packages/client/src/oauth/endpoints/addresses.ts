/** Checks addresses from outside before the page uses them. What is allowed is listed; everything else is refused. */
import { AuthError } from '../../errors.ts';
import { shorten } from '../failures.ts';

/** Applied to the host as the platform's parser writes it, so that `0x7f.1` is `127.0.0.1`. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
const PRIVATE =
  /^((0|10|127)(\.\d+){3}|(169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(\.\d+){2}|\[(::|f[cd]|fe[89ab]).*\]|[^.:]+|.+\.(localhost|local|internal|home\.arpa))$/;

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
  const host = hostOf(url);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(host))) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, but signing in needs https (http is allowed for servers on this machine).`,
    );
  }
  if (url.username || url.password) throw new AuthError('discovery', `The ${what} contains a user name or password.`);
  if (PRIVATE.test(host) && !PRIVATE.test(hostOf(server)) && !PRIVATE.test(pageHost)) {
    throw new AuthError(
      'discovery',
      `The ${what} is ${shorten(address)}, in a private network, but ${server.origin} is not in one. The address was not used.`,
    );
  }
  return url;
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}
