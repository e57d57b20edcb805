// What stands between the pages and a server: notes every request, and injects at most one fault into it.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { selfSigned } from '../bench/self-signed.mjs';
import { KEEP_ALIVE_MS } from '../servers/listen.mjs';
import { Exchange } from './exchange.mjs';
import { keyIn } from './ledger.mjs';
import { ELSEWHERE } from './refusals.mjs';
import { REQUEST_FAULTS } from './request-faults.mjs';

const PREFLIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
};

/**
 * The query of a request names the page that sent it.
 * @param {{ http: 1 | 2, target: string, ledger: import('./ledger.mjs').Ledger,
 *   choose: (arrival: object) => { kind: string, random: object } | undefined, restart: () => Promise<void> }} options
 */
export async function startFront({ http, target, ledger, choose, restart }) {
  const connections = new Map();
  const open = new Set();
  let lastConnection = 0;

  const handle = async (req, res) => {
    res.on('error', () => {});
    let isGone = false;
    res.once('close', () => (isGone = true));
    if (req.method === 'OPTIONS') return void res.writeHead(204, PREFLIGHT).end();
    const connection = connections.get(http === 2 ? req.stream.session : req.socket);
    if (!connection) return;
    const place = `${connection.number}#${++connection.requests}`;
    const body = await bodyOf(req);
    const described = describeRequest(req, body);
    const arrival = ledger.arrive({ connection: place, isRepeat: ledger.hasArrived(described), ...described });
    if (arrival.label === undefined) throw new Error(`No page says that it sent this: ${req.method} ${req.url}`);
    if (arrival.what === 'DELETE') ledger.ended.add(arrival.session);
    // A page that gives up at once is gone before its request has been read.
    if (isGone) return void (arrival.outcome = 'given up');
    const fault = arrival.label === ELSEWHERE ? undefined : choose(arrival);
    arrival.fault = fault?.kind;
    open.add(arrival);
    res.once('close', () => open.delete(arrival));
    const exchange = new Exchange({ req, res, body, arrival, target, restart });
    try {
      if (arrival.label === ELSEWHERE) exchange.refuse(404);
      else await (fault ? REQUEST_FAULTS[fault.kind](exchange, fault.random) : exchange.relay());
    } catch {
      // The server is not there any more, or the page is not.
      arrival.outcome ??= 'broken';
      exchange.reset();
    }
  };
  // A page that goes while it sends leaves half a request.
  const listener = (req, res) => void handle(req, res).catch(() => res.destroy?.());

  const server = http === 2 ? createSecureServer(selfSigned(), listener) : createServer(listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on(http === 2 ? 'session' : 'connection', (connection) => {
    connections.set(connection, { number: ++lastConnection, requests: 0 });
    connection.on('error', () => {});
    connection.once('close', () => connections.delete(connection));
  });
  server.on('sessionError', () => {});
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `${http === 2 ? 'https' : 'http'}://127.0.0.1:${server.address().port}/mcp`,
    openExchanges: () => [...open],
    openSockets: () => connections.size,
    async close() {
      server.close();
      for (const connection of connections.keys()) connection.destroy();
    },
  };
}

async function bodyOf(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function describeRequest({ method, url, headers }, body) {
  const message = body.length > 0 ? JSON.parse(body) : {};
  const { params } = message;
  const nonce = message.method === 'tools/call' ? params.arguments?.nonce : undefined;
  return {
    label: url === `/${ELSEWHERE}` ? ELSEWHERE : url.split('?')[1],
    what: method === 'POST' ? (message.method ?? 'answer') : method,
    id: message.id,
    session: headers['mcp-session-id'],
    nonce,
    tool: nonce && params.name,
    key: nonce && keyIn(params._meta),
    // Another round of the same call, with what the user answered.
    round: params?.inputResponses ? 2 : 1,
  };
}
