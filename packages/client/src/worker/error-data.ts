/** Errors on their way through a port. A structured clone keeps neither their class nor what they have in addition. */
import {
  AuthError,
  type AuthErrorReason,
  DeniedError,
  HttpError,
  McpError,
  type McpErrorCode,
  OutputError,
  RpcError,
  type SchemaProblem,
} from '../errors.ts';
import { LoadError } from '../lazy.ts';
import type { CallToolResult } from '../protocol/types.ts';

interface Common extends Pick<McpError, 'mayHaveRun' | 'taskId' | 'lastEventId' | 'input'> {
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: ErrorData | undefined;
}

/** An error as it is posted. */
export type ErrorData =
  | { readonly type: 'other'; readonly error: unknown }
  | { readonly type: 'several'; readonly message: string; readonly errors: readonly ErrorData[] }
  | (Common & { readonly type: 'mcp'; readonly code: McpErrorCode })
  | (Common & {
      readonly type: 'denied';
      readonly by: DeniedError['by'];
      readonly reason: string | undefined;
    })
  | (Common & { readonly type: 'load' })
  | (Common & { readonly type: 'rpc'; readonly rpcCode: number; readonly data: unknown })
  | (Common & {
      readonly type: 'http';
      readonly status: number;
      readonly body: string;
      readonly retryAfterMs: number | undefined;
    })
  | (Common & {
      readonly type: 'output';
      readonly result: CallToolResult;
      readonly problems: readonly SchemaProblem[];
    })
  | (Common & {
      readonly type: 'auth';
      readonly reason: AuthErrorReason;
      readonly issuer: string | undefined;
      readonly oauthError: string | undefined;
    });

export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AggregateError)
    return { type: 'several', message: error.message, errors: error.errors.map(toErrorData) };
  if (!(error instanceof McpError)) return { type: 'other', error: cloneable(error) };
  const { code, message, stack, cause, mayHaveRun, taskId, lastEventId, input } = error;
  const common: Common = {
    message,
    stack,
    cause: cause === undefined ? undefined : toErrorData(cause),
    mayHaveRun,
    taskId,
    lastEventId,
    input,
  };
  if (error instanceof RpcError) return { ...common, type: 'rpc', rpcCode: error.rpcCode, data: error.data };
  if (error instanceof HttpError) {
    const { status, body, retryAfterMs } = error;
    return { ...common, type: 'http', status, body, retryAfterMs };
  }
  if (error instanceof OutputError)
    return { ...common, type: 'output', result: error.result, problems: error.problems };
  if (error instanceof DeniedError) return { ...common, type: 'denied', by: error.by, reason: error.reason };
  if (error instanceof AuthError) {
    const { reason, issuer, oauthError } = error;
    return { ...common, type: 'auth', reason, issuer, oauthError };
  }
  return error instanceof LoadError ? { ...common, type: 'load' } : { ...common, type: 'mcp', code };
}

export function fromErrorData(data: ErrorData): unknown {
  if (data.type === 'other') return data.error;
  if (data.type === 'several') return new AggregateError(data.errors.map(fromErrorData), data.message);
  const error = make(data, data.cause && { cause: fromErrorData(data.cause) });
  // Where it was thrown, which is more use than where it was received.
  if (data.stack !== undefined) error.stack = data.stack;
  const { mayHaveRun, taskId, lastEventId, input } = data;
  return Object.assign(error, { mayHaveRun, taskId, lastEventId, input });
}

function make(data: Exclude<ErrorData, { type: 'other' | 'several' }>, options: ErrorOptions | undefined): McpError {
  const { message } = data;
  switch (data.type) {
    case 'rpc':
      return new RpcError(data.rpcCode, message, data.data, options);
    case 'http':
      return new HttpError(data.status, message, data.body, { ...options, retryAfterMs: data.retryAfterMs });
    case 'output':
      return new OutputError(message, data.result, data.problems, options);
    case 'auth':
      return new AuthError(data.reason, message, { ...options, issuer: data.issuer, oauthError: data.oauthError });
    case 'denied':
      return new DeniedError(message, { ...options, by: data.by, reason: data.reason });
    case 'load':
      return new LoadError(message, options);
    case 'mcp':
      return new McpError(data.code, message, options);
  }
}

/** Anything can be thrown. What cannot be posted becomes an error with the same text. */
function cloneable(error: unknown): unknown {
  try {
    return structuredClone(error);
  } catch {
    return new Error(String(error));
  }
}
