/** A server of 2026-07-28 for the `fetch` option. The test writes its answers and decides when it announces changes. */
import { json } from './scripted-server.ts';

export interface Asked {
  method: string;
  id: unknown;
  params: { [member: string]: unknown };
  headers: Headers;
}

/** The result, or a complete response for anything that is not a result. */
export type Script = (asked: Asked) => object | Promise<object>;

export interface ScriptedModernServer {
  fetch: typeof fetch;
  /** The requests so far, without `server/discover` and `subscriptions/listen`. */
  asked: Asked[];
  /** Announces a change on the open stream. */
  notify: (method: string, params?: object) => void;
  /** Breaks the stream. */
  drop: () => void;
}

export const URL_OF_SCRIPT = 'https://scripted.example/mcp';

export function modernServer(script: Script, discovered: object = {}): ScriptedModernServer {
  const asked: Asked[] = [];
  let stream: { send: (method: string, params: object) => void; end: () => void } | undefined;

  const listen = ({ id, params }: Asked): Response => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (method: string, more: object): void => {
          const message = {
            jsonrpc: '2.0',
            method,
            params: { ...more, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
          };
          controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`));
        };
        send('notifications/subscriptions/acknowledged', { notifications: params['notifications'] });
        stream = { send, end: () => controller.close() };
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };

  const serve = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method, id, params }: Asked = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
    const request: Asked = { method, id, params, headers: new Headers(init.headers) };
    init.signal?.throwIfAborted();
    if (method === 'server/discover') {
      const changing = { listChanged: true };
      const capabilities = { tools: changing, prompts: changing, resources: { ...changing, subscribe: true } };
      return json({ jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], capabilities, ...discovered } });
    }
    if (method === 'subscriptions/listen') return listen(request);
    asked.push(request);
    const answer = await script(request);
    return answer instanceof Response
      ? answer
      : json({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...answer } });
  };

  return {
    fetch: serve,
    asked,
    notify: (method, params = {}) => stream?.send(method, params),
    drop: () => stream?.end(),
  };
}

/** A refusal. The codes of 2026-07-28 get the status that they have there. */
export const refuse = ({ id }: Asked, code: number, message = 'No'): Response =>
  json({ jsonrpc: '2.0', id, error: { code, message } }, {}, code <= -32020 && code >= -32022 ? 400 : 200);
