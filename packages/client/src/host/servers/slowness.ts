/** Says that a server is slow while one waits for it. */
import type { HostServer } from '../snapshot.ts';

/** How long nobody wonders, in ms. */
const SLOW_MS = 3_000;

type Waited = 'connection' | 'lists' | undefined;

export class Slowness {
  readonly #onslow: () => void;
  #waitsFor: Waited;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onslow: () => void) {
    this.#onslow = onslow;
  }

  /**
   * Follows the state of a server. Returns what that makes of `isSlow`; nothing while the same thing is waited for.
   *
   * @param isAttempt whether an attempt to connect begins
   */
  follow({ status, isListing }: Pick<HostServer, 'status' | 'isListing'>, isAttempt: boolean): Partial<HostServer> {
    const waitsFor = status === 'connecting' ? 'connection' : isListing ? 'lists' : undefined;
    if (waitsFor === this.#waitsFor && !isAttempt) return {};
    this.stop();
    this.#waitsFor = waitsFor;
    if (waitsFor) this.#timer = setTimeout(this.#onslow, SLOW_MS);
    return { isSlow: undefined };
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
