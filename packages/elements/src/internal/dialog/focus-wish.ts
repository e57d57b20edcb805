/** The user has asked to be led to something that is not there yet. It takes the focus when it comes, unless they have gone on. */
import { focused } from '../base/keyboard.ts';

/** After this time, in ms, the user no longer expects it. */
const FOR_MS = 3_000;

export class FocusWish {
  #waiting: AbortController | undefined;
  /** What had the focus then. */
  #from: Element | null = null;

  get isOpen(): boolean {
    return this.#waiting?.signal.aborted === false && !this.#isElsewhere;
  }

  /** What had the focus may be gone. No event says where the focus goes inside a shadow tree. */
  get #isElsewhere(): boolean {
    const now = focused();
    return now !== this.#from && now !== null && now !== document.body;
  }

  make(): void {
    this.end();
    this.#from = focused();
    const waiting = (this.#waiting = new AbortController());
    const { signal } = waiting;
    for (const type of ['keydown', 'pointerdown', 'wheel'])
      addEventListener(type, () => waiting.abort(), { capture: true, passive: true, signal });
    const timer = setTimeout(() => waiting.abort(), FOR_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** It has come true, or there is nothing to come anymore. */
  end(): void {
    this.#waiting?.abort();
  }
}
