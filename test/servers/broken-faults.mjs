// What broken.mjs makes wrong, by name. `cors` replaces CORS headers: `origin`, `headers`, `methods`, `expose`; undefined leaves one
// out. `answer` answers itself, and returns whether it did. `head` looks at the answer's head before it is sent, `status` changes it.

const json = (res, value, status = 200, type = 'application/json') =>
  !!res.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(value));
const plain = (res, status, text = '', headers = {}) => !!res.writeHead(status, headers).end(text);
const isPreflight = ({ req }) => req.method === 'OPTIONS';
const isPost = ({ req }) => req.method === 'POST';
const calls = ({ message }, ...methods) => methods.includes(message?.method);

/** All that pages ask for, but these. */
const without =
  (...names) =>
  ({ req }) => ({
    headers: (req.headers['access-control-request-headers'] ?? '')
      .split(',')
      .filter((name) => !names.includes(name.trim()))
      .join(', '),
  });
/** Adds this header to the messages that it belongs to. */
const adding =
  (header, valueOf) =>
  (_res, { req, message }) => {
    const value = message && valueOf(message);
    if (value !== undefined) req.headers[header] ??= value;
    return false;
  };
const never = () => true;
const always = (answer) => ({ answer: (res, step) => step.isToEndpoint && !isPreflight(step) && answer(res, step) });
const forPost = (answer) => ({ answer: (res, step) => isPost(step) && answer(res, step) });
const noCorsWhere = (where) => ({ cors: (step) => (where(step) ? { origin: undefined, expose: undefined } : {}) });
const failing = (status, body = '', headers = {}) => always((res) => plain(res, status, body, headers));
/** HTTP+SSE: what is posted to the address that the stream names is refused. */
const messages = (status, body = '') => ({
  answer: (res, step) => isPost(step) && step.path.startsWith('/message') && plain(res, status, body),
});
const preflight = (answer) => ({ answer: (res, step) => isPreflight(step) && answer(res, step) });
/** The preflight passes, but an error comes without CORS headers: something refuses the request before they are added. */
const bare = (status) => ({ ...noCorsWhere((step) => !isPreflight(step)), ...failing(status) });
const PAGE = '<!doctype html><title>Welcome</title><h1>It works!</h1>';
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export const FAULTS = {
  right: {},
  'right-origin': { cors: ({ origin }) => ({ origin }) },
  'right-for-old-headers': { cors: without('mcp-method', 'mcp-name') },

  // CORS: the origin.
  'cors-none': { ...noCorsWhere(() => true), ...preflight((res) => plain(res, 405)) },
  'cors-no-origin': noCorsWhere(() => true),
  'cors-other-origin': { cors: () => ({ origin: 'https://other.example' }) },
  'cors-null-origin': { cors: () => ({ origin: 'null' }) },
  'cors-slash': { cors: ({ origin }) => ({ origin: `${origin}/` }) },
  'cors-twice': { cors: () => ({ origin: ['*', '*'] }) },
  'cors-list': { cors: ({ origin }) => ({ origin: `${origin}, https://other.example` }) },
  'cors-wildcard-host': { cors: () => ({ origin: 'http://*' }) },
  'cors-only-preflight': noCorsWhere((step) => !isPreflight(step)),
  'cors-only-get': noCorsWhere(isPost),
  'cors-no-post-error': { ...noCorsWhere(isPost), ...forPost((res) => plain(res, 500)) },
  'bare-401': bare(401),
  'bare-403': bare(403),
  'bare-404': bare(404),
  'bare-502': bare(502),

  // CORS: OPTIONS.
  'preflight-404': preflight((res) => plain(res, 404)),
  'preflight-405': preflight((res) => plain(res, 405)),
  'preflight-401': preflight((res) => plain(res, 401)),
  'preflight-500': preflight((res) => plain(res, 500)),
  'preflight-redirect': preflight((res) => plain(res, 307, '', { Location: '/elsewhere' })),
  'preflight-no-headers': { cors: () => ({ headers: undefined }) },
  'preflight-no-origin': noCorsWhere(isPreflight),
  'preflight-hangs': preflight(never),
  'no-content-type': { cors: without('content-type') },
  'no-version': { cors: without('mcp-protocol-version') },
  'no-version-method': { cors: without('mcp-protocol-version', 'mcp-method') },
  'no-session': { cors: without('mcp-session-id') },
  'no-version-session': { cors: without('mcp-protocol-version', 'mcp-session-id') },
  'no-last-event-id': { cors: without('last-event-id') },
  'no-method': { cors: without('mcp-method') },
  'no-name': { cors: without('mcp-name') },
  'no-modern': { cors: without('mcp-method', 'mcp-name', 'mcp-protocol-version') },
  'no-authorization': { cors: without('authorization') },
  'no-own': { cors: without('x-api-key') },
  'no-delete': { cors: () => ({ methods: 'GET, POST' }) },
  'get-without-cors': noCorsWhere(({ req }) => req.method === 'GET'),
  'no-session-exposed': { cors: () => ({ expose: 'Retry-After' }) },
  'no-challenge-exposed': { cors: () => ({ expose: 'Mcp-Session-Id' }) },

  // Refused headers that the server does without: the front gives a server without sessions an id that means nothing, or adds them.
  'lenient-session': {
    cors: without('mcp-session-id'),
    head: (res, step) => void (calls(step, 'initialize') && res.setHeader('Mcp-Session-Id', 'front')),
  },
  'lenient-method': { cors: without('mcp-method'), answer: adding('mcp-method', ({ method }) => method) },
  'lenient-name': {
    cors: without('mcp-name'),
    answer: adding('mcp-name', ({ params }) => params?.name ?? params?.uri),
  },

  // The network.
  'hangs-up': { answer: (res) => !!res.destroy() },
  silent: { answer: never },
  'silent-post': forPost(never),
  'silent-stream': forPost(
    (res) => !!res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders() || true,
  ),
  'forbids-use': {
    ...noCorsWhere(() => true),
    answer: (res) => plain(res, 200, '{}', { 'Cross-Origin-Resource-Policy': 'same-origin' }),
  },

  // Where the address leads.
  'redirect-slash': always((res, { path, req }) =>
    path.endsWith('/') ? false : plain(res, 307, '', { Location: `${req.url}/` }),
  ),
  'redirect-elsewhere': always((res) => plain(res, 301, '', { Location: 'https://other.example/mcp' })),
  'redirect-sign-in': always((res) => plain(res, 302, '', { Location: '/sign-in' })),
  // To a path that cannot be guessed.
  'redirect-moved': always((res, { port, path }) => plain(res, 308, '', { Location: `/right/${port}${path}` })),
  'redirect-post': forPost((res) => plain(res, 308, '', { Location: '/elsewhere' })),

  // The status.
  'status-400': failing(400),
  'status-403': failing(403),
  'status-404': failing(404),
  'status-405': failing(405),
  'status-406': failing(406),
  'status-410': failing(410),
  'status-418': failing(418),
  'status-429': failing(429, '', { 'Retry-After': '7' }),
  'status-500': failing(500),
  'status-502': failing(502, PAGE, HTML),
  'status-503': failing(503),
  'origin-refused': always((res) =>
    json(res, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Invalid Origin header' } }, 403),
  ),
  'host-403': always((res) =>
    json(res, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Invalid Host: 127.0.0.1' } }, 403),
  ),
  'host-421': failing(421, 'Invalid Host header'),
  'host-400': failing(400, 'Invalid host header'),
  'host-vite': failing(403, 'Blocked request. This host ("mcp.example") is not allowed.'),
  'other-host-400': failing(400, 'The host of the database is not set'),
  'other-host-403': failing(403, 'Connections from your host are not allowed'),
  'host-429': failing(429, 'Too many requests from this host'),
  'key-401': always((res, { req }) =>
    req.headers['x-api-key'] ? false : json(res, { error: 'The header X-API-Key is missing or wrong' }, 401),
  ),
  'status-401': failing(401, '', { 'WWW-Authenticate': 'Bearer' }),

  // The content.
  page: always((res) => plain(res, 200, PAGE, HTML)),
  'page-404': always((res) => plain(res, 404, PAGE, HTML)),
  'other-json': always((res) => json(res, { hello: 'world' })),
  'json-text': always((res) => json(res, 'ready')),
  'other-rpc': always((res, { message }) =>
    json(res, { jsonrpc: '2.0', id: message?.id ?? null, error: { code: -32601, message: 'Unknown method' } }),
  ),
  empty: always((res) => plain(res, 200)),
  text: always((res) => plain(res, 200, 'ready', { 'Content-Type': 'text/plain' })),
  xml: always((res) => plain(res, 200, '<ok/>', { 'Content-Type': 'application/xml' })),
  'text-type': { head: (res) => void (res.hasHeader('content-type') && res.setHeader('Content-Type', 'text/plain')) },
  'old-revision': forPost((res, step) =>
    calls(step, 'initialize')
      ? json(res, {
          jsonrpc: '2.0',
          id: step.message.id,
          result: { protocolVersion: '1999-12-31', capabilities: {}, serverInfo: { name: 'old', version: '0' } },
        })
      : plain(res, 400),
  ),

  'text-id': forPost((res, { message }) =>
    json(res, {
      jsonrpc: '2.0',
      id: String(message?.id),
      result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'front', version: '0' } },
    }),
  ),

  // The session.
  'initialized-400': forPost((res, step) => calls(step, 'notifications/initialized') && plain(res, 400)),
  'initialized-403': forPost((res, step) => calls(step, 'notifications/initialized') && plain(res, 403)),
  'initialized-500': forPost((res, step) => calls(step, 'notifications/initialized') && plain(res, 500)),
  'forgets-404': forPost(
    (res, step) => calls(step, 'ping', 'tools/list') && !!step.req.headers['mcp-session-id'] && plain(res, 404),
  ),
  'forgets-400': forPost(
    (res, step) => calls(step, 'ping', 'tools/list') && !!step.req.headers['mcp-session-id'] && plain(res, 400),
  ),
  'no-ping-answer': forPost((res, step) => calls(step, 'ping') && !!step.req.headers['mcp-session-id']),

  // Streams.
  'stream-500': { answer: (res, { req, isToEndpoint }) => isToEndpoint && req.method === 'GET' && plain(res, 500) },
  'stream-page': {
    answer: (res, { req, isToEndpoint }) => isToEndpoint && req.method === 'GET' && plain(res, 200, PAGE, HTML),
  },
  buffered: { isBuffered: () => true },
  'messages-without-cors': noCorsWhere(({ path }) => path.startsWith('/message')),
  'messages-preflight': {
    answer: (res, step) => isPreflight(step) && step.path.startsWith('/message') && plain(res, 404),
  },

  'messages-404': messages(404),
  'messages-405': messages(405),
  'messages-401': messages(401),
  'messages-403': messages(403, 'Not for you'),
  'messages-421': messages(421, 'Invalid Host header'),
  'messages-429': messages(429),
  'messages-500': messages(500),
  'messages-redirect': {
    answer: (res, step) =>
      isPost(step) && step.path.startsWith('/message') && plain(res, 308, '', { Location: '/elsewhere' }),
  },

  // Signing in.
  'resource-elsewhere': {
    answer: (res, { wellKnown, req }) =>
      wellKnown === 'oauth-protected-resource' &&
      req.method === 'GET' &&
      json(res, { resource: 'https://other.example/mcp', authorization_servers: [`http://${req.headers.host}`] }),
  },
  'metadata-without-cors': noCorsWhere(({ wellKnown }) => wellKnown === 'oauth-protected-resource'),
  'metadata-404': {
    answer: (res, { wellKnown, req }) =>
      wellKnown === 'oauth-protected-resource' && req.method === 'GET' && plain(res, 404),
  },
  'metadata-page': {
    answer: (res, { wellKnown, req }) =>
      wellKnown === 'oauth-protected-resource' && req.method === 'GET' && plain(res, 200, PAGE, HTML),
  },
  'metadata-unnamed': {
    cors: () => ({ expose: 'Mcp-Session-Id' }),
    answer: (res, { wellKnown, req }) => wellKnown !== undefined && req.method === 'GET' && plain(res, 404),
  },
  'issuer-without-cors': noCorsWhere(({ wellKnown = '', path }) =>
    /oauth-authorization-server|openid-configuration/.test(wellKnown + path),
  ),
  'token-without-cors': noCorsWhere(({ path }) => path.startsWith('/token')),
  'registration-without-cors': noCorsWhere(({ path }) => path.startsWith('/register')),
  'registration-preflight': {
    answer: (res, step) => isPreflight(step) && step.path.startsWith('/register') && plain(res, 405),
  },
};
