/** The relay: sends requests of a page to servers that browsers do not let it reach, because they send no CORS headers. */
import { McpError } from '../errors.ts';
import { FORWARDED, RELAY_HEADER, RELAY_TARGET, type RelayFailure } from '../protocol/relay-header.ts';
import { AllowList, type Purpose } from './allow-list.ts';
import { limited, readLimited } from './limited-body.ts';
import { PageOrigins } from './page-origins.ts';
import { EXPOSED, PassedHeaders } from './passed-headers.ts';

/** What a relay may do. */
export interface RelayOptions {
  /**
   * The servers to which requests may be sent: exact origins (`https://mcp.example.com`), or parts of them
   * (`https://example.com/mcp`, with all that is below that path). There are no wildcards. A server on this machine or in
   * its own network has to be listed like any other, and needs `allowedOrigins`.
   */
  upstreams: readonly (string | URL)[];
  /**
   * The authorization servers of these servers that send no CORS headers either, by origin, or by origin and path. Only
   * their metadata is read; everything else can only be posted to.
   */
  authorizationServers?: readonly (string | URL)[] | undefined;
  /** The origins whose pages may use the relay. Its own by default. */
  allowedOrigins?: readonly string[] | undefined;
  /** Headers that servers get in addition to those of MCP and `Authorization`, such as `X-API-Key`. */
  requestHeaders?: readonly string[] | undefined;
  /** The size of the largest request, in bytes. 4 MB by default. */
  maxRequestBytes?: number | undefined;
  /** The size of the largest answer, in bytes. A stream that gets longer breaks off. 100 MB by default. */
  maxAnswerBytes?: number | undefined;
  /** How long it may take until the request has come and the server begins to answer, in ms. 120,000 by default. */
  timeoutMs?: number | undefined;
  /** How long an answer may take in all, in ms. A stream that takes longer breaks off. An hour by default. */
  maxDurationMs?: number | undefined;
  /** Used in place of the platform's `fetch`. It must not follow redirects where the request says `manual`. */
  fetch?: typeof fetch | undefined;
}

const STATUS: Readonly<Record<RelayFailure, number>> = {
  'origin-not-allowed': 403,
  'upstream-not-allowed': 403,
  'method-not-allowed': 405,
  'invalid-request': 400,
  'request-too-large': 413,
  'answer-too-large': 502,
  redirect: 502,
  unreachable: 502,
  timeout: 504,
};

const METHODS = ['GET', 'POST', 'DELETE'];

/** Statuses of answers without a body. */
const EMPTY_STATUSES: readonly number[] = [204, 205, 304];

/** How long browsers may use the answer to a preflight again, in s. The longest that they all accept. */
const MAX_AGE_S = 7_200;

/** What every answer has, so that nothing of a server is stored, framed, or run as a part of the relay's site. */
const SAFE: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Origin',
  // Proxies such as nginx would hold streams back.
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Makes a fetch handler that sends requests of your pages to MCP servers without CORS headers, for any backend or edge
 * platform. It sends requests only to the servers that you list, takes them only from your pages, and passes on no
 * cookies. Give its address to `connect` as `relay`.
 *
 * @returns a function from a `Request` to its `Response`. It never rejects.
 * @throws {McpError} `invalid-argument` when the list is empty or has an entry that the relay must not serve, or another
 *   option cannot be used.
 *
 * @example
 * ```ts
 * import { relay } from '@mcp-web/client/relay';
 *
 * // Cloudflare Workers, Deno and Vercel take this form.
 * export default { fetch: relay({ upstreams: ['https://mcp.example.com'] }) };
 * ```
 */
export function relay(options: RelayOptions): (request: Request) => Promise<Response> {
  const handler = new Relay(options);
  return (request) => handler.answer(request);
}

class Relay {
  readonly #list: AllowList;
  readonly #pages: PageOrigins;
  readonly #headers: PassedHeaders;
  readonly #maxRequestBytes: number;
  readonly #maxAnswerBytes: number;
  readonly #timeoutMs: number;
  readonly #maxDurationMs: number;
  readonly #fetch: typeof fetch;

