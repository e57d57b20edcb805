/** Streamable HTTP of the legacy era: a POST for each message, a session id, and a stream to listen to. */
import { HttpError, McpError } from '../errors.ts';
import type { Revision } from '../protocol/revisions.ts';
import { supports } from '../protocol/supports.ts';
import {
  type Endpoint,
  fetchAnswer,
  GOODBYE_MS,
  type HttpAnswer,
  type HttpRequest,
  JSON_HEADERS,
  POST_MS,
  toByteString,
} from '../wire/http.ts';
import { type MessageSink, readRpcError, receive, type RequestId, toRpcError } from '../wire/json-rpc.ts';
import type { Call } from '../session/exchange.ts';
import type { CallNotes, CallPlace, SessionTransport, SessionTransportEvents } from './transport.ts';
import { followStream } from './resume.ts';
import { ResumedStream } from './resumed-stream.ts';
import { isPassing } from './retry.ts';

export interface StreamableHttpOptions extends SessionTransportEvents {
  /** Takes what the server sends unasked. */
  sink: MessageSink;
}

/** The answer to a call, as its stream brings it. */
interface FollowedCall {
  readonly sink: MessageSink;
  readonly notes?: CallNotes | undefined;
  /** Present when the call was sent by an earlier page. */
  readonly lastEventId?: string;
  readonly resumed?: ResumedStream;
}

export class StreamableHttp implements SessionTransport {
  readonly #endpoint: Endpoint;
  readonly #options: StreamableHttpOptions;
  #sessionId: string | undefined;
  /** Set once the handshake is done. */
  #revision: Revision | undefined;
  #listening = new AbortController();
  /** Whose stream a request of the server came on, of the calls that another page can go on with. */
  readonly #asked = new Map<RequestId, CallNotes>();
  /** How many such calls are under way. */
  #noted = 0;

