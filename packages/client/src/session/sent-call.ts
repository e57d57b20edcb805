/** What an error says about a call that was sent: whether it may have run, and how the page can pick it up again. */
import { AuthError, HttpError, McpError, RpcError } from '../errors.ts';
import { LoadError } from '../lazy.ts';
import {
  INVALID_PARAMS,
  isRepeatable,
  METHOD_NOT_FOUND,
  MODERN_ERRORS,
  URL_ELICITATION_REQUIRED,
} from '../protocol/methods.ts';

/**
 * The statuses with which a server refuses a request whenever it comes. The browser may have sent the same request before,
 * on a connection that broke: that one was refused too. The other statuses depend on the moment.
 */
const REFUSING_STATUSES: readonly number[] = [401, 403, 405, 406, 413, 415, 431];

/** The errors that come before anything runs. -32700: not JSON, -32600: no request. */
const REFUSING_CODES: readonly number[] = [
  -32700,
  -32600,
  METHOD_NOT_FOUND,
  URL_ELICITATION_REQUIRED,
  ...MODERN_ERRORS,
];

/** Whether the error proves that the request was not sent, or that the server ran nothing. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof HttpError) return REFUSING_STATUSES.includes(error.status);
  if (error instanceof RpcError) {
    const status = error.cause instanceof HttpError ? error.cause.status : 200;
    if (status >= 500) return false;
    // With status 200, servers also say so when a tool fails halfway, or when its result does not fit its schema.
    return REFUSING_CODES.includes(error.rpcCode) || (error.rpcCode === INVALID_PARAMS && status >= 400);
  }
  return error instanceof AuthError || error instanceof LoadError || isMistake(error);
}

/** The page's mistakes are found before anything is sent; a relay that refuses sends nothing. */
const isMistake = (error: unknown): boolean =>
  error instanceof McpError && ['invalid-argument', 'relay'].includes(error.code);

/** What a call left at the server. */
interface Traces {
  readonly taskId?: string | undefined;
  readonly lastEventId?: string | undefined;
}

const ADVICE = 'The call may have run: check before you send it again.';

/**
 * The error to reject with after a call was sent: it says that the call may have run. What a page aborts with stays as it
 * is.
 */
export function asSent(error: unknown, { taskId, lastEventId }: Traces = {}): unknown {
  if (!(error instanceof McpError)) return error;
  // The text of a JSON-RPC error is the server's.
  const isOurs = !(error instanceof RpcError) && !error.mayHaveRun;
  const message = isOurs ? `${error.message} ${ADVICE}` : error.message;
  // Several calls may fail with one error, which says nothing about any of them. The other classes come with one answer.
  const own = error.constructor === McpError ? new McpError(error.code, message, { cause: error.cause }) : error;
  return Object.assign(own, {
    message,
    mayHaveRun: true,
    taskId: taskId ?? error.taskId,
    lastEventId: lastEventId ?? error.lastEventId,
    input: error.input,
  });
}

/** Fails a request that the server has begun: whatever refuses what follows, a call may have run. */
export function failBegun(error: unknown, method: string, { signal }: { signal?: AbortSignal | undefined }): never {
  signal?.throwIfAborted();
  throw isRepeatable(method) ? error : asSent(error);
}
