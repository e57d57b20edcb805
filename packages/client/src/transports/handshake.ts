/** Finds out whether a server of another origin takes what follows `initialize`: its CORS answer may not allow that. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { LoadError } from '../lazy.ts';
import { METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { Call } from '../session/exchange.ts';
import { settlesWithin } from '../wire/abort.ts';
import { encodeNotification } from '../wire/json-rpc.ts';
import { addressOf } from '../wire/refusal.ts';
import { HeaderRefusedError, type SessionTransportEvents } from './transport.ts';
import { isUnknownSession, SESSION_HEADER, VERSION_HEADER } from './session-id.ts';

const INITIALIZED = encodeNotification('notifications/initialized', undefined);

/** How long to wait for the answer to the end of the handshake, in ms. */
const CONFIRM_MS = 1_000;

export interface Handshake {
  readonly url: URL;
  /** The one that was agreed on. */
  readonly revision: Revision;
  /** Settles when the server has taken the end of the handshake, or has not. */
  readonly posted: Promise<void>;
  readonly hasSessionId: boolean;
  /** The names of the headers of the revision that are left out already. */
  readonly leftOut: readonly string[];
  /** Finds out which headers that `initialize` did not have are refused, and leaves them out from now on. */
  readonly leaveOut: () => Promise<readonly string[]>;
  readonly post: (message: string) => Promise<void>;
  /** Asks whether the server takes requests. */
  readonly probe: () => Promise<void>;
}

/** @throws {McpError} the reason why every later message would be refused too, or would be with the headers of the revision */
export async function confirmHandshake(handshake: Handshake): Promise<void> {
  const { url, posted, hasSessionId, leftOut, leaveOut } = handshake;
  try {
    await posted;
  } catch (cause) {
    const refusal = cause instanceof RpcError ? cause.cause : cause;
    if (!hasSessionId && refusal instanceof HttpError && isUnknownSession(refusal))
      throw new McpError(
        'invalid-result',
        `${addressOf(url)} wants a session id, but its answer to initialize has none that this page can read: its CORS answer has to say Access-Control-Expose-Headers: Mcp-Session-Id.`,
        { cause },
      );
    if (leftOut.length > 0 && isRefused(cause)) throw headersRefused(handshake, leftOut, true, cause);
    // The server has just answered. Now there is a header more.
    const names = isUnreachable(cause) ? await leaveOut() : [];
    if (names.length > 0) throw headersRefused(handshake, names, await areNeeded(handshake, names), cause);
  }
}

/**
 * Waits for what `confirmHandshake` finds, but not for long.
 *
 * @throws what it throws, unless the session works all the same
 */
export async function awaitConfirmed(confirmed: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CONFIRM_MS)));
  try {
    await Promise.race([confirmed, late]);
  } catch (error) {
    // A revision that does not have the header suits the server better.
    if (!isHarmless(error) || error.names.includes(VERSION_HEADER)) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The browser does not say why a request fails. If the end of the handshake failed alike, the reason is known. Resolves if the
 * request may be sent again, now without the header.
 *
 * @param posted as in `Handshake`
 * @param sent the headers that the request had
 * @throws the error, with that reason where it is known
 */
export async function explainFailure(
  error: unknown,
  { posted, confirmed }: { posted: Promise<void>; confirmed: Promise<void> },
  call: Pick<Call, 'isRepeatable' | 'signal'>,
  sent: Record<string, string>,
): Promise<void> {
  // What CORS refuses fails at once.
  if (!isUnreachable(error) || !(await settlesWithin(CONFIRM_MS, posted))) throw error;
  const reason: unknown = await confirmed.catch((refusal: unknown) => refusal);
  if (!(reason instanceof HeaderRefusedError) || !reason.names.some((name) => name in sent)) throw error;
  const { message, names, isNeeded } = reason;
  if (isNeeded || !call.isRepeatable || call.signal.aborted)
    throw new HeaderRefusedError(message, { names, isNeeded, cause: error });
}

/** Whether the server takes messages without the header that was refused. */
export const isHarmless = (error: unknown): error is HeaderRefusedError =>
  error instanceof HeaderRefusedError && !error.isNeeded;

/** Whether the server refuses messages without these headers. */
async function areNeeded({ post, probe }: Handshake, names: readonly string[]): Promise<boolean> {
  const isTaken = (work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => !isRefused(error),
    );
  // Some servers take any notification, whatever it is about.
  return !((await isTaken(post(INITIALIZED))) && (!names.includes(SESSION_HEADER) || (await isTaken(probe()))));
}

function headersRefused(
  { url, revision }: Handshake,
  names: readonly string[],
  isNeeded: boolean,
  cause: unknown,
): HeaderRefusedError {
  const need = isNeeded ? 'the server needs' : `MCP ${revision} has`;
  const message = `${addressOf(url)} answered to initialize, but not to what came next: its CORS answer does not list ${names.join(' and ')}, which ${need}, in Access-Control-Allow-Headers.`;
  return new HeaderRefusedError(message, { names, isNeeded, cause });
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

export const isUnreachable = (error: unknown): boolean =>
  error instanceof McpError && error.code === 'network' && !(error instanceof LoadError);
