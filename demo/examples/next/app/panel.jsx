'use client';
import '@mcp-web/elements/define';
import {
  McpHost,
  McpLogViewer,
  McpPromptPicker,
  McpServer,
  McpToolConsent,
  McpTools,
  useMcpHost,
} from '@mcp-web/elements/react';

export function Panel() {
  const { host } = useMcpHost((begun) =>
    begun.add(new URLSearchParams(location.search).get('server'), { id: 'example' }),
  );
  return (
    <McpHost host={host}>
      <McpServer serverId="example" />
      <McpTools />
      <McpToolConsent />
      <label htmlFor="message">Message</label>
      <textarea id="message" />
      <McpPromptPicker forInput="message" />
      <McpLogViewer />
    </McpHost>
  );
}
