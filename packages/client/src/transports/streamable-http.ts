/** Streamable HTTP of the legacy era: a POST for each message, a session id, and a stream to listen to. */
import { McpError } from '../errors.ts';
import type { Revision } from '../protocol/revisions.ts';
import { supports } from '../protocol/supports.ts';
import {
  allowed,
  type Endpoint,
  fetchAnswer,
  GOODBYE_MS,
  type HttpAnswer,
  type HttpRequest,
  JSON_HEADERS,
  toByteString,
} from '../wire/http.ts';
import { readRpcError, receive, receiveEvent, type RequestId, toRpcError } from '../wire/json-rpc.ts';
import { onabort, settlesWithin } from '../wire/abort.ts';
import { leaveOutRefused } from '../wire/refused-headers.ts';
import type { Call, Exchange } from '../session/exchange.ts';
import { awaitConfirmed, confirmHandshake, endIfRefused, explainFailure, isHarmless } from './handshake.ts';
import type { CallNotes, CallPlace, ResumedPlace, SessionTransport, SessionTransportEvents } from './transport.ts';
import { CallStreams } from './call-streams.ts';
import { Notices } from './notice.ts';
import { noEventStream, readOwnStream } from './own-stream.ts';
import { Places } from './places.ts';
import { OPENING_MS, type Reconnection } from './reconnection.ts';
import { EVENT_HEADER, Resumption } from './resumption.ts';
import { isUnknownSession, readSessionId, SESSION_HEADER, VERSION_HEADER } from './session-id.ts';

/** For how long an answer shows that the server knows the session, in ms, where no stream does. */
const FRESH_MS = 1_000;

export interface StreamableHttpOptions extends SessionTransportEvents {
  readonly reconnection: Reconnection;
  /** Takes what the server sends unasked. */
  readonly exchange: Pick<Exchange, 'sink' | 'hasTasks'>;
}

export class StreamableHttp implements SessionTransport {
  readonly #endpoint: Endpoint;
  readonly #options: StreamableHttpOptions;
  #sessionId: string | undefined;
  /** Set once the handshake is done. */
  #revision: Revision | undefined;
  #listening = new AbortController();
  /** Whether the stream has ended, and the server was not heard of since. */
  #isInterrupted = false;
  /** When the server last took a message of this session, by `performance.now()`. */
  #answeredAt = -Infinity;
  readonly places: Places;
  #isStreamWanted = true;
  /** Aborts when the own stream is closed. */
  #reading = new AbortController();
  #notified: Promise<void> = Promise.resolve();
  #opened: Promise<boolean> = Promise.resolve(false);
  isListening = false;
  /** Whether somebody waited in vain for the own stream. */
  #isLate = false;
  /** Whether the session takes the place of another, and had no own stream yet: nobody waits for that. */
  #isRenewed = false;
  /** `confirmed` rejects if the server refuses what follows the handshake. */
  #handshake = { posted: Promise.resolve(), confirmed: Promise.resolve() };
  /** Whether the server has opened a session before. */
  #isKnown = false;
  /** Whether the server has taken a message of this session. */
  #isProven = false;
  /** Whether the own stream was open in this session, or the server could not be asked for it. */
  #hadStream = false;
  readonly #resumption: Resumption;
  readonly #callStreams: CallStreams;
  readonly #notices = new Notices();

  constructor(endpoint: Endpoint, options: StreamableHttpOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#resumption = new Resumption(endpoint);
    this.#callStreams = new CallStreams(options.reconnection, endpoint.contact);
    this.places = new Places(endpoint.relay ?? endpoint.url);
  }

  async transmit(call: Call, message: string, notes?: CallNotes): Promise<void> {
    const isHandshake = this.#revision === undefined;
    let open = this.#openInSession();
    if (notes) await this.#note(call, notes);
    const request: HttpRequest = {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...this.#headers() },
      body: message,
      signal: call.givenUp,
      isUrgent: isHandshake,
      mayAskUser: !call.isBackground,
    };
    const sent = allowed(this.#endpoint, request.headers);
    const answer = await this.#send(request).catch(async (error: unknown) => {
      await explainFailure(error, this.#handshake, call, sent);
      return await this.#send(request);
    });
    if (isHandshake) {
      this.#sessionId = readSessionId(answer.headers);
      open = this.#openInSession();
    }
    if (answer.kind === 'json') receive(answer.text, call.sink);
    if (answer.kind !== 'stream') return;
    await this.#callStreams.follow(call, answer.body, notes, open);
  }

