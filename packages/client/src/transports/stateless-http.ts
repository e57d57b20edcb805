/** The transports over HTTP, of which this file has the modern one. */
import { McpError, type RpcError } from '../errors.ts';
import { lazy, LoadError } from '../lazy.ts';
import { HEADER_MISMATCH, NAMED_BY } from '../protocol/methods.ts';
import {
  allowed,
  type Contact,
  type Endpoint,
  fetchAnswer,
  type HttpAnswer,
  type HttpRequest,
  JSON_HEADERS,
  toByteString,
} from '../wire/http.ts';
import { encodeRequest, readRpcError, receive, receiveEvent, toRpcError } from '../wire/json-rpc.ts';
import { readToEnd } from '../wire/rest-of-stream.ts';
import { readEventStream } from '../wire/sse.ts';
import type { Call } from '../session/exchange.ts';
import type { Reconnection } from './reconnection.ts';
import { HeaderRefusedError, type ModernRequest, type RequestTransport, type Transports } from './transport.ts';

const loadStreamableHttp = lazy(() => import('./streamable-http.ts'), 'connects to older servers');
const loadRefusedHeaders = lazy(() => import('../wire/refused-headers.ts'), 'finds out what a server refuses');
const loadHttpSse = lazy(() => import('./http-sse.ts'), 'connects to older servers');

/** How long a stream of HTTP+SSE may take to name the address to post to, in ms. */
const ENDPOINT_MS = 5_000;

export function httpTransports(endpoint: Endpoint, timeoutMs: number, reconnection: Reconnection): Transports {
  return {
    reconnection,
    waitedForUserAt: endpoint.waitedForUserAt,
    contact: endpoint.contact,
    leaveOut: async (names) => (await loadRefusedHeaders()).leaveOutRefused(endpoint, names),
    findRefusedOwn: async () => (await loadRefusedHeaders()).findRefusedOwn(endpoint),
    modern: () => new StatelessHttp(endpoint),
    legacy: async () => {
      const { StreamableHttp } = await loadStreamableHttp();
      return (exchange, events) => new StreamableHttp(endpoint, { exchange, reconnection, ...events });
    },
    httpSse: async () => {
      const { HttpSse } = await loadHttpSse();
      return ({ sharedSink: sink }, events) =>
        new HttpSse(endpoint, {
          sink,
          // Before the deadline of the request that waits for the address.
          timeoutMs: Math.min(timeoutMs / 2, ENDPOINT_MS),
          onend: (error) => events.onend(error),
        });
    },
  };
}

