'use client';
import '@mcp-web/elements/define';
import { McpHost, McpServer, McpTools, useMcpHost } from '@mcp-web/elements/react';

export function Panel() {
  const { host, snapshot } = useMcpHost((begun) =>
    begun.add(new URLSearchParams(location.search).get('server'), { id: 'test' }),
  );
  return (
    <McpHost host={host}>
      <p id="status">{snapshot.servers.map(({ status, tools }) => `${status} ${tools.length}`)}</p>
      <McpServer serverId="test" onmcp-server-status={({ server }) => (document.title = server.status)} />
      <McpTools />
    </McpHost>
  );
}
