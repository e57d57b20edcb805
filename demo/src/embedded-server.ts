/** How long a worker may take to be installed and to control the page, in ms. */
const CONTROL_TIMEOUT_MS = 30_000;

interface WorkerScriptPolicy {
  /** A TrustedScriptURL really, which `register` takes where a string is not accepted. */
  createScriptURL(input: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(input: string): string }): WorkerScriptPolicy;
    };
  }
}

/** Where the servers are that live in the worker. */
export interface EmbeddedServers {
  readonly open: URL;
  /** Wants its users signed in. */
  readonly diary: URL;
}

/** The URL of the worker, in the form that `register` takes under Trusted Types. Call it once: a policy's name is taken then. */
export function trustWorkerScript(): string {
  const url = new URL('./service-worker.js', document.baseURI).href;
  const policy = window.trustedTypes?.createPolicy('playground-worker', {
    createScriptURL: (input) => {
      if (input !== url) throw new TypeError('This page starts one worker only.');
      return input;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}

/**
 * Starts the MCP servers that live in this site's Service Worker and waits until they answer the page's own requests.
 *
 * @throws {Error} with a message for the user, where the browser offers no Service Worker here.
 */
export async function startEmbeddedServers(workerScript: string): Promise<EmbeddedServers> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!workers) {
    throw new Error(
      isSecureContext
        ? 'This window has no Service Workers (some browsers switch them off in private windows), so the built-in server cannot run.'
        : 'The built-in server is a Service Worker, and browsers run those on https and localhost only.',
    );
  }
  let registration: ServiceWorkerRegistration;
  try {
    registration = await workers.register(workerScript);
  } catch (cause) {
    throw new Error(
      `The browser did not start the built-in server: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  await controlOf(workers, registration);
  return { open: new URL('mcp', registration.scope), diary: new URL('diary/mcp', registration.scope) };
}

/** Waits until the worker answers this page's requests; a page that was reloaded past it has to ask. */
async function controlOf(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  if (workers.controller) return;
  const settled = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('The built-in server did not start in time. Reload the page to try again.')),
        CONTROL_TIMEOUT_MS,
      );
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
      workers.addEventListener('controllerchange', () => resolve(), { signal: settled.signal });
      registration.active?.postMessage('claim');
    });
  } finally {
    settled.abort();
  }
}
