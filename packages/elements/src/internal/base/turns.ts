/** Work that would take too long at once, done a little in each frame. */

/** In ms. Styles and layout of what was drawn take about as long again. */
const MS_PER_FRAME = 8;
/** Pages in the background have no frames, in ms. */
const WITHOUT_FRAMES = 200;

/** Ends at about that time. Whoever needs more time takes another turn. */
export type Turn = (until: number) => void;

export class Turns {
  readonly #waiting: Turn[] = [];
  #isWorking = false;
  #settled: Promise<void> = Promise.resolve();
  #settle: (() => void) | undefined;

  /** Who asks during a turn comes next: finishing what is above moves nothing that is drawn. */
  take(turn: Turn): void {
    if (this.#isWorking) this.#waiting.unshift(turn);
    else this.#waiting.push(turn);
    if (this.#settle) return;
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#ask();
  }

  get isBusy(): boolean {
    return this.#settle !== undefined;
  }

  /** Resolves when nobody waits for a turn. */
  settle(): Promise<void> {
    return this.#settled;
  }

  #ask(): void {
    const begin = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.#work();
    };
    const frame = requestAnimationFrame(begin);
    const timer = setTimeout(begin, WITHOUT_FRAMES);
  }

  #work(): void {
    const until = performance.now() + MS_PER_FRAME;
    this.#isWorking = true;
    try {
      for (let turn = this.#waiting.shift(); turn; turn = performance.now() < until ? this.#waiting.shift() : undefined)
        turn(until);
    } finally {
      this.#isWorking = false;
      if (this.#waiting.length > 0) this.#ask();
      else {
        this.#settle?.();
        this.#settle = undefined;
      }
    }
  }
}
