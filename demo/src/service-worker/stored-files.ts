/**
 * The files of this site, stored for use without a network. Each worker stores the files of its own build only, and a page
 * gets all of its files from one worker: files of different builds are never mixed.
 */
declare const self: ServiceWorkerGlobalScope;
/** The files of the build: their addresses relative to the scope, with their digests. Empty during development. */
declare const SITE_FILES: Readonly<Record<string, string>>;
/** Changes whenever one of the files changes. */
declare const SITE_VERSION: string;

const PREFIX = `mcp-web playground ${self.registration.scope} `;
const CACHE = PREFIX + SITE_VERSION;
const digests = new Map(
  Object.entries(SITE_FILES).map(([address, digest]) => [new URL(address, self.registration.scope).href, digest]),
);
const index = new URL('index.html', self.registration.scope).href;

/** Whether this worker has any files to store. */
export const hasFiles = digests.size > 0;

/**
 * Stores the files that are not stored yet.
 *
 * @throws {TypeError} when a file cannot be fetched, or is not the one of this build
 * @throws {DOMException} when the browser stores nothing for this site
 */
export async function storeFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(
    [...digests]
      .filter(([url]) => !stored.has(url))
      .map(async ([url, integrity]) => {
        // A navigation cannot be answered with a redirected response.
        const response = await fetch(url, { cache: 'no-cache', integrity, redirect: 'error' });
        if (!response.ok) throw new TypeError(`${url} was answered with ${response.status}.`);
        await cache.put(url, response);
      }),
  );
}

/** Deletes the files of earlier builds. */
export async function removeOtherFiles(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The address under which a file of this site is stored. A page's query does not matter. */
export function storedAddress({ method, mode, url }: Request): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  // Sign-in asks for the headers of its own page.
  const isPage = mode === 'navigate' || method === 'HEAD';
  const address = isPage ? url.replace(/[?#].*$/s, '') : url;
  const file = address === index ? self.registration.scope : address;
  return digests.has(file) ? file : undefined;
}

/** The stored file, or the one from the network if the browser has deleted it. */
export async function fileAt(address: string, request: Request): Promise<Response> {
  const stored = await caches.match(address, { cacheName: CACHE }).catch(() => undefined);
  if (!stored) return fetch(request);
  return request.method === 'HEAD' ? new Response(null, stored) : stored;
}
