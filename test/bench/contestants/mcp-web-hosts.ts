/** Many servers in one host: how long until all of them are listed. */
import { McpHost } from '@mcp-web/client';
import type { Setting } from './contestant.ts';

globalThis.openServers = (urls: string[], setting: Setting): Promise<number> => {
  const startedAt = performance.now();
  const host = new McpHost();
  return new Promise((resolve) => {
    host.subscribe(() => {
      if (host.getSnapshot().servers.every(({ tools, isListing }) => tools.length > 0 && !isListing))
        resolve(performance.now() - startedAt);
    });
    for (const url of urls) host.add(url, setting === 'legacy' ? { revision: '2025-11-25' } : {});
  });
};
