const LOCAL_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/**
 * Reads what a person types as the address of a server: spaces around it and a missing scheme are fine.
 *
 * @throws {Error} with a message for the user.
 */
export function parseServerUrl(typed: string): string {
  const text = typed.trim();
  if (!text) throw new Error('Type the URL of a server, for example https://example.com/mcp.');
  const candidate = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${LOCAL_HOST.test(text) ? 'http' : 'https'}://${text}`;
  if (/\s/.test(candidate) || !URL.canParse(candidate)) throw new Error('This is not a URL. The address of a server looks like https://example.com/mcp.');
  const { protocol, href } = new URL(candidate);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('A page can reach http and https addresses only.');
  return href;
}
