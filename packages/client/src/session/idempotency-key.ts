/** The key by which a server can tell that a tool call has arrived before: browsers repeat requests by themselves. */
import { isObject } from '../protocol/guards.ts';
import { META_IDEMPOTENCY_KEY } from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/types.ts';

/** The parameters of a request, with a key if it calls a tool. A key of the page's own stays. */
export function withIdempotencyKey(method: string, params: JsonObject, key: string = newKey()): JsonObject {
  if (method !== 'tools/call') return params;
  const meta = params['_meta'];
  return { ...params, _meta: { [META_IDEMPOTENCY_KEY]: key, ...(isObject(meta) && meta) } };
}

/** 128 random bits. `crypto.randomUUID` needs https. */
export function newKey(): string {
  let key = '';
  // The sum has a ninth digit, so that leading zeros stay.
  for (const word of crypto.getRandomValues(new Uint32Array(4))) key += (2 ** 32 + word).toString(16).slice(1);
  return key;
}
