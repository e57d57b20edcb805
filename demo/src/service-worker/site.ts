/** Serves the site's own files, and decides when the worker of a new build takes over. */
import { CALLBACK_HEADERS, CALLBACK_PAGE } from './callback-headers.ts';
import { fileAt, removeOtherFiles, storeFiles, hasFiles, storedAddress } from './stored-files.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long the built-in server waits at the first visit until the site is stored, in ms. Then it starts anyway. */
const FIRST_VISIT_MS = 5_000;

/**
 * Sets up when this worker takes over. At the first visit it takes over at once, so that the page has its server without a
 * reload. Later it waits until no page of the previous build is open: such a page would lose its files and its calls.
 */
export function setUpUpdates(): void {
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([self.clients.claim(), removeOtherFiles().catch(() => {})])),
  );
  self.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  });
}

async function install(): Promise<void> {
  // A build that cannot be stored completely is not installed: the previous one stays.
  if (hasFiles && self.registration.active) return storeFiles();
  if (hasFiles)
    await Promise.race([storeFiles().catch(() => {}), new Promise((resolve) => setTimeout(resolve, FIRST_VISIT_MS))]);
  await self.skipWaiting();
}

/** Answers a request for a file of this site. */
export function answerFile(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const address = storedAddress(request);
  if (!address) return undefined;
  if (request.mode !== 'navigate') return fileAt(address, request);
  // Stores what the first visit did not get, or the browser has deleted since.
  event.waitUntil(storeFiles().catch(() => {}));
  return handOver(event).then((isNewer) => (isNewer ? pageBetween() : pageAt(address, request)));
}

async function pageAt(address: string, request: Request): Promise<Response> {
  const page = await fileAt(address, request);
  if (!address.endsWith(`/${CALLBACK_PAGE}`)) return page;
  return new Response(page.body, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...CALLBACK_HEADERS } });
}

/**
 * A page that reloads itself when the newer worker has taken over, and not earlier: if a navigation reaches the older worker
 * in its last moments, Chromium leaves it without an answer for five minutes.
 */
function pageBetween(): Response {
  const script = `
    const workers = navigator.serviceWorker;
    async function reloadOnceActive() {
      const { active, waiting } = await workers.ready;
      if (waiting || active !== workers.controller) return;
      if (active.state === 'activated') location.reload();
      else active.addEventListener('statechange', reloadOnceActive);
    }
    workers.addEventListener('controllerchange', reloadOnceActive);
    reloadOnceActive();`;
  return new Response(`<!doctype html><title>mcp-web</title><script>${script}</script>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', Refresh: '10' },
  });
}

let isHandingOver = false;

/**
 * When the only page is reloaded, no other page is left: the waiting worker takes over and answers it, after the page's open
 * requests have ended. In browsers that do not tell that it is a reload, it takes over when all pages are closed.
 */
async function handOver({ clientId, request }: FetchEvent): Promise<boolean> {
  const { waiting } = self.registration;
  if (!waiting || (await self.clients.matchAll()).some(({ id }) => id !== clientId)) return false;
  // A window that a page opens may have that page's id, although the page stays.
  isHandingOver ||= Reflect.get(request, 'isReloadNavigation') === true;
  if (isHandingOver) waiting.postMessage('take over');
  return isHandingOver;
}
