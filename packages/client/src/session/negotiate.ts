/** Finds out which revision a server speaks: the modern era is tried first, with a request that changes nothing. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { lazy, LoadError } from '../lazy.ts';
import { METHOD_NOT_FOUND, MODERN_ERRORS } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import { eraOf, newestOf, revisionsOf, supportedBy, supports } from '../protocol/supports.ts';
import type { CallOptions } from './exchange.ts';
import type { Session, SessionContext } from './session.ts';
import { assumeModernSession, openModernSession } from './modern/modern-session.ts';
import { HeaderRefusedError } from '../transports/transport.ts';
import { ownerOf } from './principal.ts';
import type { ServerStore } from './stored-server.ts';

const loadStoredServer = lazy(() => import('./stored-server.ts'), 'reads what is stored about servers');
const loadLegacySession = lazy(() => import('./legacy/open-session.ts'), 'connects to older servers');

/**
 * Opens a session in the newest revision that both sides know, or in the one that was stored at the last visit.
 *
 * @param pinned speak this revision and no other
 * @param stored where the answer is stored; without it, the server is asked each time
 * @throws {McpError} as `connect` documents.
 */
export async function openSession(
  context: SessionContext,
  pinned: Revision | undefined,
  options: CallOptions,
  stored: ServerStore | undefined,
): Promise<Session> {
  if (pinned) return await openPinned(context, pinned, options);
  if (!stored) return await openNewest(context, options);
  const [{ AssumedSession, forgetServer, readStoredServer, storeRefused, storeServer }, value] = await Promise.all([
    loadStoredServer(),
    stored.key.then((key) => stored.store.get(key)).catch(() => undefined),
  ]);
  const { contact } = context.transports;
  const refusedHeaders = contact?.refusedHeaders ?? new Set<string>();
  // Most requests with other headers come after the page has connected.
  if (contact) contact.onrefused = () => void storeRefused(stored, refusedHeaders);
  const find = async (findOptions: CallOptions): Promise<Session> => {
    const askedBy = ownerOf(stored);
    const session = await openNewest(context, findOptions);
    void storeServer(stored, session, askedBy, refusedHeaders);
    return session;
  };
  const known = readStoredServer(value, stored);
  options.signal?.throwIfAborted();
  if (!known) return await find(options);
  const { revision, server } = known;
  for (const name of known.refusedHeaders) refusedHeaders.add(name);
  if (eraOf(revision) === 'modern') {
    if (!server) return await find(options);
    // The signal gives up connecting. The page is connected by the time that this is called.
    const reopen = (): Promise<Session> => find({});
    return new AssumedSession(assumeModernSession(context, revision, server), stored, known, refusedHeaders, reopen);
  }
  try {
    const { openLegacy } = await loadLegacy(context);
    return await openLegacy(context, revision, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof LoadError) throw error;
    await forgetServer(stored);
    refusedHeaders.clear();
    return await find(options);
  }
}

/** Loads what only older servers need. `openNewest` starts this before it knows, so that they need not wait. */
async function loadLegacy({ transports }: SessionContext): ReturnType<typeof loadLegacySession> {
  const [legacy] = await Promise.all([loadLegacySession(), transports.legacy()]);
  return legacy;
}

async function openNewest(context: SessionContext, options: CallOptions): Promise<Session> {
  let probeError: McpError;
  let requested: Revision | undefined;
  try {
    const opening = openModernSession(context, revisionsOf('modern'), options);
    // After the request, which comes first on the connections of the page.
    loadLegacy(context).catch(() => {});
    return await opening;
  } catch (error) {
    requested = legacyRevisionFor(error);
    if (!requested || !(error instanceof McpError)) throw error;
    probeError = error;
  }
  try {
    const { openLegacy } = await loadLegacy(context);
    return await openLegacy(context, requested, options);
  } catch (error) {
    if (!(error instanceof McpError)) throw error;
    if (probeError.code === 'network' && isFromServer(error))
      return await openWithoutHeaders(context, options, probeError, error);
    const refused = probeError.code === 'network' && error.code === 'network' ? await findRefusedOwn(context) : [];
    if (refused.length > 0) throw ownHeadersRefused(refused, error);
    // Both failed: throw the error that tells more, with the other as its cause. When neither the server nor the code
    // could be reached, it is the one about the server.
    const isOffline = error instanceof LoadError && probeError.code === 'network';
    const [said, other] = isOffline || probeError.code === 'invalid-result' ? [probeError, error] : [error, probeError];
    let last: McpError = said;
    while (last.cause instanceof McpError) last = last.cause;
    // A page's own `fetch` may throw the same error each time.
    if (last !== other) last.cause = last.cause === undefined ? other : new AggregateError([last.cause, other]);
    throw said;
  }
}

/** Whether a modern MCP server gave this answer to `initialize`, which it does not know. */
function isFromServer(error: McpError): boolean {
  if (!(error instanceof RpcError)) return error.code === 'unsupported-revision';
  // These refuse the user, or the moment.
  const { cause } = error;
  const isAboutRevision = !(cause instanceof HttpError) || [400, 404].includes(cause.status);
  return isAboutRevision && [METHOD_NOT_FOUND, ...MODERN_ERRORS].includes(error.rpcCode);
}

