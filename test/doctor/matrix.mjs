// Servers that are wrong in one way each, and what the doctor says about them. Read by the tests in the browsers and by the
// script that writes the table of docs/doctor.md.

/**
 * @typedef {object} DoctorCase
 * @property {string} title what is wrong, in the words of the table
 * @property {string} server the real server behind the front, by its name in test/servers/start.mjs
 * @property {string} [fault] of test/servers/broken-faults.mjs
 * @property {string} [url] an address instead of both
 * @property {string} [cause] what the doctor has to say first. Absent if nothing is wrong
 * @property {readonly string[]} [headers] the request headers that it has to name
 * @property {boolean} [isUsable] whether the server can be used all the same
 * @property {Record<string, string>} [ownHeaders] what the page sends itself
 * @property {string} [said] the words of the server that it has to quote
 * @property {string} [suggestion] the end of the address that it has to suggest
 * @property {string} [hidden] why browsers do not tell: the doctor names the likeliest cause
 * @property {Partial<Record<'chromium' | 'firefox' | 'webkit', string>>} [except] what it says in these engines, which tell less
 */

const of = (server, fault, title, cause, more = {}) => ({ server, fault, title, cause, ...more });
const legacy = (...rest) => of('legacy', ...rest);
const modern = (...rest) => of('modern', ...rest);
const everything = (...rest) => of('everything', ...rest);
const signIn = (...rest) => of('oauth', ...rest);
const sse = (...rest) => of('everything-sse', ...rest);

/** @type {readonly DoctorCase[]} */
export const HEALTHY = [
  legacy('right', 'a server with sessions'),
  modern('right', 'a server of the newest revision'),
  of('dual', 'right', 'a server of both eras'),
  everything('right', 'server-everything'),
  sse('right', 'server-everything over HTTP+SSE'),
  of('legacy-2025-03-26', 'right', 'a server of 2025-03-26'),
  legacy('right-origin', 'a server that allows only this origin'),
  legacy('right-for-old-headers', 'a server with sessions that allows only the headers of its era'),
  legacy('key-401', 'a server that needs a key, which the page sends', undefined, {
    ownHeaders: { 'X-API-Key': 'secret' },
  }),
];

