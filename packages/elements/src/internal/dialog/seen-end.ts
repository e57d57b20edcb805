/** Whether the user had the end of something on the screen, for long enough to see it. Until then, a button leads there. */
import type { TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { type Hinting, HintRow } from './hint-row.ts';
import { visibleTop } from './in-sight.ts';

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
  /** The observer does not report jumps past the end. */
  #scrolling: AbortController | undefined;
  /** What the button last said. */
  #leadsUp = false;
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
    this.#rest();
    this.#end = end;
    if (!end || this.isSeen) return;
    // Without a root, everything around the end that scrolls is taken into account.
    this.#observer = new IntersectionObserver((entries) => {
      clearTimeout(this.#timer);
      if (entries.at(-1)?.isIntersecting) this.#timer = setTimeout(this.#onseen, this.#element.armDelay);
      else this.#turnTo('away');
    });
    this.#observer.observe(end);
    const { signal } = (this.#scrolling = new AbortController());
    this.#element.renderRoot.addEventListener('scroll', this.#onscroll, { capture: true, passive: true, signal });
  };

  readonly #onscroll = (): void => {
    if (this.isAway && this.#isAbove !== this.#leadsUp) this.#element.requestUpdate();
  };

  #rest(): void {
    this.#observer?.disconnect();
    this.#scrolling?.abort();
    this.#observer = this.#scrolling = undefined;
  }

  readonly #onseen = (): void => {
    this.#rest();
    this.#turnTo('seen');
  };

  #turnTo(position: 'away' | 'seen'): void {
    this.#position = position;
    this.#element.requestUpdate();
  }

  /** Says, in an element with this id, why nothing can be allowed yet. */
  renderMore(id: string, hint: string): TemplateResult {
    const { scrollUp, scrollDown } = this.#element.shared;
    this.#leadsUp = this.#isAbove;
    return this.#row.render(id, hint, this.#leadsUp ? scrollUp : scrollDown, this.#scrollToEnd);
  }

  /** Whether the end is above what can be seen. */
  get #isAbove(): boolean {
    const end = this.#end;
    return !!end && end.getBoundingClientRect().bottom < visibleTop(end);
  }

  readonly #scrollToEnd = (): void => {
    const { renderRoot } = this.#element;
    const body = renderRoot.querySelector('.body');
    if (!body) return;
    const { top, bottom, height } = body.getBoundingClientRect();
    // In a dialog, the hint lies above the lower edge.
    const lower = Math.min(bottom, renderRoot.querySelector('.more')?.getBoundingClientRect().top ?? bottom);
    // Where the page zooms, the box scrolls in other pixels than those of the window.
    const scale = body.clientHeight / height || 1;
    const end = this.#end;
    const distance = end ? (end.getBoundingClientRect().top - (top + lower) / 2) * scale : Infinity;
    const step = body.clientHeight * SCROLL_SHARE;
    const before = body.scrollTop;
    // To the middle, and never past it: the end would go by unseen.
    body.scrollBy({ top: Math.min(distance, step), behavior: 'instant' });
    // A page can let the body grow instead of scroll.
    if (distance > step && body.scrollTop !== before) return;
    // The box may be scrolled away. It comes whole, as the end alone says nothing.
    for (const each of [body, end]) each?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
}
