import '@mcp-web/elements/define';
import { McpHost, McpLogViewer, McpPromptPicker, McpServer, McpToolConsent, McpTools } from '@mcp-web/elements/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const address = new URLSearchParams(location.search).get('server');

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <McpHost clientName="My app">
      <McpServer src={address} />
      <McpTools />
      <McpToolConsent />
      <label htmlFor="message">Message</label>
      <textarea id="message" />
      <McpPromptPicker forInput="message" />
      <McpLogViewer />
    </McpHost>
  </StrictMode>,
);
