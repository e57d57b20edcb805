import { html, noChange, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { decodeMedia } from '../internal/media/media.ts';
import { type ContentMessages, english } from './messages.ts';

/** A button until the user wants to hear it: then the browser's own player. */
class Sound extends AsyncDirective {
  #words: ContentMessages = english;
  #base64 = '';
  #mimeType = '';
  #url: string | undefined;

  override render(words: ContentMessages, base64: string, mimeType: string): unknown {
    this.#words = words;
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
    return html`<button type="button" class="button" @click=${this.#play}>▶ ${this.#words.play}</button>`;
  }

  readonly #play = (): void => {
    const blob = decodeMedia(this.#base64, this.#mimeType);
    this.#url = blob && URL.createObjectURL(blob);
    this.setValue(
      this.#url
        ? html`<audio part="audio" controls autoplay src=${this.#url} @error=${this.#fail}></audio>`
        : html`<p class="notice">${this.#words.notPlayed}</p>`,
    );
  };

  /** The bytes are no sound, or the page's policy allows no `media-src blob:`. */
  readonly #fail = (): void => {
    this.#release();
    this.setValue(html`<p class="notice">${this.#words.notPlayed}</p>`);
  };

  #release(): void {
    if (this.#url) URL.revokeObjectURL(this.#url);
    this.#url = undefined;
  }
}

/** Renders a base64 sound of an allowed type. */
export const sound = directive(Sound);
