/** Finds out which era a server speaks: the modern one is tried first, with a request that changes nothing. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { eraOf, NEWEST_LEGACY, newestLegacyOf, OLDEST, type Revision, supportedBy } from '../protocol/revisions.ts';
import type { CallOptions } from './call-options.ts';
import type { Session, SessionContext } from './session.ts';
import { assumeModernSession, openModernSession } from './modern/modern-session.ts';
import type * as Legacy from './legacy/open-session.ts';
import type { ServerStore } from './stored-server.ts';

/**
 * @param pinned talk this revision and nothing else.
 * @param memory where the answer is remembered; without it, the server is asked each time.
 * @throws {McpError} as `connect` documents.
 */
export async function openSession(
  context: SessionContext,
  pinned: Revision | undefined,
  options: CallOptions,
  memory: ServerStore | undefined,
): Promise<Session> {
  if (pinned) return await openPinned(context, pinned, options);
  if (!memory) return await openNewest(context, options);
  const [{ AssumedSession, forgetServer, ownerOf, readStoredServer, storeServer }, recalled] = await Promise.all([
    import('./stored-server.ts'),
    memory.store.get(memory.key).catch(() => undefined),
  ]);
  const find = async (findOptions: CallOptions): Promise<Session> => {
    const askedBy = ownerOf(memory);
    const session = await openNewest(context, findOptions);
    void storeServer(memory, session, askedBy);
    return session;
  };
  const remembered = readStoredServer(recalled, memory);
  options.signal?.throwIfAborted();
  if (!remembered) return await find(options);
  const { revision, server, freshUntil } = remembered;
  if (eraOf(revision) === 'modern') {
    if (!server) return await find(options);
    // Later on, the signal that gave up connecting has no say any more.
    return new AssumedSession(assumeModernSession(context, server), memory, freshUntil, () => find({}));
  }
  try {
    const { openLegacy } = await loadLegacy(context);
    return await openLegacy(context, revision, options);
  } catch {
    options.signal?.throwIfAborted();
    await forgetServer(memory);
    return await find(options);
  }
}

/** What only older servers need. Asked for while the newest are looked for, it costs those others no time. */
async function loadLegacy({ transports }: SessionContext): Promise<typeof Legacy> {
  try {
    const [legacy] = await Promise.all([import('./legacy/open-session.ts'), transports.legacy()]);
    return legacy;
  } catch (cause) {
    throw new McpError(
      'network',
      'The part of this library that talks to older servers could not be loaded: is the page still online, and are its scripts still there?',
      { cause },
    );
  }
}

async function openNewest(context: SessionContext, options: CallOptions): Promise<Session> {
  loadLegacy(context).catch(() => {});
  let probeError: McpError;
  let requested: Revision | undefined;
  try {
    return await openModernSession(context, options);
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
    // Both failed: say what tells more, and keep the other.
    const [said, kept] = probeError.code === 'invalid-result' ? [probeError, error] : [error, probeError];
    let last: McpError = said;
    while (last.cause instanceof McpError) last = last.cause;
    // A page's own `fetch` may throw the same error each time.
    if (last !== kept) last.cause = last.cause === undefined ? kept : new AggregateError([last.cause, kept]);
    throw said;
  }
}

async function openPinned(context: SessionContext, pinned: Revision, options: CallOptions): Promise<Session> {
  let session: Session;
  try {
    session = await openAs(pinned, context, options);
  } catch (error) {
    // No stream at the address: a server of the oldest revision has one.
    if (pinned === OLDEST && error instanceof McpError && (error.code === 'http' || error.code === 'not-mcp'))
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
  if (eraOf(pinned) === 'modern') return await openModernSession(context, options);
  const { openLegacySession, openOldestSession } = await loadLegacy(context);
  const oldest = pinned === OLDEST ? await openOldestSession(context, pinned, options) : undefined;
  return oldest ?? (await openLegacySession(context, pinned, options));
}

function otherRevision(pinned: Revision, spoken: string | undefined, cause?: McpError): McpError {
  const said = spoken
    ? `The server speaks MCP ${spoken}, and not ${pinned}`
    : `The server does not speak MCP ${pinned} (it says: ${cause?.message})`;
  return new McpError(
    'unsupported-revision',
    `${said}. Connect without asking for a revision to use the newest that both sides know.`,
    { cause },
  );
}

/**
 * The revision to ask an older server for after `server/discover` failed; nothing when the failure is
 * no sign of an older server (2026-07-28, versioning, backward compatibility, and the browser's own case).
 */
function legacyRevisionFor(error: unknown): Revision | undefined {
  if (!(error instanceof McpError)) return undefined;
  switch (error.code) {
    // An older server's CORS answer refuses headers that it does not know, and the page is not told why.
    case 'network':
    // It accepted what it did not understand, and said nothing.
    case 'stream-ended':
    // It answers every method alike: what came is no answer to `server/discover`.
    case 'invalid-result':
      return NEWEST_LEGACY;
    case 'unsupported-revision':
      return Array.isArray(error.cause) ? newestLegacyOf(error.cause) : undefined;
    case 'http':
      return error instanceof HttpError && isClientError(error.status) ? NEWEST_LEGACY : undefined;
    case 'rpc':
      return error instanceof RpcError && isForeignToModern(error) ? NEWEST_LEGACY : undefined;
    default:
      return undefined;
  }
}

/** A modern server has to know `server/discover`, and says what else is wrong with codes of its own. */
function isForeignToModern({ rpcCode, cause }: RpcError): boolean {
  if (cause instanceof HttpError && !isClientError(cause.status)) return false;
  return !(rpcCode <= -32020 && rpcCode >= -32022);
}

/** 401, 403 and 429 are about who asks and how often, not about the era; 5xx allow no conclusion. */
const isClientError = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
