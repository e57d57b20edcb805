/** Answers as a recorded server did. */
import { isObject } from '../protocol/guards.ts';
import { METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/types.ts';
import { jsonAnswer } from './fake-request.ts';
import { openStream } from './fake-stream.ts';
import type { RecordedExchange } from './record-session.ts';

/**
 * A `fetch` that answers from a recording. The same requests get the same answers, in the order in which they were
 * recorded; one that comes more often gets the last one again. What was not recorded gets an error.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const exchanges = await (await fetch('/test/search.json')).json();
 * const client = await connect('https://example.com/mcp', { fetch: replaySession(exchanges) });
 * console.log(await client.callTool('search', { query: 'lit' }));
 * ```
 */
export function replaySession(exchanges: readonly RecordedExchange[]): typeof fetch {
  const unused = [...exchanges];
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const request = new Request(input, init);
    // The server speaks by itself only in answers.
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const message: unknown = await request.json().catch(() => undefined);
    if (!isObject(message)) return new Response(null, { status: 400 });
    if (message['method'] === 'subscriptions/listen') return listen(message, init.signal ?? undefined);
    const isSame = (exchange: RecordedExchange): boolean => keyOf(exchange.message) === keyOf(message);
    const index = unused.findIndex(isSame);
    const [recorded = exchanges.findLast(isSame)] = index === -1 ? [] : unused.splice(index, 1);
    // Notifications, and answers to requests of the server.
    if (!recorded && message['id'] === undefined) return new Response(null, { status: 202 });
    if (!recorded && message['method'] === undefined) return new Response(null, { status: 202 });
    return recorded ? answer(recorded, message) : unknown(message);
  };
}

function answer({ message, status, contentType, sessionId, body }: RecordedExchange, asked: JsonObject): Response {
  const headers = { 'Content-Type': contentType, ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }) };
  const isEmpty = body === '' || status === 202 || status === 204;
  const text = contentType.startsWith('text/event-stream')
    ? body.replaceAll(/^data: ?(.+)$/gm, (_line, data: string) => `data: ${renamed(data, message, asked)}`)
    : renamed(body, message, asked);
  return new Response(isEmpty ? null : text, { status, headers });
}

/** A message of the recorded server, with the id and the token of the request that is answered now. */
function renamed(text: string, recorded: JsonObject, asked: JsonObject): string {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return text;
  }
  if (!isObject(message)) return text;
  if (message['id'] === recorded['id'] && message['method'] === undefined)
    return JSON.stringify({ ...message, id: asked['id'] });
  const { params } = message;
  if (!isObject(params) || params['progressToken'] === undefined) return text;
  return JSON.stringify({ ...message, params: { ...params, progressToken: tokenOf(asked) } });
}

function tokenOf({ params }: JsonObject): unknown {
  const meta = isObject(params) ? params['_meta'] : undefined;
  return isObject(meta) ? meta['progressToken'] : undefined;
}

/** What makes two requests the same: not their ids, and not what belongs to the visit. */
function keyOf({ method, params, result }: JsonObject): string {
  const { _meta: _, ...others } = isObject(params) ? params : {};
  return JSON.stringify([method, others, result], (_name, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

function listen({ id, params }: JsonObject, signal: AbortSignal | undefined): Response {
  const stream = openStream(signal, () => {});
  const notifications = isObject(params) ? params['notifications'] : {};
  const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
  stream.send({ method: 'notifications/subscriptions/acknowledged', params: { notifications, _meta } });
  return stream.response;
}

function unknown({ id, method }: JsonObject): Response {
  const text = `The recording has no ${String(method)} like this.`;
  return jsonAnswer({ id, error: { code: METHOD_NOT_FOUND, message: text } });
}
