/** Reads an event stream, with one synchronous call for each event. */
import { createParser } from 'eventsource-parser';
import { type Reader, readPieces, tooLarge } from './body.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { LongLine } from './long-line.ts';

export interface EventStreamCallbacks {
  /** The data of an event of the type `message`, never empty. */
  onmessage: (data: string) => void;
  /** An event of another type. */
  onevent?: (type: string, data: string) => void;
  /** The id that a resumed stream has to name. */
  onid?: (id: string) => void;
  /** How long the server wants the client to wait before it reconnects, in ms. */
  onretry?: (delayMs: number) => void;
  /** Called before and after each piece of the stream: true ends the reading. */
  isDone?: () => boolean;
  /** Gets the rest of the stream then. By default, it is discarded. */
  leave?: ((rest: Reader) => void) | undefined;
}

/**
 * Reads an event stream to its end. An event without data only sets the id (a priming event) and is not passed on. An
 * event that the end of the stream cuts off is dropped, as the standard says.
 *
 * @throws {McpError} `too-large`, and whatever `onmessage` throws.
 */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  callbacks: EventStreamCallbacks,
): Promise<void> {
  const { onmessage, onevent, onid, onretry, isDone, leave } = callbacks;
  const longLine = new LongLine();
  const parser = createParser({
    maxBufferSize: MAX_MESSAGE_LENGTH,
    onEvent: ({ data, event }) => {
      if (!data) return;
      const whole = longLine.restore(data);
      if (event === undefined || event === 'message') onmessage(whole);
      else onevent?.(event, whole);
    },
    onId: onid,
    onRetry: onretry,
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw tooLarge(error);
    },
  });
  const feed = (piece: string): boolean => {
    // The reader may have given up while the page had its turn.
    if (isDone?.()) return false;
    parser.feed(longLine.hold(piece));
    return !isDone?.();
  };
  await readPieces(body, feed, leave);
}
