/** Long work is cut into slices, so that the page can handle input and paint in between. */

/** How long a slice takes, in ms. */
const SLICE_MS = 8;

/** Every third pause lets everything run that waits; the others only input, which is quicker. */
const FULL_TURN = 3;

/** The clock is looked at once for this many short steps. */
const STEPS = 32;

export class Slices {
  #end = performance.now() + SLICE_MS;
  #steps = 0;
  #pauses = 0;

  /** Whether the work should pause before it goes on. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** The same for a step that takes microseconds. */
  isOverAfterStep(): boolean {
    return ++this.#steps % STEPS === 0 && this.isOver;
  }

  /**
   * Waits for something else. A long wait gave the page its turn. A short one counts as work, because it may have been within
   * the same task: as long as somebody reads, browsers deliver the chunks of a body one after the other in one task.
   */
  async waitFor<T>(something: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const value = await something;
    const now = performance.now();
    if (now - startedAt >= SLICE_MS) this.#end = now + SLICE_MS;
    return value;
  }

  /** Lets the page have a turn, and begins the next slice. */
  async pause(): Promise<void> {
    await (++this.#pauses % FULL_TURN === 0 ? yieldToPage() : yieldToInput());
    this.#end = performance.now() + SLICE_MS;
  }
}

/** Runs work that yields after each short step, and resolves with what it returns. */
export async function inSlices<T>(work: Generator<undefined, T>): Promise<T> {
  const slices = new Slices();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (slices.isOverAfterStep()) await slices.pause();
  }
}

/**
 * Lets the page handle input. What else waits, such as painting, may have to wait longer.
 *
 * `scheduler.yield()` rejects once the page has aborted the task in which all this began, even if that ended long ago. A
 * stream that it opened continues all the same.
 */
function yieldToInput(): Promise<void> {
  return typeof scheduler === 'object' && 'yield' in scheduler ? scheduler.yield().catch(yieldToPage) : yieldToPage();
}

/** Lets the page handle whatever waits, and paint. A timer would be throttled to one a second in a hidden tab. */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
