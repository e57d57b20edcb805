// Answers after a delay, and records each request. The path says how: /mcp/<era>/<cors>/<run>?delay=50&tools=10000&perPage=100
import { createSecureServer } from 'node:http2';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../servers/listen.mjs';
import { answer, readMessage } from './answers.mjs';
import { selfSigned } from './self-signed.mjs';

/** What an exchange is, if it is not a message: these, GET for a stream, or DELETE for the end of a session. */
export const PREFLIGHT = 'OPTIONS';
export const STREAM_PREFLIGHT = 'OPTIONS for GET';
export const GOODBYE_PREFLIGHT = 'OPTIONS for DELETE';
/** Stands for the network and the server's own work. */
export const DELAY_MS = 50;

/** As long as Chromium takes it. */
const MAX_AGE = { 'Access-Control-Max-Age': '7200' };
const CORS = {
  same: () => ({}),
  // Allows everything to everyone, in one answer.
  any: () => ({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Expose-Headers': '*',
    ...MAX_AGE,
  }),
  // Allows only what is requested, so the browser asks again for each other method or header.
  listed: ({ headers }) => ({
    Vary: 'Origin',
    'Access-Control-Allow-Origin': headers.origin,
    'Access-Control-Expose-Headers': 'Mcp-Session-Id',
    ...(headers['access-control-request-method'] && {
      'Access-Control-Allow-Methods': headers['access-control-request-method'],
      ...MAX_AGE,
    }),
    ...(headers['access-control-request-headers'] && {
      'Access-Control-Allow-Headers': headers['access-control-request-headers'],
    }),
  }),
};

/**
 * Serves the pages' own origin (through `handle`), another one, and one over HTTP/2.
 * @typedef {{ what: string, at: number, answeredAt?: number }} Exchange times are in ms
 */
export async function startServers() {
  const log = new Map();
  const handle = async (req, res) => {
    const url = new URL(req.url, 'http://server');
    const [, , era, cors] = url.pathname.split('/');
    const exchange = { what: nameOf(req), at: performance.now() };
    if (!log.has(url.pathname)) log.set(url.pathname, []);
    log.get(url.pathname).push(exchange);
    for (const [name, value] of Object.entries(CORS[cors](req))) res.setHeader(name, value);
    const message = await readMessage(req);
    if (message) exchange.what = message.method.split('/').at(-1);
    const numberOf = (name) => Number(url.searchParams.get(name)) || undefined;
    const delayMs = numberOf('delay');
    if (delayMs) await delay(delayMs);
    if (req.method === 'OPTIONS') res.writeHead(204).end();
    else
      answer(era, message, res, {
        tools: numberOf('tools'),
        perPage: numberOf('perPage'),
        isChanging: url.searchParams.has('changing'),
      });
    exchange.answeredAt = performance.now();
  };
  const other = await listen(handle);
  const overHttp2 = await listenHttp2(handle);
  return {
    handle,
    otherOrigin: other.url,
    http2Origin: overHttp2.url,
    /** @returns {Exchange[]} copies: a request without an answer was not waited for */
    exchanges: (path) => (log.get(path) ?? []).map((exchange) => ({ ...exchange })),
    async stop() {
      await Promise.all([other.stop(), overHttp2.stop()]);
    },
  };
}

/** No result waits for the preflights of the stream and of the end of a session, so they are told apart. */
function nameOf({ method, headers }) {
  if (method !== 'OPTIONS') return method;
  return { GET: STREAM_PREFLIGHT, DELETE: GOODBYE_PREFLIGHT }[headers['access-control-request-method']] ?? PREFLIGHT;
}

async function listenHttp2(handle) {
  const server = createSecureServer(selfSigned(), handle);
  const sessions = new Set();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}`,
    async stop() {
      server.close();
      for (const session of sessions) session.destroy();
    },
  };
}
