/** Whether the user had the end of something on the screen. */
import type { ReactiveControllerHost } from 'lit';

export class SeenEnd {
  readonly #element: Pick<ReactiveControllerHost, 'requestUpdate'>;
  #position: 'unknown' | 'below' | 'seen' = 'unknown';
  #observer: IntersectionObserver | undefined;

  constructor(element: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.#element = element;
  }

  get isSeen(): boolean {
    return this.#position === 'seen';
  }

  /** Whether it is out of sight, and was all the time. */
  get isBelow(): boolean {
    return this.#position === 'below';
  }

  /** Begins anew, with the end of something else. */
  forget(): void {
    this.#position = 'unknown';
  }

  /** For `ref`, on an element at the end: it was drawn, or is gone. */
  readonly watch = (end?: Element): void => {
    this.#observer?.disconnect();
    this.#observer = undefined;
    if (!end || this.isSeen) return;
    // Without a root, everything around the end that scrolls is taken into account.
    const observer = (this.#observer = new IntersectionObserver((entries) => {
      const isSeen = entries.some(({ isIntersecting }) => isIntersecting);
      if (isSeen) observer.disconnect();
      this.#position = isSeen ? 'seen' : 'below';
      this.#element.requestUpdate();
    }));
    observer.observe(end);
  };
}
