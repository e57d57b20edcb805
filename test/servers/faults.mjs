// Answers that real servers do not give on demand. The path names the place and the fault:
//   <base>/connect/<fault>       every request is answered with the fault
//   <base>/<method>/<fault>      a working server of 2025-11-25, but this method ("tools-list" for tools/list) has the fault
//   <base>/modern/<method>/<fault>   the same, of 2026-07-28
//   <base>/witness?<label>       counts requests; <base>/witnessed?<label> returns the count
import { allowEverything } from './cors.mjs';
import { listen } from './listen.mjs';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const STREAM_TYPE = { 'Content-Type': 'text/event-stream' };
const PAGE = '<!doctype html><title>Welcome</title><h1>It works!</h1>';

const json = (res, value, status = 200) => void res.writeHead(status, JSON_TYPE).end(JSON.stringify(value));
const page = (res, status) => void res.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE);
const event = (value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const stream = (res, ...events) => void res.writeHead(200, STREAM_TYPE).end(events.map(event).join(''));

const error = ({ id }, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });
const answer = (request, result) => ({ jsonrpc: '2.0', id: request.id, result });
const notification = (method, params = {}) => ({ jsonrpc: '2.0', method, params });

/** The answer to a JSON-RPC request, by name of the fault. `right` is the answer of a correct server. */
const FAULTS = {
  // The HTTP response is not one of MCP.
  html: (res) => page(res, 200),
  404: (res) => page(res, 404),
  500: (res) => page(res, 500),
  503: (res) => void res.writeHead(503, { 'Retry-After': '1' }).end(),
  'teapot-json-error': (res, request) => json(res, error(request, -32000, 'I am a teapot'), 418),
  empty: (res) => void res.writeHead(200).end(),
  accepted: (res) => void res.writeHead(202).end(),
  'plain-text': (res) => void res.writeHead(200, { 'Content-Type': 'text/plain' }).end('ready'),
  redirect: (res) => void res.writeHead(302, { Location: '/connect/html' }).end(),
  'redirect-kept': (res) => void res.writeHead(307, { Location: '/sound' }).end(),
  // By its other name, this server is another origin.
  'redirect-elsewhere': (res) => {
    const { search, port } = new URL(res.req.url, `http://${res.req.headers.host}`);
    res.writeHead(307, { Location: `http://localhost:${port}/witness${search}` }).end();
  },
  'no-content': (res) => void res.writeHead(204).end(),

  // The response does not arrive, or not completely.
  'hang-up': (res) => void res.destroy(),
  slow: () => {},
  'slow-stream': (res) => {
    res.writeHead(200, STREAM_TYPE);
    res.write(': working on it\n\n');
  },
  ends: (res) => stream(res),
  'ends-after-progress': (res) =>
    stream(res, notification('notifications/progress', { progressToken: 'none', progress: 1 })),
  'breaks-off': (res, request, right) => {
    res.writeHead(200, STREAM_TYPE);
    res.write(event(right).slice(0, 20), () => res.destroy());
  },

  // It arrives, but it is not a message.
  'bad-json': (res) => stream(res, '{"jsonrpc":"2.0",'),
  'bad-json-body': (res) => void res.writeHead(200, JSON_TYPE).end('{"jsonrpc":"2.0",'),
  'not-json-rpc': (res) => json(res, { hello: 'world' }),
  'json-string': (res) => json(res, 'hello'),
  'unknown-id': (res, request, right) => stream(res, { ...right, id: 'nobody asked' }),
  'unknown-id-body': (res, request, right) => json(res, { ...right, id: 'nobody asked' }),

  // It is a message, but the wrong one.
  'wrong-shape': (res, request) =>
    json(
      res,
      answer(request, {
        tools: [],
        nextCursor: 7,
        content: 'none',
        protocolVersion: 7,
        supportedVersions: 'all',
        contents: {},
        messages: {},
      }),
    ),
  'result-and-error': (res, request, right) => json(res, { ...error(request, -32000, 'Or not'), ...right }),
  'no-result': (res, request) => json(res, { jsonrpc: '2.0', id: request.id }),
  'rpc-error': (res, request) => json(res, error(request, -32602, 'Not with these parameters')),
  'rpc-error-stream': (res, request) => stream(res, error(request, -32602, 'Not with these parameters')),
  'no-identity': (res, request) => json(res, answer(request, { protocolVersion: '2025-11-25', capabilities: {} })),
  'unknown-revision': (res, request) =>
    json(
      res,
      answer(request, { protocolVersion: '1999-12-31', capabilities: {}, serverInfo: { name: 'old', version: '0' } }),
    ),

  // Unusual, but correct.
  'odd-type': (res, request, right) =>
    void res.writeHead(200, { 'cONTENT-tYPE': 'Application/JSON ;Charset="UTF-8"; v=1' }).end(JSON.stringify(right)),
  'odd-stream-type': (res, request, right) =>
    void res.writeHead(200, { 'content-type': 'Text/Event-Stream;charset=utf-8' }).end(event(right)),
  'type-twice': (res, request, right) =>
    void res.setHeader('Content-Type', ['application/json', 'application/json']).end(JSON.stringify(right)),
  'unknown-things': (res, request, right) =>
    stream(
      res,
      notification('notifications/of-the-future', { what: 'ever' }),
      notification('notifications/message', { level: 'loud', data: null }),
      notification('notifications/progress', { progressToken: 'nobody asked', progress: 1 }),
      {
        ...right,
        'x-future': true,
        result: { ...right.result, future: [1, 2], _meta: { ...right.result?._meta, 'example.com/x': {} } },
      },
    ),
  // It names its connection.
  'ends-late': (res, request, right) => {
    const text = String(res.req.socket.remotePort);
    res.writeHead(200, STREAM_TYPE);
    res.write(event({ ...right, result: { ...right.result, content: [{ type: 'text', text }] } }));
    setTimeout(() => res.end(), 20);
  },
  'byte-by-byte': async (res, request, right) => {
    res.writeHead(200, STREAM_TYPE);
    for (const byte of Buffer.from(`: a comment\r\nid: 1\r\nretry: 100\r\n${event(right).replaceAll('\n', '\r\n')}`)) {
      res.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    res.end();
  },
};

/** What a correct server with these few methods answers. */
const SOUND = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: 'faults', version: '1.0.0' },
  }),
  'server/discover': () => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, prompts: {}, resources: {} },
    ttlMs: 0,
    cacheScope: 'private',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' }),
  'tools/call': ({ arguments: { message = 'nothing' } = {} }) => ({
    content: [{ type: 'text', text: `Echo: ${message}` }],
  }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
  'prompts/get': () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] }),
  'resources/list': () => ({ resources: [{ uri: 'test://one', name: 'one' }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'one' }] }),
};

