/** Why a call got no answer. */
import { McpError } from '../errors.ts';
import type { RequestId } from '../wire/json-rpc.ts';

/** With more requests than this under way, those over HTTP/1.1 wait for each other. */
const MAX_AT_ONCE = 4;

/** Methods that the page did not call. */
const HANDSHAKES = ['server/discover', 'initialize'];

export function timedOut(
  method: string,
  waitedMs: number,
  waitsFor: string | undefined,
  others: number,
  { unreadable: cause, strayId }: { unreadable: McpError | undefined; strayId: RequestId | undefined },
): McpError {
  if (waitsFor) return new McpError('timeout', `${method} was not sent: it waited ${waitedMs} ms for ${waitsFor}.`);
  const advice =
    others > MAX_AT_ONCE
      ? `${others} other requests wait too, and over HTTP/1.1 a browser sends only six at a time: make fewer at once.`
      : 'Raise `timeoutMs` if it may take longer.';
  const said = cause ? ` ${cause.message}` : strayId === undefined ? '' : ` An answer came with ${wrongId(strayId)}`;
  const message = HANDSHAKES.includes(method)
    ? `The server did not answer the first message within ${waitedMs} ms: it may be busy, or not be an MCP server.`
    : `The server did not answer ${method} within ${waitedMs} ms.`;
  return new McpError('timeout', `${message}${said} ${advice}`, { cause });
}

export function endedEarly(method: string, strayId: RequestId | undefined, unreadable: McpError | undefined): McpError {
  if (unreadable)
    return new McpError(unreadable.code, `${unreadable.message} No answer to ${method} came with it.`, {
      cause: unreadable.cause,
    });
  const message =
    strayId === undefined
      ? `The server ended its answer to ${method} before the result.`
      : `The server answered ${method} with ${wrongId(strayId)}`;
  return new McpError('stream-ended', message);
}

export const wrongId = (id: RequestId): string =>
  // As JSON, because a number and the same digits as text are two ids.
  `another id: ${JSON.stringify(id).slice(0, 80)}. A server has to answer with the id of the request as it came, a number as a number.`;
