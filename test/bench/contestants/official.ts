import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { present } from '../page.ts';

present(async (url, setting) => {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: setting === 'legacy' ? 'legacy' : 'auto' }, listMaxPages: 1_000 },
  );
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    listTools: async () => (await client.listTools()).tools.length,
    callTool: (name, onprogress) => client.callTool({ name, arguments: {} }, onprogress && { onprogress }),
  };
});