export function startFaultServer() {
  const witnessed = new Map();
  return listen(async (req, res) => {
    const { pathname, search } = new URL(req.url, 'http://localhost');
    if (pathname === '/witness') witnessed.set(search, [...(witnessed.get(search) ?? []), req.method]);
    if (allowEverything(req, res)) return;
    if (pathname === '/witnessed') return json(res, witnessed.get(search) ?? []);
    const steps = pathname.split('/').filter(Boolean);
    const modern = steps[0] === 'modern' && Boolean(steps.shift());
    const [where, faultName] = steps;
    if (where === 'connect' && req.method !== 'POST') return void (await FAULTS[faultName]?.(res, {}, {}));
    if (req.method !== 'POST') return void res.writeHead(405, { Allow: 'POST' }).end();

    const request = await readJson(req);
    if (request.id === undefined) return void res.writeHead(202).end();
    const right = soundAnswer(request, modern);
    const isFaulty = where === 'connect' || where === request.method.replace('/', '-');
    if (!isFaulty || !FAULTS[faultName]) return json(res, right, right.error && modern ? 404 : 200);
    await FAULTS[faultName](res, request, right);
  });
}

function soundAnswer(request, modern) {
  const belongsToOtherEra = request.method === (modern ? 'initialize' : 'server/discover');
  const method = belongsToOtherEra ? undefined : SOUND[request.method];
  if (!method) return error(request, -32601, `Method not found: ${request.method}`);
  return answer(request, { ...method(request.params ?? {}), ...(modern && { resultType: 'complete' }) });
}

async function readJson(req) {
  let body = '';
  for await (const chunk of req) body += chunk;
  return JSON.parse(body);
}
