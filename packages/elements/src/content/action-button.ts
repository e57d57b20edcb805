/** A button that copies or saves something, and says what came of it. */
import { html, noChange, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

export interface Action {
  readonly label: string;
  /** The label with what it is for. Starts with the label. */
  readonly name: string;
  readonly done: string;
  readonly failed: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** How long the button says what came of it, in ms. */
const SHOWN_FOR = 2_000;

class ActionButton extends AsyncDirective {
  #action: Action | undefined;
  #said = '';
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override render(action: Action): unknown {
    this.#action = action;
    return this.#template(action);
  }

  override disconnected(): void {
    this.#running?.abort();
    this.#running = undefined;
    clearTimeout(this.#timer);
    this.#said = '';
  }

  override reconnected(): void {
    this.#say('');
  }

  #template({ label, name }: Action): TemplateResult {
    return html`<button type="button" class="button quiet small" part="button quiet small" aria-label=${this.#said || name} @click=${this.#press}>${this.#said || label}</button><span class="visually-hidden" role="status">${this.#said}</span>`;
  }

  #say(said: string): void {
    this.#said = said;
    this.setValue(this.#action ? this.#template(this.#action) : noChange);
  }

  readonly #press = async (): Promise<void> => {
    const action = this.#action;
    if (!action || this.#running) return;
    const running = (this.#running = new AbortController());
    clearTimeout(this.#timer);
    // The same words again are no change that a screen reader would announce.
    this.#say('');
    const said = await action.run(running.signal).then(
      () => action.done,
      () => action.failed,
    );
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#say(said);
    this.#timer = setTimeout(() => this.#say(''), SHOWN_FOR);
  };
}

/** Renders the button. */
export const actionButton = directive(ActionButton);
