/** Records what leaves the client: a `fetch` for the `fetch` option that notes each request and sends it on. */
import { assert } from 'chai';
import { takeComplaints } from '../wire/outbox.mjs';

export interface SentRequest {
  method: string;
  headers: Headers;
  /** The JSON of the body, or undefined if there was none. */
  body: unknown;
}

export function recordFetch(send: typeof fetch = (input, init) => fetch(input, init)): {
  fetch: typeof fetch;
  sent: SentRequest[];
} {
  const sent: SentRequest[] = [];
  return {
    sent,
    fetch: (input, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? 'GET', headers: new Headers(init?.headers), body });
      return send(input, init);
    },
  };
}

/** The bodies of the requests sent for this JSON-RPC method, with their headers. */
export function requestsFor(sent: SentRequest[], method: string): { headers: Headers; body: Message }[] {
  return sent.flatMap(({ headers, body }) => (isMessage(body) && body.method === method ? [{ headers, body }] : []));
}

export interface Message {
  jsonrpc: unknown;
  method: string;
  id?: unknown;
  params?: { [member: string]: unknown; _meta?: { [member: string]: unknown } };
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'method' in value && typeof value.method === 'string';
}

/** The wire check notices headers that are left out because a CORS answer does not allow them. */
export async function forgiveLeftOut(): Promise<void> {
  const isForgiven = (complaint: string): boolean => /the header [\w-]+ is (null|undefined)/.test(complaint);
  assert.isEmpty((await takeComplaints()).filter((complaint) => !isForgiven(complaint)));
}