  /** @throws {McpError} `session-lost` when the session is another afterwards: nothing was sent */
  async #note(call: Call, notes: CallNotes): Promise<void> {
    const sessionId = this.#sessionId;
    if (sessionId === undefined || !this.#revision) return;
    call.waitsFor = 'a record of the call';
    await notes.onsend({ sessionId, revision: this.#revision, requestId: call.id });
    if (sessionId !== this.#sessionId) throw new McpError('session-lost', 'The server has forgotten this session.');
    call.waitsFor = undefined;
  }

  adopt({ sessionId, revision }: CallPlace): void {
    this.#sessionId = sessionId;
    this.#revision = revision;
  }

  resume(call: Call, place: ResumedPlace, notes: CallNotes): Promise<void> {
    return this.#callStreams.resume(call, place, notes, this.#openInSession());
  }

  answered(requestId: RequestId): void {
    this.#callStreams.answered(requestId);
  }

  post(message: string, timeoutMs?: number): Promise<void> {
    const headers = { ...JSON_HEADERS, ...this.#headers() };
    const request = { method: 'POST', headers, body: message, isAcknowledged: true } as const;
    return this.#notices.post((signal) => this.#send({ ...request, signal }), timeoutMs);
  }

  agree(revision: Revision): void {
    this.#revision = revision;
  }

  listen(notified: Promise<void>): void {
    const listening = new AbortController();
    this.#listening = listening;
    // The session ends with its page, unless that may come back, or a later one goes on with its calls or tasks.
    const onpagehide = (event: Event): void => {
      const mayComeBack = 'persisted' in event && event.persisted;
      const isNeeded = this.#callStreams.areResumable || this.#options.exchange.hasTasks;
      if (!mayComeBack && !isNeeded) void this.#end(this.#headers());
    };
    globalThis.addEventListener?.('pagehide', onpagehide, { signal: listening.signal });
    listening.signal.addEventListener('abort', () => this.#reading.abort(), { once: true });
    this.#notified = notified.catch(() => {});
    if (this.#isStreamWanted) this.#openStream();
  }

  get isInterrupted(): boolean {
    // Without a stream, nothing tells when a server is restarted.
    const isUnwatched = this.#sessionId !== undefined && !this.#isStreamWanted;
    return this.#isInterrupted || (isUnwatched && performance.now() - this.#answeredAt > FRESH_MS);
  }

  setStream(isWanted: boolean): Promise<boolean> {
    if (isWanted === this.#isStreamWanted) return this.#opened;
    this.#isInterrupted = this.isInterrupted;
    this.#isStreamWanted = isWanted;
    this.#reading.abort();
    this.#opened = Promise.resolve(false);
    if (isWanted && this.#revision && !this.#listening.signal.aborted) this.#openStream();
    return this.#opened;
  }

  async opening(): Promise<void> {
    if (this.#isStreamWanted && !(await settlesWithin(OPENING_MS, this.#opened))) this.#isLate = !this.isListening;
  }

  #openStream(): void {
    const { signal } = (this.#reading = new AbortController());
    onabort(signal, () => (this.isListening = this.#isLate = false));
    this.#opened = new Promise((resolve) => {
      const read = async (): Promise<void> => {
        if (signal.aborted) return;
        await this.#readOwnStream(signal, () => resolve(true)).catch(() => {});
        if (!signal.aborted) resolve(false);
      };
      // The stream takes over the connection of the notification: the caller's first request has one already.
      void this.#notified.then(read);
    });
  }

  async confirm(posted: Promise<void>): Promise<void> {
    // Once is enough to know the server. A session that follows may be refused for its own reasons.
    if (!this.#isKnown) void endIfRefused(posted, this.#options, this.#listening.signal);
    this.#isKnown = true;
    if (!this.#isCrossOrigin || !this.#revision) return;
    const { url, contact } = this.#endpoint;
    const { signal } = this.#listening;
    const hasSessionId = this.#sessionId !== undefined;
    const names = Object.keys(this.#headers());
    const sent = Object.keys(allowed(this.#endpoint, this.#headers()));
    const confirmed = confirmHandshake({
      url,
      revision: this.#revision,
      posted,
      hasSessionId,
      leftOut: names.filter((name) => !sent.includes(name)),
      leaveOut: () => leaveOutRefused(this.#endpoint, sent),
      post: async (message) => {
        if (!signal.aborted) await this.post(message);
      },
      probe: this.#options.probe,
    });
    this.#handshake = { posted, confirmed };
    // Where nothing is doubtful, the page's first request need not wait for the answer.
    let isAwaited = !hasSessionId || contact?.hasFailed === true;
    confirmed.catch((error: unknown) => {
      if (!isAwaited && !signal.aborted && error instanceof McpError && !isHarmless(error)) this.#options.onend(error);
    });
    if (isAwaited) await awaitConfirmed(confirmed).finally(() => (isAwaited = false));
  }

  get #isCrossOrigin(): boolean {
    const { url, relay } = this.#endpoint;
    return (relay ?? url).origin !== globalThis.location?.origin;
  }

  reset(): void {
    this.#listening.abort();
    this.#isInterrupted = this.#isProven = this.#hadStream = false;
    this.#sessionId = this.#revision = undefined;
    this.#handshake = { posted: Promise.resolve(), confirmed: Promise.resolve() };
    this.#isRenewed = this.#isKnown;
  }

  async close(): Promise<void> {
    const headers = this.#headers();
    this.reset();
    this.#notices.close();
    await this.#end(headers);
  }

  /** A server need not support DELETE, and one that is gone need not be told. */
  async #end(headers: Record<string, string>): Promise<void> {
    if (!(SESSION_HEADER in headers)) return;
    const signal = AbortSignal.timeout(GOODBYE_MS);
    await this.#send({ method: 'DELETE', headers, keepalive: true, isAcknowledged: true, signal }).catch(() => {});
  }

  #headers(): Record<string, string> {
    return {
      ...(this.#sessionId !== undefined && { [SESSION_HEADER]: this.#sessionId }),
      ...(this.#revision && supports(this.#revision, 'versionHeader') && { [VERSION_HEADER]: this.#revision }),
    };
  }

  /** Reads the stream of what the server sends unasked. Servers need not have one. */
  async #readOwnStream(signal: AbortSignal, onopen: () => void): Promise<void> {
    const { reconnection, exchange, onmissed, onchangeslost, onrefused, onforgotten, probe } = this.#options;
    let [hasBeenOpen, isUnreadable] = [false, false];
    const unreadable = (error: McpError): void => {
      exchange.sink.unreadable?.(error);
      // It may have announced a change. Some servers keep their stream alive in this way, so once is enough.
      if (!isUnreadable) onmissed();
      isUnreadable = true;
    };
    const sink = { ...exchange.sink, unreadable };
    await readOwnStream({
      reconnection,
      isLate: () => this.#isLate,
      open: async (lastEventId, opening) => {
        const answer = await this.#get(lastEventId, opening);
        const error = answer.kind === 'failure' ? answer.error : undefined;
        if ((answer.kind === 'stream' || error?.status === 405) && !signal.aborted) this.#isInterrupted = false;
        if (answer.kind === 'stream') {
          onopen();
          // Nothing was asked for of what came meanwhile.
          if (this.#isRenewed || (lastEventId && this.#resumption.isHeaderRefused)) onmissed();
          if (this.#isRenewed) this.#isRenewed = this.#isLate = false;
          isUnreadable = false;
          hasBeenOpen = this.#hadStream = this.isListening = true;
          return answer.body;
        }
        if (!error) throw noEventStream(this.#endpoint.url);
        // Without a session, there is none that could be gone.
        const isForgotten = this.#sessionId !== undefined && this.#hadStream;
        if (isForgotten && (error.status === 404 || isUnknownSession(error))) onforgotten();
        else if (hasBeenOpen || error.status !== 405) throw error;
        return undefined;
      },
      // A broken event is no call's answer, and the next one may be whole.
      onmessage: (data) => receiveEvent(data, sink),
      onend: () => {
        this.isListening = false;
        this.#isInterrupted = true;
      },
      onmissed,
      onlost: (error, isFinal) => {
        if (isFinal) this.#isInterrupted = false;
        else this.#hadStream = true;
        if (isFinal && !hasBeenOpen) onrefused(error);
        else onchangeslost(error);
      },
      probe,
      inHiddenPage: this.#options.inHiddenPage(),
      signal,
    });
  }

  /** Another session has other streams. */
  #openInSession(): (lastEventId: string, signal: AbortSignal) => Promise<HttpAnswer | undefined> {
    const sessionId = this.#sessionId;
    return async (lastEventId, signal) => {
      // Without the header, it would be another stream.
      return this.#sessionId === sessionId ? await this.#get(lastEventId, signal, true) : undefined;
    };
  }

  async #get(lastEventId: string | undefined, signal: AbortSignal, isNeeded = false): Promise<HttpAnswer> {
    const headers = {
      Accept: 'text/event-stream',
      ...this.#headers(),
      ...(lastEventId && { [EVENT_HEADER]: toByteString(lastEventId) }),
    };
    if (lastEventId) await this.#resumption.prepare(isNeeded);
    const opening = fetchAnswer(this.#endpoint, { method: 'GET', headers, signal });
    return lastEventId ? await this.#resumption.watch(opening, isNeeded) : await opening;
  }

  async #send(request: HttpRequest): Promise<Exclude<HttpAnswer, { kind: 'failure' }>> {
    const sessionId = this.#sessionId;
    const answer = await fetchAnswer(this.#endpoint, request);
    if (answer.kind !== 'failure') {
      if (sessionId === this.#sessionId) {
        this.#isProven = sessionId !== undefined;
        this.#answeredAt = performance.now();
      }
      return answer;
    }
    const { error } = answer;
    const rpcError = readRpcError(error.body);
    const failure = rpcError ? toRpcError(rpcError, error) : error;
    // A server that has taken no message of the session yet may mean the message.
    const isForgotten = error.status === 404 || (this.#isProven && isUnknownSession(error));
    if (isForgotten && SESSION_HEADER in allowed(this.#endpoint, request.headers)) {
      const cause = error.status === 404 ? error : failure;
      throw new McpError('session-lost', 'The server has forgotten this session.', { cause });
    }
    if (error.status === 400 && this.#revision && this.#sessionId === undefined && this.#isCrossOrigin)
      failure.message +=
        '. If it wants a session id, its CORS answer has to say Access-Control-Expose-Headers: Mcp-Session-Id.';
    throw failure;
  }
}
