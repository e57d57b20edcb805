/** JSON-RPC 2.0 as MCP uses it: from text to whoever waits for the message, and back. */
import { McpError, RpcError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

export type RequestId = string | number;

/** What a JSON-RPC error object says. */
export interface RpcErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** Receives the messages of a body or stream, one call each; nothing is allocated for the hand-over. */
export interface MessageSink {
  result(id: RequestId, result: JsonObject): void;
  /** The id is missing when the server could not read the request it answers. */
  error(id: RequestId | undefined, error: RpcErrorObject): void;
  notification(method: string, params: JsonObject): void;
  request(id: RequestId, method: string, params: JsonObject): void;
}

const EMPTY: JsonObject = Object.freeze({});
const excerpt = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);

/**
 * Reads one message, or an array of them (2025-03-26, batches), and hands each to the sink.
 *
 * @throws {McpError} `invalid-message` when the text is not JSON or not JSON-RPC.
 */
export function receive(text: string, sink: MessageSink): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new McpError('invalid-message', `The server sent something that is not JSON: ${excerpt(text)}.`, { cause });
  }
  if (Array.isArray(value)) for (const message of value) receiveMessage(message, sink, text);
  else receiveMessage(value, sink, text);
}

/**
 * Hands one message that is a value already to the sink.
 *
 * @throws {McpError} `invalid-message` when it is not JSON-RPC.
 */
export function receiveMessage(message: unknown, sink: MessageSink, text = ''): void {
  if (isObject(message)) {
    const { id, method, params } = message;
    // A null beside the member that counts is what several servers write for its absence.
    const result = message['result'] ?? undefined;
    const error = message['error'] ?? undefined;
    // A number beyond 2^53 has lost digits already: echoed, it would be another request's.
    const hasId = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
    if (typeof method === 'string') {
      // Params of another kind than MCP's objects are tolerated and read as none.
      const named = isObject(params) ? params : EMPTY;
      if (id === undefined) return sink.notification(method, named);
      if (hasId) return sink.request(id, method, named);
    } else if (isObject(result) && error === undefined) {
      if (hasId) return sink.result(id, result);
    } else if (isRpcErrorObject(error) && result === undefined) {
      if (hasId || id === undefined || id === null) return sink.error(hasId ? id : undefined, error);
    }
  }
  throw new McpError('invalid-message', `The server sent JSON that is not a JSON-RPC message: ${excerpt(text)}.`);
}

function isRpcErrorObject(value: unknown): value is RpcErrorObject {
  return isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';
}

/** The JSON-RPC error in a body that came with an error status; nothing when the body is something else. */
export function readRpcError(text: string): RpcErrorObject | undefined {
  let found: RpcErrorObject | undefined;
  const ignore = (): void => {};
  try {
    receive(text, { result: ignore, notification: ignore, request: ignore, error: (_id, error) => (found = error) });
  } catch {
    return undefined;
  }
  return found;
}

/** @throws {McpError} `invalid-argument` when the parameters are not JSON. */
export function encodeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, method, params });
  } catch (cause) {
    throw new McpError('invalid-argument', `The parameters of ${method} have to be JSON: no cycles, no BigInt.`, {
      cause,
    });
  }
}

export const encodeNotification = (method: string, params: JsonObject | undefined): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params });

export const encodeResult = (id: RequestId, result: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result });

export const encodeError = (id: RequestId, error: RpcErrorObject): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error });

/** The error of an answer, as callers get it. */
export function toRpcError({ code, message, data }: RpcErrorObject, cause?: unknown): RpcError {
  return new RpcError(
    code,
    message || `The server answered with error ${code}.`,
    data,
    cause === undefined ? undefined : { cause },
  );
}
