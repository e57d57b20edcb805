/** Finds out whether a server of another origin takes what follows `initialize`: its CORS answer may not allow that. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import type { Revision } from '../protocol/revisions.ts';
import { addressOf } from '../wire/http.ts';
import { HeaderRefusedError } from './transport.ts';
import { isUnknownSession } from './session-id.ts';

/** How long to wait for the answer to the end of the handshake, in ms. */
const CONFIRM_MS = 1_000;

export interface Handshake {
  readonly url: URL;
  /** The one that was agreed on. */
  readonly revision: Revision;
  /** Settles when the server has taken the end of the handshake, or has not. */
  readonly posted: Promise<void>;
  readonly hasSessionId: boolean;
  /** Sends the end of the handshake again. Absent if it has no header that `initialize` did not have. */
  readonly postAgain?: () => Promise<void>;
}

/** @throws {McpError} the reason why every later message would be refused too */
export async function confirmHandshake({ url, revision, posted, hasSessionId, postAgain }: Handshake): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CONFIRM_MS)));
  try {
    await Promise.race([posted, late]);
  } catch (cause) {
    const refusal = cause instanceof RpcError ? cause.cause : cause;
    if (!hasSessionId && refusal instanceof HttpError && isUnknownSession(refusal))
      throw new McpError(
        'invalid-result',
        `${addressOf(url)} wants a session id, but its answer to initialize has none that this page can read: its CORS answer has to say Access-Control-Expose-Headers: Mcp-Session-Id.`,
        { cause },
      );
    // The server has just answered. Now there is a header more.
    if (isUnreachable(cause) && postAgain && (await postAgain().then(() => false, isUnreachable)))
      throw new HeaderRefusedError(
        `${addressOf(url)} answered to initialize, but not to what came next. Probably its CORS answer does not list MCP-Protocol-Version, which MCP ${revision} needs, in Access-Control-Allow-Headers.`,
        { cause },
      );
  } finally {
    clearTimeout(timer);
  }
}

export const isUnreachable = (error: unknown): boolean => error instanceof McpError && error.code === 'network';
