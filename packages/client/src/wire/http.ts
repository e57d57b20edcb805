/** One HTTP exchange with an MCP endpoint: sends a request, and tells what kind of answer came. */
import { HttpError, McpError } from '../errors.ts';
import type { AuthorizedRequestInit } from './authorizer.ts';
import { readExcerpt, readText } from './body.ts';
import { localNetworkOptions } from './local-network.ts';
import { addressOf, describeRefusal, here, usualPaths } from './refusal.ts';
import { readRetryAfter } from './retry-after.ts';

/** Where a server is and how to reach it. */
export interface Endpoint {
  readonly url: URL;
  readonly fetch: typeof fetch;
  /** What sends the requests in place of the browser. */
  readonly relay?: URL | undefined;
  /** The page's own headers, e.g. a gateway's key. Read for each request. */
  readonly headers?: (() => HeadersInit | undefined) | undefined;
  /** When a request last waited for the user: see `Authorizer`. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
  /** What is known about the way to the server. */
  readonly contact?: Contact | undefined;
}

export interface Contact {
  hasAnswered: boolean;
  hasFailed: boolean;
  /** How many streams in a row, whose answers were there, did not end soon. */
  lateEnds: number;
  /** How many requests wait for the beginning of their answer. */
  unanswered: number;
  /** Names of headers that the server's CORS answer does not allow, in lower case. Requests leave them out. */
  readonly refusedHeaders: Set<string>;
  /** Called when they are others than before. */
  onrefused?: (() => void) | undefined;
  /** The search for such headers that is under way. */
  search?: { readonly names: readonly string[]; readonly refused: Promise<string[]> } | undefined;
}

export const newContact = (): Contact => ({
  hasAnswered: false,
  hasFailed: false,
  lateEnds: 0,
  unanswered: 0,
  refusedHeaders: new Set(),
});

/** How many requests a browser sends to a server at a time over HTTP/1.1. */
const CONNECTIONS = 6;

/**
 * How long the server may take to accept a message without an answer, in ms. A request that hangs would keep a
 * connection busy forever.
 */
export const POST_MS = 30_000;

/** How long to wait, when the session ends, for a server that may be gone, in ms. */
export const GOODBYE_MS = 3_000;

export interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page that sends it. */
  keepalive?: boolean;
  /** Has the browser send it before other requests that wait for a connection. */
  isUrgent?: boolean;
  /** Whether the user may be asked for more scopes if it needs them. */
  mayAskUser?: boolean;
  /** Any success status is an answer, whatever the body says. */
  isAcknowledged?: boolean;
}

export type HttpAnswer =
  | { kind: 'empty'; headers: Headers }
  | { kind: 'json'; headers: Headers; text: string }
  | { kind: 'stream'; headers: Headers; body: ReadableStream<Uint8Array> }
  | { kind: 'failure'; headers: Headers; error: HttpError };

/**
 * @throws {McpError} `network` when fetch fails, `not-mcp` when the content is neither JSON nor an event stream,
 *   `too-large`; the platform's `AbortError` when `signal` aborts.
 */
export async function fetchAnswer(endpoint: Endpoint, request: HttpRequest): Promise<HttpAnswer> {
  const response = await send(endpoint, request);
  const { headers, status } = response;
  // Outside of browsers, a redirect has its own status.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    const message = `${addressOf(endpoint.url)} redirects to another address. Redirects are not followed, so that headers never reach another server. Use the final address, which often differs only by a slash at the end.`;
    return { kind: 'failure', headers, error: new HttpError(status, message) };
  }
  if (!response.ok) {
    const body = await readExcerpt(response);
    const retryAfterMs = readRetryAfter(headers.get('retry-after'));
    const message = describeStatus(endpoint, status, body, retryAfterMs);
    return { kind: 'failure', headers, error: new HttpError(status, message, body, { retryAfterMs }) };
  }
  if (request.isAcknowledged) {
    response.body?.cancel().catch(() => {});
    return { kind: 'empty', headers };
  }
  // A header that occurs twice is joined with a comma.
  const type = headers.get('content-type')?.split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream' && response.body) return { kind: 'stream', headers, body: response.body };
  if (type === 'application/json') return { kind: 'json', headers, text: await readWhole(response, endpoint, request) };
  const body = await readExcerpt(response);
  // Any success status: some servers answer with 204 or 200 instead of 202.
  if (body === '') return { kind: 'empty', headers };
  throw new McpError(
    'not-mcp',
    `${addressOf(endpoint.url)} answered with ${type || 'no content type'} instead of JSON or an event stream. ${type === 'text/html' ? `It looks like a web page: check the path, which is often ${usualPaths(endpoint.url).join(' or ')}.` : 'Is this the address of the MCP endpoint?'}`,
  );
}

