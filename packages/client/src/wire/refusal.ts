/** Why a request did not reach the server, as far as that can be known. */
import { isMixedContent, localNetworkRefusal } from './local-network.ts';

/** Without the query, which may hold a key or name a session (2024-11-05): error messages end up in logs. */
export const addressOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Where MCP endpoints often are. Nobody is told to try the address that failed. */
export function usualPaths({ pathname }: URL): string[] {
  const own = pathname.replace(/\/$/, '');
  return ['/mcp', '/api/mcp', '/sse'].filter((path) => path !== own);
}

/** What sends the requests: CORS and the Content Security Policy concern pages and workers only. */
export function here(): 'page' | 'worker' | 'program' {
  if ('document' in globalThis) return 'page';
  return globalThis.location ? 'worker' : 'program';
}

/**
 * Browsers do not say why a request failed, so the message names every possible reason, the likeliest first.
 *
 * @param cause what `fetch` rejected with
 */
export async function describeRefusal(
  {
    url,
    relay,
    contact,
  }: {
    readonly url: URL;
    readonly relay?: URL | undefined;
    readonly contact?: { readonly hasAnswered: boolean } | undefined;
  },
  cause: unknown,
): Promise<string> {
  const name = relay ? `The relay ${addressOf(relay)}` : addressOf(url);
  const sender = here();
  if (sender === 'program') {
    const before = contact?.hasAnswered ? ', although it has answered before' : '';
    return `${name} could not be reached${before}. Is the server running, and is the address right?${saidBy(cause)}`;
  }
  const refusal = await localNetworkRefusal(relay ?? url);
  if (refusal !== undefined) return `${name} could not be reached. ${refusal}`;
  if (globalThis.navigator?.onLine === false) return `${name} could not be reached: this device is offline.`;
  if (contact?.hasAnswered)
    return `The connection to ${name} failed, although it has answered this ${sender} before: the server may be restarting, the network may have failed, or the CORS headers of its answer do not allow this request. The browser's console says which.`;
  const { origin } = globalThis;
  if (relay)
    return `${name}, which sends the requests to ${addressOf(url)}, could not be reached: is it running? If it is not on this site, its \`allowedOrigins\` have to name ${origin}.`;
  if (isMixedContent(url)) {
    return `${name} could not be reached: a ${sender} on https cannot talk to a server on http. Serve the server over https.`;
  }
  if (url.origin === origin) return `${name} could not be reached: is the server running?`;
  return `${name} could not be reached. Either no server is running there, or its CORS headers do not allow this ${sender} (${origin}): they have to allow the origin, the method and the request headers, also in the answer to OPTIONS; or the ${sender}'s Content Security Policy (\`connect-src\`) does not allow the address. The browser's console says which.`;
}

/** Outside of browsers, the reason is known. */
function saidBy(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && cause.message ? ` The system says: ${cause.message}` : '';
}
