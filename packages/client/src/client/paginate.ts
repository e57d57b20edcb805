import { McpError } from '../errors.ts';
import type { Page } from '../protocol/types.ts';
import type { Session } from '../session/session.ts';
import { Slices } from '../wire/slices.ts';

/** A list with more pages than this is taken for one that never ends. */
export const MAX_PAGES = 1_000;

/** What page to fetch. */
export interface PageOptions {
  readonly cursor: string | undefined;
  readonly wantsAll: true;
}

/** In 2026-07-28 an empty cursor is a cursor; from older servers it means the end. */
export function isLastPage({ nextCursor }: Page, { era }: Pick<Session, 'era'>): boolean {
  return nextCursor === undefined || (nextCursor === '' && era === 'legacy');
}

/**
 * Walks a paged list. Fetches each page when the one before is used up. Lets the page paint in between where a page is
 * long.
 *
 * @param key where the items of a page are
 */
export async function* paginate<T, K extends string>(
  fetchPage: (page: PageOptions) => Promise<Page & Record<K, readonly T[]>>,
  key: K,
  session: Pick<Session, 'era' | 'generation'>,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  let generation: number | undefined;
  for (let count = 0; count < MAX_PAGES; count++) {
    if (cursor !== undefined && session.generation !== generation) {
      throw new McpError(
        'session-lost',
        'The server forgot the session while its list was being fetched: fetch it again from the start.',
      );
    }
    const before = session.generation;
    let page: Page & Record<K, readonly T[]> = await fetchPage({ cursor, wantsAll: true });
    if (cursor === undefined) {
      ({ generation } = session);
      // The page may still be from the session before, and then its cursor means nothing in this one.
      if (before !== undefined && before !== generation && !isLastPage(page, session))
        page = await fetchPage({ cursor, wantsAll: true });
    }
    const slices = new Slices();
    for (const item of page[key]) {
      yield item;
      if (slices.isOverAfterStep()) await slices.pause();
    }
    cursor = page.nextCursor;
    if (cursor === undefined || isLastPage(page, session)) return;
    if (seen.has(cursor))
      throw new McpError(
        'invalid-result',
        `The server's list repeats itself: the cursor ${JSON.stringify(cursor.slice(0, 80))} came twice.`,
      );
    seen.add(cursor);
  }
  throw new McpError(
    'invalid-result',
    `The server's list has more than ${MAX_PAGES} pages: fetch it page by page, e.g. with listTools({ cursor }).`,
  );
}
