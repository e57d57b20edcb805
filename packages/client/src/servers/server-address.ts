/** Reads the address of a server as a person types it. */
import { resolveUrl } from '../client/connect-options.ts';

/** The absolute URL of a server, or why there is none. */
export type ServerAddress =
  | { readonly url: string }
  /** `scheme`: not http or https. `credentials`: with a user name or password, which browsers do not send. */
  | { readonly problem: 'missing' | 'invalid' | 'scheme' | 'credentials' };

const MAX_LENGTH = 2_000;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Reads the address of a server: with spaces around it, or without a scheme. That is then `http` for this machine, and `https`
 * for all others. An address on the page's own site begins with `/`.
 *
 * @param typed what the user typed, or what stands in a file
 *
 * @example
 * ```ts
 * import { readServerAddress } from '@mcp-web/client/servers';
 *
 * const address = readServerAddress(' example.com/mcp ');
 * console.log('url' in address ? address.url : address.problem);
 * ```
 */
export function readServerAddress(typed: string): ServerAddress {
  const text = typed.trim();
  if (!text) return { problem: 'missing' };
  if (text.length > MAX_LENGTH || /\s/.test(text)) return { problem: 'invalid' };
  const isRelative = /^[/.]/.test(text);
  const address = isRelative || SCHEME.test(text) ? text : `${LOCAL_HOST.test(text) ? 'http' : 'https'}://${text}`;
  if (!isRelative) {
    if (!URL.canParse(address)) return { problem: 'invalid' };
    const { protocol, username, password } = new URL(address);
    if (protocol !== 'https:' && protocol !== 'http:') return { problem: 'scheme' };
    if (username || password) return { problem: 'credentials' };
  }
  try {
    return { url: resolveUrl(address).href };
  } catch {
    return { problem: 'invalid' };
  }
}