/** The headers of `server/discover`. */
const MODERN_HEADERS = ['MCP-Protocol-Version', 'Mcp-Method'];

/**
 * A modern server answered a request without the headers of its revision, but none with them. It may take requests that lack
 * those that its CORS answer does not allow.
 */
async function openWithoutHeaders(
  context: SessionContext,
  options: CallOptions,
  probeError: McpError,
  said: McpError,
): Promise<Session> {
  const refused = (await context.transports.leaveOut?.(MODERN_HEADERS)) ?? [];
  let failure = said;
  try {
    return await openModernSession(context, revisionsOf('modern'), options);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof McpError) failure = error;
  }
  const [revision] = revisionsOf('modern');
  const [whose, names] =
    refused.length > 0
      ? ['Its', refused.join(' and ')]
      : ['Probably its', 'MCP-Protocol-Version, Mcp-Method and Mcp-Name'];
  const says = failure instanceof HeaderRefusedError ? '' : ` (it says: ${failure.message})`;
  const message = `The server is there, but no request of MCP ${revision} reaches it, and it speaks no older revision${says}. ${whose} CORS answer does not list ${names} in Access-Control-Allow-Headers.`;
  throw new McpError('network', message, { cause: new AggregateError([probeError, failure]) });
}

async function findRefusedOwn({ transports }: SessionContext): Promise<readonly string[]> {
  return (await transports.findRefusedOwn?.().catch(() => [])) ?? [];
}

function ownHeadersRefused(names: readonly string[], cause: McpError): McpError {
  const message = `The server is there, but requests with the headers of this page do not reach it: its CORS answer does not list ${names.join(', ')} in Access-Control-Allow-Headers.`;
  return new McpError('network', message, { cause });
}

async function openPinned(context: SessionContext, pinned: Revision, options: CallOptions): Promise<Session> {
  let session: Session;
  try {
    session = await openAs(pinned, context, options).catch((error: unknown) => {
      // The server takes requests without the header, which are sent so from now on.
      if (error instanceof HeaderRefusedError && !error.isNeeded) return openAs(pinned, context, options);
      throw error;
    });
  } catch (error) {
    // There is no stream at the address: a server that speaks HTTP+SSE has one.
    if (supports(pinned, 'httpSse') && error instanceof McpError && (error.code === 'http' || error.code === 'not-mcp'))
      throw otherRevision(pinned, undefined, error);
    if (!(error instanceof RpcError)) throw error;
    const supported = supportedBy(error);
    if (supported || (eraOf(pinned) === 'modern' && isForeignToModern(error)))
      throw otherRevision(pinned, supported?.join(', '), error);
    throw error;
  }
  if (session.revision === pinned) return session;
  await session.close();
  throw otherRevision(pinned, session.revision);
}

async function openAs(pinned: Revision, context: SessionContext, options: CallOptions): Promise<Session> {
  if (eraOf(pinned) === 'modern') return await openModernSession(context, [pinned], options);
  const { openHttpSseSession, openLegacySession } = await loadLegacy(context);
  const session = supports(pinned, 'httpSse') ? await openHttpSseSession(context, pinned, options) : undefined;
  return session ?? (await openLegacySession(context, pinned, options));
}

function otherRevision(pinned: Revision, spoken: string | undefined, cause?: McpError): McpError {
  const said = spoken
    ? `The server speaks MCP ${spoken}, not ${pinned}`
    : `The server does not speak MCP ${pinned} (it says: ${cause?.message})`;
  return new McpError(
    'unsupported-revision',
    `${said}. To use the newest revision that both sides know, connect without the \`revision\` option.`,
    { cause },
  );
}

/**
 * The revision to ask an older server for after `server/discover` failed; nothing when the failure is
 * no sign of an older server (2026-07-28, versioning, backward compatibility, and the browser's own case).
 */
function legacyRevisionFor(error: unknown): Revision | undefined {
  const revisions = revisionsOf('legacy');
  const [newest] = revisions;
  if (!(error instanceof McpError) || error instanceof LoadError) return undefined;
  switch (error.code) {
    // An older server's CORS answer refuses headers that it does not know, and the browser does not tell the page why.
    case 'network':
    // The server accepted what it did not understand, and said nothing.
    case 'stream-ended':
    // The server answers every method alike, and not as `server/discover` is answered.
    case 'invalid-result':
      return newest;
    case 'unsupported-revision':
      return Array.isArray(error.cause) ? newestOf(revisions, error.cause) : undefined;
    case 'http':
      return error instanceof HttpError && isClientError(error.status) ? newest : undefined;
    case 'rpc':
      return error instanceof RpcError && isForeignToModern(error) ? newest : undefined;
    default:
      return undefined;
  }
}

/** Whether no modern server gives this answer: it has to know `server/discover`, and has error codes of its own. */
function isForeignToModern({ rpcCode, cause }: RpcError): boolean {
  if (cause instanceof HttpError && !isClientError(cause.status)) return false;
  return !MODERN_ERRORS.includes(rpcCode);
}

/** 401, 403 and 429 are about who asks and how often, and 5xx is about the server's health: none of them shows the era. */
const isClientError = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