/** Streamable HTTP of the modern era: a POST for each request, whose headers repeat what it is about. */
class StatelessHttp implements RequestTransport {
  readonly hasHeaders = true;
  readonly #endpoint: Endpoint;
  /** The names of headers with which a request was answered. */
  readonly #proven = new Set<string>();

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  async transmit(call: Call, { method, params, revision, headers }: ModernRequest): Promise<void> {
    const { [NAMED_BY.get(method) ?? '']: name } = params;
    const own = {
      ...headers,
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': encodeHeaderValue(name) }),
    };
    const request: HttpRequest = {
      method: 'POST',
      headers: { ...own, ...JSON_HEADERS },
      body: encodeRequest(call.id, method, params),
      signal: call.givenUp,
      mayAskUser: !call.isBackground,
    };
    let answer = await fetchAnswer(this.#endpoint, request).catch(async (error: unknown) => {
      await this.#explain(error, own, call);
      return await fetchAnswer(this.#endpoint, request);
    });
    if (isMismatch(answer)) answer = (await this.#sendWhole(request, own)) ?? answer;
    for (const header of Object.keys(allowed(this.#endpoint, own))) this.#proven.add(header);
    if (answer.kind === 'failure') throw errorOf(answer) ?? answer.error;
    if (answer.kind === 'json') receive(answer.text, call.sink);
    if (answer.kind === 'stream') await readToAnswer(answer.body, call, this.#endpoint.contact);
  }

  /**
   * Sends a request again that the server refused, now with the headers that it lacked. They may have seemed to be refused
   * while it was the network that failed. Resolves with nothing if it lacked none.
   *
   * @throws {HeaderRefusedError} when the CORS answer does not allow them
   */
  async #sendWhole(request: HttpRequest, own: Record<string, string>): Promise<HttpAnswer | undefined> {
    const sent = allowed(this.#endpoint, own);
    const leftOut = Object.keys(own).filter((header) => !(header in sent));
    if (leftOut.length === 0) return undefined;
    const { contact } = this.#endpoint;
    for (const header of leftOut) contact?.refusedHeaders.delete(header.toLowerCase());
    try {
      const answer = await fetchAnswer(this.#endpoint, request);
      contact?.onrefused?.();
      return answer;
    } catch (cause) {
      if (!isUnreachable(cause)) throw cause;
      const { leaveOutRefused } = await loadRefusedHeaders();
      const refused = await leaveOutRefused(this.#endpoint, leftOut);
      // Then it was the connection that broke, and the request may have run.
      if (refused.length === 0) throw cause;
      throw new HeaderRefusedError(refusedBy(refused), { names: refused, isNeeded: true, cause });
    }
  }

  /**
   * Resolves if the request failed because of a header that the server may not need, and may be sent again without it.
   *
   * @throws the error, with that reason where it is known
   */
  async #explain(error: unknown, own: Record<string, string>, call: Call): Promise<void> {
    const hasAnswered = this.#endpoint.contact?.hasAnswered === true;
    const isOpaque = hasAnswered && isUnreachable(error);
    const names = Object.keys(allowed(this.#endpoint, own)).filter((name) => !this.#proven.has(name));
    if (!isOpaque || names.length === 0) throw error;
    const { leaveOutRefused } = await loadRefusedHeaders();
    const refused = await leaveOutRefused(this.#endpoint, names);
    if (refused.length === 0) throw error;
    if (call.isRepeatable && !call.signal.aborted) return;
    throw new HeaderRefusedError(refusedBy(refused), { names: refused, isNeeded: false, cause: error });
  }
}

function errorOf(answer: HttpAnswer): RpcError | undefined {
  if (answer.kind !== 'failure') return undefined;
  const error = readRpcError(answer.error.body);
  return error && toRpcError(error, answer.error);
}

/** Whether the server lacked a header, and ran nothing. A failure of the server says nothing of that. */
const isMismatch = (answer: HttpAnswer): boolean =>
  errorOf(answer)?.rpcCode === HEADER_MISMATCH && answer.kind === 'failure' && answer.error.status < 500;

/** Whether the browser could not send a request or read its answer. Code that could not be loaded is another matter. */
const isUnreachable = (error: unknown): error is McpError =>
  error instanceof McpError && error.code === 'network' && !(error instanceof LoadError);

const refusedBy = (names: readonly string[]): string =>
  `The CORS answer of the server does not list ${names.join(', ')} in Access-Control-Allow-Headers. Later requests are sent without, which not every server takes.`;

async function readToAnswer(body: ReadableStream<Uint8Array>, call: Call, contact: Contact | undefined): Promise<void> {
  try {
    await readEventStream(body, {
      onmessage: (data) => receiveEvent(data, call.sink),
      isDone: call.isSettled,
      leave: (rest) => void readToEnd(rest, call.givenUp, contact),
    });
  } catch (error) {
    // A connection that broke means the same as one that ended: the call is lost (2026-07-28, streamable HTTP).
    if (error instanceof McpError) throw error;
  }
}

const PLAIN = /^[\x20-\x7e]*$/;
const PADDED = /^[ \t]|[ \t]$/;
const SENTINEL = /^=\?base64\?.*\?=$/s;
// "=?base64?=" is too short for SENTINEL, yet its prefix and suffix overlap.
const OVERLAPPING = '=?base64?=';

/**
 * Writes a string as the value of a header that repeats it (2026-07-28, streamable HTTP, request metadata): printable
 * ASCII as it is, and everything else, also what looks encoded, as `=?base64?…?=`.
 *
 * @throws {McpError} `invalid-argument` when the text has half a surrogate pair: header and body could not agree on it.
 */
export function encodeHeaderValue(text: string): string {
  if (!text.isWellFormed()) {
    throw new McpError(
      'invalid-argument',
      'A name or URI has half a surrogate pair and cannot be sent: check how the text was cut.',
    );
  }
  if (PLAIN.test(text) && !PADDED.test(text) && !SENTINEL.test(text) && text !== OVERLAPPING) return text;
  return `=?base64?${btoa(toByteString(text))}?=`;
}
