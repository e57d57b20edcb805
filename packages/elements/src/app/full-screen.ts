/** Shows the card of an app over the whole page. It stays where it is in the document: a frame that moves there loads again. */
import { modalOf } from './focus-guard.ts';

export class FullScreen {
  readonly #onleave: () => void;
  #card: HTMLElement | undefined;
  #watch: AbortController | undefined;

  /** @param onleave the user has left it */
  constructor(onleave: () => void) {
    this.#onleave = onleave;
  }

  get isOn(): boolean {
    return this.#card !== undefined;
  }

  /** Dialogs that open later are above the card. */
  enter(card: HTMLElement): void {
    if (this.#card || !card.isConnected) return;
    this.#card = card;
    card.popover = 'manual';
    card.showPopover();
    const { signal } = (this.#watch = new AbortController());
    const leave = (): void => {
      this.leave();
      this.#onleave();
    };
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !modalOf(event.composedPath()[0])) leave();
      },
      { signal },
    );
    // What has the focus must not be behind the card.
    addEventListener(
      'focusin',
      (event) => {
        const path = event.composedPath();
        if (!path.includes(card) && !modalOf(path[0])) leave();
      },
      { signal },
    );
  }

  leave(): void {
    this.#watch?.abort();
    if (this.#card?.matches(':popover-open')) this.#card.hidePopover();
    this.#card?.removeAttribute('popover');
    this.#card = undefined;
  }
}