  constructor(options: RelayOptions) {
    const { allowedOrigins, authorizationServers = [], requestHeaders = [] } = options;
    this.#list = new AllowList(options.upstreams, authorizationServers);
    if (this.#list.hasPrivate && !allowedOrigins)
      throw new McpError(
        'invalid-argument',
        'relay() has a server on this machine or in its network on its list, so it needs `allowedOrigins`. Without them, any site whose name leads to the relay could use it.',
      );
    this.#pages = new PageOrigins(allowedOrigins);
    this.#headers = new PassedHeaders(requestHeaders);
    this.#maxRequestBytes = limitOf(options, 'maxRequestBytes', 4_000_000);
    this.#maxAnswerBytes = limitOf(options, 'maxAnswerBytes', 100_000_000);
    this.#timeoutMs = limitOf(options, 'timeoutMs', 120_000);
    this.#maxDurationMs = limitOf(options, 'maxDurationMs', 3_600_000);
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  async answer(request: Request): Promise<Response> {
    const { method, headers } = request;
    // Nothing but the script of a page sends these.
    const mode = headers.get('Sec-Fetch-Mode');
    if (!this.#pages.allows(request) || (mode !== null && mode !== 'cors' && mode !== 'same-origin'))
      return this.#refuse(request, 'origin-not-allowed', 'This page may not use the relay: see `allowedOrigins`.');
    if (method === 'OPTIONS') return this.#answerPreflight(request);
    if (!headers.has(RELAY_HEADER))
      return this.#refuse(request, 'invalid-request', `The request has no header ${RELAY_HEADER}.`);
    const target = readTarget(request.url);
    if (!target) {
      const problem = `The parameter \`${RELAY_TARGET}\` is not the normalized http or https URL of a server.`;
      return this.#refuse(request, 'invalid-request', problem);
    }
    const purpose = METHODS.includes(method) ? this.#list.purposeOf(target, method) : 'method-not-allowed';
    if (purpose === undefined)
      return this.#refuse(request, 'upstream-not-allowed', `${target.origin} is not on the list of this relay.`);
    if (purpose === 'method-not-allowed')
      return this.#refuse(request, purpose, `The relay sends no ${method} requests there.`);
    return this.#forward(request, target, purpose);
  }

  async #forward(request: Request, target: URL, purpose: Purpose): Promise<Response> {
    const sending = new AbortController();
    const leave = (): void => sending.abort(new Error('The page has left.'));
    const end = (unwanted?: Error): void => {
      clearTimeout(timer);
      clearTimeout(lastTimer);
      request.signal.removeEventListener('abort', leave);
      if (unwanted) sending.abort(unwanted);
    };
    const fail = (failure: RelayFailure, problem: string): Response => {
      end(new Error(problem));
      return this.#refuse(request, failure, problem);
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      sending.abort(new Error('No answer began in time.'));
    }, this.#timeoutMs);
    const lastTimer = setTimeout(() => end(new Error('The answer took too long.')), this.#maxDurationMs);
    request.signal.addEventListener('abort', leave, { once: true });
    if (request.signal.aborted) leave();
    try {
      const body =
        request.method === 'POST' ? await readLimited(request, this.#maxRequestBytes, sending.signal) : undefined;
      if (body === 'too-large')
        return fail('request-too-large', `The request is larger than ${this.#maxRequestBytes} bytes.`);
      const answer = await this.#fetch(target.href, {
        method: request.method,
        headers: this.#headers.ofRequest(request.headers, purpose),
        ...(body && { body }),
        redirect: 'manual',
        signal: sending.signal,
      });
      clearTimeout(timer);
      const { status } = answer;
      if (answer.redirected || answer.type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304))
        return fail('redirect', 'The server redirects to another address.');
      if (Number(answer.headers.get('content-length') ?? 0) > this.#maxAnswerBytes)
        return fail('answer-too-large', `The answer is larger than ${this.#maxAnswerBytes} bytes.`);
      const passed = this.#headers.ofAnswer(answer.headers);
      if (!answer.body || EMPTY_STATUSES.includes(status)) {
        end();
        return this.#respond(request, null, status, FORWARDED, passed);
      }
      return this.#respond(request, limited(answer.body, this.#maxAnswerBytes, end), status, FORWARDED, passed);
    } catch {
      return isLate
        ? fail(
            'timeout',
            `The request was not there whole, or the server did not begin to answer, within ${this.#timeoutMs} ms.`,
          )
        : fail('unreachable', 'The relay cannot reach the server.');
    }
  }

  #answerPreflight(request: Request): Response {
    const names = this.#headers.namesIn(request.headers.get('Access-Control-Request-Headers'));
    const headers = new Headers({
      'Access-Control-Allow-Methods': METHODS.join(', '),
      'Access-Control-Allow-Headers': names,
      'Access-Control-Max-Age': String(MAX_AGE_S),
    });
    return this.#respond(request, null, 204, FORWARDED, headers);
  }

  /** An answer of the relay's own. */
  #refuse(request: Request, failure: RelayFailure, problem: string): Response {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    const body = JSON.stringify({ error: failure, error_description: problem });
    return this.#respond(request, body, STATUS[failure], failure, headers);
  }

  #respond(request: Request, body: BodyInit | null, status: number, says: string, headers: Headers): Response {
    const cors = this.#pages.headersFor(request);
    const own = { ...SAFE, ...cors, 'Access-Control-Expose-Headers': EXPOSED, [RELAY_HEADER]: says };
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return new Response(body, { status, headers });
  }
}

/** @throws {McpError} `invalid-argument` */
function limitOf(
  options: RelayOptions,
  name: 'maxRequestBytes' | 'maxAnswerBytes' | 'timeoutMs' | 'maxDurationMs',
  byDefault: number,
): number {
  const { [name]: limit = byDefault } = options;
  // A timer cannot be longer.
  if (typeof limit === 'number' && limit > 0 && limit < 2 ** 31) return limit;
  throw new McpError('invalid-argument', `\`${name}\` of relay() has to be a number above 0 and below 2,147,483,648.`);
}

/** The address of a server, if it is written exactly as it is meant: nothing in it is dropped or rewritten. */
function readTarget(address: string): URL | undefined {
  const { searchParams } = new URL(address);
  const [text = '', ...others] = searchParams.getAll(RELAY_TARGET);
  if (others.length > 0 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  return isHttp && url.href === text && !url.username && !url.password && !url.hash && !text.endsWith('#')
    ? url
    : undefined;
}
