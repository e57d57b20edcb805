/** Requests by a relay, for servers that send no CORS headers. What does it is loaded with the first of them. */
import { lazy } from '../lazy.ts';

const loadRelayedFetch = lazy(() => import('./relayed-fetch.ts'), 'sends requests by a relay');

export function throughRelay(relay: URL, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { relayedFetch } = await loadRelayedFetch();
    return relayedFetch(relay, send)(input, init);
  };
}
