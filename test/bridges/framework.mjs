// A server of mcp-framework, with the CORS headers that it sends by itself.
import { argv } from 'node:process';
import { MCPServer } from 'mcp-framework';

const server = new MCPServer({
  name: 'framework',
  version: '1.0.0',
  basePath: import.meta.dirname,
  transport: { type: 'http-stream', options: { port: Number(argv[2]), cors: { allowOrigin: '*' } } },
});
await server.start();
