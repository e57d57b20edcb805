// Answers each request after a delay, and records when it came. The path says how: /mcp/<era>/<cors>/<run>.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { answer, readMessage } from './answers.mjs';

export const DELAY_MS = 50;

const CORS = {
  same: () => ({}),
  // Allows everything to everyone, in one answer.
  any: () => ({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Expose-Headers': '*',
  }),
  // Allows only what is requested, so the browser asks again for each other method or header.
  listed: ({ headers }) => ({
    Vary: 'Origin',
    'Access-Control-Allow-Origin': headers.origin,
    'Access-Control-Expose-Headers': 'Mcp-Session-Id',
    ...(headers['access-control-request-method'] && {
      'Access-Control-Allow-Methods': headers['access-control-request-method'],
    }),
    ...(headers['access-control-request-headers'] && {
      'Access-Control-Allow-Headers': headers['access-control-request-headers'],
    }),
  }),
};

/**
 * @typedef {{ what: string, at: number, answeredAt?: number }} Exchange times in ms
 * @returns {{ handle: import('node:http').RequestListener, exchanges: (path: string) => Exchange[] }}
 */
export function delayedServer() {
  const log = new Map();
  return {
    async handle(req, res) {
      const exchange = { what: req.method, at: performance.now() };
      log.set(req.url, [...(log.get(req.url) ?? []), exchange]);
      const [, , era, cors] = req.url.split('/');
      for (const [name, value] of Object.entries(CORS[cors](req))) res.setHeader(name, value);
      const message = await readMessage(req);
      if (message) exchange.what = message.method.split('/').at(-1);
      await delay(DELAY_MS);
      if (req.method === 'OPTIONS') res.writeHead(204).end();
      else answer(era, message, res);
      exchange.answeredAt = performance.now();
    },
    exchanges: (path) => log.get(path) ?? [],
  };
}
