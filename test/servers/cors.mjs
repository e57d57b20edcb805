// CORS policies of servers. Each policy answers preflights and adds its headers to every other answer;
// it returns true if the request was a preflight and is complete.

const MCP_RESPONSE_HEADERS = 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, DPoP-Nonce, Retry-After';

const ALL_REQUEST_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';

/** Any origin, any request header. */
export function allowEverything(req, res) {
  return allow(req, res, req.headers['access-control-request-headers'] ?? '');
}

/** Any origin, but only these request headers: a server from before the headers of a newer revision existed. */
export function allowOnly(requestHeaders) {
  return (req, res) => allow(req, res, requestHeaders.join(', '));
}

/**
 * The header `Preflights` of each answer counts the preflights that the browser sent to this address.
 * @param {{ isMirrored?: boolean }} [options] whether only the method and the headers that a preflight asks for are
 *   allowed, as some libraries do. Otherwise, what clients of any revision send is allowed
 */
export function countPreflights({ isMirrored = false } = {}) {
  const counts = new Map();
  return (req, res) => {
    const before = counts.get(req.url) ?? 0;
    const count = req.method === 'OPTIONS' ? before + 1 : before;
    counts.set(req.url, count);
    res.setHeader('Access-Control-Max-Age', '600');
    const { 'access-control-request-headers': headers, 'access-control-request-method': method } = req.headers;
    const isPreflight = isMirrored ? allow(req, res, headers ?? '', method) : allow(req, res, ALL_REQUEST_HEADERS);
    if (isPreflight) return true;
    res.setHeader('Access-Control-Expose-Headers', `${MCP_RESPONSE_HEADERS}, Preflights`);
    res.setHeader('Preflights', String(count));
    return false;
  };
}

/** Any origin and any request header, but the page may not read the headers that MCP needs. */
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

function allow(req, res, requestHeaders, methods = 'GET, POST, DELETE') {
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', MCP_RESPONSE_HEADERS);
  if (req.method !== 'OPTIONS') return false;
  res
    .writeHead(204, {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': requestHeaders,
    })
    .end();
  return true;
}
