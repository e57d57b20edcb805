/** Work that would take too long at once, done a little in each frame. */

/** In ms. Styles and layout of what was drawn take about as long again. */
const MS_PER_FRAME = 8;
/** So many characters are drawn in one frame, of whatever is cheap to make but not to lay out. */
const ROOM_PER_FRAME = 10_000;
/** Pages in the background have no frames, in ms. */
const WITHOUT_FRAMES = 200;

/** Ends at about that time. Whoever needs more time takes another turn. */
export type Turn = (until: number) => void;

/** The turns of all elements of a page, however many there are. */
class PageTurns {
  readonly #waiting: Turn[] = [];
  #isWorking = false;
  #isAsked = false;
  #room = ROOM_PER_FRAME;

  /** Who asks during a turn comes next: finishing what is above moves nothing that is drawn. */
  take(turn: Turn): void {
    if (this.#isWorking) this.#waiting.unshift(turn);
    else this.#waiting.push(turn);
    this.#ask();
  }

  claim(characters: number): boolean {
    if (this.#room <= 0) return false;
    this.#room -= characters;
    // The next frame has room again.
    this.#ask();
    return true;
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const begin = (): void => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      this.#isAsked = false;
      this.#work();
    };
    const frame = requestAnimationFrame(begin);
    const timer = setTimeout(begin, WITHOUT_FRAMES);
  }

  #work(): void {
    const until = performance.now() + MS_PER_FRAME;
    this.#room = ROOM_PER_FRAME;
    this.#isWorking = true;
    try {
      do this.#waiting.shift()?.(until);
      while (this.#waiting.length > 0 && this.#room > 0 && performance.now() < until);
    } finally {
      this.#isWorking = false;
      if (this.#waiting.length > 0) this.#ask();
    }
  }
}

const KEY: unique symbol = Symbol.for('mcp-web-turns');

declare global {
  interface Document {
    [KEY]?: PageTurns;
  }
}

/** The turns of one element. All elements of a page share the time of its frames. */
export class Turns {
  readonly #element: Element;
  #waiting = 0;
  #settled: Promise<void> = Promise.resolve();
  #settle: (() => void) | undefined;

  constructor(element: Element) {
    this.#element = element;
  }

  get #page(): PageTurns {
    return (this.#element.ownerDocument[KEY] ??= new PageTurns());
  }

  /** Claims room for so many characters to be drawn in this frame. False if the page draws enough in it: then take a turn. */
  claim(characters: number): boolean {
    return this.#page.claim(characters);
  }

  take(turn: Turn): void {
    this.#waiting++;
    if (!this.#settle)
      this.#settled = new Promise((resolve) => {
        this.#settle = resolve;
      });
    this.#page.take((until) => {
      try {
        turn(until);
      } finally {
        if (--this.#waiting === 0) {
          this.#settle?.();
          this.#settle = undefined;
        }
      }
    });
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Resolves when this element does not wait for a turn any more. */
  settle(): Promise<void> {
    return this.#settled;
  }
}
