/** Whether the user had the end of something on the screen. Until then, a button below scrolls on. */
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

interface Scrolled extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  readonly renderRoot: ParentNode;
}

export class SeenEnd {
  readonly #element: Scrolled;
  readonly #focusable: string;
  #position: 'unknown' | 'below' | 'seen' = 'unknown';
  #observer: IntersectionObserver | undefined;
  #button: Element | undefined;

  /** @param focusable selects what gets the focus of the button when the button goes, so that the focus stays in the dialog */
  constructor(element: Scrolled, focusable = '.body') {
    this.#element = element;
    this.#focusable = focusable;
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

  /** Says, in an element with this id, why nothing can be allowed yet. */
  renderMore(id: string, hint: string, scrollDown: string): TemplateResult {
    return html`<div class="more small"><span id=${id}>${hint}</span><button type="button" class="button small" ${ref(this.#onbutton)} @click=${this.#scrollOn}>${scrollDown}</button></div>`;
  }

  readonly #scrollOn = (): void => {
    const body = this.#element.renderRoot.querySelector('.body');
    body?.scrollBy({ top: body.clientHeight * 0.8 });
  };

  /** It is there, or about to go. */
  readonly #onbutton = (button?: Element): void => {
    if (!button && this.#button?.matches(':focus'))
      this.#element.renderRoot.querySelector<HTMLElement>(this.#focusable)?.focus({ preventScroll: true });
    this.#button = button;
  };
}
