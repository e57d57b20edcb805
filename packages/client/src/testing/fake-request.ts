/** A message that reached a fake server, and how it is answered over HTTP. */
import { isObject } from '../protocol/guards.ts';
import { INTERNAL_ERROR, META_PROTOCOL_VERSION } from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/types.ts';
import { FakeRefusal } from './answers.ts';

/** A request or notification that reached the server. */
export interface FakeRequest {
  /** Undefined for a notification. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: JsonObject;
  readonly headers: Headers;
  /** The client gives up waiting. */
  readonly signal: AbortSignal | undefined;
}

export function metaOf({ params }: FakeRequest): JsonObject {
  return isObject(params['_meta']) ? params['_meta'] : {};
}

/** The revision that a request of the modern era names. */
export function revisionNamed(request: FakeRequest): unknown {
  return metaOf(request)[META_PROTOCOL_VERSION];
}

export function jsonAnswer(message: JsonObject, status = 200, headers: HeadersInit = {}): Response {
  const all = new Headers(headers);
  all.set('Content-Type', 'application/json');
  return new Response(JSON.stringify({ jsonrpc: '2.0', ...message }), { status, headers: all });
}

export function errorOf(error: unknown): JsonObject {
  const message = error instanceof Error ? error.message : String(error);
  return { code: error instanceof FakeRefusal ? error.code : INTERNAL_ERROR, message };
}
