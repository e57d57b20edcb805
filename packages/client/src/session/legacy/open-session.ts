/** The ways to open a session with a server of the legacy era, newest first. Loaded only for servers that need them. */
import { HttpError, McpError, RpcError } from '../../errors.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { newestOf, revisionsOf, supportedBy, supports } from '../../protocol/supports.ts';
import { HeaderRefusedError, MessagesRefusedError } from '../../transports/transport.ts';
import type { CallOptions } from '../exchange.ts';
import type { Session, SessionContext } from '../session.ts';
import { LegacySession } from './legacy-session.ts';

/**
 * Opens a session with `initialize`, asking for `requested`; the server may choose an older revision.
 *
 * @throws {McpError} `unsupported-revision` when the server chooses one that this client does not speak.
 */
export async function openLegacySession(
  context: SessionContext,
  requested: Revision,
  options: CallOptions,
): Promise<Session> {
  const makeTransport = await context.transports.legacy();
  return await open(new LegacySession(context, makeTransport, requested), options);
}

/** The same over HTTP+SSE. Resolves with nothing if the server cannot be reached that way. */
export async function openHttpSseSession(
  context: SessionContext,
  requested: Revision,
  options: CallOptions,
): Promise<Session | undefined> {
  const makeTransport = await context.transports.httpSse?.();
  if (!makeTransport) return undefined;
  return await open(new LegacySession(context, makeTransport, requested, { transport: 'http+sse' }), options);
}

async function open(session: LegacySession, options: CallOptions): Promise<Session> {
  try {
    await session.open(options);
  } catch (error) {
    void session.close();
    throw error;
  }
  return session;
}

/** Opens a session with `initialize`; over HTTP+SSE where the server does not take a POST. */
export async function openLegacy(context: SessionContext, requested: Revision, options: CallOptions): Promise<Session> {
  try {
    return await openLegacySession(context, requested, options);
  } catch (error) {
    if (error instanceof HeaderRefusedError) return await openWithoutHeader(context, options, error);
    if (choseUnknown(error, requested)) return await openOlder(context, requested, options, error);
    const supported = supportedBy(error);
    if (supported) {
      const other = newestOf(revisionsOf('legacy'), supported);
      if (other && other !== requested) return await openLegacySession(context, other, options);
      throw new McpError('unsupported-revision', `The server speaks MCP ${supported.join(', ')}, not ${requested}.`, {
        cause: error,
      });
    }
    const status = statusOf(error);
    if (status === undefined || ![400, 404, 405].includes(status)) throw error;
    try {
      const session = await openHttpSseSession(context, requested, options);
      if (session) return session;
    } catch (sseError) {
      options.signal?.throwIfAborted();
      // An endpoint that opens a stream and then fails says more than the POST that it did not take.
      if (sseError instanceof MessagesRefusedError) throw sseError;
      if (sseError instanceof McpError && !['http', 'not-mcp', 'network'].includes(sseError.code)) throw sseError;
    }
    throw error;
  }
}

/** The newest revision that does without the header, if the server speaks it. */
async function openWithoutHeader(
  context: SessionContext,
  options: CallOptions,
  refusal: HeaderRefusedError,
): Promise<Session> {
  const revision = revisionsOf('legacy').find((one) => !supports(one, 'versionHeader') && !supports(one, 'httpSse'));
  if (!revision) throw refusal;
  try {
    return await openLegacySession(context, revision, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    refusal.cause = error;
    throw refusal;
  }
}

/** Whether the server chose a revision that is not known here, and newer than the one that it was asked for. */
function choseUnknown(error: unknown, requested: Revision): boolean {
  if (!(error instanceof McpError) || error.code !== 'unsupported-revision' || !Array.isArray(error.cause))
    return false;
  // Not even a date, or a later one.
  return error.cause.every((chosen) => !/^\d{4}-/.test(chosen) || chosen > requested);
}

/**
 * A server that does not speak the revision that it is asked for answers with its newest. It may speak an older one too,
 * which nobody has asked for yet.
 */
async function openOlder(
  context: SessionContext,
  refused: Revision,
  options: CallOptions,
  refusal: unknown,
): Promise<Session> {
  const revisions = revisionsOf('legacy');
  for (const revision of revisions.slice(revisions.indexOf(refused) + 1)) {
    if (supports(revision, 'httpSse')) continue;
    try {
      return await openLegacySession(context, revision, options);
    } catch (error) {
      if (!choseUnknown(error, revision)) throw error;
    }
  }
  throw refusal;
}

/** The HTTP status that an error came with. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpError) return error.status;
  return error instanceof RpcError && error.cause instanceof HttpError ? error.cause.status : undefined;
}
