// Servers that one test starts, kills and starts again: `GET /start/modern` or `/start/legacy` answers with the address,
// `/kill/PORT` breaks every connection and frees the port, `/start/modern/PORT` starts a server without state there.
import { allowEverything } from './cors.mjs';
import { startLegacyServer } from './legacy.mjs';
import { listen } from './listen.mjs';
import { startModernServer } from './modern.mjs';

// Firefox reports a stream only after its first bytes.
const ERAS = {
  modern: (port) => startModernServer({ name: 'mortal', cors: allowEverything, legacy: 'reject', port }),
  legacy: (port) =>
    startLegacyServer({ name: 'mortal', cors: allowEverything, revisions: ['2025-11-25'], port, keepAliveMs: 200 }),
};

export async function startMortalServers() {
  const alive = new Map();
  const kill = async (port) => {
    await alive.get(port)?.stop();
    alive.delete(port);
  };
  return await listen(
    async (req, res) => {
      if (allowEverything(req, res)) return;
      const [verb, ...rest] = req.url.slice(1).split('/');
      if (verb === 'kill') {
        await kill(rest[0]);
        return void res.end();
      }
      const [era, port] = rest;
      try {
        const server = await ERAS[era](Number(port ?? 0));
        alive.set(new URL(server.url).port, server);
        res.end(server.url);
      } catch (error) {
        // Another process may have taken the port by now.
        res.writeHead(500).end(String(error));
      }
    },
    async () => {
      for (const port of alive.keys()) await kill(port);
    },
  );
}
