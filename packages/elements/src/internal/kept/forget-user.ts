/** Forgets what elements kept for a user who signs out, also on a page without the elements that kept it. */
import type { McpHost } from '@mcp-web/client';
import { forgetDrafts } from './drafts.ts';
import { RecentPrompts } from './recent-prompts.ts';

/** @param signal ends it */
export function forgetAtSignOut(host: McpHost, signal: AbortSignal): void {
  let before = host.getSnapshot().servers;
  const unsubscribe = host.subscribe(() => {
    const { servers } = host.getSnapshot();
    for (const { id, url, signOuts } of servers) {
      if (signOuts === undefined || signOuts === before.find((server) => server.id === id)?.signOuts) continue;
      forgetDrafts(url);
      void new RecentPrompts(() => {}).forget(url).catch(() => {});
    }
    before = servers;
  });
  signal.addEventListener('abort', unsubscribe, { once: true });
}
