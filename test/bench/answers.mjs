// The answers of the benchmark's servers: the same small server in both eras.

const TOOLS = ['echo', 'warm-up', 'small', 'large', 'huge'].map((name) => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object' },
}));
const IDENTITY = { name: 'bench-server', version: '1.0.0' };
const MODERN = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': IDENTITY },
};

const RESULTS = {
  legacy: {
    initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: IDENTITY },
    'tools/list': { tools: TOOLS },
    'tools/call': { content: [{ type: 'text', text: 'done' }] },
  },
  modern: {
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...MODERN },
    'tools/list': { tools: TOOLS, ...MODERN },
    'tools/call': { content: [{ type: 'text', text: 'done' }], resultType: 'complete' },
  },
};

/**
 * Answers one exchange, without its preflight. A legacy server has sessions, and a stream on which it says nothing.
 * @param {'modern' | 'legacy'} era
 * @param {object | undefined} message the message that was posted
 * @param {import('node:http').ServerResponse} res
 */
export function answer(era, message, res) {
  if (!message)
    return era === 'legacy' && res.req.method === 'GET'
      ? res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
      : res.writeHead(405).end();
  if (message.id === undefined) return res.writeHead(202).end();
  const result = RESULTS[era][message.method];
  if (!result)
    return sendJson(res, 400, {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: 'Bad Request: server not initialized' },
    });
  if (message.method === 'initialize') res.setHeader('Mcp-Session-Id', 'bench-session');
  return sendJson(res, 200, { jsonrpc: '2.0', id: message.id, result });
}

/** @returns {Promise<object | undefined>} undefined if there is no body */
export async function readMessage(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
}

function sendJson(res, status, body) {
  return res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
