/** Why the user refuses, in their words. Another element that shows the request goes on with it. */
import { html, type TemplateResult } from 'lit';
import { isComposing } from '../base/keyboard.ts';

export interface ReasonMessages {
  readonly reasonSummary: string;
  readonly reason: string;
}

export class RefusalReason {
  #typed = '';
  /** What was there when the field was drawn. */
  #first = '';

  get text(): string {
    return this.#typed.trim();
  }

  /** To be called before it is drawn in another place. */
  moveIn(): void {
    this.#first = this.#typed;
  }

  /** @param onenter refuses */
  render({ reasonSummary, reason }: ReasonMessages, onenter: () => void): TemplateResult {
    const onkeydown = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || isComposing(event)) return;
      // Otherwise the same key would press what the focus returns to, such as the button that made the call.
      event.preventDefault();
      this.#read(event);
      onenter();
    };
    return html`<details class="refusal" ?open=${this.#first !== ''}>
      <summary part="summary">${reasonSummary}</summary>
      <input class="field reason" part="control" aria-label=${reason} placeholder=${reason} maxlength="500" autocomplete="off" .value=${this.#first} @input=${this.#read} @keydown=${onkeydown} />
    </details>`;
  }

  readonly #read = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) this.#typed = target.value;
  };
}
