/** What the relay and its client tell each other, beside what a server says. */

/**
 * A request has it, so that browsers let no page of another site send one unasked. The answer has it to say whose it is:
 * the server's (`forwarded`), or the relay's own.
 */
export const RELAY_HEADER = 'Mcp-Relay';

/** The answer is the server's. */
export const FORWARDED = 'forwarded';

/** The parameter of a request's query that has the address of the server. */
export const RELAY_TARGET = 'url';

/**
 * Why the relay sent nothing to the server, or got no answer that it may pass on.
 *
 * | reason | what happened |
 * |---|---|
 * | `origin-not-allowed` | the relay accepts no requests from this page |
 * | `upstream-not-allowed` | the address is not on the relay's list |
 * | `method-not-allowed` | the relay sends no requests of this method there |
 * | `invalid-request` | the request does not name a server as the relay expects |
 * | `request-too-large` | the request is larger than the relay allows |
 * | `answer-too-large` | the answer is |
 * | `redirect` | the server redirects to another address, and the relay follows no redirects |
 * | `unreachable` | the relay cannot reach the server |
 * | `timeout` | the request did not come, or the server did not begin to answer, in time |
 */
export const RELAY_FAILURES = [
  'origin-not-allowed',
  'upstream-not-allowed',
  'method-not-allowed',
  'invalid-request',
  'request-too-large',
  'answer-too-large',
  'redirect',
  'unreachable',
  'timeout',
] as const;

export type RelayFailure = (typeof RELAY_FAILURES)[number];
