/** When whatever waits for a server tries again: what listens, polls, answers, or opens a session anew. */
import { HttpError, McpError, RpcError } from '../errors.ts';
import { addressSpaceOf } from '../protocol/address-space.ts';
import { HEADER_MISMATCH } from '../protocol/methods.ts';
import { isHidden, onwake } from './wake.ts';

/** The first delay, in ms. It doubles with each attempt. */
const FIRST_DELAY_MS = 1_000;

/** The longest delay, in ms, if the server asks for none. */
const MAX_DELAY_MS = 30_000;

/** The longest wait that a server may ask for, in ms. */
const MAX_ASKED_MS = 10 * 60_000;

/** How many attempts may come at once, of everything that waits for the server. */
const BURST = 20;

/** After a burst, one attempt may come in this time, in ms. */
const REFILL_MS = 1_000;

/** How many streams in a row may bring nothing before the `retry` that the server asked for is no longer enough. */
const FREE_RETRIES = 3;

/** A connection that held for this long, in ms, is no failed attempt, even if nothing came on it. */
export const STABLE_MS = 5_000;

/**
 * How long what the page asks for waits until its changes are heard of, in ms: what changes in between is announced to
 * nobody. Some servers open a stream only when they have something to say.
 */
export const OPENING_MS = 300;

/** How many attempts a server has to start again before it counts as away. */
const PATIENT_ATTEMPTS = 3;

/** How often an answer that may be somebody else's is doubted. */
export const MAX_DOUBTS = 5;

export interface TurnOptions {
  readonly signal: AbortSignal;
  /** Why the last attempt failed. It may say when the server wants the next one. */
  readonly error?: unknown;
  /** The `retry` of an event stream, in ms. */
  readonly retryMs?: number | undefined;
  /** The shortest delay, in ms. */
  readonly leastMs?: number | undefined;
  /**
   * Whether it is worth an attempt while nobody sees the page. A signal says so by aborting: somebody has come who waits
   * for it.
   */
  readonly inHiddenPage?: boolean | AbortSignal | undefined;
  /** Called with the time of the next attempt, in ms since 1970. In a hidden page it may come later. */
  readonly onwait?: ((retryAt: number) => void) | undefined;
}

export interface PersistOptions extends Omit<TurnOptions, 'error' | 'retryMs'> {
  /** For how long, in ms. */
  readonly forMs?: number;
  /** Called after each attempt that failed and is followed by another, with how many have. */
  readonly onfailure?: (error: McpError, failures: number) => void;
}

/** One for all that waits for the same server. */
export class Reconnection {
  /** A server that is not on this device cannot be reached while the device is offline. */
  readonly #needsNetwork: boolean;
  /** Until when the server wants to be left alone, by `performance.now()`. */
  #notBefore = -Infinity;
  #budget = BURST;
  #filledAt = performance.now();

  constructor(url?: URL) {
    this.#needsNetwork = url !== undefined && addressSpaceOf(url.hostname) !== 'loopback';
  }

