/** Whether the user had the end of something on the screen, for long enough to see it. Until then, a button leads there. */
import type { TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { type Hinting, HintRow } from './hint-row.ts';

/** The element that it is in. */
export interface Scrolled extends Hinting {
  /** How long the end has to be on the screen, in ms: the focus may only pass by. */
  readonly armDelay: number;
  readonly shared: SharedMessages;
}

/** How far a press of the button scrolls, as a share of the box: the last lines stay, so that nobody loses the place. */
const SCROLL_SHARE = 0.8;

export class SeenEnd {
  readonly #element: Scrolled;
  readonly #row: HintRow;
  #position: 'unknown' | 'away' | 'seen' = 'unknown';
  #end: Element | undefined;
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

  /** Whether the user has to scroll to it. */
  get isAway(): boolean {
    return this.#position === 'away';
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
    this.#end = end;
    if (!end || this.isSeen) return;
    // Without a root, everything around the end that scrolls is taken into account.
    this.#observer = new IntersectionObserver((entries) => {
      clearTimeout(this.#timer);
      if (entries.at(-1)?.isIntersecting) this.#timer = setTimeout(this.#onseen, this.#element.armDelay);
      else this.#turnTo('away');
    });
    this.#observer.observe(end);
  };

  readonly #onseen = (): void => {
    this.#observer?.disconnect();
    this.#turnTo('seen');
  };

  #turnTo(position: 'away' | 'seen'): void {
    this.#position = position;
    this.#element.requestUpdate();
  }

  /** Says, in an element with this id, why nothing can be allowed yet. */
  renderMore(id: string, hint: string): TemplateResult {
    const { scrollUp, scrollDown } = this.#element.shared;
    return this.#row.render(id, hint, this.#hasPassed ? scrollUp : scrollDown, this.#scrollOn);
  }

  get #body(): Element | null {
    return this.#element.renderRoot.querySelector('.body');
  }

  /** Whether the user scrolled past it before it had been there for long enough. */
  get #hasPassed(): boolean {
    const [end, body] = [this.#end, this.#body];
    return !!end && !!body && end.getBoundingClientRect().bottom < body.getBoundingClientRect().top;
  }

  readonly #scrollOn = (): void => {
    const [end, body] = [this.#end, this.#body];
    if (!body) return;
    const { top, height } = body.getBoundingClientRect();
    // To the middle, as the hint may lie above the lower edge. Never past the end: it would pass by unseen.
    const distance = end ? end.getBoundingClientRect().top - top - height / 2 : Infinity;
    const step = body.clientHeight * SCROLL_SHARE;
    body.scrollBy({ top: Math.min(distance, step) });
    // The box may be scrolled away itself.
    if (distance <= step) end?.scrollIntoView({ block: 'nearest' });
  };
}
