import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { makeUpForecast } from './forecast.ts';
import { paintLandscape } from './landscape.ts';
import { encodePng, toBase64 } from './png.ts';

const CITIES = ['Accra', 'Berlin', 'Kyoto', 'Lima', 'Reykjavik', 'Zürich'];

const ABOUT = `# The playground server

It is the official MCP server SDK, bundled into a Service Worker. The page reaches it with plain
\`fetch\`, like any server on the web. Nothing leaves your browser.
`;

/** Registers a text, a JSON document, an image, and a template with completion. */
export function registerResources(server: McpServer): void {
  server.registerResource(
    'about',
    'playground://about',
    {
      title: 'About this server',
      description: 'What this server is, in a few lines.',
      mimeType: 'text/markdown',
      annotations: { audience: ['user'], priority: 0.9 },
    },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: ABOUT }] }),
  );

  server.registerResource(
    'settings',
    'playground://settings',
    {
      title: 'Settings',
      description: 'A JSON document.',
      mimeType: 'application/json',
      annotations: { audience: ['assistant'], priority: 0.3 },
    },
    (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ stateless: true, network: 'none', cities: CITIES }, null, 2),
        },
      ],
    }),
  );

  server.registerResource(
    'cover',
    'playground://cover',
    { title: 'Cover picture', description: 'Hills at dawn, as a PNG image.', mimeType: 'image/png' },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: toBase64(await encodePng(paintLandscape('dawn'))) }],
    }),
  );

  server.registerResource(
    'forecast',
    new ResourceTemplate('playground://forecast/{city}', {
      list: undefined,
      complete: { city: (typed) => CITIES.filter((city) => city.toLowerCase().startsWith(typed.toLowerCase())) },
    }),
    { title: 'Forecast for a city', description: 'A week of made-up weather.', mimeType: 'application/json' },
    (uri, { city }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify(makeUpForecast(decodeURIComponent(String(city)), 7), null, 2),
        },
      ],
    }),
  );
}
