/** What the dialog shows that asks before several permissions are revoked, or tools are allowed that may change data. Loaded on demand. */
import { html, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import type { PermissionsMessages } from './messages.ts';

/** The element that the dialog is in. */
interface ConfirmingElement extends McpElement {
  readonly armDelay: number;
}

/** What the user is asked. */
export interface Confirmation {
  readonly title: (messages: PermissionsMessages) => unknown;
  /** What it is about, in the words of a server. */
  readonly about?: TemplateResult;
  readonly hint: (messages: PermissionsMessages) => string;
  readonly action: (messages: PermissionsMessages) => string;
  /** Called when the user confirms. */
  readonly onconfirm: () => void;
}

export class ConfirmDialog {
  readonly #element: ConfirmingElement;
  readonly #armed: Armed;
  #current: Confirmation | undefined;

  constructor(element: ConfirmingElement) {
    this.#element = element;
    this.#armed = new Armed(element);
  }

  async open(confirmation: Confirmation): Promise<void> {
    this.#current = confirmation;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    if (this.#current !== confirmation || !this.#element.isConnected) return;
    this.#armed.disarm();
    this.#dialog?.showModal();
    this.#dialog?.querySelector<HTMLElement>('.cancel')?.focus();
    this.#armed.arm();
  }

  readonly close = (): void => this.#dialog?.close();

  render(messages: PermissionsMessages): TemplateResult {
    const current = this.#current;
    return html`<div class="stack body" part="dialog-body">
      <h2 part="dialog-title" id="confirm">${current?.title(messages)}</h2>
      <div class="stack tight" id="confirm-hint">${current?.about}<p>${current?.hint(messages)}</p></div>
      <div class="row actions" part="actions">
        <button type="button" class="button cancel" part="button secondary" @click=${this.close}>${messages.cancel}</button>
        <button type="button" class="button confirm" part="button primary danger" aria-disabled=${!this.#armed.isArmed} @click=${this.#confirm}>${current?.action(messages) ?? messages.revoke}</button>
      </div>
    </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  /** The browser tells a moment later, when the dialog may be open again for something else. */
  readonly onclose = (): void => {
    if (this.#dialog?.open) return;
    this.#armed.disarm();
    this.#current = undefined;
    this.#element.requestUpdate();
  };

  readonly #confirm = (event: Event): void => {
    if (!this.#armed.accepts(event)) return;
    const current = this.#current;
    this.close();
    current?.onconfirm();
  };
}
