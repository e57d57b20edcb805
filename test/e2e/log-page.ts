/** The page of log.spec.ts: a log viewer, and servers whose log messages the test makes up. */
import { type LogLevel, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/log-viewer/define';

declare global {
  interface Window {
    /** Logs this many messages, from each server in turn. Every hundredth is an error. The listed ones contain a needle and a secret. */
    log: (count: number, needles?: readonly number[]) => void;
  }
}

const host = new McpHost({ maxLogEntries: 100_000, maxLogBytes: 200_000_000 });
const servers = new URLSearchParams(location.search).getAll('server').map((url) => host.add(url));
for (const viewer of document.querySelectorAll('mcp-log-viewer')) viewer.host = host;

window.log = (count, needles = []) => {
  for (let index = 0; index < count; index++) {
    const level: LogLevel = index % 100 === 0 ? 'error' : 'info';
    const place = index % Math.max(1, servers.length);
    const data = needles.includes(index) ? { text: `a needle at ${index}`, password: 'hunter2' } : `line ${index}`;
    host.log.append({ serverId: servers[place] ?? 'a', serverName: `Server ${place + 1}`, level, logger: 'db', data });
  }
};
