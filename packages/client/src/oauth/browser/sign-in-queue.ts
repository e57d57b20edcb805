/** Sign-ins under way: one at a time for each server, for as long as somebody waits for it. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';

interface UnderWay {
  done: Promise<void>;
  cancelling: AbortController;
  /** How many wait for it. */
  waiting: number;
}

export class SignIns {
  readonly #underWay = new Map<string, UnderWay>();

  has(server: string): boolean {
    return this.#underWay.has(server);
  }

  /**
   * Begins a sign-in, or waits for the one that is under way. When nobody waits for it any more, it is given up.
   *
   * @param begin called at once, in the caller's click
   */
  async join(
    server: string,
    begin: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    signal?.throwIfAborted();
    const underWay = this.#underWay.get(server) ?? this.#begin(server, begin);
    underWay.waiting++;
    try {
      await untilAborted(underWay.done, signal);
    } finally {
      if (--underWay.waiting === 0) this.#end(server, underWay);
    }
  }

  cancel(server: string): void {
    const underWay = this.#underWay.get(server);
    if (underWay) this.#end(server, underWay);
  }

  cancelAll(): void {
    for (const server of this.#underWay.keys()) this.cancel(server);
  }

  #begin(server: string, begin: (signal: AbortSignal) => Promise<void>): UnderWay {
    const cancelling = new AbortController();
    const underWay: UnderWay = { done: begin(cancelling.signal), cancelling, waiting: 0 };
    this.#underWay.set(server, underWay);
    // How it ended is for those who wait: nobody may be waiting any more.
    const settle = (): void => this.#remove(server, underWay);
    underWay.done.then(settle, settle);
    return underWay;
  }

  /** The next one need not wait until this one has put its things away. */
  #end(server: string, underWay: UnderWay): void {
    this.#remove(server, underWay);
    underWay.cancelling.abort(new AuthError('cancelled', 'Signing in was cancelled.'));
  }

  #remove(server: string, underWay: UnderWay): void {
    if (this.#underWay.get(server) === underWay) this.#underWay.delete(server);
  }
}