  /**
   * Waits until it is time for the next attempt, or rejects with the signal's reason.
   *
   * @param attempt how many have failed in a row, or brought nothing. The first after a success is not counted against the
   *   budget, nor is one that the server asked for with `retry`; but from the fourth on, a delay of its own is added to that.
   */
  async turn(attempt: number, options: TurnOptions): Promise<void> {
    const { signal, error, retryMs, leastMs = 0, inHiddenPage = false, onwait } = options;
    signal.throwIfAborted();
    const now = performance.now();
    const pauseMs = retryAfterOf(error);
    if (pauseMs !== undefined) this.#notBefore = Math.max(this.#notBefore, now + jittered(pauseMs));
    // Before this, nothing shortens the wait.
    const earliest = now + Math.max(leastMs, retryMs === undefined ? 0 : jittered(retryMs));
    const ownMs = this.#ownDelay(attempt, retryMs !== undefined);
    let due = Math.max(
      earliest,
      now + ownMs,
      attempt > 0 && retryMs === undefined ? this.#spend(now) : 0,
      this.#notBefore,
    );
    onwait?.(Date.now() + due - now);
    const isWanted = (): boolean => (typeof inHiddenPage === 'boolean' ? inHiddenPage : inHiddenPage.aborted);
    await new Promise<void>((resolve, reject) => {
      const waiting = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = (): void => {
        clearTimeout(timer);
        waiting.abort();
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      const look = (): void => {
        clearTimeout(timer);
        const leftMs = due - performance.now();
        if (leftMs > 0) timer = setTimeout(look, leftMs);
        else if (isWanted() || !isHidden()) end();
      };
      const listening = { signal: waiting.signal };
      onwake((type) => {
        if (type === 'online') {
          this.#budget = BURST;
          due = Math.min(due, Math.max(earliest, this.#notBefore));
        }
        look();
      }, waiting.signal);
      if (typeof inHiddenPage !== 'boolean') inHiddenPage.addEventListener('abort', look, listening);
      signal.addEventListener('abort', end, listening);
      // Never at once: a server that asks for no delay has to notice that the stream before is gone.
      timer = setTimeout(look, Math.max(0, due - performance.now()));
    });
  }

  /**
   * Does `work` until it succeeds, is refused for good, or its time is over. It may be done twice: not for what must
   * happen once.
   */
  async persist<T>(work: () => Promise<T>, { forMs = Infinity, onfailure, ...options }: PersistOptions): Promise<T> {
    const startedAt = performance.now();
    const doubts = new Doubts();
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        options.signal.throwIfAborted();
        if (!(error instanceof McpError) || doubts.isFinal(error) || performance.now() - startedAt >= forMs)
          throw error;
        onfailure?.(error, attempt + 1);
        await this.turn(attempt, { ...options, error });
      }
    }
  }

  #ownDelay(attempt: number, isAsked: boolean): number {
    if (!isAsked) return jittered(this.#isOffline ? MAX_DELAY_MS : delayOf(attempt));
    return attempt < FREE_RETRIES ? 0 : jittered(delayOf(attempt - FREE_RETRIES));
  }

  get #isOffline(): boolean {
    return this.#needsNetwork && globalThis.navigator?.onLine === false;
  }

  /** Takes an attempt from the budget, and returns when it may come. */
  #spend(now: number): number {
    this.#budget = Math.min(BURST, this.#budget + (now - this.#filledAt) / REFILL_MS) - 1;
    this.#filledAt = now;
    return now + Math.max(0, -this.#budget) * REFILL_MS;
  }
}

/** Counts the refusals of one thing that is tried again and again. */
export class Doubts {
  #count = 0;

  /** Whether asking again changes nothing. To be called once for each failure. */
  isFinal(error: unknown): boolean {
    return !isPassing(error) && !(isDoubtful(error) && ++this.#count < MAX_DOUBTS);
  }

  /** The server has said otherwise since. */
  clear(): void {
    this.#count = 0;
  }
}

/** Whether it may help to ask again later: the server was not reached, broke off, or had no time. */
export function isPassing(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status >= 500 || [408, 409, 425, 429].includes(status);
  if (!(error instanceof McpError)) return false;
  return ['network', 'timeout', 'stream-ended'].includes(error.code) || isPassing(error.cause);
}

/** Whether something between the page and the server may have answered in its place, such as a gateway that restarts. */
function isDoubtful(error: unknown): boolean {
  // An older server, or a gateway, that does not know what this is about. MCP gives these codes no meaning.
  if (error instanceof RpcError)
    return statusOf(error.cause) === 404 && error.rpcCode <= -32_000 && error.rpcCode > HEADER_MISMATCH;
  return error instanceof McpError && ['http', 'not-mcp', 'invalid-message'].includes(error.code);
}

/**
 * Whether the server cannot be reached, and could not at the attempts before.
 *
 * @param failures how many attempts have failed in a row
 */
export function isAway(error: unknown, failures: number): error is McpError {
  return failures >= PATIENT_ATTEMPTS && error instanceof McpError && ['network', 'timeout'].includes(error.code);
}

const statusOf = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

const delayOf = (attempt: number): number => Math.min(FIRST_DELAY_MS * 2 ** attempt, MAX_DELAY_MS);

/** Up to a quarter is added, so that many clients do not come at the same time. */
const jittered = (delayMs: number): number => Math.min(delayMs, MAX_ASKED_MS) * (1 + Math.random() / 4);

/** The `Retry-After` that an error came with, in ms. */
function retryAfterOf(error: unknown): number | undefined {
  if (error instanceof HttpError) return error.retryAfterMs;
  return error instanceof McpError ? retryAfterOf(error.cause) : undefined;
}
