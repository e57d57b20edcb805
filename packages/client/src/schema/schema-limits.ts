/** Limits for schemas from strangers: some would keep a page busy forever, by mistake or on purpose. */

/** How deep subschemas may be nested. */
export const MAX_DEPTH = 100;

export const MAX_SUBSCHEMAS = 10_000;

/** How many evaluations may be nested, as with a recursive schema and a deep value. */
const MAX_NESTING = 400;

/**
 * A step costs about as much as one character of a pattern. More expensive work counts as several steps. In the worst case,
 * all steps take about a second.
 */
const MAX_STEPS = 5_000_000;

/** Half of the 50 ms after which a user notices that the page does not react. The rest is for the page. */
const MAX_MS = 25;

/** So many steps take less than a millisecond. Then it is time to look at the clock. */
const STEPS_PER_LOOK = 4_096;

/** How much work a schema or a value may take. */
export interface Limits {
  /** How many steps of the interpreter. 5,000,000 by default. */
  readonly maxSteps?: number | undefined;
  /** How long by the clock, in ms. 25 by default. */
  readonly maxMs?: number | undefined;
}

/** The time was over before the work was done. With more time, in a worker for example, it may be done. */
export class OutOfTimeError extends Error {}

/** Counts the steps of one validation, or of reading one schema, and looks at the clock from time to time. */
export class Meter {
  readonly #maxSteps: number;
  readonly #maxMs: number;
  readonly #endsAt: number;
  #untilLook: number;
  #afterLook: number;

  constructor({ maxSteps = MAX_STEPS, maxMs = MAX_MS }: Limits = {}) {
    this.#maxSteps = maxSteps;
    this.#untilLook = Math.min(maxSteps, STEPS_PER_LOOK);
    this.#afterLook = maxSteps - this.#untilLook;
    this.#maxMs = maxMs;
    this.#endsAt = performance.now() + maxMs;
  }

  /** How many steps were charged. */
  get steps(): number {
    return this.#maxSteps - this.#afterLook - this.#untilLook;
  }

  /**
   * Comes before the work that it is for.
   *
   * @throws {Error} when no steps are left.
   * @throws {OutOfTimeError} when no time is left.
   */
  charge(steps: number): void {
    this.#untilLook -= steps;
    if (this.#untilLook < 0) this.#look();
  }

  #look(): void {
    this.#afterLook += this.#untilLook;
    this.#untilLook = 0;
    if (this.#afterLook < 0) throw new Error(`it takes more than ${this.#maxSteps.toLocaleString('en')} steps`);
    if (performance.now() > this.#endsAt) throw new OutOfTimeError(`it takes more than ${this.#maxMs} ms`);
    this.#untilLook = Math.min(this.#afterLook, STEPS_PER_LOOK);
    this.#afterLook -= this.#untilLook;
  }
}

/** @throws {Error} when the nesting is too deep. */
export function limitNesting(levels: number): void {
  if (levels > MAX_NESTING) throw new Error(`it goes more than ${MAX_NESTING} levels deep`);
}
