/** The modern era has no session: every request says who asks, and in which revision. */
import { McpError, RpcError } from '../../errors.ts';
import { lazy } from '../../lazy.ts';
import { array, isObject, parse, string } from '../../protocol/guards.ts';
import {
  isListMethod,
  isRepeatable,
  META_CLIENT_CAPABILITIES,
  META_CLIENT_INFO,
  META_LOG_LEVEL,
  META_PROTOCOL_VERSION,
  META_SERVER_INFO,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../../protocol/methods.ts';
import { implementation, serverCapabilities } from '../../protocol/result-guards.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { newestOf, supportedBy } from '../../protocol/supports.ts';
import { type CallOptions, Exchange } from '../exchange.ts';
import { newKey, withIdempotencyKey } from '../idempotency-key.ts';
import { failBegun } from '../sent-call.ts';
import type { Interest, RequestExtras, Session, SessionContext } from '../session.ts';
import type { ModernRequest, RequestTransport } from '../../transports/transport.ts';
import type { AnswerInput, InputRound } from './input-required.ts';
import { LISTEN, Listening } from './listening.ts';
import type { ListenCallbacks } from './subscriptions.ts';

const loadRounds = lazy(() => import('./input-required.ts'), 'gives servers the input that they ask for');

/**
 * Asks a server what it is with `server/discover`, and speaks the newest of these revisions that it lists.
 *
 * @param revisions of the modern era, newest first
 * @throws {McpError} `unsupported-revision` when the server speaks none of them; the error's `cause` is then the list
 *   of those that it does speak.
 */
export async function openModernSession(
  context: SessionContext,
  revisions: readonly [Revision, ...Revision[]],
  options: CallOptions,
): Promise<Session> {
  const session = new ModernSession(context, revisions);
  try {
    await session.discover(options);
  } catch (error) {
    void session.close();
    throw error;
  }
  return session;
}

/** A session that is not proven yet: nothing was sent. `discover` asks the server after all. */
export type UnprovenSession = Session & { discover(options: CallOptions): Promise<void> };

/** A session in this revision with a server that is known already. */
export function assumeModernSession(context: SessionContext, revision: Revision, server: ServerInfo): UnprovenSession {
  const session = new ModernSession(context, [revision]);
  session.server = server;
  return session;
}

class ModernSession implements Session {
  readonly era = 'modern';
  revision: Revision;
  /** The revisions that may be spoken, newest first. */
  readonly #revisions: readonly [Revision, ...Revision[]];
  server: ServerInfo = { capabilities: {} };
  discovered: JsonObject | undefined;
  readonly #context: SessionContext;
  readonly #exchange: Exchange;
  readonly #transport: RequestTransport;
  #hasWarned = false;
  #logLevel: LogLevel | undefined;
  readonly #listening: Listening;
  /** Aborts when the client is closed: nothing waits for the user any longer. */
  readonly #closing = new AbortController();

  constructor(context: SessionContext, revisions: readonly [Revision, ...Revision[]]) {
    this.#context = context;
    this.#revisions = revisions;
    [this.revision] = revisions;
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      waitedForUserAt: context.transports.waitedForUserAt,
      onnotification: (method, params, request) => {
        if (!this.#listening.onnotification(method, params, request)) context.onnotification(method, params, request);
      },
      // Servers of this era send no requests, and there is no way to answer one (2026-07-28, message patterns).
      onrequest: (_id, method) => {
        if (!this.#hasWarned)
          console.warn(
            `The client does not answer ${JSON.stringify(method.slice(0, 80))}: in MCP ${this.revision}, servers send no requests.`,
          );
        this.#hasWarned = true;
      },
    });
    this.#transport = context.transports.modern(this.#exchange, (error) => {
      this.#end(error);
      context.onlost(error);
    });
    this.#listening = new Listening({
      context,
      revision: () => this.revision,
      canFallSilent: this.#transport.hasHeaders,
      listen: (params, callbacks, signal) => this.#listen(params, callbacks, signal),
      fetchList: (method, params) => this.#send(method, params, { isBackground: true }, {}),
      closing: this.#closing.signal,
    });
  }

  get isListening(): boolean {
    return this.#listening.isListening;
  }

  setInterest(interest: Interest): Promise<void> {
    return this.#listening.setInterest(interest, this.server.capabilities);
  }

  async discover(options: CallOptions): Promise<void> {
    const result = await this.request('server/discover', {}, options);
    const supported = parse(
      result['supportedVersions'],
      array(string),
      'answer to server/discover (supportedVersions)',
    );
    if (!supported.includes(this.revision)) this.#agreeOn(supported);
    this.discovered = result;
    const { capabilities, instructions, _meta, serverInfo } = result;
    // Identity belongs in `_meta`; some servers write it where `initialize` has it.
    const identity = (isObject(_meta) && _meta[META_SERVER_INFO]) || serverInfo;
    this.server = {
      capabilities: parse(capabilities, serverCapabilities, 'answer to server/discover (capabilities)'),
      ...(identity !== undefined &&
        identity !== null && { identity: parse(identity, implementation, 'answer to server/discover (serverInfo)') }),
      ...(typeof instructions === 'string' && { instructions }),
    };
  }

  async request(
    method: string,
    params: JsonObject,
    options: CallOptions = {},
    extras: RequestExtras = {},
  ): Promise<JsonObject> {
    const { input, key } = extras;
    // With input, the server has begun before.
    const first = input
      ? await this.#sendInput(method, params, input, options, extras).catch((error: unknown) =>
          failBegun(error, method, options),
        )
      : await this.#ask(method, params, options, extras, key);
    try {
      const result =
        first['resultType'] === 'input_required'
          ? await this.#giveInput(method, params, first, options, extras)
          : first;
      const { resultType = 'complete', ...rest } = result;
      if (resultType === 'complete') return rest;
      if (extras.resultTypes?.includes(resultType)) return result;
      const type = JSON.stringify(parse(resultType, string, `answer to ${method} (resultType)`).slice(0, 80));
      throw new McpError('invalid-result', `The server answered ${method} with a result of the unknown type ${type}.`);
    } catch (error) {
      // Whatever failed: the server has begun.
      return failBegun(error, method, options);
    }
  }

  /** Sends a request, unless it is for a list that another tab has. */
  async #ask(
    method: string,
    params: JsonObject,
    options: CallOptions,
    extras: RequestExtras,
    key?: string,
  ): Promise<JsonObject> {
    let sent: JsonObject | undefined;
    const send = async (own: CallOptions): Promise<JsonObject> =>
      (sent = await this.#send(method, params, own, extras, key));
    const { shared } = this.#listening;
    shared?.heedOwner();
    const isShared = shared && !options.onprogress && isListMethod(method);
    // With more than a cursor, it is not the list that the other tabs have.
    if (!isShared || Object.keys(params).some((name) => name !== 'cursor')) return send(options);
    const list = await this.#listening.list({ method, params, options, send });
    // It may have changed since it was sent.
    if (list !== sent) extras.ontext?.(undefined);
    return list;
  }

  async #giveInput(
    method: string,
    params: JsonObject,
    first: JsonObject,
    options: CallOptions,
    extras: RequestExtras,
  ): Promise<JsonObject> {
    const { completeRounds } = await loadRounds();
    const { signal: closing } = this.#closing;
    const signal = options.signal ? AbortSignal.any([options.signal, closing]) : closing;
    const resend = async (round: JsonObject): Promise<JsonObject> => {
      await extras.beforeResend?.({ isNewSession: false });
      return this.#sendInput(method, params, { ...round, key: newKey() }, options, extras);
    };
    const request = { method, params };
    const answer: AnswerInput = (inputMethod, inputParams, inputSignal) =>
      this.#context.onrequest(inputMethod, inputParams, { signal: inputSignal, revision: this.revision, request });
    const { capabilities, transports } = this.#context;
    const answering = { capabilities, answer, reconnection: transports.reconnection };
    return completeRounds(method, first, resend, answering, signal);
  }

  async #sendInput(
    method: string,
    params: JsonObject,
    { key, ...round }: InputRound,
    options: CallOptions,
    extras: RequestExtras,
  ): Promise<JsonObject> {
    const { sendInput } = await loadRounds();
    const { timeoutMs: ownMs, transports } = this.#context;
    const { signal: closing } = this.#closing;
    const send = (): Promise<JsonObject> => this.#send(method, { ...params, ...round }, options, extras, key);
    return sendInput(send, {
      method,
      round: { ...round, key },
      isSafe: isRepeatable(method) || extras.isRepeatable === true,
      reconnection: transports.reconnection,
      signal: options.signal ? AbortSignal.any([options.signal, closing]) : closing,
      // No longer than one attempt may take: a server that hangs is not asked again.
      forMs: options.timeoutMs ?? ownMs,
    });
  }

  get usesHeaders(): boolean {
    return this.#transport.hasHeaders;
  }

  setLogLevel(level: LogLevel): Promise<void> {
    this.#context.deprecations.noteUse('logging', this.revision);
    this.#logLevel = level; // Travels with each request from now on.
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#end(new McpError('closed', 'The client was closed while this call was waiting.'));
    return Promise.resolve();
  }

  #end(error: McpError): void {
    this.#closing.abort(error);
    this.#listening.close();
    this.#exchange.failAll(error);
    this.#transport.close?.();
  }

  async #send(
    method: string,
    params: JsonObject,
    options: CallOptions,
    extras: RequestExtras,
    key?: string,
  ): Promise<JsonObject> {
    if (this.#closing.signal.aborted) throw new McpError('closed', 'This client is closed: connect again.');
    this.#listening.shared?.heedOwner();
    const requested = this.revision;
    const sent = withIdempotencyKey(method, params, key);
    // Over HTTP, a call is cancelled by closing its stream: nothing else is sent.
    const sendOnce = (): Promise<JsonObject> =>
      this.#exchange.call(
        method,
        params,
        options,
        (call) => {
          call.ontext = extras.ontext;
          return this.#transport.transmit(call, this.#complete(method, sent, options, call.id, extras));
        },
        (call, reason) => this.#transport.cancel?.(call, reason),
      );
    try {
      return await sendOnce();
    } catch (error) {
      const supported =
        error instanceof RpcError && error.rpcCode === UNSUPPORTED_PROTOCOL_VERSION ? supportedBy(error) : undefined;
      if (!supported) throw error;
      // The server did not run the call. It is sent once more: in another revision, or, if the server lists only the
      // one that it refused, in the same.
      const others = supported.filter((revision) => revision !== requested);
      this.#agreeOn(newestOf(this.#revisions, others) ? others : supported);
      return await sendOnce();
    }
  }

  #listen(params: JsonObject, { onopen, onpiece, extras }: ListenCallbacks, signal: AbortSignal): Promise<JsonObject> {
    return this.#exchange.call(
      LISTEN,
      params,
      { signal, timeoutMs: Infinity, maxTimeoutMs: Infinity, isBackground: true },
      (call) => {
        onopen(call.id);
        // The transport asks with each piece whether to read on.
        const isSettled = (): boolean => {
          onpiece();
          return call.isSettled();
        };
        return this.#transport.transmit({ ...call, isSettled }, this.#complete(LISTEN, params, {}, call.id, extras));
      },
      (call, reason) => this.#transport.cancel?.(call, reason),
    );
  }

  /** Speaks the newest revision of those that the server lists. */
  #agreeOn(listed: readonly string[]): void {
    const revision = newestOf(this.#revisions, listed);
    if (!revision)
      throw new McpError(
        'unsupported-revision',
        listed.length > 0
          ? `The server speaks MCP ${listed.join(', ')}, not ${this.#revisions.join(' or ')}.`
          : 'The server does not say which revisions of MCP it speaks.',
        { cause: listed },
      );
    this.revision = revision;
  }

  /** Adds what every request says: who asks, and in which revision. */
  #complete(
    method: string,
    params: JsonObject,
    { onprogress }: CallOptions,
    id: number,
    { extensions, headers }: RequestExtras = {},
  ): ModernRequest {
    const { revision } = this;
    const { capabilities, clientInfo } = this.#context;
    const meta = params['_meta'];
    const _meta = {
      ...(isObject(meta) && meta),
      [META_PROTOCOL_VERSION]: revision,
      [META_CLIENT_CAPABILITIES]: extensions
        ? { ...capabilities, extensions: { ...capabilities.extensions, ...extensions } }
        : capabilities,
      [META_CLIENT_INFO]: clientInfo,
      ...(this.#logLevel && { [META_LOG_LEVEL]: this.#logLevel }),
      ...(onprogress && { progressToken: id }),
    };
    return { method, params: { ...params, _meta }, revision, headers };
  }
}
