/** Takes note of one HTTP exchange while it happens. */
import type { RecordedServer } from '../client/recorder.ts';
import { readEventStream } from '../wire/sse.ts';
import type { HttpExchange, RecordedStreamEvent, Writable } from './activity-entry.ts';
import type { BackgroundWork } from './background-work.ts';
import { bytesOfEvent, bytesOfHeaders } from './counted-exchanges.ts';
import type { KeptEntries, KeptEntry } from './kept-entries.ts';
import type { NotedMessages } from './noted-messages.ts';
import { observedBody } from './observed-body.ts';
import { MAX_MESSAGE } from './read-message.ts';
import { unnoticed } from './unnoticed.ts';
import {
  addressWithoutSecrets,
  errorWithoutSecrets,
  requestHeadersOf,
  responseHeadersOf,
  textWithoutSecrets,
} from './without-secrets.ts';

/** The latest events of a stream that are noted. Their messages are entries of their own. */
const MAX_EVENTS = 500;
/** How much of their data is noted, in characters. */
const MAX_DATA = 100_000;
/** Answers that have no body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
/** How much is noted of an answer that is no message, in characters. */
const MAX_TEXT = 4_000;
/** How many bytes of a stream may wait to be read for the record. What comes after that is not noted. */
const MAX_BEHIND = 64_000_000;

export interface NotedExchangeContext {
  readonly kept: KeptEntries;
  readonly work: BackgroundWork;
  readonly messages: NotedMessages;
  readonly server: RecordedServer;
  /** Whether the user has signed out since. */
  readonly isForgotten: () => boolean;
  readonly exchangeId: number;
}

export class NotedExchange {
  readonly #context: NotedExchangeContext;
  readonly #signal: AbortSignal | undefined;
  readonly #startedAt = performance.now();
  readonly #record: Writable<HttpExchange> & { events: RecordedStreamEvent[] };
  /** The request that it sent. */
  #request: KeptEntry | undefined;
  /** What it is, if it sent no request. */
  #own: KeptEntry | undefined;
  /** Of its events, in characters. */
  #dataLength = 0;
  /** It is the stream of HTTP+SSE, on which all answers come. */
  #isConnection = false;
  /** It is answered with a stream, which can be resumed if its events have ids. */
  #isStream = false;
  #hasEventIds = false;

