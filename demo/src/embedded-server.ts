import { english, type NotEmbeddedMessages } from './languages/page-messages.ts';

/** How long a worker may take to be installed and to control the page, in ms. */
const CONTROL_TIMEOUT_MS = 30_000;

interface WorkerScriptPolicy {
  /** In fact returns a TrustedScriptURL, which `register` requires under Trusted Types. */
  createScriptURL(input: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL(input: string): string }): WorkerScriptPolicy;
    };
  }
}

/** The URLs of the servers in the worker. */
export interface EmbeddedServers {
  readonly open: URL;
  /** Requires its users to sign in. */
  readonly diary: URL;
}

/** Why there are no built-in servers, in any language of the page. */
export class NotEmbeddedError extends Error {
  readonly reasonIn: (messages: NotEmbeddedMessages) => string;

  constructor(reasonIn: (messages: NotEmbeddedMessages) => string, options?: ErrorOptions) {
    super(reasonIn(english.notEmbedded), options);
    this.reasonIn = reasonIn;
  }
}

/**
 * The URL of the worker, in the form that `register` requires under Trusted Types. Call it once: a policy's name can be
 * used only once.
 */
export function trustWorkerScript(): string {
  const url = new URL('./service-worker.js', document.baseURI).href;
  const policy = window.trustedTypes?.createPolicy('playground-worker', {
    createScriptURL: (input) => {
      if (input !== url) throw new TypeError('This page starts only one worker.');
      return input;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}

/**
 * Starts the MCP servers in this site's Service Worker, and waits until they answer the page's own requests.
 *
 * @throws {NotEmbeddedError} if the browser has no Service Workers here, or does not start this one.
 */
export async function startEmbeddedServers(workerScript: string): Promise<EmbeddedServers> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  if (!workers) {
    throw new NotEmbeddedError(({ unsupported, insecure }) => (isSecureContext ? unsupported : insecure));
  }
  let registration: ServiceWorkerRegistration;
  try {
    registration = await workers.register(workerScript);
  } catch (cause) {
    throw new NotEmbeddedError(({ failed }) => failed(cause instanceof Error ? cause.message : String(cause)), {
      cause,
    });
  }
  await controlOf(workers, registration);
  return { open: new URL('mcp', registration.scope), diary: new URL('diary/mcp', registration.scope) };
}

/** Waits until the worker answers this page's requests. A page that was force-reloaded has to ask for that. */
async function controlOf(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): Promise<void> {
  if (workers.controller) return;
  const settled = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new NotEmbeddedError(({ late }) => late)), CONTROL_TIMEOUT_MS);
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
      workers.addEventListener('controllerchange', () => resolve(), { signal: settled.signal });
      registration.active?.postMessage('claim');
    });
  } finally {
    settled.abort();
  }
}
