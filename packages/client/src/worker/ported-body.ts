/** The body of a response on its way through a port: a chunk each time that the other end wants one. */
import { type ErrorData, fromErrorData, toErrorData } from './error-data.ts';

type Chunk = { readonly bytes: Uint8Array<ArrayBuffer> | undefined } | { readonly failure: ErrorData };

/** Returns the port through which the other end reads the body. */
export function sendBody(body: ReadableStream<Uint8Array>): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const reader = body.getReader();
  const send = async (): Promise<void> => {
    try {
      const { value } = await reader.read();
      // A copy, because the rest of the buffer may belong to somebody else.
      const bytes = value?.slice();
      port1.postMessage({ bytes } satisfies Chunk, bytes ? [bytes.buffer] : []);
    } catch (error) {
      port1.postMessage({ failure: toErrorData(error) } satisfies Chunk);
    }
  };
  port1.onmessage = ({ data: wantsMore }: MessageEvent<boolean>) => {
    if (wantsMore) return void send();
    port1.close();
    reader.cancel().catch(() => {});
  };
  return port2;
}

/** Reads a body from the port that `sendBody` returned at the other end. The stream fails when `signal` aborts. */
export function receiveBody(port: MessagePort, signal?: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  let abort = (): void => {};
  const end = (): void => {
    signal?.removeEventListener('abort', abort);
    port.postMessage(false);
    port.close();
  };
  return new ReadableStream(
    {
      start: (controller) => {
        abort = () => {
          controller.error(signal?.reason);
          end();
        };
        signal?.addEventListener('abort', abort);
      },
      pull: (controller) =>
        new Promise((resolve) => {
          port.onmessage = ({ data }: MessageEvent<Chunk>) => {
            resolve();
            if ('bytes' in data && data.bytes) return controller.enqueue(data.bytes);
            if ('failure' in data) controller.error(fromErrorData(data.failure));
            else controller.close();
            end();
          };
          port.postMessage(true);
        }),
      cancel: end,
    },
    // Nothing is read that nobody wants.
    { highWaterMark: 0 },
  );
}
