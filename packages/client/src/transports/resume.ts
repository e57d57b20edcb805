/** Answers whose stream breaks, in the legacy era (transports, resumability and redelivery). */
import { McpError } from '../errors.ts';
import { type EventStreamCallbacks, readEventStream } from '../wire/sse.ts';
import { isPassing, type Reconnection, STABLE_MS } from './reconnection.ts';
import { Silence } from './silence.ts';
import { HeaderRefusedError } from './transport.ts';

export interface ResumeOptions extends Pick<EventStreamCallbacks, 'leave'> {
  readonly reconnection: Reconnection;
  readonly onmessage: (data: string) => void;
  /** The id that the stream is opened again after. */
  readonly onid?: (id: string) => void;
  /**
   * Opens the stream again after the event with this id. Resolves with nothing if the server has no such stream;
   * rejects with an error for which {@link isPassing} holds if it may have one later.
   *
   * @param signal aborts when nobody waits for the answer, or the stream has been silent for too long
   */
  readonly reopen: (lastEventId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array> | undefined>;
  /** The id of the last event that came before. */
  readonly lastEventId?: string | undefined;
  /** Whether the stream has brought what it was opened for. */
  readonly isDone: () => boolean;
  /** Aborts when nobody waits for what the stream brings. Once that is there, the stream may still be read to its end. */
  readonly signal: AbortSignal;
}

/** How often in a row a stream is opened to no avail. */
const MAX_ATTEMPTS = 8;

/**
 * How long a stream that was opened again may be silent, in ms, at first and at most. Some servers send on it only what
 * they stored until then, and nothing that comes later. Asking again after the last event costs one request, and loses
 * nothing.
 */
const SILENCE = { limitMs: 5_000, maxLimitMs: 30_000, isAwaited: true };

/**
 * Reads a stream until it is done, and opens it again, after the last event id, as often as its connection breaks.
 * Resolves when nothing more can come, done or not: the caller knows whether its answer came.
 */
export async function resumeStream(
  body: ReadableStream<Uint8Array> | undefined,
  { reconnection, onmessage, onid, reopen, isDone, leave, signal, ...options }: ResumeOptions,
): Promise<void> {
  const silence = new Silence(SILENCE);
  let { lastEventId } = options;
  let silent = new AbortController();
  let watching = new AbortController();
  let retryMs: number | undefined;
  let failure: unknown;
  let attempt = 0;
  let hasTried = body !== undefined;
  for (;;) {
    if (body) {
      const openedAt = performance.now();
      try {
        await readEventStream(body, {
          isDone: () => {
            silence.heard();
            return isDone();
          },
          onmessage: (data) => {
            attempt = 0;
            onmessage(data);
          },
          onid: (id) => {
            // A server that makes its client poll sends a new id each time: that is progress.
            if (id !== lastEventId) attempt = 0;
            lastEventId = id;
            onid?.(id);
          },
          onretry: (delayMs) => (retryMs = delayMs),
          leave,
        });
      } catch (error) {
        // A broken connection is what this function is for. Asking again fixes nothing else.
        if (error instanceof McpError && !isPassing(error)) {
          watching.abort();
          throw error;
        }
      }
      if (performance.now() - openedAt > STABLE_MS) attempt = 0;
    }
    watching.abort();
    // A server that is only slow is not given up.
    if (silent.signal.aborted) attempt = 0;
    if (isDone() || signal.aborted || !lastEventId || attempt >= MAX_ATTEMPTS) return;
    // Somebody waits for the answer, whether the page is seen or not.
    if (hasTried) await reconnection.turn(attempt++, { signal, error: failure, retryMs, inHiddenPage: true });
    hasTried = true;
    failure = undefined;
    silent = new AbortController();
    watching = new AbortController();
    silence.watch(() => silent.abort(), AbortSignal.any([signal, watching.signal]));
    try {
      body = await reopen(lastEventId, AbortSignal.any([signal, silent.signal]));
      if (!body) return;
    } catch (error) {
      if (error instanceof HeaderRefusedError || (!silent.signal.aborted && !isPassing(error))) throw error;
      failure = error;
      body = undefined;
      // The delay that the server asked for does not apply to a server that is not there.
      if (attempt > 1) retryMs = undefined;
    }
  }
}
