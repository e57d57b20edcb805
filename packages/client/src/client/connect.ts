import { lazy } from '../lazy.ts';
import { Reconnection } from '../transports/reconnection.ts';
import { httpTransports } from '../transports/stateless-http.ts';
import { Deprecations } from '../session/deprecations.ts';
import type { Session, SessionContext, Sharing } from '../session/session.ts';
import type { Transports } from '../transports/transport.ts';
import { TASK_STATUS } from '../protocol/methods.ts';
import { openSession } from '../session/negotiate.ts';
import { ownerOf } from '../session/principal.ts';
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
import { capabilitiesOf, checkHandlers } from './requests/handlers.ts';
import {
  type ConnectOptions,
  type ResolvedOptions,
  resolveEndpoint,
  resolveOptions,
  resolveRelay,
  resolveUrl,
} from './connect-options.ts';
import type { ClientContext } from './tasks/task.ts';
import { TaskNews } from './tasks/task-news.ts';
import { UrlVisits } from './requests/url-visits.ts';
import { digestOfText } from '../wire/digest.ts';

/**
 * Connects to an MCP server of any revision. Resolves when the server has said what it offers.
 *
 * A session of the legacy era ends its handshake with a message that the first call does not wait for. If the server refuses
 * it and what follows, the first call says why, a `connectionlost` event has the same error, and later calls reject with
 * `closed` and the reason. `connect` waits for the answer to that message only where the server is doubtful: it gave no
 * session id that the page can read, or a request has failed.
 *
 * @param url the server's address; relative URLs are resolved against the page
 * @throws {McpError} `invalid-argument` when the URL or an option cannot be used; `network` when the server cannot be
 *   reached, or its CORS answer refuses the page; `http`, `not-mcp`, `invalid-message` or `invalid-result` when the
 *   answer is not that of an MCP server; `unsupported-revision` when there is no revision in common; `timeout`. When
 *   `signal` aborts, rejects with its reason.
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
  return connectWith(new Reconnection(resolveRelay(options) ?? resolved), resolved, options);
}

/** As `connect` does; several connections to one server share what decides when they try again. */
export async function connectWith(reconnection: Reconnection, url: URL, options: ConnectOptions): Promise<McpClient> {
  const endpoint = resolveEndpoint(url, options);
  const { client } = await connectThrough(
    ({ timeoutMs }) => httpTransports(endpoint, timeoutMs, reconnection),
    options,
    url,
  );
  return client;
}

const loadRecords = lazy(() => import('./unfinished/recorded-call.ts'), 'records calls');
const loadAnswers = lazy(() => import('./requests/answer-request.ts'), 'answers requests of servers');

/** @param url of the server; absent without HTTP: nothing is stored about such a server */
export async function connectThrough(
  makeTransports: (options: ResolvedOptions) => Transports,
  options: ConnectOptions,
  url?: URL,
): Promise<{ client: McpClient; session: Session }> {
  const resolved = resolveOptions(options);
  checkHandlers(options);
  const capabilities = capabilitiesOf(options);
  // Before the client exists, nobody listens to its events.
  let client: McpClient | undefined;
  const visits = new UrlVisits((id) => client?.dispatchEvent(new ElicitationCompleteEvent(id)), url);
  const deprecations = new Deprecations(url);
  const taskNews = new TaskNews();
  const onrequest: SessionContext['onrequest'] = async (method, params, circumstances) => {
    const { answerServerRequest } = await loadAnswers();
    return answerServerRequest(options, method, params, circumstances, { visits, deprecations });
  };
  const context: SessionContext = {
    transports: makeTransports(resolved),
    clientInfo: resolved.clientInfo,
    timeoutMs: resolved.timeoutMs,
    maxTimeoutMs: resolved.maxTimeoutMs,
    capabilities,
    sharing: url && sharingOf(url, options, [resolved.clientInfo, capabilities]),
    deprecations,
    onrequest,
    onnotification: (method, params, request) => {
      if (method === 'notifications/elicitation/complete') visits.end(params['elicitationId']);
      else if (method === TASK_STATUS) taskNews.tell(params);
      const event = eventOf(method, params, request);
      if (event) client?.dispatchEvent(event);
    },
    ontasksheard: (taskIds) => taskNews.hear(taskIds),
    onmissed: ({ lists, uris }) => {
      taskNews.miss();
      if (lists) for (const list of LISTS) client?.dispatchEvent(new ListChangeEvent(list));
      for (const uri of uris) client?.dispatchEvent(new ResourceUpdateEvent(uri));
    },
    onchangeslost: (error) => {
      taskNews.hear([]);
      client?.dispatchEvent(new ChangesLostEvent(error));
    },
    onlost: (error) => client?.dispatchEvent(new ConnectionLostEvent(error)),
  };
  const session = await openSession(
    context,
    resolved.revision,
    { signal: options.signal },
    url && storeOf(url, options),
  );
  if (session.server.transport === 'http+sse') deprecations.noteUse('HTTP+SSE');
  const { callStore } = options;
  const record: ClientContext['record'] =
    callStore &&
    url &&
    ((tool, args) =>
      loadRecords()
        .then(({ recordCall }) => recordCall(callStore, options, url, { tool, args }))
        // A call that cannot be recorded runs all the same.
        .catch(() => undefined));
  client = new McpClient(
    session,
    options,
    { ...context, record, taskNews },
    url && JSON.stringify([url.href, capabilities]),
  );
  return { client, session };
}

/** @param kind what the server is told about the client */
function sharingOf({ href }: URL, options: ConnectOptions, kind: unknown): Sharing | undefined {
  const { headers, auth, fetch: ownFetch, principal, shareWithTabs = !ownFetch } = options;
  if (!shareWithTabs || !('document' in globalThis && 'BroadcastChannel' in globalThis && navigator.locks))
    return undefined;
  return {
    owner: () => ownerOf({ principal, isAnonymous: !headers && !auth }),
    nameFor: (owner, revision) => digestOfText(JSON.stringify([href, owner, revision, kind])),
  };
}

function storeOf({ href }: URL, { store, principal, headers, auth }: ConnectOptions): ServerStore | undefined {
  // The URL may contain a key, and what is stored outlives the visit.
  return (
    store && {
      store,
      key: digestOfText(href).then((digest) => `server ${digest}`),
      principal,
      isAnonymous: !headers && !auth,
    }
  );
}
