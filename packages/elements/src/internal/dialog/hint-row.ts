/** A line that says why nothing can be allowed yet, with a button that leads there. */
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

/** The element that it is in. */
export interface Hinting extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  readonly renderRoot: ParentNode;
}

export class HintRow {
  readonly #element: Hinting;
  readonly #focusable: string;
  #button: Element | undefined;

  /** @param focusable selects what gets the focus of the button when the button goes, so that the focus stays near */
  constructor(element: Hinting, focusable: string) {
    this.#element = element;
    this.#focusable = focusable;
  }

  /** @param id of the sentence, for `aria-describedby` */
  render(id: string, hint: string, label: string, onclick: () => void): TemplateResult {
    return html`<div class="more small"><span id=${id}>${hint}</span><button type="button" class="button small" part="button secondary small" ${ref(this.#onbutton)} @click=${onclick}>${label}</button></div>`;
  }

  /** It is there, or about to go. */
  readonly #onbutton = (button?: Element): void => {
    if (!button && this.#button?.matches(':focus'))
      this.#element.renderRoot.querySelector<HTMLElement>(this.#focusable)?.focus({ preventScroll: true });
    this.#button = button;
  };
}
