import '@mcp-web/elements/define';
import { McpHost, McpServer, McpToolConsent, McpTools } from '@mcp-web/elements/react';
import type { ReactNode } from 'react';

export function Tools(): ReactNode {
  return (
    <McpHost clientName="My app">
      <McpServer src="https://example.com/mcp" />
      <McpTools onmcp-tool-result={({ result }) => console.log(result.content)} />
      <McpToolConsent />
    </McpHost>
  );
}
