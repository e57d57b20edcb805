/** Looks at a body while it is read, without holding it up. */
import { unnoticed } from './unnoticed.ts';

export interface BodyObserver {
  /** Whether the page has given up. */
  isAborted(): boolean;
  onbytes(bytes: Uint8Array): void;
  /** @param error why it broke; undefined at its end, and when the reader has given up */
  onend(end: 'ended' | 'cancelled' | 'failed', error?: unknown): void;
}

/**
 * The same bytes in the same pieces. Each is read when the reader wants it, so that the server is slowed down as without
 * this. When the reader gives up, the connection ends.
 */
export function observedBody(
  body: ReadableStream<Uint8Array>,
  observer: BodyObserver,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let hasEnded = false;
  const end = (how: 'ended' | 'cancelled' | 'failed', error?: unknown): void => {
    if (hasEnded) return;
    hasEnded = true;
    unnoticed(() => observer.onend(how, error));
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        let read: ReadableStreamReadResult<Uint8Array>;
        try {
          read = await reader.read();
        } catch (error) {
          end(observer.isAborted() ? 'cancelled' : 'failed', error);
          controller.error(error);
          return;
        }
        const { done, value } = read;
        // The reader gave up meanwhile.
        if (hasEnded) return;
        if (done) {
          end('ended');
          controller.close();
        } else {
          unnoticed(() => observer.onbytes(value));
          controller.enqueue(value as Uint8Array<ArrayBuffer>);
        }
      },
      cancel(reason) {
        end('cancelled');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