  constructor(endpoint: Endpoint, options: StreamableHttpOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  async transmit(call: Call, message: string, notes?: CallNotes): Promise<void> {
    const isHandshake = this.#revision === undefined;
    if (notes && this.#sessionId !== undefined && this.#revision)
      await notes.onsend({ sessionId: this.#sessionId, revision: this.#revision, requestId: call.id });
    const answer = await this.#send({
      method: 'POST',
      headers: { ...JSON_HEADERS, ...this.#headers() },
      body: message,
      signal: call.signal,
      mayAskUser: !call.isBackground,
    });
    if (isHandshake) this.#sessionId = readSessionId(answer.headers);
    if (answer.kind === 'json') receive(answer.text, call.sink);
    if (answer.kind !== 'stream') return;
    await this.#follow(call, answer.body, { sink: call.sink, notes });
  }

  adopt({ sessionId, revision }: CallPlace): void {
    this.#sessionId = sessionId;
    this.#revision = revision;
  }

  /** @throws {McpError} `session-lost` when the server has neither the session nor the answer any longer */
  async resume(call: Call, place: CallPlace, lastEventId: string, notes: CallNotes): Promise<void> {
    const resumed = new ResumedStream((id, signal) => this.#openStream(id, signal, true), call.signal);
    let body: ReadableStream<Uint8Array> | undefined;
    try {
      body = await resumed.open(lastEventId);
      if (!body) throw lostAnswer();
    } catch (error) {
      if (error instanceof HttpError && [400, 405, 410].includes(error.status)) throw lostAnswer(error);
      if (!isPassing(error)) throw error;
    }
    await this.#follow(call, body, { sink: sinkOfEarlierCall(call, place), notes, lastEventId, resumed });
  }

  answered(requestId: RequestId): void {
    this.#asked.get(requestId)?.onanswer(requestId);
    this.#asked.delete(requestId);
  }

  async #follow(call: Call, body: ReadableStream<Uint8Array> | undefined, followed: FollowedCall): Promise<void> {
    const { sink, notes } = followed;
    const sessionId = this.#sessionId;
    const noted: MessageSink = notes
      ? {
          ...sink,
          request: (id, method, params) => {
            this.#asked.set(id, notes);
            notes.onask(id);
            sink.request(id, method, params);
          },
        }
      : sink;
    let { resumed } = followed;
    this.#noted += notes ? 1 : 0;
    try {
      await followStream(body, {
        onmessage: (data) => {
          resumed?.heed();
          try {
            receive(data, noted);
          } catch (error) {
            // Some servers send events of other streams again too, and some of those are no messages.
            if (!followed.resumed) throw error;
          }
        },
        onid: notes && ((id) => notes.onid(id)),
        lastEventId: followed.lastEventId,
        // Another session has other streams.
        reopen: async (lastEventId) => {
          if (this.#sessionId !== sessionId) return undefined;
          resumed ??= new ResumedStream((id, signal) => this.#openStream(id, signal), call.signal);
          return resumed.open(lastEventId);
        },
        isDone: call.isSettled,
        needsEventId: true,
        isLasting: false,
        signal: call.signal,
      });
    } finally {
      this.#noted -= notes ? 1 : 0;
    }
  }

  /** Whether the next page can go on with a call that is under way here. It needs the session then. */
  get hasUnfinishedCalls(): boolean {
    return this.#noted > 0;
  }

  async post(message: string): Promise<void> {
    await this.#send({
      method: 'POST',
      headers: { ...JSON_HEADERS, ...this.#headers() },
      body: message,
      isAcknowledged: true,
      signal: AbortSignal.timeout(POST_MS),
    });
  }

  agree(revision: Revision): void {
    this.#revision = revision;
  }

  listen(notified: Promise<void>): void {
    const listening = new AbortController();
    this.#listening = listening;
    const read = (): void => {
      if (!listening.signal.aborted) this.#readOwnStream(listening.signal).catch(() => {});
    };
    // The stream takes over the connection of the notification: the caller's first request has one already.
    notified.then(read, read);
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
    // A server need not support DELETE, and one that is gone need not be told.
    if (hadSession)
      await this.#send({
        method: 'DELETE',
        headers,
        keepalive: true,
        isAcknowledged: true,
        signal: AbortSignal.timeout(GOODBYE_MS),
      }).catch(() => {});
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#sessionId !== undefined && { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#revision && supports(this.#revision, 'versionHeader') && { 'MCP-Protocol-Version': this.#revision }),
    };
  }

  /** Reads the stream of what the server sends unasked. Servers need not have one. */
  async #readOwnStream(signal: AbortSignal): Promise<void> {
    const open = async (lastEventId?: string): Promise<ReadableStream<Uint8Array> | undefined> => {
      const body = await this.#openStream(lastEventId, signal, hasBeenOpen, wasAway);
      hasBeenOpen ||= body !== undefined;
      return body;
    };
    let hasBeenOpen = false;
    let wasAway = false;
    let body: ReadableStream<Uint8Array> | undefined;
    try {
      body = await open();
      if (!body) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await followStream(body, {
      onmessage: (data) => {
        try {
          receive(data, this.#options.sink);
        } catch {
          // A broken event is no call's answer, and the next one may be whole.
        }
      },
      reopen: open,
      isDone: () => signal.aborted,
      needsEventId: false,
      isLasting: true,
      onmissed: () => this.#options.onmissed(),
      onaway: (error) => {
        wasAway = true;
        this.#options.onchangeslost(error);
      },
      signal,
    }).catch((error: unknown) => {
      if (hasBeenOpen && !signal.aborted && error instanceof McpError) this.#options.onchangeslost(error);
    });
  }

  /**
   * A 404 says that the server has no such stream, or that the session is gone.
   *
   * @param wasOpen the stream was open before: it is the session that is gone
   * @param wasAway the stream was interrupted: probably the same, as some browsers report a stream only once something was sent on it
   */
  async #openStream(
    lastEventId: string | undefined,
    signal: AbortSignal,
    wasOpen = false,
    wasAway = false,
  ): Promise<ReadableStream<Uint8Array> | undefined> {
    const headers = {
      Accept: 'text/event-stream',
      ...this.#headers(),
      ...(lastEventId && { 'Last-Event-ID': toByteString(lastEventId) }),
    };
    const answer = await fetchAnswer(this.#endpoint, { method: 'GET', headers, signal });
    if (answer.kind === 'stream') return answer.body;
    if (answer.kind === 'failure') {
      const { error } = answer;
      const isForgotten = (wasOpen || wasAway) && error.status === 404 && this.#sessionId !== undefined;
      if (isForgotten) this.#options.onforgotten();
      else if (wasOpen || isPassing(error)) throw error;
    }
    return undefined;
  }

  async #send(request: HttpRequest): Promise<Exclude<HttpAnswer, { kind: 'failure' }>> {
    const answer = await fetchAnswer(this.#endpoint, request);
    if (answer.kind !== 'failure') return answer;
    const { error } = answer;
    if (error.status === 404 && 'Mcp-Session-Id' in request.headers) {
      throw new McpError('session-lost', 'The server has forgotten this session.', { cause: error });
    }
    const rpcError = readRpcError(error.body);
    const failure = rpcError ? toRpcError(rpcError, error) : error;
    const { origin } = this.#endpoint.url;
    if (
      error.status === 400 &&
      this.#revision &&
      this.#sessionId === undefined &&
      origin !== globalThis.location?.origin
    ) {
      failure.message +=
        '. If it wants a session id, its CORS answer has to say Access-Control-Expose-Headers: Mcp-Session-Id.';
    }
    throw failure;
  }
}

/** Visible ASCII (transports, session management), and no longer than the headers that servers accept. */
const SESSION_ID = /^[\x21-\x7e]{1,8192}$/;

function readSessionId(headers: Headers): string | undefined {
  const id = headers.get('Mcp-Session-Id') || undefined;
  if (id === undefined || SESSION_ID.test(id)) return id;
  throw new McpError(
    'invalid-result',
    'The server’s session id cannot be sent back: it has to be visible ASCII, of at most 8192 characters.',
  );
}

/** Takes the messages of a call that another page sent: there, it had another id. */
function sinkOfEarlierCall({ id, sink }: Call, { requestId }: CallPlace): MessageSink {
  return {
    ...sink,
    result: (answered, result) => answered === requestId && sink.result(id, result),
    error: (answered, error) => answered === requestId && sink.error(id, error),
    notification: (method, params) =>
      sink.notification(method, params['progressToken'] === requestId ? { ...params, progressToken: id } : params),
  };
}

function lostAnswer(cause?: HttpError): McpError {
  return new McpError(
    'session-lost',
    'The server no longer has the answer to this call, which may have run. Find out what it did before you call again.',
    { cause },
  );
}
