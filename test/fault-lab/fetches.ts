/** Counts how often the page itself sends each call. What arrives more often, the browser repeated. */

/** Returns a function that tells how many requests the page made for the call with this nonce. */
export function watchFetches(): (nonce: string) => number {
  const counts = new Map<string, number>();
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const nonce = nonceIn(init?.body);
    if (nonce !== undefined) counts.set(nonce, (counts.get(nonce) ?? 0) + 1);
    return send(input, init);
  };
  return (nonce) => counts.get(nonce) ?? 0;
}

function nonceIn(body: unknown): string | undefined {
  if (typeof body !== 'string' || !body.includes('"tools/call"')) return undefined;
  const { method, params } = JSON.parse(body);
  return method === 'tools/call' ? params?.arguments?.nonce : undefined;
}
