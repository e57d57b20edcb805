/**
 * A Service Worker that is an MCP server: it answers `fetch` calls to `./mcp` of its scope and lets
 * everything else go to the network. It keeps nothing between requests, because a browser stops an
 * idle worker whenever it likes.
 */
import './without-eval.ts';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createServer } from './server.ts';

declare const self: ServiceWorkerGlobalScope;

const endpoint = new URL('mcp', self.registration.scope);
const handler = createMcpHandler(createServer);

// The page that registers the worker for the first time is served by it at once, without a reload.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A forced reload leaves the page without its worker until it asks for it.
self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== endpoint.origin || pathname !== endpoint.pathname) return;
  // Somebody opened the endpoint in a tab: the site's own answer explains more than a 405.
  if (event.request.mode === 'navigate') return;
  event.respondWith(answer(event.request));
});

async function answer(request: Request): Promise<Response> {
  // Read here, because the SDK reads `request.body`, which Firefox does not have.
  const parsedBody = request.method === 'POST' ? await parseBody(request) : undefined;
  const response = await handler.fetch(request, parsedBody === undefined ? undefined : { parsedBody });
  // WebKit's worker answers nothing any more once a stream was cancelled that closes itself while it is; a pipe in between does not.
  return response.body ? new Response(response.body.pipeThrough(new TransformStream()), response) : response;
}

/** The JSON of the body; undefined when it is none, which the SDK then says in its own words. */
async function parseBody(request: Request): Promise<unknown> {
  try {
    return await request.clone().json();
  } catch {
    return undefined;
  }
}
