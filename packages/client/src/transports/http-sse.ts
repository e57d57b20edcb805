/**
 * HTTP+SSE of 2024-11-05: everything arrives on one stream, which first names the address to post to.
 * Deprecated since 2025-03-26; loaded only when nothing newer answers.
 */
import { type HttpError, McpError } from '../errors.ts';
import { type Endpoint, fetchAnswer } from '../wire/http.ts';
import { addressOf, usualPaths } from '../wire/refusal.ts';
import { type MessageSink, receiveEvent } from '../wire/json-rpc.ts';
import { readEventStream } from '../wire/sse.ts';
import type { Call } from '../session/exchange.ts';
import { onabort } from '../wire/abort.ts';
import { Notices } from './notice.ts';
import { Places } from './places.ts';
import { MessagesRefusedError, type SessionTransport } from './transport.ts';

/** How many tabs get a place for their streams. One more leaves none for calls. */
const MAX_STREAMS = 4;

export interface HttpSseOptions {
  /** Takes every message: all calls share the stream. */
  sink: MessageSink;
  /** The stream ended, and with it the session. */
  onend: (error: McpError) => void;
  timeoutMs: number;
}

export class HttpSse implements SessionTransport {
  readonly #endpoint: Endpoint;
  readonly #options: HttpSseOptions;
  readonly places: Places;
  readonly #notices = new Notices();
  #stream = new AbortController();
  /** Where to post; known once the stream has named it. */
  #postTo: Promise<Endpoint> | undefined;

  constructor(endpoint: Endpoint, options: HttpSseOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.places = new Places(endpoint.relay ?? endpoint.url);
  }

  async transmit(call: Call, message: string): Promise<void> {
    await this.#post(message, call.signal, !call.isBackground);
    // Most servers accept a request before they have its answer, and its connection is free.
    call.freePlace?.();
    // The answer comes on the stream, and then the call's signal aborts.
    if (!call.isSettled())
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
  }

  post(message: string, timeoutMs?: number): Promise<void> {
    return this.#notices.post((signal) => this.#post(message, signal, false), timeoutMs);
  }

  async #post(message: string, signal: AbortSignal, mayAskUser: boolean): Promise<void> {
    // The call that opens the stream is the one that connects.
    this.#postTo ??= this.#open(this.#stream.signal, mayAskUser);
    const endpoint = await this.#postTo;
    const answer = await fetchAnswer(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: message,
      signal,
      mayAskUser,
      isAcknowledged: true,
    });
    if (answer.kind !== 'failure') return;
    throw isElsewhere(answer.error) ? messagesRefused(this.#endpoint.url, endpoint.url, answer.error) : answer.error;
  }

  agree(): void {}

  listen(notified: Promise<void>): void {
    notified.catch(() => {});
  }

  reset(): void {
    this.#stream.abort();
    this.#stream = new AbortController();
    this.#postTo = undefined;
  }

  close(): Promise<void> {
    this.reset();
    this.#notices.close();
    return Promise.resolve();
  }

  /** Calls of all tabs leave a connection for this stream, which does not wait for that. */
  async #takePlace(signal: AbortSignal): Promise<void> {
    const free = this.places.areScarce ? await this.places.takeBeside(signal, MAX_STREAMS) : undefined;
    if (free) onabort(signal, free);
  }

  async #open(signal: AbortSignal, mayAskUser: boolean): Promise<Endpoint> {
    const answer = await fetchAnswer(this.#endpoint, {
      method: 'GET',
      headers: { Accept: 'text/event-stream' },
      signal,
      mayAskUser,
    });
    if (answer.kind === 'failure') throw answer.error;
    if (answer.kind !== 'stream') throw notThisTransport(this.#endpoint.url);
    const { body } = answer;
    void this.#takePlace(signal).catch(() => {});
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new McpError(
            'not-mcp',
            `${addressOf(this.#endpoint.url)} opened an event stream, but named no address to post to within ${this.#options.timeoutMs} ms.`,
          ),
        );
        this.#stream.abort();
      }, this.#options.timeoutMs);
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        finish();
      };
      readEventStream(body, {
        onevent: (type, data) => {
          if (type === 'endpoint') settle(() => readEndpoint(this.#endpoint, data, resolve, reject));
        },
        // Nobody can tell which call an event belonged to that cannot be read: that call ends at its deadline.
        onmessage: (data) => receiveEvent(data, this.#options.sink),
        isDone: () => signal.aborted,
      })
        .catch(() => {})
        .finally(() => {
          settle(() => reject(notThisTransport(this.#endpoint.url)));
          if (!signal.aborted)
            this.#options.onend(
              new McpError('stream-ended', 'The server ended the stream that carries its answers: connect again.'),
            );
        });
    });
  }
}

function readEndpoint(
  endpoint: Endpoint,
  data: string,
  resolve: (endpoint: Endpoint) => void,
  reject: (error: McpError) => void,
): void {
  const url = URL.canParse(data, endpoint.url) ? new URL(data, endpoint.url) : undefined;
  if (url?.origin === endpoint.url.origin) resolve({ ...endpoint, url });
  else
    reject(
      new McpError(
        'invalid-message',
        `The server wants messages at ${JSON.stringify(data)}, which is not on its own origin.`,
      ),
    );
}

/** Whether nothing takes messages at this address, whatever they say. Outside of browsers, a redirect has its own status. */
const isElsewhere = ({ status }: HttpError): boolean => status < 400 || [404, 405, 410].includes(status);

function messagesRefused(stream: URL, messages: URL, { status, body }: HttpError): MessagesRefusedError {
  const answers = status < 400 ? 'redirects' : `answers with status ${status}`;
  const message = `The stream at ${addressOf(stream)} says that messages go to ${addressOf(messages)}, which ${answers}. The server has to name the address at which it takes them, with each prefix that a router or a proxy adds.`;
  return new MessagesRefusedError(status, message, body);
}

function notThisTransport(url: URL): McpError {
  return new McpError(
    'not-mcp',
    `${addressOf(url)} is neither a Streamable HTTP endpoint nor an HTTP+SSE one: check the path, which is often ${usualPaths(url).join(' or ')}.`,
  );
}
