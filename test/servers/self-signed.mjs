// A server on https with a certificate that nobody has signed.
import { createServer } from 'node:https';
import { selfSigned } from '../bench/self-signed.mjs';

export async function startSelfSigned() {
  const server = createServer(selfSigned(), (_req, res) => res.end());
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${server.address().port}/mcp`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
