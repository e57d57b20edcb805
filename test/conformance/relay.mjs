// The relay on Node, in front of the suite's servers, which sit on ports of localhost that nobody knows before.
import { getRequestListener } from '@hono/node-server';
import { load } from '../fuzz/load.mjs';

/** @returns {Promise<import('node:http').RequestListener>} a relay for pages of its own origin */
export async function openRelay() {
  const { relay } = await load('packages/client/src/relay/index.ts');
  const handlers = new Map();
  const handle = (request) => {
    const { searchParams, origin: page } = new URL(request.url);
    const { origin, hostname } = new URL(searchParams.get('url') ?? page);
    if (hostname !== 'localhost') return new Response(null, { status: 403 });
    if (!handlers.has(origin)) handlers.set(origin, relay({ upstreams: [origin], allowedOrigins: [page] }));
    return handlers.get(origin)(request);
  };
  return getRequestListener(handle, { overrideGlobalObjects: false });
}
