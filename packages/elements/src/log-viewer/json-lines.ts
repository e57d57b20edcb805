import type { LogEntry } from '@mcp-web/client';

/** One entry as one line of JSON. */
export function jsonLine({ time, serverId, serverName, level, logger, data }: LogEntry): string {
  return JSON.stringify({ time: new Date(time).toISOString(), level, server: serverName, serverId, logger, data });
}

/** JSON Lines: one entry each. */
export function jsonLines(entries: readonly LogEntry[]): string {
  return entries.map((entry) => `${jsonLine(entry)}\n`).join('');
}
