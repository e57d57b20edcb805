/** The stream on which a legacy server sends what nobody asked for. It is kept open for as long as the session lasts. */
import { McpError } from '../errors.ts';
import { settlesWithin } from '../wire/abort.ts';
import { addressOf } from '../wire/refusal.ts';
import { readEventStream } from '../wire/sse.ts';
import { Doubts, isAway, isPassing, type Reconnection, STABLE_MS } from './reconnection.ts';
import { Silence } from './silence.ts';

/**
 * After this, a stream may be open, in ms. Firefox says so only with the first bytes, which some servers send only when they
 * have something to say.
 */
const UNREPORTED_MS = 2_000;

export interface OwnStreamOptions {
  readonly reconnection: Reconnection;
  /** Whether the page went ahead without the stream, so that something may have changed before it is open. */
  readonly isLate: () => boolean;
  /** Opens the stream, after the event with this id. Resolves with nothing if the server has none. */
  readonly open: (
    lastEventId: string | undefined,
    signal: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array> | undefined>;
  readonly onmessage: (data: string) => void;
  /** The stream, which was open, is not anymore. */
  readonly onend: () => void;
  /** What the client missed is not sent again, or so late that everything may have changed; or the page did not wait for the first stream. */
  readonly onmissed: () => void;
  /**
   * The server cannot be reached for now, or refused the stream.
   *
   * @param isFinal nothing more is tried
   */
  readonly onlost: (error: McpError, isFinal: boolean) => void;
  /** Asks whether the server is there, because its stream is silent. Rejects if it is not. */
  readonly probe: () => Promise<void>;
  /** Whether somebody needs the stream while nobody sees the page. */
  readonly inHiddenPage: boolean;
  readonly signal: AbortSignal;
}

/** Reads the stream, and opens it again as often as it breaks or falls silent. Resolves when there is no more to do. */
export async function readOwnStream(options: OwnStreamOptions): Promise<void> {
  const { reconnection, isLate, open, onmessage, onend, onmissed, onlost, probe, inHiddenPage, signal } = options;
  const silence = new Silence({ inHiddenPage });
  const doubts = new Doubts();
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  let failure: unknown;
  /** How many attempts in a row have brought nothing. */
  let attempt = 0;
  let hasBeenOpen = false;
  let wasAway = false;
  let isReopened = false;
  while (!signal.aborted) {
    const reading = new AbortController();
    let isSilent = false;
    let openedAt = Infinity;
    silence.watch(
      () => {
        isSilent = true;
        reading.abort();
      },
      AbortSignal.any([signal, reading.signal]),
    );
    failure = undefined;
    try {
      const opening = open(lastEventId, AbortSignal.any([signal, reading.signal]));
      const mayHaveMissed = wasAway || (isReopened && !lastEventId);
      if (mayHaveMissed && !(await settlesWithin(UNREPORTED_MS, opening)) && !signal.aborted) onmissed();
      const body = await opening;
      if (!body) return;
      openedAt = performance.now();
      silence.heard();
      doubts.clear();
      if (wasAway || (hasBeenOpen ? !lastEventId : isLate())) onmissed();
      hasBeenOpen = true;
      wasAway = false;
      await readEventStream(body, {
        isDone: () => {
          silence.heard();
          return signal.aborted;
        },
        onmessage: (data) => {
          attempt = 0;
          onmessage(data);
        },
        onid: (id) => {
          if (id !== lastEventId) attempt = 0;
          lastEventId = id;
        },
        onretry: (delayMs) => (retryMs = delayMs),
      });
    } catch (error) {
      if (signal.aborted) return;
      // A stream that breaks is no failure of the server, and neither is one that was given up.
      if (error instanceof McpError && !isSilent && !(openedAt < Infinity && isPassing(error))) {
        failure = error;
        // The delay that the server asked for does not apply to a server that is not there.
        if (attempt > 1) retryMs = undefined;
        const isFinal = doubts.isFinal(error);
        const isRefusal = isFinal || (hasBeenOpen && !isPassing(error));
        if (isRefusal || isAway(error, attempt)) {
          wasAway = true;
          onlost(error, isFinal);
        }
        if (isFinal) return;
      }
    } finally {
      reading.abort();
      if (openedAt < Infinity && !signal.aborted) onend();
    }
    if (signal.aborted) return;
    isReopened = true;
    if (performance.now() - openedAt > STABLE_MS) attempt = 0;
    if (isSilent) {
      // Nothing came for so long that something may have been missed, unless the server sends it again.
      wasAway ||= openedAt === Infinity;
      try {
        await probe();
        continue;
      } catch (error) {
        if (signal.aborted) return;
        // An answer, whatever it says, shows that the server is there.
        if (!isAway(error, Infinity)) continue;
        wasAway = true;
        onlost(error, false);
      }
    }
    await reconnection.turn(attempt++, { signal, error: failure, retryMs, inHiddenPage });
  }
}

/** The error for a server that answers with success, but not with a stream. */
export function noEventStream(url: URL): McpError {
  return new McpError(
    'not-mcp',
    `${addressOf(url)} answered a GET with something other than an event stream, so that it cannot announce changes. A server that has no such stream answers with status 405.`,
  );
}
