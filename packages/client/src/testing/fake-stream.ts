/** The event streams of a fake server. */
import type { JsonObject } from '../protocol/types.ts';

/** One event stream, from the side of the server. */
export interface FakeStream {
  readonly response: Response;
  send(message: JsonObject): void;
  end(): void;
}

/**
 * Opens a stream.
 * @param onleave the client has aborted the request, or reads no further
 */
export function openStream(signal: AbortSignal | undefined, onleave: () => void): FakeStream {
  const encoder = new TextEncoder();
  let isOpen = true;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const leave = (): void => {
    if (!isOpen) return;
    isOpen = false;
    onleave();
  };
  const body = new ReadableStream<Uint8Array>({
    start(begun) {
      controller = begun;
    },
    cancel: leave,
  });
  signal?.addEventListener(
    'abort',
    () => {
      if (!isOpen) return;
      leave();
      controller?.error(signal.reason);
    },
    { once: true },
  );
  return {
    response: new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    send(message) {
      if (isOpen) controller?.enqueue(encoder.encode(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`));
    },
    end() {
      if (!isOpen) return;
      isOpen = false;
      controller?.close();
    },
  };
}
