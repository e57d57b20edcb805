/**
 * A Service Worker that is an MCP server: it answers `fetch` calls to `./mcp` of its scope, and to a second server at
 * `./diary/mcp` with an authorization server of its own. The files of the site come from what it has kept of them, so that
 * no network is needed. What it keeps in memory between requests may be gone at the next, because a browser stops an idle
 * worker whenever it likes.
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
const harbour = new URL('harbour.html', self.registration.scope);
const handler = createMcpHandler(() => createServer(harbour, chameleon, 'modern'), { legacy: 'reject' });
const chameleon = new Chameleon(() => handler.notify.toolsChanged());
const sessions = new LegacySessions(() => createServer(harbour, chameleon, 'legacy'));
const diary = createMcpHandler(createDiary);
const answerSignIn = createAuthorizationServer(addresses);

setUpUpdates();

// A forced reload leaves the page without its worker until it asks for it.
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
  // Somebody opened the endpoint in a tab: the site's own answer explains more than a 405.
  if (request.mode === 'navigate') return undefined;
  if (pathname === endpoint.pathname) return answer(request, either);
  if (pathname === addresses.resource.pathname)
    return answer(request, diary, (message) => refusalOf(request, message, addresses));
  return pathname === addresses.resourceMetadata.pathname ? Promise.resolve(describeResource(addresses)) : undefined;
}

/** Modern requests stand alone, legacy ones belong to a session. */
const either: Pick<typeof handler, 'fetch'> = {
  fetch: async (request, options) =>
    ((await isLegacyRequest(request, options?.parsedBody)) ? sessions : handler).fetch(request, options),
};

async function answer(
  request: Request,
  { fetch }: Pick<typeof handler, 'fetch'>,
  refuse?: (message: unknown) => Promise<Response | undefined>,
): Promise<Response> {
  // Read here, because the SDK reads `request.body`, which Firefox does not have.
  const parsedBody = request.method === 'POST' ? await parseBody(request) : undefined;
  const refusal = await refuse?.(parsedBody);
  if (refusal) return refusal;
  const response = await fetch(request, parsedBody === undefined ? undefined : { parsedBody });
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
