import { httpLinks } from '../session/http-links.ts';
import type { Links } from '../session/link.ts';
import { openSession } from '../session/negotiate.ts';
import type { ServerMemory } from '../session/remembered.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import { McpClient } from './client.ts';
import { ChangesLostEvent, ConnectionLostEvent, eventOf, LISTS, ListChangeEvent, ResourceUpdateEvent } from './events.ts';
import { capabilitiesOf } from './handlers.ts';
import { type ConnectOptions, type ResolvedOptions, resolveEndpoint, resolveOptions, resolveUrl } from './options.ts';

/**
 * Connects to an MCP server, whichever revision it speaks, and resolves when it has said what it offers.
 *
 * @param url where the server is; relative URLs are resolved against the page.
 * @throws {McpError} `invalid-argument` when the URL or an option cannot be used, `network` when the server is not
 *   reached or its CORS answer refuses the page, `http`, `not-mcp`, `invalid-message`, `invalid-result` when something
 *   else than an MCP server answers, `unsupported-revision` when there is no revision in common, `timeout`.
 *   A caller's abort rejects with the reason of `signal`.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp', { clientInfo: { name: 'notes', version: '1.0.0' } });
 * console.log(client.server.identity?.name, client.revision);
 * ```
 */
export function connect(url: string | URL, options: ConnectOptions = {}): Promise<McpClient> {
  return connectThrough(({ timeoutMs }) => httpLinks(resolveEndpoint(url, options), timeoutMs), options, () => memoryOf(options.store, resolveUrl(url)));
}

/** Connects by other ways than HTTP. */
export async function connectThrough(
  makeLinks: (options: ResolvedOptions) => Links,
  options: ConnectOptions,
  makeMemory?: () => ServerMemory | undefined,
): Promise<McpClient> {
  const resolved = resolveOptions(options);
  // What a server says before the client exists has no listener yet.
  let client: McpClient | undefined;
  const session = await openSession(
    {
      links: makeLinks(resolved),
      clientInfo: resolved.clientInfo,
      timeoutMs: resolved.timeoutMs,
      maxTimeoutMs: resolved.maxTimeoutMs,
      capabilities: capabilitiesOf(options),
      onrequest: async (method, params, requestOptions) => {
        const { answerServerRequest } = await import('./server-requests.ts');
        return answerServerRequest(options, method, params, requestOptions);
      },
      onnotification: (method, params) => {
        const event = eventOf(method, params);
        if (event) client?.dispatchEvent(event);
      },
      onmissed: ({ lists, uris }) => {
        if (lists) for (const list of LISTS) client?.dispatchEvent(new ListChangeEvent(list));
        for (const uri of uris) client?.dispatchEvent(new ResourceUpdateEvent(uri));
      },
      onchangeslost: (error) => client?.dispatchEvent(new ChangesLostEvent(error)),
      onlost: (error) => client?.dispatchEvent(new ConnectionLostEvent(error)),
    },
    resolved.revision,
    { signal: options.signal },
    makeMemory?.(),
  );
  client = new McpClient(session, options.trace);
  return client;
}

function memoryOf(store: KeyValueStore | undefined, url: URL): ServerMemory | undefined {
  if (!store) return undefined;
  const key = `server ${url.href}`;
  // A store that fails costs time and nothing else.
  return {
    recall: () => store.get(key).catch(() => undefined),
    remember: (server) => store.set(key, server).catch(() => {}),
    forget: () => store.delete(key).catch(() => {}),
  };
}
