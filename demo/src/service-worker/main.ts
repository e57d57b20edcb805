/**
 * A Service Worker that contains two MCP servers: it answers `fetch` calls to `./mcp` in its scope, and to `./diary/mcp`,
 * which has its own authorization server. It also serves the stored files of the site, so that no network is needed. A
 * browser stops an idle worker whenever it likes, so what is in memory may be gone at the next request.
 */
import './without-eval.ts';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { Chameleon } from './chameleon.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { createServer } from './server.ts';
import { addressesIn } from './sign-in/addresses.ts';
import { createAuthorizationServer } from './sign-in/authorization-server.ts';
import { createDiary } from './sign-in/diary.ts';
import { describeResource, refusalOf } from './sign-in/resource.ts';
import { answerFile, setUpUpdates } from './site.ts';

declare const self: ServiceWorkerGlobalScope;

const endpoint = new URL('mcp', self.registration.scope);
const addresses = addressesIn(self.registration.scope);
const harbor = new URL('harbor.html', self.registration.scope);
const handler = createMcpHandler(() => createServer(harbor, chameleon, 'modern'), { legacy: 'reject' });
const chameleon = new Chameleon(() => handler.notify.toolsChanged());
const sessions = new LegacySessions(() => createServer(harbor, chameleon, 'legacy'));
const diary = createMcpHandler(createDiary);
const answerSignIn = createAuthorizationServer(addresses);

setUpUpdates();

// After a forced reload, the page has no worker until it asks for one.
self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const answering = route(event);
  if (answering) event.respondWith(answering);
});

function route(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== endpoint.origin) return undefined;
  const signingIn = answerSignIn(request);
  if (signingIn) return signingIn;
  const file = answerFile(event);
  if (file) return file;
  // The endpoint was opened in a tab: the site's own answer is more helpful than a 405.
  if (request.mode === 'navigate') return undefined;
  if (pathname === endpoint.pathname) return answer(request, either);
  if (pathname === addresses.resource.pathname)
    return answer(request, diary, (message) => refusalOf(request, message, addresses));
  return pathname === addresses.resourceMetadata.pathname ? Promise.resolve(describeResource(addresses)) : undefined;
}

/** Modern requests are independent, legacy requests belong to a session. */
const either: Pick<typeof handler, 'fetch'> = {
  fetch: async (request, options) =>
    ((await isLegacyRequest(request, options?.parsedBody)) ? sessions : handler).fetch(request, options),
};

async function answer(
  request: Request,
  { fetch }: Pick<typeof handler, 'fetch'>,
  refuse?: (message: unknown) => Promise<Response | undefined>,
): Promise<Response> {
  // Parsed here, because the SDK reads `request.body`, which Firefox does not have.
  const parsedBody = request.method === 'POST' ? await parseBody(request) : undefined;
  const refusal = await refuse?.(parsedBody);
  if (refusal) return refusal;
  const response = await fetch(request, parsedBody === undefined ? undefined : { parsedBody });
  // If a stream closes itself while it is cancelled, WebKit's worker stops answering. A pipe in between prevents that.
  return response.body ? new Response(response.body.pipeThrough(new TransformStream()), response) : response;
}

/** The JSON of the body. If it is not JSON, the SDK reports that. */
async function parseBody(request: Request): Promise<unknown> {
  try {
    return await request.clone().json();
  } catch {
    return undefined;
  }
}
