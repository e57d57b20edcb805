/** In the legacy era, `initialize` opens a session. */
import { McpError, RpcError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { isObject, parse, string } from '../../protocol/guards.ts';
import { URL_ELICITATION_REQUIRED } from '../../protocol/methods.ts';
import { implementation, serverCapabilities } from '../../protocol/result-guards.ts';
import type { JsonObject, LogLevel, ServerCapabilities, ServerInfo } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { eraOf, isRevision, revisionsOf, supports } from '../../protocol/supports.ts';
import { encodeNotification, encodeRequest, type RequestId } from '../../wire/json-rpc.ts';
import { untilAborted } from '../../wire/abort.ts';
import { type CallOptions, Exchange } from '../exchange.ts';
import type { Interest, RequestExtras, Session, SessionContext } from '../session.ts';
import { IncomingRequests } from './incoming-requests.ts';
import type { MakeSessionTransport, SessionTransport } from '../../transports/transport.ts';

const loadVisits = lazy(() => import('./url-elicitation.ts'), 'sends users to pages that servers name');

/**
 * Opens a session with `initialize`, asking for `requested`; the server may choose an older revision.
 *
 * @throws {McpError} `unsupported-revision` when the server chooses one that this client does not speak.
 */
export async function openLegacySession(
  context: SessionContext,
  requested: Revision,
  options: CallOptions,
): Promise<Session> {
  const makeTransport = await context.transports.legacy();
  return await open(new LegacySession(context, makeTransport, requested), options);
}

/** The same over HTTP+SSE. Resolves with nothing if the server cannot be reached that way. */
export async function openHttpSseSession(
  context: SessionContext,
  requested: Revision,
  options: CallOptions,
): Promise<Session | undefined> {
  const makeTransport = await context.transports.httpSse?.();
  if (!makeTransport) return undefined;
  return await open(new LegacySession(context, makeTransport, requested, { transport: 'http+sse' }), options);
}

async function open(session: LegacySession, options: CallOptions): Promise<Session> {
  try {
    await session.open(options);
  } catch (error) {
    void session.close();
    throw error;
  }
  return session;
}

class LegacySession implements Session {
  readonly era = 'legacy';
  readonly usesHeaders = false;
  /** The one that was negotiated; before that, the one to ask for. */
  revision: Revision;
  server: ServerInfo = { capabilities: {} };
  readonly #context: SessionContext;
  readonly #exchange: Exchange;
  /** Aborts when the client is closed or the session cannot be had again. */
  readonly #closing = new AbortController();
  readonly #incoming: IncomingRequests;
  readonly #transport: SessionTransport;
  readonly #facts: Pick<ServerInfo, 'transport'>;
  generation = 0;
  #renewal: Promise<void> | undefined;
  #logLevel: LogLevel | undefined;
  #uris: readonly string[] = [];

  constructor(
    context: SessionContext,
    makeTransport: MakeSessionTransport,
    requested: Revision,
    facts: Pick<ServerInfo, 'transport'> = {},
  ) {
    this.#context = context;
    this.revision = requested;
    this.#facts = facts;
    this.#incoming = new IncomingRequests({
      onrequest: (...request) => context.onrequest(...request),
      revision: () => this.revision,
      post: (message) => this.#transport.post(message),
      closing: this.#closing.signal,
    });
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      waitedForUserAt: () =>
        Math.max(this.#incoming.waitedAt ?? -Infinity, context.transports.waitedForUserAt?.() ?? -Infinity),
      onnotification: (method, params, request) => {
        if (method === 'notifications/cancelled') this.#incoming.cancel(params);
        else context.onnotification(method, params, request);
      },
      onrequest: (id, ...request) =>
        void this.#incoming.answer(id, ...request).then(() => this.#transport.answered?.(id)),
    });
    this.#transport = makeTransport(this.#exchange, {
      onmissed: () => context.onmissed({ lists: true, uris: this.#uris }),
      onchangeslost: (error) => context.onchangeslost(error),
      onforgotten: () => void this.#renewOnce().catch(() => {}),
      onend: (error) => this.#lose(error),
    });
  }

  async open(options: CallOptions): Promise<void> {
    const { clientInfo, capabilities } = this.#context;
    this.#transport.reset();
    // A page with roots may call `rootsChanged` at any time.
    const declared = capabilities.roots ? { ...capabilities, roots: { listChanged: true } } : capabilities;
    const params = { protocolVersion: this.revision, capabilities: declared, clientInfo };
    // `initialize` may not be cancelled (lifecycle, cancellation), so no `cancel` here.
    const result = await this.#exchange.call('initialize', params, options, (call) =>
      this.#transport.transmit(call, encodeRequest(call.id, 'initialize', params)),
    );
    const { serverInfo, instructions } = result;
    const protocolVersion = parse(result['protocolVersion'], string, 'answer to initialize (protocolVersion)');
    if (!isRevision(protocolVersion) || eraOf(protocolVersion) === 'modern') {
      throw new McpError(
        'unsupported-revision',
        `The server chose MCP ${protocolVersion}. In a session, this client speaks only ${revisionsOf('legacy').join(', ')}.`,
      );
    }
    this.revision = protocolVersion;
    this.server = {
      capabilities: parse(result['capabilities'], serverCapabilities, 'answer to initialize (capabilities)'),
      identity: parse(serverInfo, implementation, 'answer to initialize (serverInfo)'),
      ...(typeof instructions === 'string' && { instructions }),
      ...this.#facts,
    };
    this.#transport.agree(protocolVersion);
    this.generation++;
    // Not awaited: the first call need not wait for the server's 202.
    this.#transport.listen(this.#transport.post(encodeNotification('notifications/initialized', undefined)));
  }

  async request(
    method: string,
    params: JsonObject,
    options: CallOptions = {},
    extras?: RequestExtras,
  ): Promise<JsonObject> {
    requireDeclared(method, this.server.capabilities);
    try {
      return await this.#request(method, params, options, extras);
    } catch (error) {
      const wantsVisit =
        error instanceof RpcError &&
        error.rpcCode === URL_ELICITATION_REQUIRED &&
        supports(this.revision, 'urlElicitationRequired');
      if (!wantsVisit || !this.#context.capabilities.elicitation?.['url']) throw error;
      const { completeVisits } = await loadVisits();
      const { signal: closing } = this.#closing;
      // The caller's signal does not reach a call that may go on as a task: `taskUntil` aborts when nobody waits for that.
      const signal = AbortSignal.any([closing, options.signal ?? closing, extras?.taskUntil ?? closing]);
      const visit = (visitParams: JsonObject): Promise<JsonObject> =>
        untilAborted(
          this.#context.onrequest('elicitation/create', visitParams, {
            signal,
            revision: this.revision,
            isRetried: true,
          }),
          signal,
        );
      const resend = async (): Promise<JsonObject> => {
        await extras?.beforeResend?.({ isNewSession: false });
        return this.#request(method, params, options, extras);
      };
      return completeVisits(error, resend, visit, signal);
    }
  }

  async #request(
    method: string,
    params: JsonObject,
    options: CallOptions,
    extras: RequestExtras | undefined,
  ): Promise<JsonObject> {
    await untilAborted(Promise.resolve(this.#renewal), options.signal);
    const usedGeneration = this.generation;
    try {
      return await this.#call(method, params, options, extras);
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      // A server that does not know the session has not run the call: the call is sent again, once, in a new session.
      await untilAborted(
        Promise.resolve(usedGeneration === this.generation ? this.#renewOnce() : this.#renewal),
        options.signal,
      );
      // A cursor means nothing in another session (pagination).
      if ('cursor' in params) throw error;
      await extras?.beforeResend?.({ isNewSession: true });
      return this.#call(method, params, options, extras);
    }
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!this.server.capabilities.logging)
      throw new McpError('unsupported', 'The server did not declare the logging capability.');
    await this.request('logging/setLevel', { level }, options);
    this.#logLevel = level;
  }

  async setInterest({ uris }: Interest): Promise<void> {
    const before = this.#uris;
    this.#uris = [...uris];
    const added = uris.filter((uri) => !before.includes(uri));
    const removed = before.filter((uri) => !uris.includes(uri));
    try {
      await Promise.all([
        ...added.map((uri) => this.request('resources/subscribe', { uri })),
        ...removed.map((uri) => this.request('resources/unsubscribe', { uri })),
      ]);
    } catch (error) {
      this.#uris = this.#uris.filter((uri) => !added.includes(uri));
      throw error;
    }
  }

  async announceRoots(): Promise<void> {
    if (!this.#context.capabilities.roots)
      throw new McpError('unsupported', 'The client has no roots that could change: give `connect` a `roots` handler.');
    await this.#renewal;
    this.#requireOpen();
    try {
      await this.#transport.post(encodeNotification('notifications/roots/list_changed', undefined));
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      // A new session asks for the roots anew.
      await this.#renewOnce();
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const closed = new McpError('closed', 'The client was closed while this call was waiting.');
    this.#closing.abort(closed);
    this.#exchange.failAll(closed);
    await this.#transport.close();
  }

  /** The session is over, though the page did not close it. */
  #lose(error: McpError): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(error);
    this.#exchange.failAll(error);
    this.#transport.reset();
    if (this.generation > 0) this.#context.onlost(error);
  }

  /** Renews the session once for all who find it gone. */
  #renewOnce(): Promise<void> {
    return (this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined)));
  }

  /** Opens a new session after the server forgot this one, and tells the server again what it has to know. */
  async #renew(): Promise<void> {
    const inBackground = { isBackground: true };
    // Nobody waits for the answers to what the server asked in the lost session.
    this.#incoming.abandon(new McpError('session-lost', 'The server has forgotten the session in which it asked.'));
    try {
      await this.open(inBackground);
    } catch (cause) {
      this.#requireOpen();
      const lost = new McpError(
        'session-lost',
        'The server has forgotten this session, and a new one could not be opened: connect again.',
        { cause },
      );
      this.#lose(lost);
      throw lost;
    }
    const restored = this.#uris.map((uri) => this.#call('resources/subscribe', { uri }, inBackground));
    if (this.#logLevel && this.server.capabilities.logging)
      restored.push(this.#call('logging/setLevel', { level: this.#logLevel }, inBackground));
    await Promise.allSettled(restored);
    this.#context.onmissed({ lists: true, uris: this.#uris });
  }

  async #call(method: string, params: JsonObject, options: CallOptions, extras?: RequestExtras): Promise<JsonObject> {
    this.#requireOpen();
    const { generation } = this;
    return this.#exchange.call(
      method,
      params,
      options,
      (call) =>
        this.#transport.transmit(
          call,
          encodeRequest(call.id, method, options.onprogress ? withProgressToken(params, call.id) : params),
          extras?.notes,
        ),
      (call, reason) => {
        // In another session, this id means nothing or another call.
        if (!extras?.taskUntil && generation === this.generation && !this.#renewal)
          this.#transport
            .post(encodeNotification('notifications/cancelled', { requestId: call.id, reason }))
            .catch(() => {});
      },
      extras?.taskUntil,
    );
  }

  #requireOpen(): void {
    if (this.#closing.signal.aborted) throw new McpError('closed', 'This client is closed: connect again.');
  }
}

const isSessionLost = (error: unknown): boolean => error instanceof McpError && error.code === 'session-lost';

/** Only what was negotiated is used (lifecycle, operation). */
function requireDeclared(method: string, capabilities: ServerCapabilities): void {
  const [feature] = method.split('/');
  if ((feature === 'tools' || feature === 'prompts' || feature === 'resources') && !capabilities[feature]) {
    throw new McpError('unsupported', `The server did not declare the ${feature} capability.`);
  }
}

function withProgressToken(params: JsonObject, progressToken: RequestId): JsonObject {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) && meta), progressToken } };
}
