/** What the failures of a server mean for its connection. */
import { McpError, type McpErrorCode } from '../../errors.ts';
import { LoadError } from '../../lazy.ts';
import { isPassing } from '../../transports/reconnection.ts';
import { isMixedContent } from '../../wire/local-network.ts';

/** Whether the server could not be reached or did not answer, or the error has one of the other codes. */
export function isUnreached(error: unknown, ...orElse: McpErrorCode[]): boolean {
  return (
    error instanceof McpError && !(error instanceof LoadError) && ['network', 'timeout', ...orElse].includes(error.code)
  );
}

/** Whether a server that failed with this error may be there later, without anybody doing anything. */
export function mayComeBack(error: unknown, url: URL): boolean {
  // Browsers refuse to send it.
  if (isUnreached(error) && isMixedContent(url)) return false;
  return isPassing(error) || (error instanceof McpError && error.code === 'session-lost');
}

/** Whether the server was not reached at first, and then refused: it may have started meanwhile. */
export function isHalfReached(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isHalfReached);
  return error instanceof McpError && (error.code === 'network' || isHalfReached(error.cause));
}

export function toMcpError(error: unknown): McpError {
  return error instanceof McpError
    ? error
    : new McpError('network', `Something unexpected went wrong: ${String(error)}`, { cause: error });
}
