import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { Implementation, JsonObject } from '../protocol/types.ts';
import type { Revision } from '../protocol/revisions.ts';
import { isRevision, REVISIONS } from '../protocol/supports.ts';
import type { Principal } from '../session/principal.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import { recordedFetch, type RecorderOption } from './recorder.ts';
import type { ServerRequestHandlers } from './requests/handlers.ts';
import type { SchemaValidator } from './tools/schema-validator.ts';
import type { TraceContext } from './trace.ts';
import type { CallStore } from './unfinished/call-store.ts';
import type { Authorizer } from '../wire/authorizer.ts';
import { type Endpoint, newContact } from '../wire/http.ts';
import { throughRelay } from '../wire/through-relay.ts';

/** How to connect to a server. */
export interface ConnectOptions extends ServerRequestHandlers {
  /** The name and version of the page. */
  clientInfo?: Implementation | undefined;
  /** Extensions of MCP that the page supports, with their settings. The client declares them, and does nothing else. */
  extensions?: Record<string, JsonObject> | undefined;
  /** Speaks exactly this revision; without it, the newest that both sides know. */
  revision?: Revision | undefined;
  /**
   * Additional headers, for example `Authorization`; a function is called before each request. The server's CORS answer
   * has to allow each name.
   */
  headers?: HeadersInit | (() => HeadersInit) | undefined;
  /**
   * Signs the user in and sends each request with their token: `browserOAuth()` of `@mcp-web/client/oauth`, or your
   * own.
   */
  auth?: Authorizer | undefined;
  /**
   * The address of a relay that sends the requests, for a server without CORS headers: where your server runs `relay()` of
   * `@mcp-web/client/relay`. Relative URLs are resolved against the page. With `auth`, requests to the authorization
   * server go through it too, if they are on its list.
   */
  relay?: string | URL | undefined;
  /** Used in place of the platform's `fetch`, for example to go through a proxy. */
  fetch?: typeof fetch | undefined;
  /**
   * Records what is sent and received, for `<mcp-activity>`: an `ActivityRecorder` of `@mcp-web/client/activity`. A function
   * is called before each request. Without it, nothing is recorded.
   */
  recorder?: RecorderOption | undefined;
  /**
   * Stores what the server speaks, and with `principal` its answers too, to save requests on the next visit:
   * `indexedDbStore()` or your own.
   */
  store?: KeyValueStore | undefined;
  /**
   * Who is signed in: any unique name, for example a user id. A function is called before each request, and returns
   * undefined while nobody is signed in. Answers that may be cached are then stored in `store`, and private ones are
   * only used for this principal. When your headers choose what the server shows, for example a workspace, name that
   * too: `${user}/${workspace}`. Without `principal`, private answers stay in memory and belong to the `headers`. You
   * need it when your own `fetch` adds credentials.
   */
  principal?: Principal | undefined;
  /**
   * Records tool calls while they run, so that after a reload the page can go on with them: `indexedDbCallStore()`. See
   * `unfinishedCalls`. Needs a secure context. A call belongs to who made it: with `headers`, this needs `principal`
   * too.
   */
  callStore?: CallStore | undefined;
  /**
   * Listens for changes on one stream in all tabs of the site, because a browser has six connections for a server
   * without HTTP/2. Tabs share it that connect to the same URL with the same `principal`, `clientInfo` and handlers.
   * Where requests have `headers` or `auth`, only tabs with a `principal` do. True by default in windows, unless `fetch`
   * is set.
   */
  shareWithTabs?: boolean | undefined;
  /**
   * Lets servers of 2026-07-28 run tool calls as tasks (the extension `io.modelcontextprotocol/tasks`). Without it,
   * only calls with `onTask` may become tasks.
   */
  tasks?: boolean | undefined;
  /**
   * Whether the page trusts what the server's annotations say about its tools. A call of a tool that claims to be
   * read-only or idempotent is then sent again when the server has forgotten the session in which it was sent. Every
   * other call rejects with `session-lost`, because it may have run. False by default.
   */
  trustAnnotations?: boolean | undefined;
  /** Called before each request. Returns its place in a distributed trace, which goes into the message's `_meta`. */
  trace?: (() => TraceContext | undefined | Promise<TraceContext | undefined>) | undefined;
  /** Checks structured results against output schemas, in place of the client's own validator. */
  schemaValidator?: SchemaValidator | undefined;
  /** Cancels connecting. Has no effect on the client once it is connected. */
  signal?: AbortSignal | undefined;
  /** How long each request waits for its answer, or for the next sign of progress, in ms. 60,000 by default. */
  timeoutMs?: number | undefined;
  /** How long a request that reports progress may take in all, in ms. Ten times `timeoutMs` by default. */
  maxTimeoutMs?: number | undefined;
}

