/** Sends a recorded request again, as a call of the host: a tool asks for consent. */
import type { McpHost } from '@mcp-web/client';
import type { RepeatableRequest } from '@mcp-web/client/activity';

/** @throws whatever the host throws */
export async function sendAgain(host: McpHost, serverId: string, request: RepeatableRequest): Promise<void> {
  const { method, name, arguments: args } = request;
  const client = host.client(serverId);
  const options = { cache: 'reload' } as const;
  switch (method) {
    case 'tools/call':
      return void (await host.callTool(serverId, name, args, { by: 'user' }));
    case 'prompts/get':
      return void (await host.getPrompt(serverId, name, textsOf(args)));
    case 'resources/read':
      return void (await host.readResource(serverId, name, options));
    case 'tools/list':
      return void (await client.listTools(options));
    case 'prompts/list':
      return void (await client.listPrompts(options));
    case 'resources/list':
      return void (await client.listResources(options));
    case 'resources/templates/list':
      return void (await client.listResourceTemplates(options));
    case 'ping':
      return client.ping();
  }
}

const textsOf = (args: RepeatableRequest['arguments']): Record<string, string> =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
