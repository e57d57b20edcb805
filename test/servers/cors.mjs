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

/** What clients of any revision send. The header `Preflights` of each answer counts the preflights that the browser sent to this address. */
export function countPreflights() {
  const counts = new Map();
  return (req, res) => {
    const before = counts.get(req.url) ?? 0;
    const count = req.method === 'OPTIONS' ? before + 1 : before;
    counts.set(req.url, count);
    res.setHeader('Access-Control-Max-Age', '600');
    const isPreflight = allow(req, res, ALL_REQUEST_HEADERS);
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
