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
export const MAX_STEPS = 5_000_000;

/** Counts the steps of one validation, or of reading one schema. */
export class Meter {
  readonly #most: number;
  #left: number;

  constructor(most = MAX_STEPS) {
    this.#most = this.#left = most;
  }

  /** @throws {Error} when no steps are left. */
  charge(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Error(`it takes more than ${this.#most.toLocaleString('en')} steps`);
  }
}

/** @throws {Error} when the nesting is too deep. */
export function limitNesting(levels: number): void {
  if (levels > MAX_NESTING) throw new Error(`it goes more than ${MAX_NESTING} levels deep`);
}
