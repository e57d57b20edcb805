/** Sends a recorded request again, as a call of the host: a tool asks for consent. */
import type { HostServer, McpHost } from '@mcp-web/client';
import type { ActivityEntry, ActivityRecorder, RepeatableRequest } from '@mcp-web/client/activity';
import { shortText } from '../internal/text/text.ts';
import type { ActivityMessages } from './messages.ts';

/** The server that would get the entry's request again: the same of the same host, with the same URL. None for an entry of a file. */
export function serverOf(
  host: McpHost | undefined,
  recorder: ActivityRecorder | undefined,
  entry: ActivityEntry,
): HostServer | undefined {
  const source = recorder?.sourceOf(entry);
  if (!host || source?.serverId === undefined || host.recorder !== recorder) return undefined;
  return host
    .getSnapshot()
    .servers.find(({ id, url, relay }) => id === source.serverId && url === source.url && relay === source.relay);
}

/** @returns what came of it */
export async function sendAgain(
  messages: ActivityMessages,
  host: McpHost | undefined,
  server: HostServer | undefined,
  request: RepeatableRequest,
): Promise<string> {
  try {
    if (!host || server?.status !== 'ready') throw new Error(messages.notConnected);
    await send(host, server.id, request);
    return messages.sentAgain(request.method);
  } catch (error) {
    return messages.notSentAgain(request.method, reasonText(error));
  }
}

async function send(host: McpHost, serverId: string, request: RepeatableRequest): Promise<void> {
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

export const reasonText = (error: unknown): string =>
  shortText(error instanceof Error ? error.message : String(error), 200);
