/** Reads messages for the record, and writes them without secrets: a little at a time. */
import { redactedJson, redactSecrets } from '../host/log/redact.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { nameWithoutSecrets, textWithoutSecrets } from './without-secrets.ts';

/** A longer message is noted without its text, in characters. */
export const MAX_MESSAGE = 1_000_000;
/** A shorter message is written at once, which takes a fifth of the time, in characters. */
const MAX_AT_ONCE = 4_000;
/** So much of a name is noted, in characters. */
const MAX_NAME = 300;
/** So much of it is read, so that a secret is seen before it is cut off. */
const MAX_READ_NAME = 4_000;
/** An answer to a longer id is not found, in characters. */
const MAX_ID = 1_000;

export interface ReadMessage {
  readonly kind: 'request' | 'notification' | 'result' | 'error';
  readonly method?: string | undefined;
  readonly name?: string | undefined;
  /** As it was sent. */
  readonly id?: string | number | undefined;
  /** The request that it cancels. */
  readonly cancels?: string | number | undefined;
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
    const json = text.length > MAX_AT_ONCE ? yield* redactedJson(one) : JSON.stringify(redactSecrets(one));
    read.push({ ...head, json, length: values.length === 1 ? text.length : json.length });
  }
  return read;
}

function headOf(message: JsonObject): Omit<ReadMessage, 'json' | 'length'> | undefined {
  const { id, method, params, result } = message;
  const error = message['error'] ?? undefined;
  const known = idOf(id);
  if (typeof method === 'string') {
    const about = isObject(params) ? (params['name'] ?? params['uri']) : undefined;
    const isCancelling = method === 'notifications/cancelled' && isObject(params);
    return {
      kind: id === undefined || id === null ? 'notification' : 'request',
      method: shortened(method, textWithoutSecrets),
      ...(typeof about === 'string' && { name: shortened(about, nameWithoutSecrets) }),
      id: known,
      cancels: isCancelling ? idOf(params['requestId']) : undefined,
      isToolError: false,
    };
  }
  if (error !== undefined) return { kind: 'error', id: known, isToolError: false };
  if (!isObject(result)) return undefined;
  return { kind: 'result', id: known, isToolError: result['isError'] === true };
}

const shortened = (text: string, withoutSecrets: (text: string) => string): string =>
  withoutSecrets(text.slice(0, MAX_READ_NAME)).slice(0, MAX_NAME);

const idOf = (id: unknown): string | number | undefined =>
  typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_ID) ? id : undefined;
