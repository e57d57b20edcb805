import { html, noChange, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { decodeMedia } from '../internal/media/media.ts';
import { type ContentMessages, english } from './messages.ts';

/** A button until the user presses Play, then the browser's own player. */
class Audio extends AsyncDirective {
  #messages: ContentMessages = english;
  #base64 = '';
  #mimeType = '';
  #url: string | undefined;

  override render(messages: ContentMessages, base64: string, mimeType: string): unknown {
    this.#messages = messages;
    if (base64 === this.#base64 && mimeType === this.#mimeType) return noChange;
    this.#base64 = base64;
    this.#mimeType = mimeType;
    this.#release();
    return this.#button();
  }

  override disconnected(): void {
    this.#release();
  }

  override reconnected(): void {
    this.setValue(this.#button());
  }

  #button(): TemplateResult {
    return html`<button type="button" class="button" part="button secondary" @click=${this.#play}>▶ ${this.#messages.play}</button>`;
  }

  readonly #play = (): void => {
    const blob = decodeMedia(this.#base64, this.#mimeType);
    this.#url = blob && URL.createObjectURL(blob);
    this.setValue(
      this.#url
        ? html`<audio part="audio" controls autoplay src=${this.#url} @error=${this.#fail}></audio>`
        : html`<p class="notice">${this.#messages.notPlayed}</p>`,
    );
  };

  /** The bytes are not audio, or the policy of the page does not allow `media-src blob:`. */
  readonly #fail = (): void => {
    this.#release();
    this.setValue(html`<p class="notice">${this.#messages.notPlayed}</p>`);
  };

  #release(): void {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}

/** Renders base64 audio of an allowed type. */
export const audio = directive(Audio);
