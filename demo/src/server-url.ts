import type { UrlMessages } from './languages/page-messages.ts';

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Reads the URL of a server as a person types it: with spaces around it, or without a scheme.
 *
 * @throws {Error} with a message for the user.
 */
export function parseServerUrl(typed: string, text: UrlMessages): string {
  const address = typed.trim();
  if (!address) throw new Error(text.missing);
  const candidate = /^[a-z][a-z\d+.-]*:\/\//i.test(address)
    ? address
    : `${LOCAL_HOST.test(address) ? 'http' : 'https'}://${address}`;
  if (/\s/.test(candidate) || !URL.canParse(candidate)) throw new Error(text.invalid);
  const { protocol, href } = new URL(candidate);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(text.scheme);
  return href;
}
