/** Revisions 2025-03-26 to 2025-11-25: a session that `initialize` opens, over streamable HTTP. */
import { McpError, RpcError } from '../errors.ts';
import { isObject, parse } from '../protocol/guards.ts';
import { INTERNAL_ERROR } from '../protocol/methods.ts';
import { implementation, serverCapabilities } from '../protocol/shapes.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import { eraOf, isRevision, type Revision, REVISIONS, sendsVersionHeader } from '../protocol/versions.ts';
import { fetchAnswer, type HttpAnswer, type HttpRequest } from '../wire/http.ts';
import { encodeError, encodeNotification, encodeRequest, encodeResult, readRpcError, receive, type RequestId, type RpcErrorObject } from '../wire/json-rpc.ts';
import { type CallOptions, type Interest, JSON_HEADERS, type Session, type SessionContext } from './era.ts';
import { type Call, Exchange, toRpcError } from './exchange.ts';
import { followStream } from './resume.ts';

/**
 * Opens a session with `initialize`, asking for `requested`; the server may choose an older revision.
 *
 * @throws {McpError} `unsupported-revision` when the server chooses one that this client does not speak.
 */
export async function openLegacySession(context: SessionContext, requested: Revision, options: CallOptions): Promise<Session> {
  const session = new LegacySession(context);
  await session.open(requested, options);
  return session;
}

class LegacySession implements Session {
  readonly era = 'legacy';
  revision: Revision = '2025-03-26';
  server: ServerInfo = { capabilities: {} };
  readonly #context: SessionContext;
  readonly #exchange: Exchange;
  /** Aborts when the client is closed or the session cannot be had again. */
  readonly #closing = new AbortController();
  readonly #answering = new Map<RequestId, AbortController>();
  /** Ends with the session that it listens to. */
  #listening = new AbortController();
  #sessionId: string | undefined;
  #isInitialized = false;
  #renewal: Promise<void> | undefined;
  #logLevel: LogLevel | undefined;
  #uris: readonly string[] = [];

