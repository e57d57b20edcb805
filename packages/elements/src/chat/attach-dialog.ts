/** The dialog in which the user finds a resource to attach. Loaded on demand. */
import { html, type TemplateResult } from 'lit';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import '../resource-picker/define.ts';
import type { McpResourcePickEvent } from '../resource-picker/events.ts';
import { type Attachment, attachedResource } from './attachments.ts';
import type { ChatMessages } from './messages.ts';

export class AttachDialog {
  readonly styles = [dialogStyles];
  readonly #element: HostedElement;
  readonly #onattach: (attachment: Attachment) => void;

  constructor(element: HostedElement, onattach: (attachment: Attachment) => void) {
    this.#element = element;
    this.#onattach = onattach;
  }

  async open(): Promise<void> {
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#dialog?.showModal();
    this.#dialog?.querySelector('mcp-resource-picker')?.focus();
  }

  render(messages: ChatMessages): TemplateResult {
    return html`<dialog class="attach" part="dialog" aria-labelledby="attach-title">
      <div class="stack body" part="dialog-body">
        <div><h2 part="dialog-title" id="attach-title">${messages.attachTitle}</h2><p class="soft">${messages.attachHint}</p></div>
        <mcp-resource-picker exportparts=${PARTS} .host=${this.#element.currentHost} @mcp-resource-pick=${this.#onpick}></mcp-resource-picker>
      </div>
      <div class="foot" part="dialog-foot"><button type="button" class="button" part="button secondary" @click=${() => this.#dialog?.close()}>${messages.close}</button></div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog.attach');
  }

  readonly #onpick = (event: McpResourcePickEvent): void => {
    // It is used here, and not in the page.
    event.stopPropagation();
    this.#dialog?.close();
    this.#onattach(attachedResource(event));
  };
}
