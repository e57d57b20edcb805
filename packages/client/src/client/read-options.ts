import type { CallOptions } from '../session/exchange.ts';

/**
 * Options of a call that reads what a server may let the page keep for a while (2026-07-28): lists and resources.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp');
 * const { contents } = await client.readResource('notes://today', { cache: 'reload' });
 * console.log(contents.length);
 * ```
 */
export interface ReadOptions extends CallOptions {
  /**
   * What to do with an answer that is held, in the words of `fetch`: `default` takes it while the server's own `ttlMs` says
   * that it is fresh, `reload` asks the server and holds what it answers, `no-store` asks the server and holds nothing.
   */
  cache?: 'default' | 'reload' | 'no-store' | undefined;
}

/** Options of a call that fetches one page of a list. */
export interface ListOptions extends ReadOptions {
  /** The `nextCursor` of the page before; the first page without it. */
  cursor?: string | undefined;
}
