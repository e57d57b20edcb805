/** The id of a session: what a server may name it, and how servers say that they do not know it. */
import { type HttpError, McpError } from '../errors.ts';
import { readRpcError } from '../wire/json-rpc.ts';

export const SESSION_HEADER = 'Mcp-Session-Id';
export const VERSION_HEADER = 'MCP-Protocol-Version';

/**
 * Whether a server says with 400 what it has to say with 404: that it does not know the session. The examples of the
 * official SDK do, and many servers after them.
 */
export function isUnknownSession({ status, body }: HttpError): boolean {
  if (status !== 400) return false;
  const { code, message = body } = readRpcError(body) ?? {};
  return /session/i.test(message) || ((code === -32000 || code === -32001) && !/version/i.test(message));
}

/** Visible ASCII (transports, session management), and no longer than the headers that servers accept. */
const SESSION_ID = /^[\x21-\x7e]{1,8192}$/;

/** @throws {McpError} `invalid-result` when the id cannot be sent back */
export function readSessionId(headers: Headers): string | undefined {
  const id = headers.get(SESSION_HEADER) || undefined;
  if (id === undefined || SESSION_ID.test(id)) return id;
  throw new McpError(
    'invalid-result',
    'The server’s session id cannot be sent back: it has to be visible ASCII, of at most 8192 characters.',
  );
}
