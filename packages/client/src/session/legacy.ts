/** Revisions 2025-03-26 to 2025-11-25: a session that `initialize` opens, over streamable HTTP. */
import { McpError, RpcError } from '../errors.ts';
import { isObject, parse } from '../protocol/guards.ts';
import { INTERNAL_ERROR } from '../protocol/methods.ts';
import { implementation, serverCapabilities } from '../protocol/shapes.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import { isRevision, type Revision, REVISIONS, sendsVersionHeader } from '../protocol/versions.ts';
import { fetchAnswer, type HttpAnswer, type HttpRequest } from '../wire/http.ts';
import { encodeError, encodeNotification, encodeRequest, encodeResult, readRpcError, receive, type RequestId, type RpcErrorObject } from '../wire/json-rpc.ts';
import { type CallOptions, JSON_HEADERS, type Session, type SessionContext } from './era.ts';
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
  readonly #closing = new AbortController();
  readonly #answering = new Map<RequestId, AbortController>();
  #sessionId: string | undefined;
  #isOpen = false;

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
    const params = { protocolVersion: requested, capabilities, clientInfo };
    // `initialize` may not be cancelled (lifecycle, cancellation), so no `cancel` here.
    const result = await this.#exchange.call('initialize', options, (call) => this.#transmit(call, encodeRequest(call.id, 'initialize', params)));
    const { protocolVersion, serverInfo, instructions } = result;
    if (!isRevision(protocolVersion) || protocolVersion === '2026-07-28') {
      this.#isOpen = true;
      await this.close();
      const spoken = REVISIONS.filter((revision) => revision !== '2026-07-28').join(', ');
      throw new McpError('unsupported-revision', `The server wants to speak MCP ${String(protocolVersion)}, this client speaks ${spoken} with servers of its kind.`);
    }
    this.revision = protocolVersion;
    this.server = {
      capabilities: parse(result['capabilities'], serverCapabilities, 'answer to initialize (capabilities)'),
      identity: parse(serverInfo, implementation, 'answer to initialize (serverInfo)'),
      ...(typeof instructions === 'string' && { instructions }),
    };
    this.#isOpen = true;
    // Not awaited: the first call need not wait for the server's 202.
    this.#post(encodeNotification('notifications/initialized', undefined)).catch(() => {});
    this.#listen().catch(() => {});
  }

  request(method: string, params: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    if (!this.#isOpen) return Promise.reject(new McpError('closed', 'This client is closed: connect again.'));
    return this.#exchange.call(
      method,
      options,
      (call) => this.#transmit(call, encodeRequest(call.id, method, options.onprogress ? withProgressToken(params, call.id) : params)),
      (call, reason) => {
        this.#post(encodeNotification('notifications/cancelled', { requestId: call.id, reason })).catch(() => {});
      },
    );
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!this.server.capabilities.logging) throw new McpError('unsupported', 'The server did not declare the logging capability.');
    await this.request('logging/setLevel', { level }, options);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    const headers = this.#headers();
    this.#isOpen = false;
    this.#closing.abort();
    this.#exchange.failAll(new McpError('closed', 'The client was closed while this call was waiting.'));
    if (this.#sessionId === undefined) return;
    // A server need not support it, and one that is gone needs no goodbye.
    await this.#send({ method: 'DELETE', headers, keepalive: true }).catch(() => {});
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#sessionId !== undefined && { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#isOpen && sendsVersionHeader(this.revision) && { 'MCP-Protocol-Version': this.revision }),
    };
  }

  /** Sends a request and reads until its answer has come. */
  async #transmit(call: Call, body: string): Promise<void> {
    const answer = await this.#send({ method: 'POST', headers: { ...JSON_HEADERS, ...this.#headers() }, body, signal: call.signal });
    if (!this.#isOpen) this.#sessionId = answer.headers.get('Mcp-Session-Id') ?? undefined;
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
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
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
    if (error.status === 404 && this.#sessionId !== undefined && this.#isOpen) {
      const lost = new McpError('session-lost', 'The server has forgotten this session: connect again.', { cause: error });
      this.#isOpen = false;
      this.#closing.abort();
      this.#exchange.failAll(lost);
      this.#context.onlost(lost);
      throw lost;
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
