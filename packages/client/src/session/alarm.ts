/** One timer for many times, of which only the next matters: a thousand timers would take a page 20 ms. */
export class Alarm {
  readonly #onring: () => void;
  #time = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onring asks for the next time with `ringBy`, if there is one */
  constructor(onring: () => void) {
    this.#onring = onring;
  }

  /**
   * Makes the alarm ring at this time or earlier. When it rings, it forgets all times.
   *
   * @param time by `performance.now()`
   */
  ringBy(time: number): void {
    if (!(time < this.#time)) return;
    this.stop();
    this.#time = time;
    const ring = (): void => {
      this.#time = Infinity;
      this.#onring();
    };
    this.#timer = setTimeout(ring, Math.min(time - performance.now(), 2 ** 31 - 1));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#time = Infinity;
  }
}
