/** Requests and responses on their way through a port, which carries neither. */
import type { HeaderPairs, RequestData, ResponseHead } from './messages.ts';

export async function toRequestData(input: RequestInfo | URL, init: RequestInit = {}): Promise<RequestData> {
  const { signal: _signal, headers, ...rest } = init;
  if (!(input instanceof Request)) return { url: String(input), init: { ...rest, headers: toPairs(headers) } };
  const { url, method, credentials, redirect, cache, keepalive } = input;
  const body = input.body && (await input.text());
  const own = { method, credentials, redirect, cache, keepalive, ...(body && { body }) };
  return { url, init: { ...own, ...rest, headers: toPairs(headers ?? input.headers) } };
}

export const toPairs = (headers: HeadersInit | undefined): HeaderPairs => [...new Headers(headers)];

export function toRequestInit({ init }: RequestData, signal: AbortSignal): RequestInit {
  return { ...init, headers: new Headers(init.headers), signal };
}

export function headOf({ status, type, headers }: Response): ResponseHead {
  return { status, type, headers: [...headers] };
}

export function makeResponse({ status, type, headers }: ResponseHead, body: ReadableStream | null): Response {
  // A redirect that is not followed has no status, and no constructor makes such a response.
  if (status < 200) return Object.defineProperty(Response.error(), 'type', { value: type });
  return new Response(body, { status, headers });
}
