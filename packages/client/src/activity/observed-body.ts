/** Looks at a body while it is read, without holding it up. */

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
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            observer.onend('ended');
            controller.close();
          } else {
            observer.onbytes(value);
            controller.enqueue(value as Uint8Array<ArrayBuffer>);
          }
        } catch (error) {
          observer.onend(observer.isAborted() ? 'cancelled' : 'failed', error);
          controller.error(error);
        }
      },
      cancel(reason) {
        observer.onend('cancelled');
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
