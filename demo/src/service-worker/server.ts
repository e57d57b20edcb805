import { McpServer } from '@modelcontextprotocol/server';
import { Chameleon, registerChameleon } from './chameleon.ts';
import { registerPrompts } from './prompts.ts';
import { registerQuestions } from './questions.ts';
import { registerResources } from './resources.ts';
import { registerSampling } from './sampling.ts';
import { registerTools } from './tools.ts';

const instructions = [
  'This server runs inside the page, in a Service Worker.',
  'It needs no network and keeps nothing.',
  'Its weather is made up, and its notes cannot be lost.',
].join(' ');

/**
 * Makes the playground's server: for each request, or in the legacy era for each session. It speaks every revision that the
 * official SDK speaks: 2026-07-28, and the older ones that begin with `initialize`.
 *
 * @param page to which it sends users
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
  registerQuestions(server, page);
  registerSampling(server);
  registerPrompts(server);
  registerResources(server);
  return server;
}
