/**
 * The files of this site, kept for times without a network. Each worker keeps those of its own build and no others, and a
 * page gets all of its files from one worker: old and new are never mixed.
 */
declare const self: ServiceWorkerGlobalScope;
/** What the build made: addresses, relative to the scope, with the digest of each. Empty while developing. */
declare const SITE_FILES: Readonly<Record<string, string>>;
/** Another one whenever one of the files is. */
declare const SITE_VERSION: string;

const PREFIX = `mcp-web playground ${self.registration.scope} `;
const CACHE = PREFIX + SITE_VERSION;
const digests = new Map(
  Object.entries(SITE_FILES).map(([address, digest]) => [new URL(address, self.registration.scope).href, digest]),
);
const index = new URL('index.html', self.registration.scope).href;

/** Whether this worker has any files to keep. */
export const keepsFiles = digests.size > 0;

/**
 * Keeps the files that are not kept yet.
 *
 * @throws {TypeError} where one of them is not to be had, or is not the one of this build
 * @throws {DOMException} where the browser keeps nothing for this site
 */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(
    [...digests]
      .filter(([url]) => !kept.has(url))
      .map(async ([url, integrity]) => {
        // A redirected answer may not be given to a navigation later.
        const response = await fetch(url, { cache: 'no-cache', integrity, redirect: 'error' });
        if (!response.ok) throw new TypeError(`${url} was answered with ${response.status}.`);
        await cache.put(url, response);
      }),
  );
}

/** Deletes what earlier workers of this site kept. */
export async function forgetOtherFiles(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** The address under which the answer is kept, if it is a file of this site. A page is the same whatever it is asked. */
export function keptAddress({ method, mode, url }: Request): string | undefined {
  if (method !== 'GET') return undefined;
  const address = mode === 'navigate' ? url.replace(/[?#].*$/s, '') : url;
  const file = address === index ? self.registration.scope : address;
  return digests.has(file) ? file : undefined;
}

/** The file, from what is kept; where the browser has lost it, from the network. */
export async function fileAt(address: string, request: Request): Promise<Response> {
  const kept = await caches.match(address, { cacheName: CACHE }).catch(() => undefined);
  return kept ?? fetch(request);
}
