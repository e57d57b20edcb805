import '@mcp-web/elements/define';
import { McpHost, McpServer, McpTools, useMcpHost } from '@mcp-web/elements/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const address = new URLSearchParams(location.search).get('server');

function Page() {
  const { host, snapshot } = useMcpHost((begun) => begun.add(address, { id: 'test' }));
  return (
    <McpHost host={host}>
      <p id="status">{snapshot.servers.map(({ status, tools }) => `${status} ${tools.length}`)}</p>
      <McpServer serverId="test" onmcp-server-status={({ server }) => (document.title = server.status)} />
      <McpTools />
    </McpHost>
  );
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
