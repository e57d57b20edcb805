/** Whether the user had the end of something on the screen, for long enough to see it. Until then, a button below scrolls on. */
import type { TemplateResult } from 'lit';
import { type Hinting, HintRow } from './hint-row.ts';

/** The element that it is in. */
export interface Scrolled extends Hinting {
  /** How long the end has to be on the screen, in ms: the focus may only pass by. */
  readonly armDelay: number;
}

export class SeenEnd {
  readonly #element: Scrolled;
  readonly #row: HintRow;
  #position: 'unknown' | 'below' | 'seen' = 'unknown';
  #observer: IntersectionObserver | undefined;
  /** Runs while the end is on the screen. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param focusable selects what gets the focus of the button when the button goes, so that the focus stays in the dialog */
  constructor(element: Scrolled, focusable = '.body') {
    this.#element = element;
    this.#row = new HintRow(element, focusable);
  }

  get isSeen(): boolean {
    return this.#position === 'seen';
  }

  /** Whether the user has to scroll on to it. */
  get isBelow(): boolean {
    return this.#position === 'below';
  }

  /** Begins anew, with the end of something else. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#position = 'unknown';
  }

  /** For `ref`, on an element at the end: it was drawn, or is gone. */
  readonly watch = (end?: Element): void => {
    clearTimeout(this.#timer);
    this.#observer?.disconnect();
    this.#observer = undefined;
    if (!end || this.isSeen) return;
    // Without a root, everything around the end that scrolls is taken into account.
    this.#observer = new IntersectionObserver((entries) => {
      clearTimeout(this.#timer);
      if (entries.at(-1)?.isIntersecting) this.#timer = setTimeout(this.#onseen, this.#element.armDelay);
      else this.#turnTo('below');
    });
    this.#observer.observe(end);
  };

  readonly #onseen = (): void => {
    this.#observer?.disconnect();
    this.#turnTo('seen');
  };

  #turnTo(position: 'below' | 'seen'): void {
    this.#position = position;
    this.#element.requestUpdate();
  }

  /** Says, in an element with this id, why nothing can be allowed yet. */
  renderMore(id: string, hint: string, scrollDown: string): TemplateResult {
    return this.#row.render(id, hint, scrollDown, this.#scrollOn);
  }

  readonly #scrollOn = (): void => {
    const body = this.#element.renderRoot.querySelector('.body');
    body?.scrollBy({ top: body.clientHeight * 0.8 });
  };
}
