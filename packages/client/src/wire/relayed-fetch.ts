/** Requests that a relay sends. All else goes by the address of the server: what is stored, consent, logs, tokens. */
import { McpError } from '../errors.ts';
import { FORWARDED, RELAY_FAILURES, RELAY_HEADER, RELAY_TARGET, type RelayFailure } from '../protocol/relay-header.ts';
import { readExcerpt } from './body.ts';

/**
 * A `fetch` that has the relay send each request. It rejects with an {@link McpError}: `relay` when nothing was sent to
 * the server; `network`, `timeout` or `too-large` when the relay has no answer of the server that it may pass on.
 *
 * @param orElse sends what is not on the list of the relay
 */
export function relayedFetch(relay: URL, send: typeof fetch, orElse?: typeof fetch): typeof fetch {
  return async (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input);
    const address = new URL(relay);
    address.searchParams.set(RELAY_TARGET, target.href);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(RELAY_HEADER, '1');
    const request = input instanceof Request ? await movedTo(address, input) : address;
    const response = await send(request, { ...init, headers });
    const says = response.headers.get(RELAY_HEADER);
    if (says === FORWARDED) return response;
    const body = await readExcerpt(response);
    const failure = RELAY_FAILURES.find((known) => known === says);
    // As from a server without a relay: nobody follows it.
    if (failure === 'redirect') return new Response(null, { status: 307 });
    if (failure === 'upstream-not-allowed' && orElse) return orElse(input, init);
    // A gateway that gave up waiting for the relay, which may have sent the request.
    if (says === null && GATEWAY_STATUSES.has(response.status))
      return new Response(body, { status: response.status, headers: response.headers });
    throw failure ? errorOf(failure, relay, target, body) : noRelay(relay, response);
  };
}

/** The same request to another address. */
async function movedTo(address: URL, request: Request): Promise<Request> {
  const moved = new Request(address, request);
  if (request.body !== undefined) return moved;
  // Firefox does not say what a request sends, and so gives the other one nothing to send.
  const body = await request.arrayBuffer();
  return body.byteLength > 0 ? new Request(moved, { method: request.method, body }) : moved;
}

/** With which something between the page and the relay answers when the relay does not, or not in time. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]);

/** An address without its query, which may hold a key: error messages end up in logs. */
const nameOf = ({ origin, pathname }: URL): string => origin + pathname;

function noRelay(relay: URL, { type, status }: Response): McpError {
  const said = type === 'opaqueredirect' ? 'that address redirects to another one' : `the status there is ${status}`;
  return new McpError(
    'relay',
    `There is no relay at ${nameOf(relay)}: ${said}. Use the address where your server runs relay() of @mcp-web/client/relay, and let nothing in front of it, such as a sign-in page, answer in its place.`,
  );
}

/** @param body the relay's own words */
function errorOf(failure: Exclude<RelayFailure, 'redirect'>, relay: URL, target: URL, body: string): McpError {
  const by = `relay ${nameOf(relay)}`;
  const to = nameOf(target);
  switch (failure) {
    case 'unreachable':
      return new McpError('network', `The ${by} could not reach ${to}: is that server running, and the address right?`);
    case 'timeout':
      return new McpError('timeout', `${to} did not answer the ${by} in time. The limit is its \`timeoutMs\`.`);
    case 'answer-too-large':
      return new McpError(
        'too-large',
        `The answer of ${to} is too large for the ${by}. The limit is its \`maxAnswerBytes\`.`,
      );
    case 'origin-not-allowed':
      return new McpError(
        'relay',
        `The ${by} accepts no requests from this page. If it is behind a proxy, let the proxy pass on the Host header, or set the relay's \`allowedOrigins\` to the origins of your pages.`,
      );
    case 'upstream-not-allowed':
      return new McpError('relay', `${to} is not on the list of the ${by}: add it to its \`upstreams\`.`);
    case 'request-too-large':
      return new McpError('relay', `The request is too large for the ${by}. The limit is its \`maxRequestBytes\`.`);
    default:
      return new McpError('relay', `The ${by} refused the request to ${to}. It says: ${body.slice(0, 200)}`);
  }
}
