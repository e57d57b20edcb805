import type { UrlWords } from './languages/words.ts';

const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Reads what a person types as the address of a server: spaces around it and a missing scheme are fine.
 *
 * @throws {Error} with a message for the user.
 */
export function parseServerUrl(typed: string, text: UrlWords): string {
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
