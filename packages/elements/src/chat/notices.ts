/** What stands above the field: what went wrong with a file, or a sentence and what it can undo. */
import type { SamplingMessage } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { ChatMessages } from './messages.ts';

export class Notices {
  readonly #element: McpElement;
  readonly #onundo: (conversation: readonly SamplingMessage[]) => void;
  #text = '';
  #undo: readonly SamplingMessage[] = [];
  #problem: unknown;

  /** @param onundo called with the conversation that the user wants back */
  constructor(element: McpElement, onundo: (conversation: readonly SamplingMessage[]) => void) {
    this.#element = element;
    this.#onundo = onundo;
  }

  /** @param undo the conversation that the user can have back */
  tell(text: string, undo: readonly SamplingMessage[] = []): void {
    this.#text = text;
    this.#undo = undo;
    this.#problem = undefined;
    this.#element.requestUpdate();
  }

  clear(): void {
    this.tell('');
  }

  /** Nobody can have back what was closed before. */
  forgetUndo(): void {
    if (this.#undo.length > 0) this.clear();
  }

  readonly fail = (error: unknown): void => {
    this.#problem = error;
    this.#element.requestUpdate();
  };

  render(messages: ChatMessages): TemplateResult {
    const undo = this.#undo;
    return html`${this.#problem === undefined ? nothing : errorNotice(this.#element.shared, this.#problem)}
      ${this.#text ? html`<p class="notice row">${this.#text}${undo.length > 0 ? html`<button type="button" class="button small" part="button secondary small" @click=${() => this.#onundo(undo)}>${messages.undo}</button>` : nothing}</p>` : nothing}`;
  }
}
