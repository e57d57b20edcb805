/** Limits for schemas from strangers: some would keep a page busy forever, by mistake or on purpose. */
import { LargeObjects } from './large-objects.ts';

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

/** When less than this share of the time is left, the large objects are listed at once, and none after that. */
const LATE = 2 / 3;

/** The first steps are free: a busy machine takes the processor away for longer than an ordinary schema needs it. */
const FREE_STEPS = 32_768;

/** How much work a schema or a value may take. */
export interface Limits {
  /** How many steps of the interpreter. 5,000,000 by default. */
  readonly maxSteps?: number | undefined;
  /** How long by the clock, in ms. 25 by default. */
  readonly maxMs?: number | undefined;
  /**
   * Validations that begin within so many ms share the limits, for example all that one key press causes. By default,
   * each has its own.
   */
  readonly sharedForMs?: number | undefined;
}

/**
 * The time was over before the schema was read, or the value checked. With more time, in a worker for example, it may be
 * done.
 *
 * @example
 * ```ts
 * import { OutOfTimeError, readSchema } from '@mcp-web/client/schema';
 *
 * try {
 *   console.log(readSchema({ type: 'array', uniqueItems: true }).problemsOf(Array.from({ length: 1_000_000 }, Math.random)));
 * } catch (error) {
 *   if (error instanceof OutOfTimeError) console.log('This is too long to be checked here.');
 * }
 * ```
 */
export class OutOfTimeError extends Error {}

/** Counts the steps of one validation, or of reading one schema, and looks at the clock from time to time. */
export class Meter {
  readonly #maxSteps: number;
  readonly #large = new LargeObjects();
  #subject: unknown;
  #isListed = false;
  readonly #maxMs: number;
  #leftMs: number;
  #endsAt = Infinity;
  #untilLook: number;
  #afterLook: number;

  constructor({ maxSteps = MAX_STEPS, maxMs = MAX_MS }: Limits = {}) {
    this.#maxSteps = maxSteps;
    this.#untilLook = Math.min(maxSteps, FREE_STEPS);
    this.#afterLook = maxSteps - this.#untilLook;
    this.#maxMs = this.#leftMs = maxMs;
  }

  /**
   * The work goes on: the clock counts.
   *
   * @param subject what it is about: all objects whose names it lists are in there
   */
  start(subject: unknown): this {
    this.#subject = subject;
    this.#isListed = false;
    this.#endsAt = performance.now() + this.#leftMs;
    return this;
  }

  /** The work is over for now. */
  pause(): void {
    this.#leftMs = this.#endsAt - performance.now();
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

  /** The names of an object. They are for the caller to charge. */
  namesOf(one: object): readonly string[] {
    return this.#large.namesOf(one);
  }

  #look(): void {
    this.#afterLook += this.#untilLook;
    this.#untilLook = 0;
    if (this.#afterLook < 0) throw new Error(`it takes more than ${this.#maxSteps.toLocaleString('en')} steps`);
    this.#requireTime();
    this.#untilLook = Math.min(this.#afterLook, STEPS_PER_LOOK);
    this.#afterLook -= this.#untilLook;
  }

  #requireTime(): void {
    const leftMs = this.#endsAt - performance.now();
    if (leftMs < 0) throw new OutOfTimeError(`it takes more than ${this.#maxMs} ms`);
    if (this.#isListed || leftMs >= LATE * this.#maxMs) return;
    this.#isListed = true;
    this.#large.listAll(this.#subject, () => this.#requireTime());
  }
}

/** @throws {Error} when the nesting is too deep. */
export function limitNesting(levels: number): void {
  if (levels > MAX_NESTING) throw new Error(`it goes more than ${MAX_NESTING} levels deep`);
}
