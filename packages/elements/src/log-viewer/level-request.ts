import type { HostServer, LogLevel, McpHost } from '@mcp-web/client';
import { serverName } from '../internal/server-identity.ts';
import { shortText } from '../internal/text.ts';
import { text } from './text.ts';

/** Whether a level can be asked of the server: in the modern era it travels with each request, before that servers say so. */
export function takesLevel({ status, era, info }: HostServer): boolean {
  return status === 'ready' && (era === 'modern' || info?.capabilities.logging !== undefined);
}

/** Asks all of them that can be asked. Resolves to what went wrong, in sentences. */
export async function askForLevel(host: McpHost, servers: readonly HostServer[], level: LogLevel): Promise<string[]> {
  const asked = servers.filter(takesLevel);
  const answers = await Promise.allSettled(asked.map(({ id }) => host.setLogLevel(id, level)));
  return answers.flatMap((answer, index) => {
    const server = asked[index];
    if (answer.status === 'fulfilled' || !server) return [];
    const why = answer.reason instanceof Error ? answer.reason.message : String(answer.reason);
    return [text.notAsked(shortText(serverName(server), 40), shortText(why, 200))];
  });
}