  constructor(context: NotedExchangeContext, input: RequestInfo | URL, init: RequestInit | undefined) {
    this.#context = context;
    this.#signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const { kept, work, messages, server, isForgotten, exchangeId } = context;
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    this.#record = {
      id: exchangeId,
      time: Date.now(),
      method,
      url: addressWithoutSecrets(input instanceof Request ? input.url : input),
      relay: server.relay && addressWithoutSecrets(server.relay),
      requestHeaders: requestHeadersOf(input, init),
      responseHeaders: [],
      end: 'open',
      bytes: 0,
      events: [],
      eventCount: 0,
    };
    const addOwn = (): void => {
      if (isForgotten()) return;
      this.#own = kept.add(server, {
        time: this.#record.time,
        direction: 'sent',
        kind: 'http',
        method,
        state: 'pending',
        length: 0,
        exchange: this.#record,
      });
    };
    const body = init?.body;
    if (typeof body !== 'string') {
      work.add(function* () {
        addOwn();
        yield;
      });
      return;
    }
    messages.note(body, { server, direction: 'sent', exchange: this.#record, isForgotten }, (entries) => {
      this.#request = entries.find(({ kind, exchange }) => kind === 'request' && exchange === this.#record);
      if (entries.length === 0) addOwn();
    });
  }

  fail(error: unknown): void {
    this.#end(this.#signal?.aborted ? 'cancelled' : 'failed', error);
  }

  /** The same answer, with a body that is noted while it is read. */
  take(response: Response): Response {
    return unnoticed(() => this.#observed(response)) ?? response;
  }

  #observed(response: Response): Response {
    const record = this.#record;
    record.headAfterMs = this.#elapsed;
    record.status = response.status;
    record.responseHeaders = responseHeadersOf(response.headers);
    this.#context.kept.touch(record, bytesOfHeaders(record.responseHeaders));
    const { body, status, statusText, headers } = response;
    // No page can make any other with the same status.
    if (!body || BODILESS.has(status) || status < 200 || status > 599) {
      this.#end('ended');
      return response;
    }
    this.#isStream = /^\s*text\/event-stream\s*(?:[;,]|$)/i.test(headers.get('content-type') ?? '');
    const observe = this.#isStream ? this.#observeStream() : this.#observeText();
    const observed = observedBody(body, {
      onbytes: (bytes) => {
        record.bytes += bytes.byteLength;
        observe.onbytes(bytes);
      },
      isAborted: () => this.#signal?.aborted === true,
      onend: (end, error) => {
        record.endAfterMs = this.#elapsed;
        observe.onend(() => this.#end(end, error));
      },
    });
    return new Response(observed, { status, statusText, headers });
  }

  get #elapsed(): number {
    return Math.round(10 * (performance.now() - this.#startedAt)) / 10;
  }

  /** A body that is one message, or none. */
  #observeText(): { onbytes(bytes: Uint8Array): void; onend(then: () => void): void } {
    const decoder = new TextDecoder();
    const pieces: string[] = [];
    let length = 0;
    const keep = (text: string): void => {
      length += text.length;
      // One character more tells that it is too long.
      if (length - text.length <= MAX_MESSAGE) pieces.push(text);
    };
    return {
      onbytes: (bytes) => keep(decoder.decode(bytes, { stream: true })),
      onend: (then) => {
        keep(decoder.decode());
        const text = pieces.join('');
        if (length > 0)
          this.#note(text, length, (entries) => {
            if (entries.length > 0) return 0;
            this.#record.text = textWithoutSecrets(text.slice(0, MAX_TEXT));
            return 2 * this.#record.text.length;
          });
        then();
      },
    };
  }

  #observeStream(): { onbytes(bytes: Uint8Array): void; onend(then: () => void): void } {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const copy = new ReadableStream<Uint8Array>(
      { start: (given) => (controller = given) },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_BEHIND }),
    );
    const close = (): void => {
      controller?.close();
      controller = undefined;
    };
    let eventId: string | undefined;
    const onevent = (type: string, data: string): void => {
      this.#noteEvent(type, data, eventId);
      eventId = undefined;
    };
    const reading = readEventStream(copy, {
      onmessage: (data) => onevent('message', data),
      onevent,
      onid: (id) => {
        eventId = id;
        this.#hasEventIds = true;
      },
    })
      // What the client cannot read, it says itself.
      .catch(() => (controller = undefined));
    return {
      onbytes: (bytes) => {
        if ((controller?.desiredSize ?? 1) < 0) close();
        controller?.enqueue(bytes);
      },
      onend: (then) => {
        close();
        void reading.then(then);
      },
    };
  }

  #noteEvent(type: string, data: string, eventId: string | undefined): void {
    const afterMs = this.#elapsed;
    const isEndpoint = type === 'endpoint';
    if (isEndpoint && this.#record.method === 'GET') this.#isConnection = true;
    this.#note(data, data.length, (entries) => {
      const record = this.#record;
      const entryId = entries[0]?.id;
      const shown = data.slice(0, MAX_TEXT);
      record.eventCount++;
      const event: RecordedStreamEvent = {
        afterMs,
        type: type.slice(0, 100),
        length: data.length,
        eventId: eventId === undefined ? undefined : textWithoutSecrets(eventId.slice(0, 200)),
        entryId,
        data: entryId !== undefined ? undefined : isEndpoint ? addressWithoutSecrets(shown) : textWithoutSecrets(shown),
      };
      record.events.push(event);
      this.#dataLength += event.data?.length ?? 0;
      return bytesOfEvent(event) - this.#dropEvents();
    });
  }

  /** @returns how many bytes there are less */
  #dropEvents(): number {
    const { events } = this.#record;
    if (events.length <= MAX_EVENTS && this.#dataLength <= MAX_DATA) return 0;
    let count = 0;
    let bytes = 0;
    while (count < events.length - 1 && (count < MAX_EVENTS / 10 || this.#dataLength > MAX_DATA)) {
      const event = events[count++];
      this.#dataLength -= event?.data?.length ?? 0;
      bytes += event ? bytesOfEvent(event) : 0;
    }
    events.splice(0, count);
    return bytes;
  }

  /** @param ontaken returns how many bytes there are more */
  #note(text: string, length: number, ontaken: (entries: readonly KeptEntry[]) => number): void {
    const { messages, server, kept, isForgotten } = this.#context;
    messages.note(
      text,
      { server, direction: 'received', exchange: this.#record, isForgotten, request: () => this.#request },
      (entries) => kept.touch(this.#record, ontaken(entries)),
      length,
    );
  }

  /** After all that was read of it. */
  #end(end: 'ended' | 'cancelled' | 'failed', error?: unknown): void {
    const record = this.#record;
    record.endAfterMs ??= this.#elapsed;
    const said = error instanceof Error ? error.message : typeof error === 'string' ? error : undefined;
    const settle = (): void => this.#settle(end, said);
    this.#context.work.add(function* () {
      settle();
      yield;
    });
  }

  #settle(end: 'ended' | 'cancelled' | 'failed', said: string | undefined): void {
    const record = this.#record;
    const { kept, messages, server } = this.#context;
    record.end = end;
    if (said !== undefined) record.error = errorWithoutSecrets(said.slice(0, MAX_TEXT));
    const { status = 0 } = record;
    const isRefused = end === 'failed' || status >= 300;
    const isCancelled = end === 'cancelled';
    for (const entry of [this.#own, this.#request]) {
      if (entry?.state !== 'pending') continue;
      const isRequest = entry === this.#request;
      if (isRequest && !isRefused && this.#mayBeAnsweredElsewhere(end)) continue;
      const isStopped = isCancelled && isRequest;
      // HTTP that ends well without an answer is a failure too: a web page, for example.
      const state = isRefused || (isRequest && !isCancelled) ? 'failed' : isStopped ? 'cancelled' : 'done';
      kept.update(entry, { state, durationMs: Math.max(0, Math.round(record.endAfterMs ?? 0)) });
      // A stream that broke off may be resumed.
      if (isCancelled || status === 0 || status >= 300) messages.stopWaiting(entry);
    }
    // Whether the server takes it or not: the page no longer hears what comes.
    const endsSession = record.method === 'DELETE';
    if (this.#isConnection || endsSession)
      messages.end(server, end === 'failed' && !endsSession ? 'failed' : 'cancelled');
    kept.touch(record, 2 * (record.error?.length ?? 0));
  }

  /** An answer may still come on another stream: with HTTP+SSE, or when the stream is resumed. */
  #mayBeAnsweredElsewhere(end: 'ended' | 'cancelled' | 'failed'): boolean {
    if (this.#signal?.aborted) return false;
    if (this.#isStream) return end === 'ended' && this.#hasEventIds;
    const { bytes, status } = this.#record;
    // Who knows that the server took it often does not read what it says.
    return bytes === 0 || status === 202;
  }
}
