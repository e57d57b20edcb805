import { ConnectionLostEvent } from '../client/events.ts';
import { type ConnectOptions, DEFAULT_TIMEOUT_MS, resolveEndpoint, resolveOptions } from '../client/connect-options.ts';
import { checkHandlers } from '../client/requests/handlers.ts';
import { McpError } from '../errors.ts';
import { LoadError } from '../lazy.ts';
import { type Endpoint, mergeHeaders } from '../wire/http.ts';
import { type Circumstances, type Opening, OPENING, type PageFunctions, type WorkerFunctions } from './messages.ts';
import { PageFetch } from './page-fetch.ts';
import { pageAnswers } from './page-functions.ts';
import { PortCalls } from './port-calls.ts';
import { type AnyClient, WorkerClient, type WorkerLink } from './worker-client.ts';

/** The longest delay of a timer, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Options of `connectInWorker`: those of `connect`, but results are always checked by the client's own validator. */
export interface WorkerConnectOptions extends Omit<ConnectOptions, 'schemaValidator' | 'recorder'> {
  /**
   * A worker that runs `@mcp-web/client/worker-script`, for several clients, or where the page has to make its own
   * workers, for example under Trusted Types. Closing a client leaves it running. Without it, each client starts a
   * worker, and ends it with `close()`.
   */
  worker?: Worker | undefined;
}

/**
 * Connects to an MCP server as `connect` does, but in a worker: requests, streams, JSON and all checks cost the page no
 * time. Only what the page asked for reaches it, in short tasks. `auth`, `fetch`, `store` and all handlers run in the
 * page.
 *
 * @param url the server's address; relative URLs are resolved against the page
 * @throws {McpError} as `connect` does; `unsupported` when creating the worker throws, as under Trusted Types, and
 *   `network` when its script is blocked or cannot be loaded. Use `connect` then.
 *
 * @example
 * ```ts
 * import { connectInWorker } from '@mcp-web/client/worker';
 *
 * const client = await connectInWorker('https://example.com/mcp', { clientInfo: { name: 'notes', version: '1.0.0' } });
 * console.log(client.server.identity?.name, client.revision);
 * ```
 */
export async function connectInWorker(url: string | URL, options: WorkerConnectOptions = {}): Promise<AnyClient> {
  const { signal, worker: own } = options;
  resolveOptions(options);
  checkHandlers(options);
  const { port1, port2 } = new MessageChannel();
  const pageFetch = new PageFetch(options, () => calls);
  // While this runs synchronously, so that a sign-in knows whether the user has just clicked.
  const endpoint = resolveEndpoint(url, { ...options, fetch: options.fetch ?? pageFetch.send });
  const opening = openingOf(endpoint, options, pageFetch.circumstances());
  signal?.throwIfAborted();

  let start = (): void => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const functions: Partial<PageFunctions> = { ...pageAnswers(options, () => endpoint, pageFetch), started: start };
  const calls = new PortCalls<WorkerFunctions>(port1, functions);
  const worker = own ?? startWorker();
  const end = (error: McpError): void => {
    calls.end(error);
    if (!own) worker.terminate();
  };
  try {
    worker.postMessage(OPENING, [port2]);
    const connecting = calls.call('connect', [opening], signal);
    connecting.catch(() => {});
    await untilStarted(worker, started, options);
    const link: WorkerLink = {
      calls,
      state: await connecting,
      circumstances: (isForCache) => pageFetch.circumstances(isForCache),
      onreport: (reports) => void Object.assign(functions, reports),
      end,
    };
    const client = new WorkerClient(link);
    // A page can end a worker of its own. Not every browser says so.
    port1.addEventListener('close', () => {
      const error = new McpError('closed', 'The worker is gone, and the client with it: connect again.');
      calls.end(error);
      client.dispatchEvent(new ConnectionLostEvent(error));
    });
    return client;
  } catch (error) {
    calls.report('abandon');
    end(new McpError('closed', 'The client is not connected.', { cause: error }));
    throw error;
  }
}

function openingOf(
  { url, headers, relay }: Endpoint,
  options: WorkerConnectOptions,
  circumstances: Circumstances,
): Opening {
  const { clientInfo, revision, tasks, trustAnnotations, timeoutMs, maxTimeoutMs } = options;
  const { auth, fetch, store, trace, principal, elicitation, sampling, roots } = options;
  const hasHeaderFunction = typeof options.headers === 'function';
  return {
    url: url.href,
    settings: {
      clientInfo,
      revision,
      tasks,
      trustAnnotations,
      timeoutMs,
      maxTimeoutMs,
      ...(typeof principal === 'string' && { principal }),
    },
    headers: headers && !hasHeaderFunction ? [...mergeHeaders({ headers }, {})] : undefined,
    relay: relay?.href,
    isSentByPage: auth !== undefined || fetch !== undefined || hasHeaderFunction,
    has: {
      auth: auth !== undefined,
      headers: hasHeaderFunction,
      principal: typeof principal === 'function',
      store: store !== undefined,
      trace: trace !== undefined,
      form: elicitation?.form !== undefined,
      url: elicitation?.url !== undefined,
      createMessage: sampling !== undefined,
      supportsTools: sampling?.supportsTools === true,
      roots: roots !== undefined,
    },
    circumstances,
  };
}

function startWorker(): Worker {
  try {
    // Bundlers find the script by this expression.
    return new Worker(new URL('./script.js', import.meta.url), { type: 'module', name: 'mcp-web' });
  } catch (cause) {
    throw new McpError(
      'unsupported',
      'The browser does not let this page start a worker. Allow its script in the Content Security Policy (`worker-src`); under Trusted Types, create the worker yourself and pass it as `worker`; or use `connect`, which needs no worker.',
      { cause },
    );
  }
}

/** Resolves when the script of the worker runs, and has its port. */
async function untilStarted(
  worker: Worker,
  started: Promise<void>,
  { signal, timeoutMs = DEFAULT_TIMEOUT_MS, worker: own }: WorkerConnectOptions,
): Promise<void> {
  // The time of a request is for the server. To load our own script may take longer, and its failure is an event.
  const limitMs = own ? timeoutMs : Math.max(timeoutMs, DEFAULT_TIMEOUT_MS);
  const settled = new AbortController();
  const listening = { signal: settled.signal };
  let said: string | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      void started.then(resolve);
      signal?.addEventListener('abort', () => reject(signal.reason), listening);
      worker.addEventListener(
        'error',
        (cause) => {
          // What else runs in the page's own worker may throw.
          if (own && cause.message) said ??= cause.message;
          else reject(failureOf(cause));
        },
        listening,
      );
      const timer = setTimeout(() => reject(silenceOf(limitMs, said)), Math.min(limitMs, MAX_TIMER_MS));
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
    });
  } finally {
    settled.abort();
  }
}

/** A browser does not say why a worker's script failed, except where it runs and throws. */
function failureOf({ message }: ErrorEvent): McpError {
  const said = message ? ` The browser says: ${message}` : '';
  return new LoadError(
    `The script of the worker could not be loaded. Check that the page is online, that its bundler emitted the script, and that its Content Security Policy allows it (\`worker-src\`).${said}`,
  );
}

/** @param said an error in the worker */
const silenceOf = (timeoutMs: number, said: string | undefined): McpError =>
  new McpError(
    'timeout',
    `The worker did not answer within ${timeoutMs} ms: its script has to import @mcp-web/client/worker-script.${said ? ` The browser says: ${said}` : ''}`,
  );
