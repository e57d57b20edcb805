/** What is left of a stream that has brought its answer. */
import { discard, type Reader } from './body.ts';
import type { Contact } from './http.ts';

/** How long the end of a stream may take, in ms. Requests that wait for a connection wait for it too. */
const END_MS = 50;

/** How late a timer may be, in ms. If it is later, the page was busy, and has not seen what came meanwhile. */
const BUSY_MS = 10;

/** How many chunks may come before it. */
const MAX_CHUNKS = 16;

/** After so many streams in a row that did not end in time, those of this server are no longer waited for. */
const MAX_LATE = 3;

/**
 * Waits a moment for the end of a stream that has brought its answer. Over HTTP/1.1, a browser closes the connection of a
 * stream that is cancelled, and the next request has to open another one.
 *
 * @param givenUp aborts when nobody waits for the answer
 * @param contact counts the streams in a row that ended late; without it, none is counted
 */
export async function readToEnd(
  rest: Reader,
  givenUp: AbortSignal,
  contact: Pick<Contact, 'lateEnds'> = { lateEnds: 0 },
): Promise<void> {
  if (givenUp.aborted || contact.lateEnds >= MAX_LATE) return discard(rest);
  let isLeft = false;
  const leave = (): void => {
    isLeft = true;
    contact.lateEnds++;
    discard(rest);
  };
  const dueAt = performance.now() + END_MS;
  let timer = setTimeout(() => {
    // Once more at most: the timers of a hidden page are always late.
    if (performance.now() - dueAt > BUSY_MS) timer = setTimeout(leave, END_MS);
    else leave();
  }, END_MS);
  try {
    for (let chunks = 0; chunks < MAX_CHUNKS; chunks++) {
      if (!(await rest.read()).done) continue;
      if (!isLeft) contact.lateEnds = 0;
      return;
    }
    leave();
  } catch {
    // The connection broke.
  } finally {
    clearTimeout(timer);
  }
}
