/** Where "More" of the toolbar opens: over the page, so that no log is too low or narrow for it. */
import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { LogElement } from './keeping.ts';

/** From the edges of the window, and twice as far as from its button, in px. */
const GAP = 8;
const MIN_HEIGHT = 120;

export class Menu implements ReactiveController {
  readonly #element: LogElement;
  #isOpen = false;
  /** Ends with the menu. */
  #use: AbortController | undefined;

  constructor(element: LogElement) {
    this.#element = element;
    element.addController(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens it away from its button, which is where the user is led: the menu comes next. */
  open(): void {
    this.button?.focus();
    if (!this.#isOpen) this.#popover?.showPopover();
  }

  /** @param content what is in it while it is open */
  template(content: () => TemplateResult): TemplateResult {
    return html`<div class="more" part="more" .popover=${'auto'} @beforetoggle=${this.#ontoggle}>${this.#isOpen ? content() : nothing}</div>`;
  }

  hostUpdated(): void {
    const { button } = this;
    const popover = this.#popover;
    // A click on it is no click beside the menu: the browser opens and closes it.
    if (button && popover) button.popoverTargetElement = popover;
    this.#place();
  }

  hostDisconnected(): void {
    this.#take(false);
  }

  get button(): HTMLButtonElement | null {
    return this.#element.renderRoot.querySelector<HTMLButtonElement>('[data-do=more]');
  }

  get #popover(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>('.more');
  }

  readonly #ontoggle = (event: Event): void => this.#take(event instanceof ToggleEvent && event.newState === 'open');

  #take(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.#use?.abort();
    this.#use = undefined;
    if (isOpen) {
      this.#use = new AbortController();
      const options = { capture: true, passive: true, signal: this.#use.signal };
      for (const type of ['scroll', 'resize']) addEventListener(type, this.#onmove, options);
      // It is told of before it has a size, and has to be in its place before it is painted.
      requestAnimationFrame(() => this.#place());
    }
    this.#element.requestUpdate();
  }

  readonly #onmove = ({ target }: Event): void => {
    // Its own scrolling moves nothing.
    if (target !== this.#element) this.#place();
  };

  #place(): void {
    const popover = this.#popover;
    if (!this.#isOpen || !popover?.matches(':popover-open')) return;
    const place = this.button?.getBoundingClientRect();
    if (!place) return;
    const below = innerHeight - place.bottom;
    const isAbove = below < place.top && below < popover.scrollHeight + 2 * GAP;
    const { style, offsetWidth: width } = popover;
    style.maxHeight = `${Math.max(MIN_HEIGHT, (isAbove ? place.top : below) - 2 * GAP)}px`;
    style.top = isAbove ? 'auto' : `${place.bottom + GAP / 2}px`;
    style.bottom = isAbove ? `${innerHeight - place.top + GAP / 2}px` : 'auto';
    // Its end is where that of the button is, if there is room.
    const left = getComputedStyle(this.#element).direction === 'rtl' ? place.left : place.right - width;
    style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - GAP - width))}px`;
  }
}

export const menuStyles = css`
  .more { position: fixed; inset: auto; inline-size: 380px; max-inline-size: calc(100vw - 16px); margin: 0; padding: 14px; border: 1px solid var(--_line); border-radius: var(--_radius); overflow: auto; background: var(--_surface); color: inherit; box-shadow: var(--_shadow); }
  .more:popover-open { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
`;
