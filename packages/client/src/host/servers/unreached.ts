/** What the failures of a server mean for its connection. */
import { McpError, type McpErrorCode } from '../../errors.ts';
import { LoadError } from '../../lazy.ts';

/** Whether the server could not be reached or did not answer, or the error has one of the other codes. */
export function isUnreached(error: unknown, ...orElse: McpErrorCode[]): boolean {
  return (
    error instanceof McpError && !(error instanceof LoadError) && ['network', 'timeout', ...orElse].includes(error.code)
  );
}

export function toMcpError(error: unknown): McpError {
  return error instanceof McpError
    ? error
    : new McpError('network', `Something unexpected went wrong: ${String(error)}`, { cause: error });
}
