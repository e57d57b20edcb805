// Sends the prepared streams: /modern and /legacy.
import { listen } from '../servers/listen.mjs';
import { answer, readMessage } from './answers.mjs';
import { address, STREAMS } from './stream-bytes.mjs';

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
    const bytes = address(streamOf(params.name), params._meta?.progressToken, id);
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    // Written separately from the end, so that it is sent without a length, as streams are.
    res.write(bytes);
    res.end();
  });
  return { ...server, prepare: (tool) => streamOf(tool).bytes.length };
}
