/** Event streams that outlive their connection, in the legacy era (transports, resumability and redelivery). */
import { McpError } from '../errors.ts';
import { wait } from '../wire/abort.ts';
import { backoffDelay } from '../wire/backoff.ts';
import { readEventStream } from '../wire/sse.ts';
import { isAway, isPassing, STABLE_MS } from './retry.ts';

export interface FollowOptions {
  onmessage: (data: string) => void;
  /**
   * Opens the stream again after the event with this id. Resolves with nothing if the server has no such stream;
   * rejects with an error for which {@link isPassing} holds if it may have one later.
   */
  reopen: (lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array> | undefined>;
  /** The id of the last event that came before. */
  lastEventId?: string | undefined;
  /** Called with the id of each event that has one. */
  onid?: ((id: string) => void) | undefined;
  /** Whether the stream has brought what it was opened for. */
  isDone: () => boolean;
  /** Whether a stream is opened again only if its events had ids. */
  needsEventId: boolean;
  /** Whether a stream that was open once is opened again however often that fails. */
  isLasting: boolean;
  /** The stream was interrupted, and what the client missed is not sent again, or so late that everything may have changed. */
  onmissed?: () => void;
  /** The server could not be reached several times in a row. More attempts follow. */
  onaway?: (error: McpError) => void;
  signal: AbortSignal;
}

/** How often in a row a stream is opened to no avail. */
const MAX_ATTEMPTS = 8;

/**
 * Reads a stream until it is done, and opens it again, after the last event id, as often as its connection breaks.
 * Resolves when nothing more can come, done or not: the caller knows whether its answer came.
 */
export async function followStream(
  body: ReadableStream<Uint8Array> | undefined,
  options: FollowOptions,
): Promise<void> {
  const { onmessage, reopen, isDone, needsEventId, isLasting, onmissed, onaway, signal } = options;
  let { lastEventId } = options;
  let retryMs: number | undefined;
  let attempt = 0;
  let hasBeenOpen = false;
  let wasAway = false;
  for (;;) {
    if (body) {
      if (wasAway || (hasBeenOpen && !lastEventId)) onmissed?.();
      hasBeenOpen = true;
      wasAway = false;
      const openedAt = performance.now();
      try {
        await readEventStream(body, {
          isDone,
          onmessage: (data) => {
            attempt = 0;
            onmessage(data);
          },
          onid: (id) => {
            // A server that makes its client poll sends a new id each time: that is progress.
            if (id !== lastEventId) attempt = 0;
            lastEventId = id;
            options.onid?.(id);
          },
          onretry: (delayMs) => (retryMs = delayMs),
        });
      } catch (error) {
        // A broken connection is what this function is for. Asking again mends nothing else.
        if (error instanceof McpError) throw error;
      }
      if (performance.now() - openedAt > STABLE_MS) attempt = 0;
    }
    if (isDone() || signal.aborted || (needsEventId && !lastEventId)) return;
    if (attempt >= MAX_ATTEMPTS && !(isLasting && hasBeenOpen)) return;
    // The delay that the server asked for applies, whatever the network does.
    await wait(backoffDelay(attempt++, retryMs), signal, retryMs === undefined);
    try {
      body = await reopen(lastEventId);
      if (!body) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      body = undefined;
      // The delay that the server asked for does not apply to a server that is not there.
      if (attempt > 1) retryMs = undefined;
      if (!isAway(error, attempt)) continue;
      wasAway = true;
      onaway?.(error);
    }
  }
}
