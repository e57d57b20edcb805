import { createServer } from 'node:http';

/** Longer than any pause in a test. */
export const KEEP_ALIVE_MS = 600_000;

/**
 * Serves on the loopback interface.
 * @param {import('node:http').RequestListener} handle
 * @param {() => Promise<void> | void} [release] frees the resources of the handler
 * @param {number} [port] a free one if absent
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function listen(handle, release, port = 0) {
  const server = createServer(handle);
  // When a connection closes while a request reuses it, the request fails, or the browser sends it again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await release?.();
    },
  };
}
