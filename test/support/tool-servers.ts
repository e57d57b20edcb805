/** Hosts with scripted servers, for tests of what models get. */
import { type CallToolResult, type ConsentPolicy, type HostOptions, type JsonObject, McpHost } from '@mcp-web/client';
import { eventually, json, modernServer, openStream, type Received, result, type Scripted } from './scripted-server.ts';

export interface ScriptedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema?: unknown;
  annotations?: object;
  /** What it answers to these arguments. */
  run?: (args: JsonObject, received: Received) => CallToolResult | Response | Promise<CallToolResult | Response>;
}

export const allow: ConsentPolicy = () => ({ action: 'allow' });

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** A server of 2026-07-28 whose tools a test can change: `change` announces them. */
export function toolServer(tools: ScriptedTool[]): Scripted & { change: (tools: ScriptedTool[]) => Promise<void> } {
  let now = tools;
  let listening: { send: (message: object) => void } | undefined;
  const server = modernServer(
    async (received) => {
      const { method, id, params } = received;
      if (method === 'tools/list')
        return json(
          result(id, {
            resultType: 'complete',
            ttlMs: 0,
            cacheScope: 'private',
            tools: now.map((tool) => ({ inputSchema: { type: 'object' }, ...tool })),
          }),
        );
      if (method === 'subscriptions/listen') {
        const stream = openStream();
        listening = stream;
        stream.send({
          jsonrpc: '2.0',
          method: 'notifications/subscriptions/acknowledged',
          params: {
            notifications: { toolsListChanged: true },
            _meta: { 'io.modelcontextprotocol/subscriptionId': id },
          },
        });
        return stream.response;
      }
      if (method !== 'tools/call') return undefined;
      const tool = now.find(({ name }) => name === params['name']);
      const answer = (await tool?.run?.(Object(params['arguments']), received)) ?? textResult(`${tool?.name} ran`);
      return answer instanceof Response ? answer : json(result(id, { resultType: 'complete', ...answer }));
    },
    { tools: { listChanged: true } },
  );
  return {
    ...server,
    change: async (next) => {
      now = next;
      // The host listens a moment after it has the lists.
      (await eventually(() => listening)).send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    },
  };
}

/** A host that is connected to all of these, by their URLs. */
export async function hostOf(
  servers: Record<string, Scripted>,
  options: HostOptions = { consent: allow },
): Promise<McpHost> {
  const host = new McpHost(options);
  for (const [url, { fetch }] of Object.entries(servers)) host.add(url, { fetch });
  await listed(host);
  return host;
}

export async function listed(host: McpHost): Promise<void> {
  await eventually(() =>
    host
      .getSnapshot()
      .servers.every(({ status, isListing, tools }) => status === 'ready' && !isListing && tools.length > 0),
  );
}
