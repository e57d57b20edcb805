/** Ends a session at its server. */
import { type Endpoint, fetchAnswer, GOODBYE_MS, isCrossOrigin } from '../wire/http.ts';
import { SESSION_HEADER } from './session-id.ts';

/**
 * The preflight of a DELETE takes the place of the one that lets POSTs pass, and some servers allow only what it asks for:
 * the next session would have to ask again. So it asks for this header too, because the quotes are not allowed without a
 * preflight (Fetch, CORS-unsafe request-header byte). It does not say JSON: some servers refuse JSON without a body.
 */
const BODILESS_HEADERS = { 'Content-Type': 'text/plain;charset="utf-8"' };

/**
 * Never fails: a server need not support DELETE, and one that is gone need not be told.
 *
 * @param headers those of every request of the session
 */
export async function endSession(endpoint: Endpoint, headers: Record<string, string>): Promise<void> {
  if (!(SESSION_HEADER in headers)) return;
  await fetchAnswer(endpoint, {
    method: 'DELETE',
    headers: { ...headers, ...(isCrossOrigin(endpoint) && BODILESS_HEADERS) },
    keepalive: true,
    isAcknowledged: true,
    signal: AbortSignal.timeout(GOODBYE_MS),
  }).catch(() => {});
}
