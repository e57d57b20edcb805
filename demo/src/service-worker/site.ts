/** The site's own files, and when the worker of a new build takes over. */
import { fileAt, forgetOtherFiles, keepFiles, keepsFiles, keptAddress } from './kept-files.ts';

declare const self: ServiceWorkerGlobalScope;

/** How long the built-in server waits at the first visit until the site is kept, in ms; then it starts before. */
const FIRST_VISIT_MS = 5_000;

/**
 * Sets up when this worker takes over. At the first visit it does at once, and the page has its server without a reload. Later
 * it waits until no page of the build before is open: such a page would miss its files, and its calls would break.
 */
export function setUpUpdates(): void {
  self.addEventListener('install', (event) => event.waitUntil(install()));
  self.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([self.clients.claim(), forgetOtherFiles().catch(() => {})])),
  );
  self.addEventListener('message', (event) => {
    if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  });
}

async function install(): Promise<void> {
  // A build that cannot be kept as a whole is not installed: the one before goes on.
  if (keepsFiles && self.registration.active) return keepFiles();
  if (keepsFiles)
    await Promise.race([keepFiles().catch(() => {}), new Promise((resolve) => setTimeout(resolve, FIRST_VISIT_MS))]);
  await self.skipWaiting();
}

/** Answers a request for a file of this site. */
export function answerFile(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const address = keptAddress(request);
  if (!address) return undefined;
  if (request.mode !== 'navigate') return fileAt(address, request);
  // What a first visit did not get, or the browser has thrown away since.
  event.waitUntil(keepFiles().catch(() => {}));
  return handOver(event).then((isNewer) => (isNewer ? pageBetween() : fileAt(address, request)));
}

/**
 * A page that reloads itself once the newer worker has taken over, and not before: Chromium leaves a navigation that
 * reaches the older worker in its last moments without an answer for five minutes.
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
 * A reload of the only page leaves none behind: the worker that waits takes over and answers it, once what the page has
 * still open here has ended. Where browsers do not tell a reload, it takes over when all pages are closed.
 */
async function handOver({ clientId, request }: FetchEvent): Promise<boolean> {
  const { waiting } = self.registration;
  if (!waiting || (await self.clients.matchAll()).some(({ id }) => id !== clientId)) return false;
  // A window that a page opens may carry that page's id, and the page stays.
  isHandingOver ||= Reflect.get(request, 'isReloadNavigation') === true;
  if (isHandingOver) waiting.postMessage('take over');
  return isHandingOver;
}
