/** Streamable HTTP of 2025-03-26 to 2025-11-25: a POST for each message, a session id, and a stream to listen to. */
import { McpError } from '../errors.ts';
import { type Revision, sendsVersionHeader } from '../protocol/versions.ts';
import { type Endpoint, fetchAnswer, type HttpAnswer, type HttpRequest } from '../wire/http.ts';
import { type MessageSink, readRpcError, receive } from '../wire/json-rpc.ts';
import { JSON_HEADERS } from './era.ts';
import { type Call, toRpcError } from './exchange.ts';
import type { SessionLink } from './link.ts';
import { followStream } from './resume.ts';

export class StreamableLink implements SessionLink {
  readonly #endpoint: Endpoint;
  /** Takes what the server says on its own account. */
  readonly #sink: MessageSink;
  #sessionId: string | undefined;
  /** Set once the handshake is done. */
  #revision: Revision | undefined;
  #listening = new AbortController();

  constructor(endpoint: Endpoint, sink: MessageSink) {
    this.#endpoint = endpoint;
    this.#sink = sink;
  }

  async transmit(call: Call, message: string): Promise<void> {
    const answer = await this.#send({ method: 'POST', headers: { ...JSON_HEADERS, ...this.#headers() }, body: message, signal: call.signal });
    if (!this.#revision) this.#sessionId = answer.headers.get('Mcp-Session-Id') ?? undefined;
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

  async post(message: string): Promise<void> {
    await this.#send({ method: 'POST', headers: { ...JSON_HEADERS, ...this.#headers() }, body: message });
  }

  agree(revision: Revision): void {
    this.#revision = revision;
  }

  listen(): void {
    this.#listening = new AbortController();
    this.#readOwnStream(this.#listening.signal).catch(() => {});
  }

  reset(): void {
    this.#listening.abort();
    this.#sessionId = undefined;
    this.#revision = undefined;
  }

  async close(): Promise<void> {
    const headers = this.#headers();
    const hadSession = this.#sessionId !== undefined;
    this.reset();
    // A server need not support it, and one that is gone needs no goodbye.
    if (hadSession) await this.#send({ method: 'DELETE', headers, keepalive: true }).catch(() => {});
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#sessionId !== undefined && { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#revision && sendsVersionHeader(this.#revision) && { 'MCP-Protocol-Version': this.#revision }),
    };
  }

  /** The stream on which the server speaks on its own account. Servers need not have one. */
  async #readOwnStream(signal: AbortSignal): Promise<void> {
    const body = await this.#openStream(undefined, signal);
    if (!body) return;
    await followStream(body, {
      onmessage: (data) => {
        try {
          receive(data, this.#sink);
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
    const answer = await fetchAnswer(this.#endpoint, { method: 'GET', headers, signal });
    return answer.kind === 'stream' ? answer.body : undefined;
  }

  async #send(request: HttpRequest): Promise<Exclude<HttpAnswer, { kind: 'failure' }>> {
    const answer = await fetchAnswer(this.#endpoint, request);
    if (answer.kind !== 'failure') return answer;
    const { error } = answer;
    if (error.status === 404 && 'Mcp-Session-Id' in request.headers) {
      throw new McpError('session-lost', 'The server has forgotten this session.', { cause: error });
    }
    const rpcError = readRpcError(error.body);
    throw rpcError ? toRpcError(rpcError, error) : error;
  }
}
