// What a server says to pages of other origins. Each policy answers preflights and dresses every other answer;
// it returns true when the request was a preflight and is done with.

const MCP_RESPONSE_HEADERS = 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Retry-After';

/** Any origin, any request header. */
export function allowEverything(req, res) {
  return allow(req, res, req.headers['access-control-request-headers'] ?? '');
}

/** Any origin, but only these request headers: what a server wrote before the headers of a newer revision existed. */
export function allowOnly(requestHeaders) {
  return (req, res) => allow(req, res, requestHeaders.join(', '));
}

/** Any origin, any request header, but the page may read none of the headers that MCP needs. */
export function exposeNothing(req, res) {
  const isPreflight = allowEverything(req, res);
  if (!isPreflight) res.removeHeader('Access-Control-Expose-Headers');
  return isPreflight;
}

/** No CORS at all. */
export function allowNothing(req, res) {
  if (req.method !== 'OPTIONS') return false;
  res.writeHead(405).end();
  return true;
}

function allow(req, res, requestHeaders) {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', MCP_RESPONSE_HEADERS);
  if (req.method !== 'OPTIONS') return false;
  res
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': requestHeaders,
    })
    .end();
  return true;
}
