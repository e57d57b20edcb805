import { type Guard, itemsOf, parseInSteps } from '../protocol/guards.ts';
import { inSlices, yieldToPage } from '../wire/slices.ts';

/** With more items than this, `JSON.parse` has already used up the slice. */
const LONG_PAGE = 1_000;

/**
 * Checks an answer. A page of a list is checked in slices, because thousands of items would keep the page from painting.
 *
 * @throws {McpError} `invalid-result`; the signal's reason if it aborts in a pause
 */
export async function parseAnswer<T>(
  value: unknown,
  guard: Guard<T>,
  what: string,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (itemsOf(value, guard).length > LONG_PAGE) await yieldToPage();
  const answer = await inSlices(parseInSteps(value, guard, what));
  signal?.throwIfAborted();
  return answer;
}
