/** Event streams that outlive their connection: 2025-03-26 to 2025-11-25, transports, resumability and redelivery. */
import { HttpError, McpError } from '../errors.ts';
import { wait } from '../wire/abort.ts';
import { backoffDelay } from '../wire/backoff.ts';
import { readEventStream } from '../wire/sse.ts';

export interface FollowOptions {
  onmessage: (data: string) => void;
  /**
   * Opens the stream anew after the event with this id. Resolves with nothing when the server has no such stream;
   * rejects with an error for which {@link isPassing} holds when it may have one later.
   */
  reopen: (lastEventId: string | undefined) => Promise<ReadableStream<Uint8Array> | undefined>;
  /** True when the stream has served its purpose. */
  isDone: () => boolean;
  /** Only a stream whose events had ids is opened again. */
  needsEventId: boolean;
  /** Once it has been open, it is opened again however often that fails. */
  isLasting: boolean;
  /** The stream was away, and what it would have said is not sent again, or so late that everything may have changed. */
  onmissed?: () => void;
  /** The server was not reached time and again. The stream is still opened again. */
  onaway?: (error: McpError) => void;
  signal: AbortSignal;
}

/** How often in a row a stream is opened without anything coming of it. */
const MAX_ATTEMPTS = 8;

/** So many attempts are left to a server that is being started again. */
const PATIENT_ATTEMPTS = 3;

/** A connection that held for this long, in ms, was no failed attempt, even if nothing was said. */
const STABLE_MS = 5_000;

/** Whether asking again later may help. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpError) return error.status >= 500 || [408, 409, 429].includes(error.status);
  return isRefused(error);
}

/** Whether nobody is there, and was not at the attempts before. */
export function isAway(error: unknown, attempt: number): error is McpError {
  return attempt >= PATIENT_ATTEMPTS && isRefused(error);
}

const isRefused = (error: unknown): error is McpError => error instanceof McpError && error.code === 'network';

/**
 * Reads a stream until it is done, across drops. The last event id is kept over any number of drops.
 * Resolves, done or not, when there is nothing more to be had; the caller knows whether its answer came.
 */
export async function followStream(
  body: ReadableStream<Uint8Array> | undefined,
  options: FollowOptions,
): Promise<void> {
  const { onmessage, reopen, isDone, needsEventId, isLasting, onmissed, onaway, signal } = options;
  let lastEventId: string | undefined;
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
            // A server that lets its client poll gives a new id each time, and that is progress.
            if (id !== lastEventId) attempt = 0;
            lastEventId = id;
          },
          onretry: (delayMs) => (retryMs = delayMs),
        });
      } catch (error) {
        // A broken connection is what this function is for; anything else is not mended by asking again.
        if (error instanceof McpError) throw error;
      }
      if (performance.now() - openedAt > STABLE_MS) attempt = 0;
    }
    if (isDone() || signal.aborted || (needsEventId && !lastEventId)) return;
    if (attempt >= MAX_ATTEMPTS && !(isLasting && hasBeenOpen)) return;
    // What the server asked for is kept to, whatever the network does.
    await wait(backoffDelay(attempt++, retryMs), signal, retryMs === undefined);
    try {
      body = await reopen(lastEventId);
      if (!body) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      body = undefined;
      // What the server asked for was meant for a server that is there.
      if (attempt > 1) retryMs = undefined;
      if (!isAway(error, attempt)) continue;
      wasAway = true;
      onaway?.(error);
    }
  }
}
