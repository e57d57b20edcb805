/** A page with a host, which connects again by itself. */
import { indexedDbPermissionStore, indexedDbStore, McpHost } from '@mcp-web/client';
import { type Caller, type CallerOptions, pause } from './lab.ts';

export function openHost(url: string, { timeoutMs, say }: CallerOptions): Caller {
  const host = new McpHost({ permissionStore: indexedDbPermissionStore(), consent: () => ({ action: 'allow' }) });
  host.addResponder('elicitation');
  host.addElicitationPolicy(({ params }) => ({ action: 'accept', content: { said: params.message } }));
  const id = host.add(url, {
    timeoutMs,
    maxTimeoutMs: 3 * timeoutMs,
    tasks: true,
    store: indexedDbStore(),
    principal: 'somebody',
  });
  let status = '';
  host.subscribe(() => {
    const server = host.getSnapshot().servers[0];
    if (!server || server.status === status) return;
    ({ status } = server);
    say({ said: status, code: server.error?.code });
    // The host waits for a user who presses "Retry".
    if (status === 'failed' && server.retryAt === undefined) void pause().then(() => host.retry(id));
  });
  return {
    call: (tool, args, options) => host.callTool(id, tool, args, options),
    seen: () => {
      const [server] = host.getSnapshot().servers;
      const version = server?.tools.find(({ name }) => name === 'version')?.description;
      return {
        tools: version === undefined ? undefined : Number(version),
        resource: undefined,
        hasResource: false,
        listError: server?.listError?.code,
      };
    },
    close() {
      host.close();
      return Promise.resolve();
    },
  };
}
