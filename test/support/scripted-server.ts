/** Peers that break, for the `fetch` option: what no real server does on demand. */
import type { JsonObject } from '@mcp-web/client';

/** One message that reached the peer, or one request without a body. */
export interface Received {
  httpMethod: string;
  /** The JSON-RPC method, if there was one. */
  method: string | undefined;
  id: unknown;
  params: JsonObject;
  /** The whole message: an answer to the peer's own request has a result or an error. */
  body: JsonObject;
  headers: Headers;
  signal: AbortSignal | undefined;
}

export type Reply = (received: Received) => Response | Promise<Response> | undefined;

export const SESSION = { 'Mcp-Session-Id': 'scripted' };

export interface Scripted {
  fetch: typeof fetch;
  received: Received[];
  /** Those of one JSON-RPC method. */
  receivedFor: (method: string) => Received[];
}

/** Answers `initialize` and its notification as a server of 2025-11-25; everything else is the script's. */
export function legacyServer(reply: Reply, capabilities: object = {}, protocolVersion = '2025-11-25'): Scripted {
  return scripted(reply, ({ httpMethod, method, id }) => {
    if (method === 'server/discover') return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'initialize') return json(result(id, { protocolVersion, capabilities, serverInfo: { name: 'scripted', version: '1' } }), SESSION);
    return new Response(undefined, { status: httpMethod === 'GET' ? 405 : 202 });
  });
}

/** Answers `server/discover` as a server of 2026-07-28; everything else is the script's. */
export function modernServer(reply: Reply, capabilities: object = {}): Scripted {
  return scripted(reply, ({ method, id }) => {
    if (method === 'server/discover') return json(result(id, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' }));
    return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  });
}

function scripted(reply: Reply, otherwise: (received: Received) => Response): Scripted {
  const received: Received[] = [];
  const serve = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const body: JsonObject = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const { method, id, params } = Object(body);
    const seen: Received = {
      httpMethod: init.method ?? 'GET', method, id, params: Object(params), body, headers: new Headers(init.headers), signal: init.signal ?? undefined,
    };
    received.push(seen);
    init.signal?.throwIfAborted();
    return (await reply(seen)) ?? otherwise(seen);
  };
  return { fetch: serve, received, receivedFor: (method) => received.filter((seen) => seen.method === method) };
}

export const json = (value: unknown, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });

export const result = (id: unknown, value: object = {}): object => ({ jsonrpc: '2.0', id, result: value });

/** An event stream with this text, that then ends, or stays open until it is let go. */
export function stream(text: string, { staysOpen = false }: { staysOpen?: boolean } = {}): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      if (!staysOpen) controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

/** One event of a stream, with this message. */
export const event = (message: object): string => `data: ${JSON.stringify(message)}\n\n`;

/** A stream that the script writes to, message by message, until its client lets go. */
export function openStream(): { response: Response; send: (message: object) => void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send: (message) => controller?.enqueue(new TextEncoder().encode(event(message))),
  };
}

/** Resolves once `look` returns something, which it has to within the time of a test. */
export async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
