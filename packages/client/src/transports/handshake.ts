/** Finds out whether a server of another origin takes what follows `initialize`: its CORS answer may not allow that. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import { addressOf } from '../wire/refusal.ts';
import { HeaderRefusedError, type SessionTransportEvents } from './transport.ts';
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

/**
 * Ends a session if the server refuses the end of the handshake and what follows it, so that not each call has to find
 * out. Servers that refuse only notifications work all the same.
 */
export async function endIfRefused(
  posted: Promise<void>,
  { probe, onend }: Pick<SessionTransportEvents, 'probe' | 'onend'>,
  signal: AbortSignal,
): Promise<void> {
  const refusal: unknown = await posted.catch((error: unknown) => error);
  if (!(refusal instanceof McpError) || !isRefused(refusal) || signal.aborted) return;
  const answer: unknown = await probe().catch((error: unknown) => error);
  if (!isRefused(answer) || signal.aborted) return;
  refusal.message = `The server took initialize, but refuses what follows. ${refusal.message}`;
  onend(refusal);
}

/** Whether the server did not take a message at all. 408 and 429 are no refusals for good; one that knows no ping answers. */
function isRefused(error: unknown): boolean {
  if (error instanceof RpcError && error.rpcCode === METHOD_NOT_FOUND) return false;
  const refusal = error instanceof RpcError ? error.cause : error;
  return (
    refusal instanceof HttpError &&
    refusal.status >= 400 &&
    refusal.status < 500 &&
    ![408, 429].includes(refusal.status)
  );
}

export const isUnreachable = (error: unknown): boolean => error instanceof McpError && error.code === 'network';
