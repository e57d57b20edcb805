/** In the legacy era, `initialize` opens a session. */
import { McpError, RpcError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { parse, string } from '../../protocol/guards.ts';
import { isRepeatable, URL_ELICITATION_REQUIRED } from '../../protocol/methods.ts';
import { implementation, serverCapabilities } from '../../protocol/result-guards.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { eraOf, isRevision, revisionsOf, supports } from '../../protocol/supports.ts';
import { untilAborted } from '../../wire/abort.ts';
import { encodeNotification, encodeRequest } from '../../wire/json-rpc.ts';
import { type CallOptions, Exchange } from '../exchange.ts';
import { withIdempotencyKey } from '../idempotency-key.ts';
import { asSent } from '../sent-call.ts';
import type { Interest, RequestExtras, Session, SessionContext } from '../session.ts';
import { takePlace } from './call-place.ts';
import { announcesChanges, requireDeclared } from './declared.ts';
import { IncomingRequests } from './incoming-requests.ts';
import { closedBecause, cursorLost, forgotten, ignoreAnswer, isSessionLost, Renewal, tellRefusal } from './renewal.ts';
import { withProgressToken } from './progress-token.ts';
import { restore } from './restore.ts';
import { shareStream, type SharedStream } from './shared-stream.ts';
import { SubscribedResources } from './subscribed-resources.ts';
import { postCancellation } from '../../transports/notice.ts';
import type { MakeSessionTransport, SessionTransport } from '../../transports/transport.ts';

/** For how long the client tries to deliver a notification, in ms. */
const NOTICE_MS = 30_000;

/** How long a server whose stream is silent has to answer a ping, in ms. */
const PROBE_MS = 10_000;

const loadVisits = lazy(() => import('./url-elicitation.ts'), 'sends users to pages that servers name');

/** One session, from `open` to `close`. A server that forgets it gets a new one. */
export class LegacySession implements Session {
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
  /** Grows when a session is lost, and when one is opened. */
  generation = 0;
  readonly #renewal: Renewal;
  #logLevel: LogLevel | undefined;
  readonly #subscribed = new SubscribedResources((method, params) => this.request(method, params));
  #shared: SharedStream | undefined;

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
      onanswered: (id) => this.#transport.answered?.(id),
      reconnection: context.transports.reconnection,
      closing: this.#closing.signal,
    });
    // Somebody may see one of the tabs that hear from this one.
    const inHiddenPage = (): boolean => this.#shared?.leads === true;
    this.#renewal = new Renewal({
      reconnection: context.transports.reconnection,
      open: () => this.open({ isBackground: true }),
      restore: () => this.#restore(),
      onaway: (error) => context.onchangeslost(error),
      onrefused: (error) => this.#lose(error),
      inHiddenPage,
      closing: this.#closing.signal,
    });
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      waitedForUserAt: () =>
        Math.max(this.#incoming.waitedAt ?? -Infinity, context.transports.waitedForUserAt?.() ?? -Infinity),
      onnotification: (method, params, request) => {
        if (method === 'notifications/cancelled') this.#incoming.cancel(params);
        else if (request || !this.#shared?.onnotification(method, params))
          context.onnotification(method, params, request);
      },
      onrequest: (...request) => void this.#incoming.answer(...request),
    });
    this.#transport = makeTransport(this.#exchange, {
      onmissed: () => this.#events?.onmissed({ lists: true, uris: this.#subscribed.uris }),
      onchangeslost: (error) => this.#events?.onchangeslost(error),
      onrefused: (error) => {
        if (announcesChanges(this.server.capabilities)) this.#events?.onchangeslost(error);
      },
      probe: async () => void (await this.request('ping', {}, { isBackground: true, timeoutMs: PROBE_MS })),
      inHiddenPage,
      onforgotten: () => void this.#renew().catch(() => {}),
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
        { cause: [protocolVersion] },
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
    const initialized = encodeNotification('notifications/initialized', undefined);
    const posted = this.#transport.post(initialized);
    this.#shared ??= shareStream(this.#transport, this.#context, this.revision, (uris) => this.#subscribed.set(uris));
    const attempts = [posted];
    this.#transport.listen(this.#tell(() => attempts.shift() ?? this.#transport.post(initialized)));
    await this.#transport.confirm?.(posted);
  }

  /** Posts a notification until it has arrived, the server refuses it or the session is another. */
  #tell(post: () => Promise<void>): Promise<void> {
    const { generation } = this;
    const send = async (): Promise<void> => {
      if (generation === this.generation) await post();
    };
    const { signal } = this.#closing;
    const told = this.#context.transports.reconnection.persist(send, { signal, forMs: NOTICE_MS, inHiddenPage: true });
    return untilAborted(told, signal);
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
      const resend = async (): Promise<JsonObject> => {
        await extras?.beforeResend?.({ isNewSession: false });
        return this.#request(method, params, options, { ...extras, key: undefined });
      };
      return completeVisits(error, {
        send: resend,
        onrequest: (...visit) => this.#context.onrequest(...visit),
        revision: this.revision,
        request: { method, params },
        signal,
      });
    }
  }

  async #request(
    method: string,
    params: JsonObject,
    options: CallOptions,
    extras: RequestExtras | undefined,
  ): Promise<JsonObject> {
    this.#shared?.heedOwner();
    const isSafe = isRepeatable(method) || extras?.isRepeatable === true;
    // The server may have been restarted. A ping finds out whether it knows the session, before it gets a call that
    // could not be sent again.
    if (!isSafe && this.#transport.isInterrupted) {
      const { signal, timeoutMs } = options;
      await this.#request('ping', {}, { signal, timeoutMs, isBackground: true }, undefined).catch(ignoreAnswer);
    }
    // A cursor means nothing in another session (pagination).
    if (this.#renewal.isRunning && params['cursor'] !== undefined) throw cursorLost();
    await this.#renewal.wait(options, this.#context.timeoutMs);
    const usedGeneration = this.generation;
    const sent = withIdempotencyKey(method, params, extras?.key);
    try {
      return await this.#call(method, params, options, extras, sent);
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      if (usedGeneration === this.generation) this.#renew().catch(() => {});
      // A restarted server knows no session. The one before may have run the call: browsers send a request again by
      // themselves when its connection breaks.
      if (error.mayHaveRun && !isSafe) throw error;
      try {
        await this.#renewal.wait(options, this.#context.timeoutMs);
        this.#requireOpen();
        if (params['cursor'] !== undefined) throw error;
        await extras?.beforeResend?.({ isNewSession: true });
      } catch (failure) {
        options.signal?.throwIfAborted();
        throw error.mayHaveRun ? asSent(failure) : failure;
      }
      return await this.#call(method, params, options, extras, sent).catch(tellRefusal);
    }
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!this.server.capabilities.logging)
      throw new McpError('unsupported', 'The server did not declare the logging capability.');
    await this.request('logging/setLevel', { level }, options);
    this.#logLevel = level;
  }

  get isListening(): boolean {
    return this.#shared?.isListening ?? this.#transport.isListening ?? true;
  }

  async setInterest(interest: Interest): Promise<void> {
    await (this.#shared?.setInterest(interest) ?? this.#subscribed.set(interest.uris));
    await this.#transport.opening?.();
  }

  async announceRoots(): Promise<void> {
    if (!this.#context.capabilities.roots)
      throw new McpError('unsupported', 'The client has no roots that could change: give `connect` a `roots` handler.');
    await this.#renewal.wait({}, this.#context.timeoutMs);
    this.#requireOpen();
    try {
      const message = encodeNotification('notifications/roots/list_changed', undefined);
      await this.#tell(() => this.#transport.post(message));
    } catch (error) {
      if (!isSessionLost(error)) throw error;
      // A new session asks for the roots anew.
      await this.#renew();
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const closed = new McpError('closed', 'The client was closed while this call was waiting.');
    this.#closing.abort(closed);
    this.#shared?.close();
    this.#exchange.failAll(closed);
    await this.#transport.close();
  }

  /** The session is over, though the page did not close it. */
  #lose(error: McpError): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(error);
    this.#shared?.close();
    this.#exchange.failAll(error);
    this.#transport.reset();
    if (this.generation > 0) this.#context.onlost(error);
  }

  /** Opens a new session after the server forgot this one. */
  #renew(): Promise<void> {
    if (!this.#renewal.isRunning) {
      this.generation++;
      // Nobody waits for the answers to what the server asked in the lost session.
      this.#incoming.abandon(new McpError('session-lost', 'The server has forgotten the session in which it asked.'));
    }
    const { lastId } = this.#exchange;
    return this.#renewal.start(() => this.#exchange.failAll(forgotten(), lastId));
  }

  /** Tells a new session what the one before knew. */
  async #restore(): Promise<void> {
    const { generation } = this;
    await restore({
      reconnection: this.#context.transports.reconnection,
      send: (method, params) => this.#call(method, params, { isBackground: true }),
      wanted: () =>
        generation === this.generation
          ? { uris: this.#subscribed.uris, logLevel: this.server.capabilities.logging && this.#logLevel }
          : undefined,
      onmissed: (uri) => this.#context.onmissed({ lists: false, uris: [uri] }),
      onrefused: (error) => this.#context.onchangeslost(error),
      closing: this.#closing.signal,
    });
    (this.#events ?? this.#context).onmissed({ lists: true, uris: this.#subscribed.uris });
  }

  /** Where to report what happens to the stream of the session; nothing while another tab listens for this one. */
  get #events(): Pick<SessionContext, 'onmissed' | 'onchangeslost'> | undefined {
    return this.#shared ? this.#shared.events : this.#context;
  }

  /** @param sent the parameters with what the library adds */
  async #call(
    method: string,
    params: JsonObject,
    options: CallOptions,
    extras?: RequestExtras,
    sent = params,
  ): Promise<JsonObject> {
    this.#requireOpen();
    const { generation } = this;
    return this.#exchange.call(
      method,
      params,
      options,
      async (call) => {
        const place = takePlace(this.#transport, this.#context.capabilities, method, call, this.#shared);
        if (place) {
          await place;
          // The server may have forgotten the session meanwhile. Nothing was sent: the call goes into the next one.
          if (generation !== this.generation) throw forgotten();
          call.waitsFor = undefined;
        }
        const message = encodeRequest(call.id, method, options.onprogress ? withProgressToken(sent, call.id) : sent);
        await this.#transport.transmit(call, message, extras?.notes);
      },
      (call, reason) => {
        // In another session, this id means nothing or another call.
        if (!extras?.taskUntil && generation === this.generation && !call.waitsFor)
          this.#tell(() => postCancellation(this.#transport, call.id, reason)).catch(() => {});
      },
      extras?.taskUntil,
    );
  }

  #requireOpen(): void {
    if (this.#closing.signal.aborted) throw closedBecause(this.#closing.signal.reason);
  }
}
