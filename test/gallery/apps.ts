/** A server with an app, by the official SDK in the page. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const URI = 'ui://forecast/view.html';
const MIME_TYPE = 'text/html;profile=mcp-app';

const PAGE = `<!doctype html><html lang="en"><title>Forecast</title><style>
:root { color-scheme: light dark; font: 15px/1.5 sans-serif } body { margin: 0; padding: 16px } b { font-size: 32px }
</style><p>Graz, today</p><b>21 °C</b><p>Sunny until the evening. Wind from the west.</p><button>Tomorrow</button><script>
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const theme = (context) => { if (context?.theme) document.documentElement.style.colorScheme = context.theme; };
addEventListener('message', ({ data }) => {
  if (data.method === 'ui/notifications/host-context-changed') return theme(data.params);
  if (data.id !== 1) return;
  theme(data.result.hostContext);
  post({ method: 'ui/notifications/initialized', params: {} });
  post({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.offsetHeight } });
});
post({ id: 1, method: 'ui/initialize', params: { appInfo: { name: 'forecast', version: '1.0.0' }, appCapabilities: {}, protocolVersion: '2026-01-26' } });
</script>`;

export function appServer(): typeof fetch {
  const { fetch: answer } = createMcpHandler(() => {
    const server = new McpServer({ name: 'weather', title: 'Weather', version: '1.0.0' });
    const csp = { connectDomains: ['https://api.weather.example'] };
    server.registerResource(URI, URI, { mimeType: MIME_TYPE }, () => ({
      contents: [{ uri: URI, mimeType: MIME_TYPE, text: PAGE, _meta: { ui: { csp } } }],
    }));
    server.registerTool(
      'forecast',
      { description: 'The weather', inputSchema: z.object({}), _meta: { ui: { resourceUri: URI } } },
      () => ({ content: [{ type: 'text', text: 'Sunny, 21 °C' }] }),
    );
    return server;
  });
  return (input, init) => answer(new Request(input, init));
}
