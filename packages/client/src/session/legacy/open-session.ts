/** The ways to a server of the legacy era, newest first. Loaded only for servers that need them. */
import { HttpError, McpError, RpcError } from '../../errors.ts';
import { newestLegacyOf, type Revision, supportedBy } from '../../protocol/revisions.ts';
import type { CallOptions } from '../call-options.ts';
import type { Session, SessionContext } from '../session.ts';
import { openLegacySession, openOldestSession } from './legacy-session.ts';

export { openLegacySession, openOldestSession };

/** `initialize`, and where nobody takes a POST, the transport before streamable HTTP. */
export async function openLegacy(context: SessionContext, requested: Revision, options: CallOptions): Promise<Session> {
  try {
    return await openLegacySession(context, requested, options);
  } catch (error) {
    const supported = supportedBy(error);
    if (supported) {
      const other = newestLegacyOf(supported);
      if (other && other !== requested) return await openLegacySession(context, other, options);
      throw new McpError(
        'unsupported-revision',
        `The server speaks MCP ${supported.join(', ')}, and not ${requested}.`,
        { cause: error },
      );
    }
    const status = statusOf(error);
    if (status === undefined || ![400, 404, 405].includes(status)) throw error;
    try {
      const session = await openOldestSession(context, requested, options);
      if (session) return session;
    } catch (sseError) {
      options.signal?.throwIfAborted();
      // An endpoint that opened a stream and then failed says more than the POST that it did not take.
      if (sseError instanceof McpError && !['http', 'not-mcp', 'network', 'timeout'].includes(sseError.code))
        throw sseError;
    }
    throw error;
  }
}

/** The HTTP status that an error came with. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpError) return error.status;
  return error instanceof RpcError && error.cause instanceof HttpError ? error.cause.status : undefined;
}
