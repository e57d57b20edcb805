/** How often new entries are drawn, and whether screen readers read them out. */

/** If more entries than this arrive at once, they are not read out. */
const MAX_ANNOUNCED = 5;
/** More than this at once are a flood, which nobody can read. It is drawn at this interval, in ms. */
const FLOOD = 50;
const FLOOD_MS = 100;

export class Arrivals {
  readonly #draw: () => void;
  /** The newest entry that was drawn. */
  #newestId = 0;
  #isQuiet = true;
  #flood: ReturnType<typeof setTimeout> | undefined;

  /** @param draw called when a flood is to be drawn */
  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Whether screen readers should not read out what is drawn. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  /** Whether a log with this newest entry is to be drawn now, and not at the next interval of a flood. */
  isDue(newestId: number): boolean {
    return !this.#flood || newestId - this.#newestId <= FLOOD;
  }

  /**
   * Takes note of what is drawn.
   * @param hasNewRows whether a row comes onto the screen
   */
  take(newestId: number, hasNewRows: boolean): void {
    const added = newestId - this.#newestId;
    this.#newestId = newestId;
    if (added > FLOOD) {
      this.#flood ??= setTimeout(() => {
        this.#flood = undefined;
        this.#draw();
      }, FLOOD_MS);
    }
    // If it is drawn again without a new row, screen readers go on with what they read.
    if (hasNewRows) this.#isQuiet = !added || added > MAX_ANNOUNCED;
  }

  /** What appears because of the user is not read out. */
  silence(): void {
    this.#isQuiet = true;
  }

  /** Another log is shown. */
  reset(): void {
    this.#newestId = 0;
  }

  /** Draws no more. */
  stop(): void {
    clearTimeout(this.#flood);
    this.#flood = undefined;
  }
}
