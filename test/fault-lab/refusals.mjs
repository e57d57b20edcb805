// Answers that do not come from the MCP server: a proxy, a gateway, a load balancer or another server in its place.
/** Where a redirect leads. Nobody may follow. */
export const ELSEWHERE = 'elsewhere';

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = '<!doctype html><title>Sorry</title><h1>We will be back soon.</h1>';

const errorBody = (code, message) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
const page = (status, headers) => (exchange) => exchange.refuse(status, { ...HTML_TYPE, ...headers }, PAGE);

/** @type {Record<string, (exchange: import('./exchange.mjs').Exchange) => unknown>} */
export const REFUSALS = {
  html: page(200),
  empty: (exchange) => exchange.refuse(200),
  'bad-json': async (exchange) => {
    await exchange.settle();
    exchange.refuse(200, JSON_TYPE, '{"jsonrpc":"2.0","result":');
  },
  // As the examples of the official SDK answer a session that they do not know.
  'unknown-session': (exchange) => {
    if (exchange.arrival.session === undefined) return exchange.relay();
    return exchange.refuse(400, JSON_TYPE, errorBody(-32000, 'Bad Request: No valid session ID provided'));
  },
  redirect: (exchange) => exchange.refuse(307, { location: `/${ELSEWHERE}` }),
  // The client takes it that a server which wants a token wants one each time, also when the browser repeats a request.
  unauthorized: (exchange) =>
    exchange.arrival.isRepeat ? exchange.relay() : exchange.refuse(401, { 'www-authenticate': 'Bearer' }),
  'not-found': (exchange) => exchange.refuse(404, JSON_TYPE, errorBody(-32001, 'Session not found')),
  'request-timeout': page(408),
  conflict: (exchange) => exchange.refuse(409),
  'too-many': (exchange) => exchange.refuse(429, { 'retry-after': '1' }),
  'bad-gateway': page(502),
  unavailable: page(503, { 'retry-after': '1' }),
  'gateway-timeout': async (exchange) => {
    await exchange.settle();
    exchange.refuse(504, HTML_TYPE, PAGE);
  },
};
