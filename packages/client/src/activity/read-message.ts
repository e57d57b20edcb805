/** Reads messages for the record, and writes them without secrets: a little at a time. */
import { redactedJson } from '../host/log/redact.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

/** A longer message is noted without its text, in characters. */
export const MAX_MESSAGE = 1_000_000;
/** So much of a name is noted, in characters. */
const MAX_NAME = 300;

export interface ReadMessage {
  readonly kind: 'request' | 'notification' | 'result' | 'error';
  readonly method?: string | undefined;
  readonly name?: string | undefined;
  readonly id?: string | number | undefined;
  /** A tool says that it failed. */
  readonly isToolError: boolean;
  readonly length: number;
  /** As JSON, without secrets. */
  readonly json: string;
}

/** The messages of a text, of which there may be several in a batch; none if it is not JSON-RPC. */
export function* readMessages(text: string): Generator<undefined, readonly ReadMessage[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const read: ReadMessage[] = [];
  for (const one of values) {
    yield;
    const head = isObject(one) ? headOf(one) : undefined;
    if (!head) return [];
    const json = yield* redactedJson(one);
    read.push({ ...head, json, length: values.length === 1 ? text.length : json.length });
  }
  return read;
}

function headOf(message: JsonObject): Omit<ReadMessage, 'json' | 'length'> | undefined {
  const { id, method, params, result } = message;
  const error = message['error'] ?? undefined;
  const known = typeof id === 'string' || typeof id === 'number' ? id : undefined;
  if (typeof method === 'string') {
    const about = isObject(params) ? (params['name'] ?? params['uri']) : undefined;
    return {
      kind: known === undefined ? 'notification' : 'request',
      method: method.slice(0, MAX_NAME),
      ...(typeof about === 'string' && { name: about.slice(0, MAX_NAME) }),
      id: known,
      isToolError: false,
    };
  }
  if (error !== undefined) return { kind: 'error', id: known, isToolError: false };
  if (!isObject(result)) return undefined;
  return { kind: 'result', id: known, isToolError: result['isError'] === true };
}
