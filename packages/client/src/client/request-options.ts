import type { CallOptions } from '../session/exchange.ts';

/**
 * Options of requests for lists and resources, which may be cached (2026-07-28).
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
   * How to use the cache, as in `fetch`: `default` uses an answer during the server's `ttlMs`, `reload` asks the server
   * and caches its answer, `no-store` asks the server and caches nothing, `only-if-cached` sends nothing: it uses a
   * list up to a week old, for example to show it until the server has answered, and rejects with `not-cached` if
   * there is none.
   */
  cache?: 'default' | 'reload' | 'no-store' | 'only-if-cached' | undefined;
}

/** Options of requests for one page of a list. */
export interface ListOptions extends ReadOptions {
  /** The `nextCursor` of the page before; absent for the first page. */
  cursor?: string | undefined;
}

/** Options of `McpClient.complete`. */
export interface CompleteOptions extends CallOptions {
  /** Arguments of the same prompt or template that are filled in already. */
  context?: Record<string, string> | undefined;
}
