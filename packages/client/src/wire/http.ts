/** One HTTP exchange with an MCP endpoint: send, and say what kind of answer came. */
import { HttpError, McpError } from '../errors.ts';
import { readExcerpt, readText } from './body.ts';

/** Where a server is and how to reach it. */
export interface Endpoint {
  readonly url: URL;
  readonly fetch: typeof fetch;
  /** Headers of the page's own, e.g. a gateway's key. Read anew for each request. */
  readonly headers: () => HeadersInit | undefined;
  /** When a request last waited for the user: see `Authorizer`. */
  readonly waitedForUserAt?: (() => number | undefined) | undefined;
}

/** How long a message without an answer may take to be taken, in ms: one that hangs would keep a connection for ever. */
export const POST_MS = 30_000;

export interface HttpRequest {
  method: 'POST' | 'GET' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Lets the request outlive the page that sends it. */
  keepalive?: boolean;
  /** Any success is an answer, whatever its body says. */
  isAcknowledged?: boolean;
}

export type HttpAnswer =
  | { kind: 'empty'; headers: Headers }
  | { kind: 'json'; headers: Headers; text: string }
  | { kind: 'stream'; headers: Headers; body: ReadableStream<Uint8Array> }
  | { kind: 'failure'; headers: Headers; error: HttpError };

/**
 * @throws {McpError} `network` when fetch is refused, `not-mcp` when the content is neither JSON nor an event
 *   stream, `too-large`; the platform's `AbortError` when `signal` aborts.
 */
export async function fetchAnswer(endpoint: Endpoint, request: HttpRequest): Promise<HttpAnswer> {
  const response = await send(endpoint, request);
  const { headers, status } = response;
  if (response.type === 'opaqueredirect') {
    const message = `${nameOf(endpoint.url)} redirects to another address, which is not followed so that no header reaches a stranger. Use the final address: often the same with or without a slash at the end.`;
    return { kind: 'failure', headers, error: new HttpError(status, message) };
  }
  if (!response.ok) {
    const body = await readExcerpt(response);
    return { kind: 'failure', headers, error: new HttpError(status, describeStatus(endpoint, status, body), body) };
  }
  if (request.isAcknowledged) {
    response.body?.cancel().catch(() => {});
    return { kind: 'empty', headers };
  }
  // A header that came twice is joined with a comma.
  const type = headers.get('content-type')?.split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream' && response.body) return { kind: 'stream', headers, body: response.body };
  if (type === 'application/json') return { kind: 'json', headers, text: await readText(response) };
  const body = await readExcerpt(response);
  // Whatever the success status: some servers say 204 or 200 where 202 is meant.
  if (body === '') return { kind: 'empty', headers };
  throw new McpError(
    'not-mcp',
    `${nameOf(endpoint.url)} answered with ${type || 'no content type'} instead of JSON or an event stream. ${type === 'text/html' ? 'It looks like a web page: is this the address of the MCP endpoint?' : 'Is this the address of the MCP endpoint?'}`,
  );
}

async function send(endpoint: Endpoint, { method, headers, body, signal, keepalive }: HttpRequest): Promise<Response> {
  // A platform's fetch does not work as another object's method.
  const { fetch, url } = endpoint;
  try {
    return await fetch(url, {
      method,
      headers: mergeHeaders(endpoint, headers),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      credentials: 'omit',
      redirect: 'manual',
      // In Firefox a GET waits for an earlier one of its address that is being cached, as a stream is until it ends. Other
      // methods are not cached, and with `no-store` each of them would cost a preflight: browsers then ignore those they keep.
      ...(method === 'GET' && { cache: 'no-store' }),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof McpError ? cause : new McpError('network', describeRefusal(url), { cause });
  }
}

function mergeHeaders(endpoint: Endpoint, headers: Record<string, string>): Headers {
  try {
    const merged = new Headers(endpoint.headers());
    for (const [name, value] of Object.entries(headers)) merged.set(name, value);
    return merged;
  } catch (cause) {
    throw new McpError(
      'invalid-argument',
      'The `headers` option, or the name of an argument, has what a header may not have.',
      { cause },
    );
  }
}

/** The query may hold a key, or name a session (2024-11-05): errors end up in logs. */
export const nameOf = ({ origin, pathname }: URL): string => origin + pathname;

/** A page is not told why a request failed: say everything that it can be, the likeliest first. */
function describeRefusal(url: URL): string {
  const name = nameOf(url);
  const { location, navigator, isSecureContext } = globalThis;
  if (navigator?.onLine === false) return `${name} could not be reached: this device is offline.`;
  const origin = location?.origin;
  if (
    isSecureContext &&
    location?.protocol === 'https:' &&
    url.protocol === 'http:' &&
    !/^(localhost|127\.|\[::1\])/.test(url.hostname)
  ) {
    return `${name} could not be reached: a page on https may not talk to a server on http. Serve it over https.`;
  }
  if (url.origin === origin) return `${name} could not be reached: is the server running?`;
  return `${name} could not be reached. Either no server is running there, or its CORS answer does not let this page (${origin}) in: it has to allow this origin, the method and the request headers, in the answer to OPTIONS too. The browser's console says which.`;
}

function describeStatus({ url }: Endpoint, status: number, body: string): string {
  const said = body && !/^\s*</.test(body) ? ` It says: ${body.length > 200 ? `${body.slice(0, 200)}…` : body}` : '';
  const advice =
    status === 401
      ? 'It wants the user to sign in: give `auth: browserOAuth(…)` of @mcp-web/client/oauth, or a token with the `headers` option.'
      : status === 403
        ? 'It refuses this page: check its list of allowed origins, and the credentials.'
        : status === 404 || status === 405
          ? 'No MCP endpoint is there: check the path, often /mcp.'
          : status === 413 || status === 431
            ? 'The request is too large for it.'
            : status === 429
              ? 'It is asked too often: wait before you try again.'
              : status >= 500
                ? 'The server itself failed: look at its log.'
                : 'It did not accept the request.';
  return `${nameOf(url)} answered with status ${status}. ${advice}${said}`;
}

/** What every POST says, whichever revision it is of. */
export const JSON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;
