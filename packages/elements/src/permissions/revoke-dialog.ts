/** Asks before several permissions are revoked at once. */
import type { Permission } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import type { PermissionsMessages } from './messages.ts';

export class RevokeDialog {
  readonly #element: McpElement;
  readonly #onrevoke: (permissions: readonly Permission[]) => void;
  #permissions: readonly Permission[] = [];

  /** @param onrevoke called when the user confirms */
  constructor(element: McpElement, onrevoke: (permissions: readonly Permission[]) => void) {
    this.#element = element;
    this.#onrevoke = onrevoke;
  }

  open(permissions: readonly Permission[]): void {
    this.#permissions = permissions;
    this.#element.requestUpdate();
    this.#dialog?.showModal();
    this.#dialog?.querySelector<HTMLElement>('.cancel')?.focus();
  }

  readonly close = (): void => this.#dialog?.close();

  template(messages: PermissionsMessages): TemplateResult {
    return html`<dialog part="dialog" role="alertdialog" aria-labelledby="confirm" aria-describedby="confirm-hint" @close=${this.#onclose}>
      <div class="stack body">
        <h2 id="confirm">${messages.confirm(this.#permissions.length)}</h2>
        <p id="confirm-hint">${messages.confirmHint}</p>
        <div class="row actions">
          <button type="button" class="button cancel" @click=${this.close}>${messages.cancel}</button>
          <button type="button" class="button confirm" @click=${this.#confirm}>${messages.revoke}</button>
        </div>
      </div>
    </dialog>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  /** The browser tells a moment later, when the dialog may be open again for other permissions. */
  readonly #onclose = (): void => {
    if (this.#dialog?.open) return;
    this.#permissions = [];
    this.#element.requestUpdate();
  };

  readonly #confirm = (): void => {
    const permissions = this.#permissions;
    this.close();
    this.#onrevoke(permissions);
  };
}
