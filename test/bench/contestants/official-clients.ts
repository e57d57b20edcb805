/** Many servers, each with a client of its own: how long until all of them are listed. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Setting } from './contestant.ts';

declare global {
  /** Resolves with the time until the tools of all servers are known, in ms. */
  var openServers: (urls: string[], setting: Setting) => Promise<number>;
}

globalThis.openServers = async (urls, setting) => {
  const startedAt = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      const client = new Client(
        { name: 'bench', version: '1.0.0' },
        {
          versionNegotiation: { mode: setting === 'legacy' ? 'legacy' : 'auto' },
          // A host listens for changes too.
          listChanged: { tools: { onChanged: () => {} } },
        },
      );
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      await client.listTools();
    }),
  );
  return performance.now() - startedAt;
};
