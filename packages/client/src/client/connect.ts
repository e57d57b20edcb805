import { httpTransports } from '../transports/http.ts';
import type { SessionContext } from '../session/session.ts';
import type { Transports } from '../transports/transport.ts';
import { openSession } from '../session/negotiate.ts';
import type { ServerStore } from '../session/stored-server.ts';
import { McpClient } from './client.ts';
import {
  ChangesLostEvent,
  ConnectionLostEvent,
  ElicitationCompleteEvent,
  eventOf,
  LISTS,
  ListChangeEvent,
  ResourceUpdateEvent,
} from './events.ts';
import { capabilitiesOf } from './requests/handlers.ts';
import { type ConnectOptions, type ResolvedOptions, resolveEndpoint, resolveOptions, resolveUrl } from './options.ts';
import type { UrlVisits } from './requests/url-visits.ts';

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
export async function connect(url: string | URL, options: ConnectOptions = {}): Promise<McpClient> {
  const resolved = resolveUrl(url);
  return connectThrough(
    ({ timeoutMs }) => httpTransports(resolveEndpoint(resolved, options), timeoutMs),
    options,
    resolved,
  );
}

const loadRequests = () => import('./requests/answer-request.ts');

/** @param url of the server; absent where it is reached by other ways than HTTP, and nothing is remembered of it. */
export async function connectThrough(
  makeTransports: (options: ResolvedOptions) => Transports,
  options: ConnectOptions,
  url?: URL,
): Promise<McpClient> {
  const resolved = resolveOptions(options);
  if (options.elicitation ?? options.sampling ?? options.roots) (await loadRequests()).checkHandlers(options);
  const capabilities = capabilitiesOf(options);
  // What a server says before the client exists has no listener yet.
  let client: McpClient | undefined;
  let visits: UrlVisits | undefined;
  const onrequest: SessionContext['onrequest'] = async (method, params, request) => {
    const { answerServerRequest, UrlVisits } = await loadRequests();
    visits ??= new UrlVisits((id) => client?.dispatchEvent(new ElicitationCompleteEvent(id)));
    return answerServerRequest(options, method, params, request, visits);
  };
  const session = await openSession(
    {
      transports: makeTransports(resolved),
      clientInfo: resolved.clientInfo,
      timeoutMs: resolved.timeoutMs,
      maxTimeoutMs: resolved.maxTimeoutMs,
      capabilities,
      onrequest,
      onnotification: (method, params, request) => {
        if (method === 'notifications/elicitation/complete') visits?.end(params['elicitationId']);
        const event = eventOf(method, params, request);
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
    url && memoryOf(url, options),
  );
  client = new McpClient(session, options, onrequest, url && JSON.stringify([url.href, capabilities]));
  return client;
}

function memoryOf({ href }: URL, { store, principal, headers, auth }: ConnectOptions): ServerStore | undefined {
  return store && { store, key: `server ${href}`, principal, isAnonymous: !headers && !auth };
}
