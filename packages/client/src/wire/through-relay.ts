/** Requests by a relay, for servers that send no CORS headers. What does it is loaded with the first of them. */
import { lazy } from '../lazy.ts';

const loadRelayedFetch = lazy(() => import('./relayed-fetch.ts'), 'sends requests by a relay');

/** The same function, if there is no relay. */
export function throughRelay(relay: URL | undefined, send: typeof fetch): typeof fetch {
  if (!relay) return send;
  return async (input, init) => {
    const { relayedFetch } = await loadRelayedFetch();
    return relayedFetch(relay, send)(input, init);
  };
}