/** @type {readonly DoctorCase[]} */
export const CASES = [
  // The first contact of a newcomer, and its brothers.
  legacy('cors-none', 'no CORS headers at all', 'cors-origin'),
  modern('cors-none', 'no CORS headers at all, newest revision', 'cors-origin'),
  everything('cors-none', 'server-everything without CORS headers', 'cors-origin'),
  legacy('cors-no-origin', 'everything but Access-Control-Allow-Origin', 'cors-origin'),
  legacy('cors-other-origin', 'another origin is allowed', 'cors-origin'),
  modern('cors-other-origin', 'another origin is allowed, newest revision', 'cors-origin'),
  legacy('cors-null-origin', 'the origin null is allowed', 'cors-origin'),
  legacy('cors-slash', 'the allowed origin ends with a slash', 'cors-origin'),
  legacy('cors-twice', 'Access-Control-Allow-Origin occurs twice', 'cors-origin'),
  legacy('cors-list', 'a list of origins is allowed', 'cors-origin'),
  legacy('cors-wildcard-host', 'the allowed origin is a pattern', 'cors-origin'),
  legacy('cors-only-preflight', 'only the answer to OPTIONS has CORS headers', 'cors-origin'),
  legacy('cors-only-get', 'the answers to POST have no CORS headers', 'cors-origin'),
  modern('cors-only-get', 'the answers to POST have no CORS headers, newest revision', 'cors-origin'),
  legacy('cors-no-post-error', 'status 500 without CORS headers', 'cors-origin', { hidden: 'the status' }),
  legacy('bare-401', 'status 401 without CORS headers', 'cors-origin', { hidden: 'the status' }),
  legacy('bare-403', 'status 403 without CORS headers', 'cors-origin', { hidden: 'the status' }),
  legacy('bare-404', 'status 404 without CORS headers', 'cors-origin', { hidden: 'the status' }),
  modern('bare-502', 'status 502 of a proxy, without CORS headers', 'cors-origin', { hidden: 'the status' }),

  legacy('preflight-404', 'OPTIONS is answered with 404', 'cors-preflight'),
  legacy('preflight-405', 'OPTIONS is answered with 405', 'cors-preflight'),
  modern('preflight-405', 'OPTIONS is answered with 405, newest revision', 'cors-preflight'),
  legacy('preflight-401', 'OPTIONS needs a token', 'cors-preflight'),
  legacy('preflight-500', 'OPTIONS is answered with 500', 'cors-preflight'),
  legacy('preflight-redirect', 'OPTIONS is redirected', 'cors-preflight'),
  legacy('preflight-no-headers', 'OPTIONS is answered without Access-Control-Allow-Headers', 'cors-preflight'),
  legacy('preflight-no-origin', 'OPTIONS is answered without Access-Control-Allow-Origin', 'cors-preflight'),
  legacy('preflight-hangs', 'OPTIONS is not answered', 'no-answer'),
  legacy('no-content-type', 'Content-Type is not allowed', 'cors-headers', { headers: ['Content-Type'] }),
  legacy('no-version', 'MCP-Protocol-Version is not allowed', 'cors-headers', {
    headers: ['MCP-Protocol-Version'],
    isUsable: true,
  }),
  of(
    'legacy-2025-11-25',
    'no-version',
    'MCP-Protocol-Version is not allowed, and no revision does without',
    'cors-headers',
    {
      headers: ['MCP-Protocol-Version'],
    },
  ),
  legacy('no-session', 'Mcp-Session-Id is not allowed', 'cors-headers', { headers: ['Mcp-Session-Id'] }),
  legacy('no-version-session', 'neither MCP-Protocol-Version nor Mcp-Session-Id is allowed', 'cors-headers', {
    headers: ['Mcp-Session-Id', 'MCP-Protocol-Version'],
  }),
  everything('no-version-method', 'server-everything, MCP-Protocol-Version not allowed', 'cors-headers', {
    headers: ['MCP-Protocol-Version'],
    isUsable: true,
  }),
  legacy('no-last-event-id', 'Last-Event-ID is not allowed', 'cors-headers', {
    headers: ['Last-Event-ID'],
    isUsable: true,
  }),
  modern('no-version', 'MCP-Protocol-Version is not allowed, newest revision', 'cors-headers', {
    headers: ['MCP-Protocol-Version'],
  }),
  modern('no-method', 'Mcp-Method is not allowed', 'cors-headers', { headers: ['Mcp-Method'] }),
  modern('no-name', 'Mcp-Name is not allowed', 'cors-headers', { headers: ['Mcp-Name'] }),
  modern('no-modern', 'no header of the newest revision is allowed', 'cors-headers', {
    headers: ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'],
  }),
  legacy('no-own', 'a header of the page’s own is not allowed', 'cors-headers', {
    headers: ['x-api-key'],
    ownHeaders: { 'X-Api-Key': 'secret' },
  }),
  legacy('no-delete', 'DELETE is not allowed', 'cors-methods', { isUsable: true }),
  legacy('get-without-cors', 'the answers to GET have no CORS headers', 'cors-stream', {
    isUsable: true,
    except: { firefox: 'none' },
  }),
  legacy('no-session-exposed', 'Mcp-Session-Id is not exposed', 'session-not-exposed'),
  everything('no-session-exposed', 'server-everything, Mcp-Session-Id not exposed', 'session-not-exposed'),

  // The network.
  {
    url: 'http://127.0.0.1:9/mcp',
    server: '',
    title: 'a closed port',
    cause: 'unreachable',
    hidden: 'name, port or certificate',
  },
  {
    url: 'http://no-such-server.invalid/mcp',
    server: '',
    title: 'a typo in the name',
    cause: 'unreachable',
    hidden: 'name, port or certificate',
  },
  { url: 'https', server: 'legacy', title: 'https for a server on http', cause: 'wrong-scheme' },
  {
    url: 'self-signed',
    server: '',
    title: 'an invalid certificate',
    cause: 'unreachable',
    hidden: 'name, port or certificate',
  },
  legacy('hangs-up', 'the connection is closed without an answer', 'unreachable', {
    hidden: 'name, port or certificate',
  }),
  legacy('forbids-use', 'no CORS headers, and Cross-Origin-Resource-Policy: same-origin', 'unreachable', {
    hidden: 'that anything answers',
  }),
  legacy('silent', 'no answer to anything', 'no-answer'),
  legacy('silent-post', 'no answer to POST', 'no-answer'),
  legacy('silent-stream', 'a stream without the answer', 'no-answer'),
  legacy('no-ping-answer', 'no answer after the handshake', 'no-answer'),

  // Where the address leads.
  legacy('redirect-slash', 'a redirect to the address with a slash', 'redirect', { suggestion: '/' }),
  legacy('redirect-elsewhere', 'a redirect to another site', 'redirect'),
  legacy('redirect-sign-in', 'a redirect to a sign-in page', 'redirect'),
  everything('redirect-moved', 'a redirect to a path that cannot be guessed', 'redirect', { suggestion: '/mcp' }),
  legacy('redirect-post', 'a redirect of POST only', 'redirect'),

  // The status.
  legacy('status-400', 'status 400 for everything', 'http-status'),
  legacy('status-403', 'status 403', 'forbidden'),
  modern('origin-refused', 'status 403 with a JSON-RPC error about the origin', 'forbidden', {
    said: 'Invalid Origin header',
  }),
  legacy('host-403', 'status 403 with a JSON-RPC error about the host', 'host-refused', {
    said: 'Invalid Host: 127.0.0.1',
  }),
  legacy('host-421', 'status 421', 'host-refused', { said: 'Invalid Host header' }),
  legacy('host-400', 'status 400 with words about the Host header', 'host-refused', { said: 'Invalid host header' }),
  legacy('host-vite', 'status 403 of a development server that does not know the host', 'host-refused', {
    said: 'Blocked request. This host ("mcp.example") is not allowed.',
  }),
  legacy('other-host-400', 'status 400 with words about some other host', 'http-status', {
    said: 'The host of the database is not set',
  }),
  legacy('other-host-403', 'status 403 with words about the host of the user', 'forbidden', {
    said: 'Connections from your host are not allowed',
  }),
  legacy('host-429', 'status 429 with words about a host', 'rate-limited', {
    said: 'Too many requests from this host',
  }),
  legacy('status-404', 'status 404', 'not-found'),
  everything('page-404', 'a web page with status 404', 'not-found'),
  legacy('status-405', 'status 405 for POST', 'not-found'),
  legacy('status-406', 'status 406', 'http-status'),
  legacy('status-410', 'status 410', 'not-found'),
  legacy('status-418', 'status 418', 'http-status'),
  legacy('status-429', 'status 429', 'rate-limited'),
  legacy('status-500', 'status 500', 'server-error'),
  modern('status-502', 'status 502 of a proxy', 'server-error'),
  legacy('status-503', 'status 503', 'server-error'),

  // The content.
  legacy('page', 'a web page', 'web-page'),
  legacy('other-json', 'JSON that is not MCP', 'not-mcp'),
  legacy('json-text', 'a JSON string', 'not-mcp'),
  legacy('other-rpc', 'a JSON-RPC server of another kind', 'not-mcp'),
  legacy('empty', 'an empty answer', 'not-mcp'),
  legacy('text', 'plain text', 'not-mcp'),
  legacy('xml', 'XML', 'not-mcp'),
  modern('text-type', 'the right answer as text/plain', 'content-type'),
  legacy('old-revision', 'a revision that nobody knows', 'unsupported-revision'),
  of('modern-2099', 'right', 'only revisions of the future', 'unsupported-revision'),

  legacy('text-id', 'the id of a request comes back as text', 'wrong-id'),

  // The session.
  legacy('initialized-400', 'the session is unknown after initialize (400)', 'session-lost'),
  legacy('initialized-403', 'the end of the handshake is refused (403)', 'session-refused'),
  legacy('initialized-500', 'the end of the handshake fails (500)', 'session-refused'),
  legacy('forgets-404', 'the session is unknown after the handshake (404)', 'session-lost'),
  legacy('forgets-400', 'the session is unknown after the handshake (400)', 'session-lost'),

  // Streams.
  legacy('stream-500', 'the stream for changes fails (500)', 'stream-refused', { isUsable: true }),
  legacy('stream-page', 'a web page in place of the stream', 'stream-refused', { isUsable: true }),
  legacy('buffered', 'a proxy that holds streams back', 'stream-buffered', {
    isUsable: true,
    except: { firefox: 'none' },
  }),
  modern('buffered', 'a proxy that holds streams back, newest revision', 'stream-buffered', { isUsable: true }),
  sse('buffered', 'a proxy that holds streams back, HTTP+SSE', 'stream-buffered'),
  sse('messages-without-cors', 'HTTP+SSE, no CORS headers where messages go', 'cors-origin'),
  sse('messages-preflight', 'HTTP+SSE, OPTIONS fails where messages go', 'cors-preflight'),
  sse('messages-404', 'HTTP+SSE, status 404 where messages go', 'messages-refused'),
  sse('messages-405', 'HTTP+SSE, status 405 where messages go', 'messages-refused'),
  sse('messages-401', 'HTTP+SSE, status 401 where messages go', 'sign-in-unknown'),
  sse('messages-403', 'HTTP+SSE, status 403 where messages go', 'forbidden', { said: 'Not for you' }),
  sse('messages-421', 'HTTP+SSE, status 421 where messages go', 'host-refused', { said: 'Invalid Host header' }),
  sse('messages-429', 'HTTP+SSE, status 429 where messages go', 'rate-limited'),
  sse('messages-500', 'HTTP+SSE, status 500 where messages go', 'server-error'),
  sse('messages-redirect', 'HTTP+SSE, a redirect where messages go', 'messages-refused'),
  sse('cors-none', 'HTTP+SSE without CORS headers', 'cors-origin'),

  // Signing in.
  signIn('right', 'a sign-in that works', 'sign-in-required'),
  signIn(
    'no-challenge-exposed',
    'WWW-Authenticate is not exposed, but the metadata is where it belongs',
    'sign-in-required',
  ),
  legacy('status-401', 'status 401 without any metadata', 'sign-in-unknown'),
  legacy('key-401', 'a key in a header is needed (401)', 'key-required', {
    said: 'The header X-API-Key is missing or wrong',
  }),
  signIn('metadata-unnamed', 'WWW-Authenticate is not exposed, and there is no metadata', 'sign-in-unknown'),
  signIn('resource-elsewhere', 'the metadata is for another address', 'sign-in-resource'),
  signIn('metadata-without-cors', 'the metadata has no CORS headers', 'sign-in-metadata'),
  signIn('metadata-404', 'the metadata is missing (404)', 'sign-in-metadata'),
  signIn('metadata-page', 'a web page in place of the metadata', 'sign-in-metadata'),
  signIn('issuer-without-cors', 'the metadata of the authorization server has no CORS headers', 'sign-in-metadata'),
  signIn('token-without-cors', 'the token endpoint has no CORS headers', 'sign-in-endpoint'),
  signIn('registration-without-cors', 'the registration endpoint has no CORS headers', 'sign-in-endpoint'),
  signIn('registration-preflight', 'OPTIONS fails at the registration endpoint', 'sign-in-endpoint'),
  signIn('no-authorization', 'Authorization is not allowed', 'cors-headers', { headers: ['Authorization'] }),
];