export const DEFAULT_TIMEOUT_MS = 60_000;

export interface ResolvedOptions {
  clientInfo: Implementation;
  revision: Revision | undefined;
  timeoutMs: number;
  maxTimeoutMs: number;
}

/** @throws {McpError} `invalid-argument` */
export function resolveOptions(options: ConnectOptions): ResolvedOptions {
  const {
    clientInfo = { name: 'mcp-web', version: '0.0.0' },
    revision,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    maxTimeoutMs = 10 * timeoutMs,
  } = options;
  if (revision !== undefined && !isRevision(revision)) {
    throw new McpError(
      'invalid-argument',
      `\`revision\` is ${JSON.stringify(revision)}: it has to be one of ${REVISIONS.join(', ')}.`,
    );
  }
  if (!isObject(clientInfo) || typeof clientInfo.name !== 'string' || typeof clientInfo.version !== 'string') {
    throw new McpError('invalid-argument', '`clientInfo` needs a `name` and a `version`, both strings.');
  }
  return { clientInfo, revision, timeoutMs, maxTimeoutMs };
}

/** @throws {McpError} `invalid-argument` */
export function resolveEndpoint(url: string | URL, options: ConnectOptions): Endpoint {
  const { headers, auth, fetch: ownFetch, recorder } = options;
  const resolved = resolveUrl(url);
  const relay = resolveRelay(options);
  const direct = ownFetch ?? ((input, init) => fetch(input, init));
  const sent: typeof fetch = relay ? throughRelay(relay, direct) : direct;
  const send = recorder ? recordedFetch(recorder, { url: resolved.href, relay: relay?.href }, sent) : sent;
  return {
    url: resolved,
    fetch: auth?.authorize(resolved, send, relay && { relay }) ?? send,
    ...(relay && { relay }),
    ...(headers && { headers: () => (typeof headers === 'function' ? headers() : headers) }),
    ...(auth && { waitedForUserAt: () => auth.waitedForUserAt?.(resolved) }),
    contact: newContact(),
  };
}

/** @throws {McpError} `invalid-argument` */
export const resolveRelay = ({ relay }: Pick<ConnectOptions, 'relay'>): URL | undefined =>
  relay === undefined || relay === '' ? undefined : resolveUrl(relay);

/**
 * The absolute URL of a server, or of a relay. A relative one has to begin with `/` or `.`, so that a forgotten `https://` is noticed.
 *
 * @throws {McpError} `invalid-argument` when it is not one that a page can fetch.
 */
export function resolveUrl(url: string | URL): URL {
  const text = String(url).trim();
  let resolved: URL;
  try {
    if (/\s/.test(text)) throw new TypeError('There is white space in it');
    // A Request resolves as the page's own fetch does: against the base URL of the document or worker.
    resolved = new URL(/^[/.]/.test(text) ? new Request(text).url : text);
  } catch (cause) {
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(text)} is not a URL. A server's address looks like https://example.com/mcp, or /mcp on the page's own site.`,
      { cause },
    );
  }
  if (/^[\w.-]+:\d+(\/|$)/.test(text)) {
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(text)} has no scheme: begin it with https://, or http:// for a server on this machine.`,
    );
  }
  if (resolved.protocol !== 'https:' && resolved.protocol !== 'http:') {
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(text)} is not an http or https URL, and a page can fetch no other. A server that runs as a local program needs a bridge to HTTP.`,
    );
  }
  if (resolved.username || resolved.password) {
    throw new McpError(
      'invalid-argument',
      'The URL has a user name or password in it, which browsers do not send: use the `headers` option.',
    );
  }
  resolved.hash = '';
  return resolved;
}
