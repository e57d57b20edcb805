/** JSON-RPC 2.0 as MCP uses it: reads messages from text, and writes them. */
import { McpError, RpcError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

export type RequestId = string | number;

/** A JSON-RPC error object. */
export interface RpcErrorObject {
  code: number;
  message: string;
  data?: unknown;
}

/** Receives the messages of a body or stream, with one call for each. This allocates nothing. */
export interface MessageSink {
  /** @param text what the message was read from; absent where it came as an object, or in an array */
  result(id: RequestId, result: JsonObject, text?: string): void;
  /** The id is missing if the server could not read the request. */
  error(id: RequestId | undefined, error: RpcErrorObject): void;
  notification(method: string, params: JsonObject): void;
  request(id: RequestId, method: string, params: JsonObject): void;
  /** Takes the error about an event that is no message. The events after it are read all the same. */
  unreadable?(error: McpError): void;
}

const EMPTY: JsonObject = Object.freeze({});
const excerpt = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);

/**
 * Reads one message, or an array of them (a batch of 2025-03-26), and passes each to the sink.
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
  if (Array.isArray(value)) for (const message of value) receiveMessage(message, sink, undefined, text);
  else receiveMessage(value, sink, text);
}

/** Reads an event of a stream in the same way. Some servers keep their streams alive with events that are no messages. */
export function receiveEvent(text: string, sink: MessageSink): void {
  try {
    receive(text, sink);
  } catch (error) {
    if (!sink.unreadable || !(error instanceof McpError)) throw error;
    sink.unreadable(error);
  }
}

/**
 * Passes one parsed message to the sink.
 *
 * @param text what only this message was read from
 * @param source what an error says that the server sent
 * @throws {McpError} `invalid-message` when it is not JSON-RPC.
 */
export function receiveMessage(message: unknown, sink: MessageSink, text?: string, source = text ?? ''): void {
  if (isObject(message)) {
    const { id, method, params } = message;
    // Several servers write null for an absent member.
    const result = message['result'] ?? undefined;
    const error = message['error'] ?? undefined;
    // A number beyond 2^53 has already lost digits. Sent back, it would be the id of another request.
    const hasId = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
    if (typeof method === 'string') {
      // Parameters that are not an object are ignored.
      const named = isObject(params) ? params : EMPTY;
      if (id === undefined) return sink.notification(method, named);
      if (hasId) return sink.request(id, method, named);
    } else if (isObject(result) && error === undefined) {
      if (hasId) return sink.result(id, result, text);
    } else if (isRpcErrorObject(error) && result === undefined) {
      if (hasId || id === undefined || id === null) return sink.error(hasId ? id : undefined, error);
    }
  }
  throw new McpError('invalid-message', `The server sent JSON that is not a JSON-RPC message: ${excerpt(source)}.`);
}

function isRpcErrorObject(value: unknown): value is RpcErrorObject {
  return isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';
}

/** The JSON-RPC error in a body with an error status; `undefined` if the body is something else. */
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
    throw new McpError('invalid-argument', `The parameters of ${method} have to be JSON, without cycles or BigInt.`, {
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

/** The error that callers get for an error answer. */
export function toRpcError({ code, message, data }: RpcErrorObject, cause?: unknown): RpcError {
  return new RpcError(
    code,
    message || `The server answered with error ${code}.`,
    data,
    cause === undefined ? undefined : { cause },
  );
}
