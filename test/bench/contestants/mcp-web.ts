import { connect, indexedDbStore } from '@mcp-web/client';
import { present } from '../page.ts';

present(async (url, setting) => {
  const client = await connect(url, {
    ...(setting === 'legacy' && { revision: '2025-11-25' }),
    ...(setting.endsWith('stored') && { store: indexedDbStore() }),
  });
  return {
    async listTools() {
      let count = 0;
      for await (const _tool of client.tools()) count++;
      return count;
    },
    callTool: (name, onprogress) => client.callTool(name, {}, { onprogress }),
  };
});
