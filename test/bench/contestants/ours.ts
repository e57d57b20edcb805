import { connect, indexedDbStore } from '@mcp-web/client';
import { present } from '../page.ts';

present(async (url, setting) => {
  const client = await connect(url, {
    ...(setting === 'legacy' && { revision: '2025-11-25' }),
    ...(setting.endsWith('remembered') && { store: indexedDbStore() }),
  });
  return {
    listTools: () => client.listTools(),
    callTool: (name, onprogress) => client.callTool(name, {}, { onprogress }),
  };
});
