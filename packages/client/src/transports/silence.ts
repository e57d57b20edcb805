/** Finds streams on which nothing comes anymore, although nobody closed them: a proxy, a NAT or a sleep did. */
import { isHidden, onwake } from './wake.ts';
import { STABLE_MS } from './reconnection.ts';

/** How long a stream may be silent before it is opened again, in ms. */
const SILENCE_MS = 60_000;

/** The longest that becomes for a stream on which the server says nothing at all, in ms. */
const MAX_SILENCE_MS = 5 * 60_000;

/** How long a stream may have been silent when the user returns, or the device is online again, in ms. */
const WAKE_SILENCE_MS = 10_000;

export interface SilenceOptions {
  readonly limitMs?: number;
  readonly maxLimitMs?: number;
  /** Whether a call waits for what comes next: then a hidden page looks too, and everything that comes is news. */
  readonly isAwaited?: boolean;
  /** Whether to look while nobody sees the page; without this, only for a call. */
  readonly inHiddenPage?: boolean;
}

/** Watches the streams of one listener, of which there is one at a time. A hidden page does not look by itself. */
export class Silence {
  readonly #options: Required<SilenceOptions>;
  #limitMs: number;
  #openedAt = performance.now();
  #heardAt = performance.now();
  #isOpen = false;

  constructor(options: SilenceOptions = {}) {
    const { limitMs = SILENCE_MS, maxLimitMs = MAX_SILENCE_MS, isAwaited = false, inHiddenPage = isAwaited } = options;
    this.#options = { limitMs, maxLimitMs, isAwaited, inHiddenPage };
    this.#limitMs = limitMs;
  }

  /** To be called when the stream is open, and for each piece that arrives. */
  heard(): void {
    this.#isOpen = true;
    this.#heardAt = performance.now();
    // What comes when a stream is opened says nothing about later.
    const { isAwaited, limitMs } = this.#options;
    if (isAwaited || this.#heardAt - this.#openedAt > STABLE_MS) this.#limitMs = limitMs;
  }

  /**
   * Watches a stream that is being opened.
   *
   * @param onsilent called once, when it should be replaced
   */
  watch(onsilent: () => void, signal: AbortSignal): void {
    const { isAwaited, inHiddenPage, maxLimitMs } = this.#options;
    this.#isOpen = false;
    this.#openedAt = this.#heardAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watching = new AbortController();
    const stop = (): void => {
      clearTimeout(timer);
      watching.abort();
    };
    const look = (limitMs = this.#limitMs): void => {
      clearTimeout(timer);
      if (!inHiddenPage && isHidden()) return;
      const silentMs = performance.now() - this.#heardAt;
      if (silentMs < limitMs) {
        timer = setTimeout(look, this.#limitMs - silentMs);
        return;
      }
      stop();
      // A stream that never opened is another matter.
      if (isAwaited || this.#isOpen) this.#limitMs = Math.min(this.#limitMs * 2, maxLimitMs);
      onsilent();
    };
    onwake(() => look(WAKE_SILENCE_MS), watching.signal);
    signal.addEventListener('abort', stop, { signal: watching.signal });
    look();
  }
}
