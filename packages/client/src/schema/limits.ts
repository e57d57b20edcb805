/** Schemas come from strangers, and some would keep a page busy for ever, by mistake or on purpose. */

/** How deep subschemas may lie within each other. */
export const MAX_DEPTH = 100;

export const MAX_SUBSCHEMAS = 10_000;

/** How many subschemas may be at work within each other: what a recursive schema does with a deep value. */
const MAX_NESTING = 400;

/**
 * A step is about what a character of a pattern costs; what costs more is charged as several. All of them take about a second
 * of computing at worst.
 */
export const MAX_STEPS = 5_000_000;

/** Counts the steps of one validation, or of reading one schema. */
export class Meter {
  readonly #most: number;
  #left: number;

  constructor(most = MAX_STEPS) {
    this.#most = this.#left = most;
  }

  /** @throws {Error} when it is too much. */
  charge(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Error(`it takes more than ${this.#most.toLocaleString('en')} steps`);
  }
}

/** @throws {Error} when it is too deep. */
export function limitNesting(levels: number): void {
  if (levels > MAX_NESTING) throw new Error(`it goes more than ${MAX_NESTING} levels deep`);
}
