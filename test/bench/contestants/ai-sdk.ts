import { createMCPClient } from '@ai-sdk/mcp';
import { present } from '../page.ts';

present(async (url, setting) => {
  let onmessage: (() => void) | undefined;
  const client = await createMCPClient({
    transport: { type: 'http', url: url.href },
    protocolVersionDiscovery: setting !== 'legacy',
    // It has no progress callback: a notification reaches the app only as an error that it is not supported.
    onUncaughtError: () => onmessage?.(),
  });
  return {
    async listTools() {
      let count = 0;
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const page = await client.listTools(cursor === undefined ? {} : { params: { cursor } });
        count += page.tools.length;
        cursor = page.nextCursor;
      }
      return count;
    },
    callTool(name, onprogress) {
      onmessage = onprogress;
      return client.callTool({ name, arguments: {} });
    },
  };
});
