import { McpError } from '../errors.ts';
import type { Page } from '../protocol/types.ts';
import type { Session } from '../session/session.ts';

/** More pages than this are taken for a server that never ends its list. */
const MAX_PAGES = 1_000;

/** Walks a paged list, asking for a page when the one before is used up. */
export async function* paginate<P extends Page, T>(
  fetchPage: (page: { cursor: string | undefined; wantsAll: true }) => Promise<P>,
  itemsOf: (page: P) => readonly T[],
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
    const page = await fetchPage({ cursor, wantsAll: true });
    ({ generation } = session);
    yield* itemsOf(page);
    cursor = page.nextCursor;
    // An empty cursor is a cursor in 2026-07-28; older servers mean the end by it.
    if (cursor === undefined || (cursor === '' && session.era === 'legacy')) return;
    if (seen.has(cursor))
      throw new McpError(
        'invalid-result',
        `The server's list goes in a circle: the cursor ${JSON.stringify(cursor.slice(0, 80))} came twice.`,
      );
    seen.add(cursor);
  }
  throw new McpError(
    'invalid-result',
    `The server's list has more than ${MAX_PAGES} pages: fetch it page by page, e.g. with listTools({ cursor }).`,
  );
}
