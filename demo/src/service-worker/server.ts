import { McpServer } from '@modelcontextprotocol/server';
import { registerPrompts } from './prompts.ts';
import { registerResources } from './resources.ts';
import { registerTools } from './tools.ts';

const instructions = [
  'This server runs inside the page, in a Service Worker.',
  'It needs no network and keeps nothing: every request is answered by a fresh instance.',
  'Its weather is made up, and its notes cannot be lost.',
].join(' ');

/**
 * Makes the playground's server, once for each request. It speaks every revision that the official
 * SDK speaks: 2026-07-28, and the older ones that begin with `initialize`.
 */
export function createServer(): McpServer {
  const server = new McpServer(
    {
      name: 'playground',
      title: 'Playground server',
      version: '1.0.0',
      description: 'Tools, prompts and resources to try a client with.',
    },
    { instructions, capabilities: { logging: {} } },
  );
  registerTools(server);
  registerPrompts(server);
  registerResources(server);
  return server;
}
