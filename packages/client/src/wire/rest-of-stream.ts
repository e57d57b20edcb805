import { discard, type Reader } from './body.ts';
import type { Contact } from './http.ts';

/** How long the end of a stream may take, in ms. */
const END_MS = 100;

/** How many chunks may come before it. */
const MAX_CHUNKS = 16;

/**
 * Waits a moment for the end of a stream that has brought its answer. Over HTTP/1.1, a browser closes the connection of a
 * stream that is cancelled, and the next request has to open another one. A server that was waited for in vain is not
 * waited for again.
 *
 * @param givenUp aborts when nobody waits for the answer
 */
export async function readToEnd(rest: Reader, givenUp: AbortSignal, contact: Contact | undefined): Promise<void> {
  if (givenUp.aborted || contact?.endsLate) return discard(rest);
  const timer = setTimeout(() => {
    if (contact) contact.endsLate = true;
    discard(rest);
  }, END_MS);
  try {
    for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) if ((await rest.read()).done) return;
    discard(rest);
  } catch {
    // The connection broke.
  } finally {
    clearTimeout(timer);
  }
}
