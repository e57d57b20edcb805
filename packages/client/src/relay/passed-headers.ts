/** The headers that pass the relay. What is not listed here stays where it is: cookies, hosts, proxies' headers. */
import { McpError } from '../errors.ts';
import { RELAY_HEADER } from '../protocol/relay-header.ts';
import type { Purpose } from './allow-list.ts';

const REQUEST_HEADERS: Readonly<Record<Purpose, readonly string[]>> = {
  server: [
    'accept',
    'authorization',
    'content-type',
    'dpop',
    'last-event-id',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
    'mcp-session-id',
  ],
  metadata: ['accept'],
  authorization: ['accept', 'authorization', 'content-type', 'dpop'],
};

/** Arguments that a tool wants repeated in headers (2026-07-28). */
const ARGUMENT_HEADER = /^mcp-param-/;

const ANSWER_HEADERS: readonly string[] = [
  'dpop-nonce',
  'mcp-protocol-version',
  'mcp-session-id',
  'retry-after',
  'www-authenticate',
];

/** What no page may set through the relay, whatever its options say. */
const FORBIDDEN =
  /^(cookie2?|set-cookie2?|host|origin|referer|forwarded|via|x-real-ip|x-forwarded-.*|x-original-.*|x-http-method.*|true-client-ip|cf-.*|fly-.*|x-vercel-.*|sec-.*|proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-encoding|accept-encoding|mcp-relay)$/;

export class PassedHeaders {
  readonly #additional: readonly string[];

  /**
   * @param additional of requests to servers
   * @throws {McpError} `invalid-argument`
   */
  constructor(additional: readonly string[]) {
    this.#additional = additional.map((name) => name.toLowerCase());
    const wrong = this.#additional.find((name) => !/^[\w!#$%&'+.^`|~-]+$/.test(name) || FORBIDDEN.test(name));
    if (wrong !== undefined)
      throw new McpError(
        'invalid-argument',
        `${JSON.stringify(wrong)} in \`requestHeaders\` of relay() is not a header that a page may send to a server.`,
      );
  }

  /** What the server gets. */
  ofRequest(headers: Headers, purpose: Purpose): Headers {
    return new Headers([...headers].filter(([name]) => this.#passes(name, purpose)));
  }

  /** What the page gets. */
  ofAnswer(headers: Headers): Headers {
    const passed = new Headers([...headers].filter(([name]) => ANSWER_HEADERS.includes(name)));
    const type = headers.get('content-type');
    if (type !== null) passed.set('content-type', harmless(type));
    return passed;
  }

  /** Those of a preflight that requests to a server may have. */
  namesIn(asked: string | null): string {
    const names = (asked ?? '').split(',').map((name) => name.trim().toLowerCase());
    return names.filter((name) => name === RELAY_HEADER.toLowerCase() || this.#passes(name, 'server')).join(', ');
  }

  #passes(name: string, purpose: Purpose): boolean {
    if (REQUEST_HEADERS[purpose].includes(name)) return true;
    return purpose === 'server' && (ARGUMENT_HEADER.test(name) || this.#additional.includes(name));
  }
}

/** The names that a page of another origin may read. */
export const EXPOSED = [RELAY_HEADER, ...ANSWER_HEADERS].join(', ');

/** Nothing that a server sends is shown or run as a document or a script of the relay's own site. */
const harmless = (type: string): string =>
  /^\s*(application\/json|text\/event-stream)\s*(;|,|$)/i.test(type) ? type : 'text/plain;charset=utf-8';
