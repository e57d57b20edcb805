/** The permissions that there are, and the way to take them back. Loaded with the first one. */
import { type Permission, displayName, type HostConsent } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type PermissionListMessages } from './list-messages.ts';
import { english as emptyEnglish } from './messages.ts';
import { styles } from './permissions.styles.ts';

export class PermissionList {
  readonly styles = [dialogStyles, styles];
  readonly #element: HostedElement;
  /** Whether what the user took back is still on its way out. */
  #isRevoking = false;
  /** What is about to be revoked, if the user says so. */
  #doomed: readonly Permission[] = [];
  #revokedCount = 0;
  #problem: unknown;

  constructor(element: HostedElement) {
    this.#element = element;
  }

  /** What was done for another host is not of interest any more. */
  forget(): void {
    this.#doomed = [];
    this.#revokedCount = 0;
    this.#problem = undefined;
  }

  get #text(): PermissionListMessages {
    return this.#element.words('permissions', english);
  }

  renderNews(): TemplateResult {
    return html`<p class="visually-hidden" role="status">${this.#revokedCount > 0 ? this.#text.revoked(this.#revokedCount) : ''}</p>`;
  }

  renderDialog(): TemplateResult {
    const text = this.#text;
    return html`${this.#problem === undefined ? nothing : errorNotice(this.#element.shared, this.#problem)}
      <dialog part="dialog" role="alertdialog" aria-labelledby="confirm" aria-describedby="confirm-hint" @close=${this.#onclose}>
        <div class="stack body">
          <h2 id="confirm">${text.confirm(this.#doomed.length)}</h2>
          <p id="confirm-hint">${text.confirmHint}</p>
          <div class="row actions">
            <button type="button" class="button keep" @click=${this.leave}>${text.keep}</button>
            <button type="button" class="button confirm" @click=${this.#confirm}>${text.revoke}</button>
          </div>
        </div>
      </dialog>`;
  }

  render({ permissions, always }: HostConsent): TemplateResult {
    const text = this.#text;
    const byServer = Map.groupBy(permissions, ({ serverUrl }) => serverUrl);
    return html`<div class="row head" tabindex="-1">
        <span>${text.count(new Set(permissions.map(({ serverUrl, toolName }) => JSON.stringify([serverUrl, toolName]))).size)}</span>
        <button type="button" class="button small danger" @click=${() => this.#ask(permissions)}>${text.revokeAll}</button>
      </div>
      ${always === 'available' ? nothing : html`<p class="notice">${this.#element.words('permissions', emptyEnglish)[always]}</p>`}
      ${repeat(
        byServer,
        ([url]) => url,
        ([url, own], index) => this.#server(text, url, own, `server-${index}`),
      )}`;
  }

  #server(text: PermissionListMessages, url: string, permissions: readonly Permission[], id: string): TemplateResult {
    const { origin } = new URL(url);
    const name = shortText(permissions.at(-1)?.serverName ?? '', 60);
    return html`<section class="group" part="server" aria-labelledby=${id}>
      <div class="row group-head">
        <h3 id=${id}><bdi>${name}</bdi><span class="origin"><bdi dir="ltr"><b>${origin}</b>${shortText(url.slice(origin.length), 200)}</bdi></span></h3>
        ${permissions.length > 1 ? html`<button type="button" class="button quiet danger small" aria-label=${text.revokeServerNamed(name)} @click=${() => this.#ask(permissions)}>${text.revokeServer}</button>` : nothing}
      </div>
      <ul>${repeat(
        permissions,
        (permission) => permission.id,
        (permission) => this.#permission(text, permission),
      )}</ul>
    </section>`;
  }

  #permission(text: PermissionListMessages, permission: Permission): TemplateResult {
    const { definition, toolName, duration, time } = permission;
    const title = typeof definition['title'] === 'string' ? definition['title'] : undefined;
    const name = shortText(
      displayName({ name: toolName, ...(title && { title }), annotations: Object(definition['annotations']) }),
    );
    return html`<li class="permission" part="permission">
      <span><b><bdi>${name}</bdi></b> <code class="soft">${shortText(toolName)}</code></span>
      <span class="soft small">${text[duration](new Date(time))}</span>
      <button type="button" class="button small danger" aria-label=${text.revokeNamed(name)} @click=${() => this.#revoke([permission])}>${text.revoke}</button>
    </li>`;
  }

  #ask(permissions: readonly Permission[]): void {
    this.#doomed = permissions;
    this.#element.requestUpdate();
    const dialog = this.#element.renderRoot.querySelector('dialog');
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('.keep')?.focus();
  }

  /** Out of its place it is no modal dialog any more: nothing is revoked then. */
  readonly leave = (): void => this.#element.renderRoot.querySelector('dialog')?.close();
  /** It comes a moment after: the dialog may have asked for something else by then. */
  readonly #onclose = (): void => {
    if (this.#element.renderRoot.querySelector('dialog')?.open) return;
    this.#doomed = [];
    this.#element.requestUpdate();
  };

  readonly #confirm = (): void => {
    const doomed = this.#doomed;
    this.leave();
    void this.#revoke(doomed);
  };

  async #revoke(permissions: readonly Permission[]): Promise<void> {
    this.#problem = undefined;
    this.#revokedCount = permissions.length;
    this.#isRevoking = true;
    this.#element.requestUpdate();
    await this.#element.currentHost
      ?.revokePermissions(permissions, { by: 'user' })
      .catch((error: unknown) => (this.#problem = error));
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.leadOn();
    this.#isRevoking = false;
  }

  /** The button that was pressed goes: the keyboard goes on from what is left. */
  leadOn(): void {
    if (!this.#isRevoking || this.#element.shadowRoot?.activeElement) return;
    const next =
      this.#element.renderRoot.querySelector<HTMLElement>('.permission .button') ??
      this.#element.renderRoot.querySelector<HTMLElement>('.empty');
    next?.focus();
  }
}
