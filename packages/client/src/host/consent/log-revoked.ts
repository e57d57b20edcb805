/** Says in the log that a permission is gone. */
import type { Log } from '../log/log.ts';
import type { Permission } from './permission-store.ts';

export function logRevoked(
  log: Log,
  { serverName, toolName, duration }: Permission,
  { serverId, by }: { readonly serverId: string; readonly by: 'page' | 'user' },
): void {
  const data = { tool: toolName, decision: 'revoked', by, permission: duration };
  log.append({ kind: 'decision', level: 'notice', serverId, serverName, data });
}
