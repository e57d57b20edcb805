// One server and the front in front of it: what a page of the lab talks to. The server can die and come back.
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startFront } from './front.mjs';
import { createLegacyServer, createLegacyState } from './legacy-server.mjs';
import { createModernServer, createModernState } from './modern-server.mjs';

const ERAS = {
  legacy: { create: createLegacyServer, createState: createLegacyState },
  modern: { create: createModernServer, createState: createModernState },
};

/**
 * @param {{ era: 'legacy' | 'modern', http: 1 | 2, keepAliveMs: number, ledger: import('./ledger.mjs').Ledger,
 *   choose: (http: 1 | 2, arrival: object) => object | undefined }} options choose: which fault a request gets
 */
export async function openLine({ era, http, keepAliveMs, ledger, choose }) {
  const { create, createState } = ERAS[era];
  const world = { version: 1, ledger };
  const state = createState();
  let server = create({ world, keepAliveMs, state });
  let isOver = false;
  const origin = createServer((req, res) => {
    // A process that died takes its connections with it.
    if (!server) return void req.socket.destroy();
    Promise.resolve(server.handle(req, res)).catch(() => res.destroy());
  });
  await new Promise((resolve) => origin.listen(0, '127.0.0.1', resolve));

  /** All sessions and streams are gone, at once; what was stored stays. */
  async function restart(downMs = 0) {
    const dead = server;
    server = undefined;
    origin.closeAllConnections();
    await dead?.close();
    await delay(downMs);
    if (!isOver) server ??= create({ world, keepAliveMs, state });
  }

  const front = await startFront({
    http,
    target: `http://127.0.0.1:${origin.address().port}/mcp`,
    ledger,
    choose: (arrival) => choose(http, arrival),
    restart,
  });
  return {
    url: front.url,
    restart,
    /** Changes the tools and the resource, and says so to those who listen. */
    async change() {
      world.version++;
      await server?.announce();
    },
    version: () => world.version,
    sessions: () => server?.sessions() ?? [],
    openExchanges: front.openExchanges,
    openSockets: front.openSockets,
    async close() {
      isOver = true;
      await front.close();
      await server?.close();
      state.tasks?.cleanup();
      origin.close();
      origin.closeAllConnections();
    },
  };
}
