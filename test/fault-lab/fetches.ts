/** Counts how often the page itself sends each call. What arrives more often, the browser repeated. */

export interface Fetches {
  /** How many requests the page made for the call with this nonce. Forgets it: thousands would look like a leak. */
  takeCount(nonce: string): number;
  /** From now on, each request to this server says which page it comes from. The client has the same URL in all tabs. */
  name(url: string, label: string): void;
}

export function watchFetches(): Fetches {
  const counts = new Map<string, number>();
  const send = globalThis.fetch;
  let server: string | undefined;
  let query = '';
  globalThis.fetch = (input, init) => {
    const nonce = nonceIn(init?.body);
    if (nonce !== undefined) counts.set(nonce, (counts.get(nonce) ?? 0) + 1);
    return send(input instanceof URL && input.href === server ? `${server}${query}` : input, init);
  };
  return {
    takeCount(nonce) {
      const count = counts.get(nonce) ?? 0;
      counts.delete(nonce);
      return count;
    },
    name(url, label) {
      server = url;
      query = `?${label}`;
    },
  };
}

function nonceIn(body: unknown): string | undefined {
  if (typeof body !== 'string' || !body.includes('"tools/call"')) return undefined;
  const { method, params } = JSON.parse(body);
  return method === 'tools/call' ? params?.arguments?.nonce : undefined;
}
