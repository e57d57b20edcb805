// Sends the prepared streams: /modern and /legacy.
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../servers/listen.mjs';
import { answer, readMessage } from './answers.mjs';
import { address, pieces, STREAMS } from './stream-bytes.mjs';

const TICK_MS = 10;

/**
 * @returns {Promise<{ url: string, prepare(tool: string): number, stop(): Promise<void> }>} `prepare` creates a stream
 *   before it is requested, and returns its length in bytes.
 */
export async function startStreamServer() {
  const prepared = new Map();
  const streamOf = (tool) => {
    if (!prepared.has(tool)) prepared.set(tool, STREAMS[tool].make());
    return prepared.get(tool);
  };
  const server = await listen(async (req, res) => {
    res.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Expose-Headers', '*');
    if (req.method === 'OPTIONS')
      return void res
        .writeHead(204, { 'Access-Control-Allow-Methods': '*', 'Access-Control-Allow-Headers': '*' })
        .end();
    const message = await readMessage(req);
    if (message?.method !== 'tools/call') return void answer(req.url.slice(1), message, res);
    const { id, params } = message;
    const stream = streamOf(params.name);
    const bytes = address(stream, params._meta?.progressToken, id);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    // Written separately from the end, so that it is sent without a length, as streams are.
    const { perSecond } = STREAMS[params.name];
    if (perSecond) await pace(res, pieces(stream, (perSecond * TICK_MS) / 1000), TICK_MS);
    else res.write(bytes);
    res.end();
  });
  return { ...server, prepare: (tool) => streamOf(tool).bytes.length };
}

/** By the clock: timers are late on a busy machine, and what they missed is sent at once. */
async function pace(res, parts, everyMs) {
  const startedAt = performance.now();
  for (let sent = 0; sent < parts.length; await delay(everyMs)) {
    const due = Math.min(parts.length, Math.floor((performance.now() - startedAt) / everyMs) + 1);
    while (sent < due) res.write(parts[sent++]);
  }
}
