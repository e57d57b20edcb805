import { McpHost } from '@mcp-web/client';
import { present } from '../page.ts';

present(async (url, setting) => {
  const host = new McpHost({ consent: () => ({ action: 'allow' }) });
  const id = host.add(url, setting === 'legacy' ? { revision: '2025-11-25' } : {});
  const server = (): ReturnType<typeof host.getSnapshot>['servers'][number] | undefined =>
    host.getSnapshot().servers.find((other) => other.id === id);
  await new Promise<void>((resolve) => {
    const stop = host.subscribe(() => {
      if (!server()?.tools.length) return;
      stop();
      resolve();
    });
  });
  return {
    listTools: async () => server()?.tools.length ?? 0,
    callTool: (name) => host.callTool(id, name),
  };
});
