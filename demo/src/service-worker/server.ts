import { McpServer } from '@modelcontextprotocol/server';
import { Chameleon, registerChameleon } from './chameleon.ts';
import { registerPrompts } from './prompts.ts';
import { registerElicitation } from './elicitation.ts';
import { registerResources } from './resources.ts';
import { registerSampling } from './sampling.ts';
import { registerTools } from './tools.ts';

const instructions = [
  'This server runs inside the page, in a Service Worker.',
  'It needs no network and stores nothing.',
  'Its weather is made up, and its notes cannot be lost.',
].join(' ');

/**
 * Creates the playground's server: for each request or, in the legacy era, for each session. It speaks every revision that the
 * official SDK speaks: 2026-07-28, and the older ones that start with `initialize`.
 *
 * @param page the page that it asks users to visit
 */
export function createServer(
  page: URL,
  chameleon = new Chameleon(() => {}),
  era: 'legacy' | 'modern' = 'modern',
): McpServer {
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
  registerChameleon(server, chameleon, era);
  registerElicitation(server, page);
  registerSampling(server);
  registerPrompts(server);
  registerResources(server);
  return server;
}
