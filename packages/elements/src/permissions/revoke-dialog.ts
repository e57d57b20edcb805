/** What the dialog shows that asks before several permissions are revoked at once. Loaded on demand. */
import type { Permission } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import type { PermissionsMessages } from './messages.ts';

/** The element that the dialog is in. */
interface RevokingElement extends McpElement {
  readonly armDelay: number;
}

export class RevokeDialog {
  readonly #element: RevokingElement;
  readonly #armed: Armed;
  readonly #onrevoke: (permissions: readonly Permission[]) => void;
  #permissions: readonly Permission[] = [];

  /** @param onrevoke called when the user confirms */
  constructor(element: RevokingElement, onrevoke: (permissions: readonly Permission[]) => void) {
    this.#element = element;
    this.#armed = new Armed(element);
    this.#onrevoke = onrevoke;
  }

  async open(permissions: readonly Permission[]): Promise<void> {
    this.#permissions = permissions;
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    if (this.#permissions !== permissions || !this.#element.isConnected) return;
    this.#armed.disarm();
    this.#dialog?.showModal();
    this.#dialog?.querySelector<HTMLElement>('.cancel')?.focus();
    this.#armed.arm();
  }

  readonly close = (): void => this.#dialog?.close();

  render(messages: PermissionsMessages): TemplateResult {
    return html`<div class="stack body">
      <h2 id="confirm">${messages.confirm(this.#permissions.length)}</h2>
      <p id="confirm-hint">${messages.confirmHint}</p>
      <div class="row actions" part="actions">
        <button type="button" class="button cancel" @click=${this.close}>${messages.cancel}</button>
        <button type="button" class="button confirm" aria-disabled=${!this.#armed.isArmed} @click=${this.#confirm}>${messages.revoke}</button>
      </div>
    </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  /** The browser tells a moment later, when the dialog may be open again for other permissions. */
  readonly onclose = (): void => {
    if (this.#dialog?.open) return;
    this.#armed.disarm();
    this.#permissions = [];
    this.#element.requestUpdate();
  };

  readonly #confirm = (event: Event): void => {
    if (!this.#armed.accepts(event)) return;
    const permissions = this.#permissions;
    this.close();
    this.#onrevoke(permissions);
  };
}
