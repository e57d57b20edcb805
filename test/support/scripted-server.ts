/** Peers that break, for the `fetch` option: what no real server does on demand. */

/** One message that reached the peer, or one request without a body. */
export interface Received {
  httpMethod: string;
  /** The JSON-RPC method, if there was one. */
  method: string | undefined;
  id: unknown;
  params: Record<string, unknown>;
  headers: Headers;
  signal: AbortSignal | undefined;
}

export type Reply = (received: Received) => Response | Promise<Response> | undefined;

export const SESSION = { 'Mcp-Session-Id': 'scripted' };

/** Answers `initialize` and its notification as a server of 2025-11-25; everything else is the script's. */
export function legacyServer(reply: Reply, capabilities: object = {}): { fetch: typeof fetch; received: Received[] } {
  const received: Received[] = [];
  const serve = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const { method, id, params = {} } = Object(body);
    const seen: Received = { httpMethod: init.method ?? 'GET', method, id, params, headers: new Headers(init.headers), signal: init.signal ?? undefined };
    received.push(seen);
    init.signal?.throwIfAborted();
    const scripted = await reply(seen);
    if (scripted) return scripted;
    if (method === 'server/discover') return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'initialize') {
      return json({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'scripted', version: '1' } } }, SESSION);
    }
    return new Response(undefined, { status: seen.httpMethod === 'GET' ? 405 : 202 });
  };
  return { fetch: serve, received };
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