  constructor(context: SessionContext) {
    this.#context = context;
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      onnotification: (method, params) => {
        if (method === 'notifications/cancelled') this.#cancelAnswer(params['requestId']);
        else context.onnotification(method, params);
      },
      onrequest: (id, method, params) => void this.#answer(id, method, params),
    });
  }

  async open(requested: Revision, options: CallOptions): Promise<void> {
    const { clientInfo, capabilities } = this.#context;
    this.#isInitialized = false;
    this.#sessionId = undefined;
    const params = { protocolVersion: requested, capabilities, clientInfo };
    // `initialize` may not be cancelled (lifecycle, cancellation), so no `cancel` here.
    const result = await this.#exchange.call('initialize', options, (call) => this.#transmit(call, encodeRequest(call.id, 'initialize', params)));
    const { protocolVersion, serverInfo, instructions } = result;
    if (!isRevision(protocolVersion) || eraOf(protocolVersion) === 'modern') {
      await this.close();
      const spoken = REVISIONS.filter((revision) => eraOf(revision) === 'legacy').join(', ');
      throw new McpError('unsupported-revision', `The server wants to speak MCP ${String(protocolVersion)}, this client speaks ${spoken} with servers of its kind.`);
    }
    this.revision = protocolVersion;
    this.server = {
      capabilities: parse(result['capabilities'], serverCapabilities, 'answer to initialize (capabilities)'),
      identity: parse(serverInfo, implementation, 'answer to initialize (serverInfo)'),
      ...(typeof instructions === 'string' && { instructions }),
    };
    this.#isInitialized = true;
    // Not awaited: the first call need not wait for the server's 202.
    this.#post(encodeNotification('notifications/initialized', undefined)).catch(() => {});
    this.#listening = new AbortController();
    this.#listen(AbortSignal.any([this.#listening.signal, this.#closing.signal])).catch(() => {});
  }

  async request(method: string, params: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    await this.#renewal;
    const usedId = this.#sessionId;
    try {
      return await this.#call(method, params, options);
    } catch (error) {
      if (!(error instanceof McpError && error.code === 'session-lost')) throw error;
      // A server that does not know the session has not run the call: it may be sent again, once.
      if (usedId === this.#sessionId) this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
      await this.#renewal;
      return this.#call(method, params, options);
    }
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!this.server.capabilities.logging) throw new McpError('unsupported', 'The server did not declare the logging capability.');
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

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const headers = this.#headers();
    this.#closing.abort();
    this.#exchange.failAll(new McpError('closed', 'The client was closed while this call was waiting.'));
    if (this.#sessionId === undefined) return;
    // A server need not support it, and one that is gone needs no goodbye.
    await this.#send({ method: 'DELETE', headers, keepalive: true }).catch(() => {});
  }

  /** Starts over after the server forgot the session, and tells it again what it has to know. */
  async #renew(): Promise<void> {
    this.#listening.abort();
    try {
      await this.open(this.revision, {});
    } catch (cause) {
      const lost = new McpError('session-lost', 'The server has forgotten this session, and a new one could not be opened: connect again.', { cause });
      this.#closing.abort();
      this.#exchange.failAll(lost);
      this.#context.onlost(lost);
      throw lost;
    }
    const restored = this.#uris.map((uri) => this.#call('resources/subscribe', { uri }, {}));
    if (this.#logLevel && this.server.capabilities.logging) restored.push(this.#call('logging/setLevel', { level: this.#logLevel }, {}));
    await Promise.allSettled(restored);
    this.#context.onmissed({ lists: true, uris: this.#uris });
  }

  async #call(method: string, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    if (this.#closing.signal.aborted) throw new McpError('closed', 'This client is closed: connect again.');
    return this.#exchange.call(
      method,
      options,
      (call) => this.#transmit(call, encodeRequest(call.id, method, options.onprogress ? withProgressToken(params, call.id) : params)),
      (call, reason) => {
        this.#post(encodeNotification('notifications/cancelled', { requestId: call.id, reason })).catch(() => {});
      },
    );
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#sessionId !== undefined && { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#isInitialized && sendsVersionHeader(this.revision) && { 'MCP-Protocol-Version': this.revision }),
    };
  }

  /** Sends a request and reads until its answer has come. */
  async #transmit(call: Call, body: string): Promise<void> {
    const answer = await this.#send({ method: 'POST', headers: { ...JSON_HEADERS, ...this.#headers() }, body, signal: call.signal });
    if (!this.#isInitialized) this.#sessionId = answer.headers.get('Mcp-Session-Id') ?? undefined;
    if (answer.kind === 'json') receive(answer.text, call.sink);
    if (answer.kind !== 'stream') return;
    await followStream(answer.body, {
      onmessage: (data) => receive(data, call.sink),
      reopen: (lastEventId) => this.#openStream(lastEventId, call.signal),
      isDone: call.isSettled,
      needsEventId: true,
      signal: call.signal,
    });
  }

  /** The stream on which the server speaks on its own account. Servers need not have one. */
  async #listen(signal: AbortSignal): Promise<void> {
    const body = await this.#openStream(undefined, signal);
    if (!body) return;
    await followStream(body, {
      onmessage: (data) => {
        try {
          receive(data, this.#exchange.sink);
        } catch {
          // One broken event concerns no call: the next one may be whole.
        }
      },
      reopen: (lastEventId) => this.#openStream(lastEventId, signal),
      isDone: () => signal.aborted,
      needsEventId: false,
      signal,
    });
  }

  async #openStream(lastEventId: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | undefined> {
    const headers = { Accept: 'text/event-stream', ...this.#headers(), ...(lastEventId && { 'Last-Event-ID': lastEventId }) };
    const answer = await fetchAnswer(this.#context.endpoint, { method: 'GET', headers, signal });
    return answer.kind === 'stream' ? answer.body : undefined;
  }

  async #post(body: string): Promise<void> {
    await this.#send({ method: 'POST', headers: { ...JSON_HEADERS, ...this.#headers() }, body });
  }

  async #send(request: HttpRequest): Promise<Exclude<HttpAnswer, { kind: 'failure' }>> {
    const answer = await fetchAnswer(this.#context.endpoint, request);
    if (answer.kind !== 'failure') return answer;
    const { error } = answer;
    if (error.status === 404 && 'Mcp-Session-Id' in request.headers) {
      throw new McpError('session-lost', 'The server has forgotten this session.', { cause: error });
    }
    const rpcError = readRpcError(error.body);
    throw rpcError ? toRpcError(rpcError, error) : error;
  }

  /** A server that gave up on its question gets no answer, not even an error (cancellation). */
  async #answer(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    this.#answering.set(id, controller);
    let reply: string;
    try {
      reply = encodeResult(id, method === 'ping' ? {} : await this.#context.onrequest(method, params, { signal }));
    } catch (error) {
      reply = encodeError(id, toErrorObject(error));
    }
    this.#answering.delete(id);
    if (!signal.aborted) await this.#post(reply).catch(() => {});
  }

  #cancelAnswer(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#answering.get(id)?.abort(new DOMException('The server cancelled its request', 'AbortError'));
  }
}

/** What a server is told of an answer that failed. The page's own errors are none of its business. */
function toErrorObject(error: unknown): RpcErrorObject {
  if (error instanceof RpcError) return { code: error.rpcCode, message: error.message };
  return { code: INTERNAL_ERROR, message: 'The client could not answer' };
}

export function withProgressToken(params: JsonObject, progressToken: RequestId): JsonObject {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) && meta), progressToken } };
}
