import { lazy } from '../../lazy.ts';
import { type ConnectOptions, resolveUrl } from '../connect-options.ts';
import type { UnfinishedCall } from './unfinished-calls.ts';

const loadCalls = lazy(() => import('./unfinished-calls.ts'), 'goes on with unfinished calls');

/**
 * The calls to a server that an earlier page, or a tab that is gone, left unfinished, oldest first. `connect` with the
 * same `callStore` recorded them. Calls of tabs that are still open are not among them, nor those of somebody else.
 * Resolves with none where nothing is stored.
 *
 * @param url the server's address
 * @param options as for `connect`; `callStore` and the `principal` say which calls
 * @throws {McpError} `invalid-argument` when the URL cannot be used, `network` when the code for it could not be loaded
 *
 * @example
 * ```ts
 * import { indexedDbCallStore, unfinishedCalls } from '@mcp-web/client';
 *
 * for (const call of await unfinishedCalls('https://example.com/mcp', { callStore: indexedDbCallStore() })) {
 *   if (call.canResume && confirm(`Continue ${call.tool}?`)) console.log((await call.resume()).content);
 *   else await call.forget();
 * }
 * ```
 */
export async function unfinishedCalls(
  url: string | URL,
  options: ConnectOptions = {},
): Promise<readonly UnfinishedCall[]> {
  const resolved = resolveUrl(url);
  if (!options.callStore) return [];
  const { listCalls } = await loadCalls();
  return listCalls(options.callStore, resolved, options);
}
