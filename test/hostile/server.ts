/** A server in the page whose every text comes from the test. No real server says such things. */
import type { JsonObject } from '@mcp-web/client';
import { error, event, json, legacyServer, result, stream } from '../support/scripted-server.ts';

export interface Says {
  readonly serverInfo?: JsonObject;
  readonly instructions?: string;
  readonly capabilities?: JsonObject;
  /** Results by method. */
  readonly results?: Readonly<Record<string, object>>;
  /** The progress it reports before it answers `tools/call`. */
  readonly logs?: readonly object[];
  /** What it requests before it answers `tools/call`. */
  readonly asks?: { readonly method: string; readonly params: object };
  /** The methods that it refuses, and the error messages. */
  readonly refusals?: Readonly<Record<string, string>>;
}

export function serverThatSays({
  serverInfo,
  instructions,
  capabilities,
  results = {},
  logs = [],
  asks,
  refusals = {},
}: Says): typeof fetch {
  return legacyServer(({ method, id }) => {
    if (method === undefined) return undefined;
    const refusal = refusals[method];
    if (refusal !== undefined) return json(error(id, -32000, refusal, { why: refusal }));
    if (method === 'initialize') {
      return json(
        result(id, {
          protocolVersion: '2025-11-25',
          capabilities: {
            tools: {},
            prompts: {},
            resources: { subscribe: true },
            logging: {},
            completions: {},
            ...capabilities,
          },
          serverInfo: { name: 'server', version: '1', ...serverInfo },
          ...(instructions !== undefined && { instructions }),
        }),
      );
    }
    if (method === 'tools/call') {
      const said = logs.map((params) => event({ jsonrpc: '2.0', method: 'notifications/message', params })).join('');
      const asked = asks
        ? event({ jsonrpc: '2.0', id: 'request', ...asks })
        : event({ jsonrpc: '2.0', id, result: results[method] ?? { content: [] } });
      return stream(said + asked, { staysOpen: asks !== undefined });
    }
    const lists: Record<string, object> = {
      'tools/list': { tools: [] },
      'prompts/list': { prompts: [] },
      'resources/list': { resources: [] },
      'resources/templates/list': { resourceTemplates: [] },
      'logging/setLevel': {},
      ping: {},
    };
    const answer = results[method] ?? lists[method];
    return answer && json(result(id, answer));
  }).fetch;
}
