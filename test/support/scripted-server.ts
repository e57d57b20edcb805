/** Peers that misbehave, for the `fetch` option, in ways that no real server does on demand. */
import type { CallToolResult, JsonObject } from '@mcp-web/client';

/** One message to the peer, or one request without a body. */
export interface Received {
  httpMethod: string;
  /** The JSON-RPC method, if there was one. */
  method: string | undefined;
  id: unknown;
  params: JsonObject;
  /** The complete message: an answer to the peer's own request has a result or an error. */
  body: JsonObject;
  url: string;
  headers: Headers;
  signal: AbortSignal | undefined;
}

export type Reply = (received: Received) => Response | Promise<Response | undefined> | undefined;

export interface Scripted {
  fetch: typeof fetch;
  received: Received[];
  /** The messages with one JSON-RPC method. */
  receivedFor: (method: string) => Received[];
}

export const URL_OF_SCRIPT = 'https://scripted.example/mcp';

/** The result of a tool that succeeded. */
export const done: CallToolResult = { content: [{ type: 'text', text: 'done' }] };

export const SESSION = { 'Mcp-Session-Id': 'scripted' };
const LISTS = { tools: {}, prompts: {}, resources: {} };

/** Answers `initialize` and its notification like a server of 2025-11-25 or older. The script answers everything else. */
export function legacyServer(reply: Reply, capabilities: object = LISTS, protocolVersion = '2025-11-25'): Scripted {
  return serve(reply, ({ httpMethod, method, id }) => {
    if (method === 'server/discover') return json(error(id, -32601, 'Method not found'));
    if (method === 'initialize')
      return json(
        result(id, { protocolVersion, capabilities, serverInfo: { name: 'scripted', version: '1' } }),
        SESSION,
      );
    return new Response(undefined, { status: httpMethod === 'GET' ? 405 : 202 });
  });
}

/** Answers `server/discover` like a server of 2026-07-28. What the script does not answer gets "method not found". */
export function modernServer(reply: Reply, capabilities: object = LISTS): Scripted {
  return serve(reply, ({ method, id }) => {
    if (method === 'server/discover')
      return json(
        result(id, {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities,
          ttlMs: 0,
          cacheScope: 'private',
        }),
      );
    return json(error(id, -32601, 'Method not found'), {}, 404);
  });
}

function serve(reply: Reply, otherwise: (received: Received) => Response): Scripted {
  const received: Received[] = [];
  const answer = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const body: JsonObject = Object(typeof init.body === 'string' ? JSON.parse(init.body) : {});
    const { method, id, params } = body;
    const seen: Received = {
      httpMethod: init.method ?? 'GET',
      method: typeof method === 'string' ? method : undefined,
      id,
      params: Object(params),
      body,
      url: String(url),
      headers: new Headers(init.headers),
      signal: init.signal ?? undefined,
    };
    received.push(seen);
    init.signal?.throwIfAborted();
    return (await reply(seen)) ?? otherwise(seen);
  };
  return { fetch: answer, received, receivedFor: (method) => received.filter((seen) => seen.method === method) };
}

export const json = (value: unknown, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json', ...headers } });

export const result = (id: unknown, value: object = {}): object => ({ jsonrpc: '2.0', id, result: value });

export const error = (id: unknown, code: number, message: string, data?: unknown): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data },
});

/** One event of a stream. */
export const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`;

/** An event stream with this text, which then ends, or stays open until the client releases it. */
export function stream(
  text: string,
  { staysOpen = false, headers = {} }: { staysOpen?: boolean; headers?: Record<string, string> } = {},
): Response {
  const { response, send, end } = liveStream(headers);
  send(text);
  if (!staysOpen) end();
  return response;
}

/** An event stream that a test writes to as it goes. */
export interface LiveStream {
  response: Response;
  send: (text: string) => void;
  end: () => void;
  /** Whether the client has read all that was sent. */
  isRead: () => boolean;
  /** Whether the client has released it. */
  isLetGo: () => boolean;
}

export function liveStream(headers: Record<string, string> = {}): LiveStream {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isLetGo = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (writer = controller),
    cancel: () => void (isLetGo = true),
  });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream', ...headers } }),
    send: (text) => writer?.enqueue(new TextEncoder().encode(text)),
    end: () => writer?.close(),
    isRead: () => writer?.desiredSize === 1,
    isLetGo: () => isLetGo,
  };
}

/** Resolves when `condition` is true. The test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Long enough for anything that is sent at once to have been sent. */
export const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

/** The reason with which a promise rejects. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It did not reject'),
    (reason: unknown) => reason,
  );

/** What arrived, in order: JSON-RPC methods, or HTTP methods of requests without a message. */
export const methodsOf = (received: Received[]): string[] =>
  received.map(({ method, httpMethod }) => method ?? httpMethod);

/** A stream to which the script writes message by message, until the client releases it. */
export function openStream(): { response: Response; send: (message: object) => void; end: () => void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send: (message) => controller?.enqueue(new TextEncoder().encode(event(message))),
    end: () => controller?.close(),
  };
}

/** Resolves when `look` returns something, which has to happen within the time limit of a test. */
export async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
