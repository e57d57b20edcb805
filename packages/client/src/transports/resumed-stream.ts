/** Opens the stream of a call again, as often as it stays silent. */

/** How long a stream may be silent before it is opened again, in ms: at first, and at most. */
const SILENCE_MS = 5_000;
const MAX_SILENCE_MS = 30_000;

type Body = ReadableStream<Uint8Array>;

/**
 * Some servers send on a stream that is opened again only what they stored until then, and nothing that comes later.
 * Asking again after the last event costs one request, and loses nothing.
 */
export class ResumedStream {
  readonly #open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Body | undefined>;
  readonly #signal: AbortSignal;
  #silenceMs = SILENCE_MS;
  #attempt = new AbortController();
  #isHeard = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param signal aborts when nobody waits for the call anymore */
  constructor(
    open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Body | undefined>,
    signal: AbortSignal,
  ) {
    this.#open = open;
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true });
  }

  /** Resolves with nothing if the server has no such stream. */
  async open(lastEventId: string | undefined): Promise<Body | undefined> {
    for (;;) {
      this.#attempt = new AbortController();
      const { signal } = this.#attempt;
      this.#watch();
      try {
        return await this.#open(lastEventId, AbortSignal.any([this.#signal, signal]));
      } catch (error) {
        clearTimeout(this.#timer);
        if (!signal.aborted || this.#signal.aborted) throw error;
      }
    }
  }

  /** To be called when an event has come. */
  heed(): void {
    this.#isHeard = true;
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#isHeard = false;
    this.#timer = setTimeout(() => {
      if (this.#isHeard) {
        this.#silenceMs = SILENCE_MS;
        this.#watch();
      } else {
        this.#silenceMs = Math.min(2 * this.#silenceMs, MAX_SILENCE_MS);
        this.#attempt.abort();
      }
    }, this.#silenceMs);
  }
}
