/** An earlier message of the user while they edit it, in its place. */
import { html, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { isComposing } from '../internal/base/keyboard.ts';
import { readUserMessage } from './attachments.ts';
import type { Conversation } from './conversation.ts';
import type { ChatMessages } from './messages.ts';

export class Editing {
  readonly #element: McpElement;
  readonly #conversation: Conversation;
  readonly #onsend: (at: number, text: string) => void;
  #at: number | undefined;
  #text = '';
  /** Changes when the text is set from outside. */
  version = 0;

  /** @param onsend gets the index of the message, and what it is now */
  constructor(element: McpElement, conversation: Conversation, onsend: (at: number, text: string) => void) {
    this.#element = element;
    this.#conversation = conversation;
    this.#onsend = onsend;
  }

  /** The index of the message. */
  get at(): number | undefined {
    return this.#at;
  }

  /** Begins with the last message that has a text. */
  startLast(): void {
    const at = this.#conversation.messages.findLastIndex(
      (message) => message.role === 'user' && readUserMessage(message).text !== '',
    );
    if (at >= 0) this.start(at);
  }

  start(at: number): void {
    const message = this.#conversation.messages[at];
    if (message && !this.#conversation.isRunning) void this.#open(at, readUserMessage(message).text);
  }

  async #open(at: number, text: string): Promise<void> {
    this.#at = at;
    this.#text = text;
    this.version++;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const field = this.#field;
    field?.focus();
    field?.setSelectionRange(text.length, text.length);
  }

  render(messages: ChatMessages): TemplateResult {
    return html`<form class="editing stack" part="editing" @submit=${this.#send} @keydown=${this.#onkeydown}>
      <textarea class="field grow" part="input" dir="auto" rows="1" aria-label=${messages.editNamed} aria-describedby="edit-hint" .value=${this.#text} @input=${this.#oninput}></textarea>
      <div class="row"><span id="edit-hint" class="soft small edit-hint">${messages.editHint}</span>
        <button type="button" class="button small" part="button secondary small" @click=${() => this.#close()}>${this.#element.shared.cancel}</button>
        <button type="submit" class="button small primary" part="button primary small">${messages.saveEdit}</button></div>
    </form>`;
  }

  /**
   * Ends it, when its message goes away.
   *
   * @param from the index of the first message that does
   */
  leave(from = 0): void {
    if (this.#at !== undefined && this.#at >= from) this.#at = undefined;
  }

  get #field(): HTMLTextAreaElement | null {
    return this.#element.renderRoot.querySelector('.editing textarea');
  }

  readonly #oninput = (): void => {
    this.#text = this.#field?.value ?? '';
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (event.key === 'Enter' && !event.shiftKey && event.target === this.#field) this.#send(event);
  };

  readonly #send = (event: Event): void => {
    event.preventDefault();
    const at = this.#at;
    const text = this.#text.trim();
    if (at === undefined || !text) return;
    this.#at = undefined;
    this.#onsend(at, text);
  };

  #close(): void {
    const at = this.#at;
    this.#at = undefined;
    this.version++;
    this.#element.requestUpdate();
    // Back to the button that it began with.
    void this.#element.updateComplete.then(() => {
      const messages = [...this.#element.renderRoot.querySelectorAll<HTMLElement>('.user')];
      const edited = messages.find((message) => message.dataset['at'] === String(at));
      edited?.querySelector<HTMLElement>('.edit')?.focus();
    });
  }
}
