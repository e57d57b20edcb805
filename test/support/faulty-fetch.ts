/** A network in front of a real server: a `fetch` that loses, refuses and holds back what a test says. */

/** What is known of a request before it leaves. */
export interface Leaving {
  /** The JSON-RPC method, or the HTTP method of a request without a message; `answer` for an answer to the server. */
  readonly what: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
}

/** Answers in place of the server, or throws; `undefined` lets the request through. */
export type Fault = (leaving: Leaving) => Response | Promise<Response | undefined> | undefined;

export interface FaultyNetwork {
  fetch: typeof fetch;
  /** What was sent, in order. */
  sent: string[];
  /** How often this was sent. */
  count: (what: string) => number;
  /** The next `times` of these requests get the fault. */
  fail: (what: string, fault: Fault, times?: number) => void;
  /** Delivers nothing more on the streams that are open now, and does not end them. */
  freeze: () => void;
}

export function faultyNetwork(): FaultyNetwork {
  const faults: { what: string; fault: Fault; left: number }[] = [];
  let frozen = new AbortController();
  const sent: string[] = [];
  return {
    sent,
    count: (what) => sent.filter((one) => one === what).length,
    fail: (what, fault, times = 1) => void faults.push({ what, fault, left: times }),
    freeze: () => {
      frozen.abort();
      frozen = new AbortController();
    },
    fetch: async (input, init) => {
      const leaving = { what: nameOf(init), headers: new Headers(init?.headers), signal: init?.signal ?? undefined };
      sent.push(leaving.what);
      init?.signal?.throwIfAborted();
      const found = faults.find(({ what, left }) => what === leaving.what && left > 0);
      if (found) found.left--;
      const instead = await found?.fault(leaving);
      if (instead) return instead;
      const { signal } = frozen;
      const response = await fetch(input, init);
      const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
      if (!isStream || !response.body) return response;
      const gate = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          if (!signal.aborted) controller.enqueue(piece);
        },
        flush: () => (signal.aborted ? new Promise(() => {}) : undefined),
      });
      return new Response(response.body.pipeThrough(gate), response);
    },
  };
}

function nameOf(init: RequestInit | undefined): string {
  const body: { method?: string } = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  if (body.method !== undefined) return body.method;
  return init?.method === 'POST' ? 'answer' : (init?.method ?? 'GET');
}

/** The network fails, as `fetch` reports it. */
export const unreachable: Fault = () => {
  throw new TypeError('Failed to fetch');
};

/** Something answers with this status. */
export const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  () =>
    new Response('', { status: code, headers });

/** A page that is no MCP server, as of a gate where one has to sign in to the network. */
export const webPage: Fault = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });

/** Nothing answers, until the request is given up. */
export const nothing: Fault = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