async function readWhole(response: Response, { url }: Endpoint, { signal }: HttpRequest): Promise<string> {
  try {
    return await readText(response);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof McpError) throw cause;
    throw new McpError('network', `The connection to ${addressOf(url)} broke in the middle of the answer.`, { cause });
  }
}

async function send(endpoint: Endpoint, request: HttpRequest): Promise<Response> {
  const { url, relay, contact } = endpoint;
  const { method, headers, body, signal, keepalive, isUrgent, mayAskUser = false } = request;
  try {
    const init: AuthorizedRequestInit = {
      method,
      headers: mergeHeaders(endpoint, allowed(endpoint, headers)),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      ...(isUrgent && { priority: 'high' as const }),
      credentials: 'omit',
      redirect: 'manual',
      // In Firefox, a GET waits until an earlier GET of the same address is cached, and a stream is cached only when it
      // ends. For `no-store`, Chromium neither uses nor stores a preflight. Without it, the preflight of a DELETE would
      // replace the stored one, which POSTs need. POSTs are not cached anyway.
      ...(method !== 'POST' && { cache: 'no-store' }),
      ...localNetworkOptions(relay ?? url),
      mayAskUser,
    };
    const response = await fetchInTurn(endpoint, init);
    if (contact) contact.hasAnswered = true;
    return response;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof McpError) throw cause;
    if (contact) contact.hasFailed = true;
    throw new McpError('network', await describeRefusal(endpoint, cause), { cause });
  }
}

/**
 * While six requests wait for their answers, each further one waits a microtask before it is sent. So those that start
 * together are all prepared before any of them is sent: 1,000 calls are sent in 0.5 s instead of 0.9 s. The first six do
 * not wait, because whatever else the page starts would come before them.
 */
async function fetchInTurn({ fetch, url, contact }: Endpoint, init: RequestInit): Promise<Response> {
  // The platform's fetch fails when it is called as another object's method.
  if (!contact) return fetch(url, init);
  try {
    if (contact.unanswered++ >= CONNECTIONS && !init.keepalive) await Promise.resolve();
    return await fetch(url, init);
  } finally {
    contact.unanswered--;
  }
}

/** These headers, without those that the server's CORS answer does not allow. */
export function allowed({ contact }: Endpoint, headers: Record<string, string>): Record<string, string> {
  if (!contact?.refusedHeaders.size) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !contact.refusedHeaders.has(name.toLowerCase())),
  );
}

/**
 * The page's own headers and these, which count where both have one.
 *
 * @throws {McpError} `invalid-argument`
 */
export function mergeHeaders(endpoint: Pick<Endpoint, 'headers'>, headers: Record<string, string>): Headers {
  try {
    const own = endpoint.headers?.();
    if (!own) return new Headers(headers);
    const merged = new Headers(own);
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    return merged;
  } catch (cause) {
    throw new McpError(
      'invalid-argument',
      'The `headers` option, or the name of an argument, contains characters that a header cannot have.',
      { cause },
    );
  }
}

function describeStatus({ url }: Endpoint, status: number, body: string, retryAfterMs: number | undefined): string {
  const said = body && !/^\s*</.test(body) ? ` It says: ${body.length > 200 ? `${body.slice(0, 200)}…` : body}` : '';
  const advice =
    status === 401
      ? 'It requires the user to sign in: set `auth: browserOAuth(…)` from @mcp-web/client/oauth, or send a token with the `headers` option.'
      : status === 403
        ? `It refuses this ${here()}: check its list of allowed origins and the credentials.`
        : status === 404 || status === 405
          ? `There is no MCP endpoint: check the path, which is often ${usualPaths(url).join(' or ')}.`
          : status === 413 || status === 431
            ? 'The request is too large for it.'
            : status === 429
              ? `It gets too many requests: wait ${retryAfterMs === undefined ? '' : `${Math.ceil(retryAfterMs / 1000)} s `}before you try again.`
              : status >= 500
                ? 'The server failed: its log may say why.'
                : 'It did not accept the request.';
  return `${addressOf(url)} answered with status ${status}. ${advice}${said}`;
}

/** The headers of every POST, in any revision. */
export const JSON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;

/** The UTF-8 bytes of a text, each as one character: `fetch` takes headers in this form. */
export function toByteString(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
