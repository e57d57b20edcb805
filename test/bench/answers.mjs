// The answers of the bench's servers: the same small server in both eras.

const NAMES = ['echo', 'warm-up', 'small', 'fewer', 'large', 'huge', 'paced'];
const IDENTITY = { name: 'bench-server', version: '1.0.0' };
const MODERN = {
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
  _meta: { 'io.modelcontextprotocol/serverInfo': IDENTITY },
};
const DONE = { content: [{ type: 'text', text: 'done' }] };

/**
 * @typedef {{ tools?: number, perPage?: number, isChanging?: boolean }} Shape how many tools the server has, how many of
 *   them are on one page, and whether it announces changes of its lists
 * @type {Record<string, Record<string, (params: { cursor?: string }, shape: Shape) => object>>}
 */
const RESULTS = {
  legacy: {
    initialize: (_params, shape) => ({
      protocolVersion: '2025-11-25',
      capabilities: capabilities(shape),
      serverInfo: IDENTITY,
    }),
    'tools/list': (params, shape) => toolPage(params, shape),
    'tools/call': () => DONE,
    ping: () => ({}),
  },
  modern: {
    'server/discover': (_params, shape) => ({
      supportedVersions: ['2026-07-28'],
      capabilities: capabilities(shape),
      ...MODERN,
    }),
    // A long list may be cached, a short one is asked for each time.
    'tools/list': (params, shape) => ({
      ...toolPage(params, shape),
      ...MODERN,
      ...(shape.tools && { ttlMs: 600_000 }),
    }),
    'tools/call': () => ({ ...DONE, resultType: 'complete' }),
  },
};

/**
 * Answers one exchange, without its preflight. A legacy server has sessions, and a stream on which it says nothing.
 * @param {'modern' | 'legacy'} era
 * @param {object | undefined} message the message that was posted
 * @param {import('node:http').ServerResponse} res
 * @param {Shape} [shape]
 */
export function answer(era, message, res, shape = {}) {
  if (!message) return era === 'legacy' && res.req.method === 'GET' ? openStream(res) : res.writeHead(405).end();
  const { id, method, params } = message;
  if (id === undefined) return res.writeHead(202).end();
  if (method === 'subscriptions/listen' && era === 'modern') {
    openStream(res);
    const acknowledged = {
      notifications: params.notifications,
      _meta: { 'io.modelcontextprotocol/subscriptionId': id },
    };
    return res.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: acknowledged })}\n\n`,
    );
  }
  const result = RESULTS[era][method]?.(params ?? {}, shape);
  if (!result) {
    const error = { code: -32000, message: 'Bad Request: server not initialized' };
    return sendJson(res, 400, { jsonrpc: '2.0', id: null, error });
  }
  if (method === 'initialize') res.setHeader('Mcp-Session-Id', 'bench-session');
  return sendJson(res, 200, { jsonrpc: '2.0', id, result });
}

/** @returns {Promise<object | undefined>} undefined if there is no body */
export async function readMessage(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
}

const capabilities = ({ isChanging }) => ({ tools: isChanging ? { listChanged: true } : {} });

/** A few tools, or as many as asked for, of 700 bytes each. */
function toolPage({ cursor }, { tools, perPage = tools }) {
  if (!tools)
    return {
      tools: NAMES.map((name) => ({ name, description: `The tool ${name}`, inputSchema: { type: 'object' } })),
    };
  const from = Number(cursor ?? 0);
  const to = Math.min(tools, from + perPage);
  return {
    tools: Array.from({ length: to - from }, (_none, index) => bigTool(from + index)),
    ...(to < tools && { nextCursor: String(to) }),
  };
}

const bigTool = (index) => ({
  name: index === 0 ? 'echo' : `tool_${index}`,
  title: `Tool number ${index}`,
  description: `Reads the records of table ${index}, filters them, and returns those that match, newest first. `.repeat(
    2,
  ),
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Words that a record has to contain' },
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
      since: { type: 'string', format: 'date-time', description: 'Only records that are newer' },
      order: { type: 'string', enum: ['newest', 'oldest', 'relevance'] },
    },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

function openStream(res) {
  return res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
}

function sendJson(res, status, body) {
  return res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
