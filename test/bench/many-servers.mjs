// Servers at origins of their own, as a host has them: each has 20 tools, announces changes, and counts what reaches it.
import { listen } from '../servers/listen.mjs';
import { readMessage } from './answers.mjs';

const IDENTITY = { name: 'bench-server', version: '1.0.0' };
const CAPABILITIES = { tools: { listChanged: true } };
const TOOLS = Array.from({ length: 20 }, (_, index) => ({
  name: `tool-${index}`,
  description: `The tool number ${index} of this server, which does what its name says.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' }, count: { type: 'integer' } } },
}));
const CACHE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const RESULTS = {
  initialize: { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo: IDENTITY },
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: CAPABILITIES,
    ...CACHE,
    _meta: { 'io.modelcontextprotocol/serverInfo': IDENTITY },
  },
  'tools/list': { tools: TOOLS, ...CACHE },
  'tools/call': { content: [{ type: 'text', text: 'done' }], resultType: 'complete' },
};

const STREAM = { 'Content-Type': 'text/event-stream' };

/**
 * @param {'modern' | 'legacy'} era
 * @param {number} count
 */
export async function startManyServers(era, count) {
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(era)));
  return {
    urls: servers.map(({ url }) => `${url}/mcp`),
    /** What reached all of them since this was last asked. */
    take: () => servers.map((server) => server.take()),
    stop: () => Promise.all(servers.map((server) => server.stop())),
  };
}

async function startServer(era) {
  let sent = [];
  const sockets = new Set();
  const { url, stop } = await listen(async (req, res) => {
    sockets.add(req.socket);
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id');
    const message = await readMessage(req);
    sent.push(message?.method ?? req.method);
    if (req.method === 'OPTIONS') allow(res);
    else answer(era, message, res);
  });
  const take = () => {
    const taken = { sent, sockets: sockets.size };
    sent = [];
    sockets.clear();
    return taken;
  };
  return { url, stop, take };
}

function allow(res) {
  res
    .writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers':
        'Content-Type, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID',
      'Access-Control-Max-Age': '7200',
    })
    .end();
}

function answer(era, message, res) {
  if (era === 'legacy' && res.req.method === 'GET') return res.writeHead(200, STREAM).flushHeaders();
  if (!message) return res.writeHead(405).end();
  if (message.id === undefined) return res.writeHead(202).end();
  const { id, method } = message;
  if (method === 'subscriptions/listen') {
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    const params = { _meta, notifications: message.params.notifications };
    res.writeHead(200, STREAM).flushHeaders();
    return res.write(
      `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params })}\n\n`,
    );
  }
  if (method === 'initialize') res.setHeader('Mcp-Session-Id', 'bench-session');
  const result = RESULTS[method];
  const isRefused = !result || method === (era === 'legacy' ? 'server/discover' : 'initialize');
  const error = { code: -32000, message: 'Bad Request: server not initialized' };
  return res
    .writeHead(isRefused ? 400 : 200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', ...(isRefused ? { id: null, error } : { id, result }) }));
}
