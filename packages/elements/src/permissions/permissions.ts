import { displayName, type McpHost, type Permission } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { serverAddress } from '../internal/server/identity.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type PermissionsMessages } from './messages.ts';
import { styles } from './permissions.styles.ts';

/**
 * @summary The tools that the user allowed for longer than one call, by server, with buttons to revoke them.
 *
 * Lists the tools that run without asking: of which server, since when and for how long. A single permission is revoked at
 * once, several only after the user confirms. The log shows how each call was decided.
 *
 * @csspart server - the permissions for one server
 * @csspart permission - one permission
 * @csspart dialog - the confirmation before several are revoked
 * @csspart actions - its buttons
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host store-permissions>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tool-consent></mcp-tool-consent>
 *   <mcp-permissions></mcp-permissions>
 * </mcp-host>
 * ```
 */
export class McpPermissionsElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, dialogStyles, styles];

  /** How long the button that confirms stays off after the dialog appears, in ms. */
  @property({ attribute: false }) armDelay = 500;

  readonly #dialog = new OnDemand(this, async () => {
    const { RevokeDialog } = await import('./revoke-dialog.ts');
    return new RevokeDialog(this, (permissions) => void this.#revoke(permissions));
  });
  #isRevoking = false;
  #revokedCount = 0;
  /** Why revoking failed. */
  #problem: unknown;

  protected override onHost(_host: McpHost, _signal: AbortSignal): void {
    this.#dialog.loaded?.close();
    this.#revokedCount = 0;
    this.#problem = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A dialog that is moved is no longer modal.
    this.#dialog.loaded?.close();
  }

  override render(): TemplateResult {
    const consent = this.snapshot?.consent;
    if (!consent) return html`<p class="notice">${this.shared.noHost}</p>`;
    const { permissions, always } = consent;
    const messages = this.messagesFor('permissions', english);
    const whyNotAlways = always === 'available' ? undefined : messages[always];
    return html`<div class="card">
      <p class="visually-hidden" role="status">${this.#revokedCount > 0 ? messages.revoked(this.#revokedCount) : ''}</p>
      ${
        permissions.length === 0
          ? html`<div class="empty" tabindex="-1"><b>${messages.empty}</b><span>${messages.emptyHint}</span>${whyNotAlways ? html`<span>${whyNotAlways}</span>` : nothing}</div>`
          : this.#list(messages, permissions, whyNotAlways)
      }
      ${this.#problem === undefined ? nothing : errorNotice(this.shared, this.#problem)}
      ${this.#dialog.notice()}
      <dialog part="dialog" role="alertdialog" aria-labelledby="confirm" aria-describedby="confirm-hint" @close=${this.#onclose}>${this.#dialog.loaded?.render(messages)}</dialog>
    </div>`;
  }

  protected override updated(): void {
    this.#keepFocus();
    if ((this.snapshot?.consent.permissions.length ?? 0) > 0) this.#dialog.warmUp();
  }

  async #ask(permissions: readonly Permission[]): Promise<void> {
    const host = this.currentHost;
    const dialog = await this.#dialog.load().catch(() => undefined);
    if (this.currentHost === host) await dialog?.open(permissions);
  }

  readonly #onclose = (): void => this.#dialog.loaded?.onclose();

  #list(
    messages: PermissionsMessages,
    permissions: readonly Permission[],
    whyNotAlways: string | undefined,
  ): TemplateResult {
    const tools = new Set(permissions.map(({ serverUrl, toolName }) => JSON.stringify([serverUrl, toolName])));
    return html`<div class="row head" tabindex="-1">
        <span>${messages.count(tools.size)}</span>
        <button type="button" class="button small danger" @click=${() => void this.#ask(permissions)}>${messages.revokeAll}</button>
      </div>
      ${whyNotAlways ? html`<p class="notice">${whyNotAlways}</p>` : nothing}
      ${repeat(
        Map.groupBy(permissions, ({ serverUrl }) => serverUrl),
        ([url]) => url,
        ([url, own], index) => this.#server(messages, url, own, `server-${index}`),
      )}`;
  }

  #server(messages: PermissionsMessages, url: string, permissions: readonly Permission[], id: string): TemplateResult {
    const name = shortText(permissions.at(-1)?.serverName ?? '', 60);
    return html`<section class="group" part="server" aria-labelledby=${id}>
      <div class="row group-head">
        <h3 id=${id}><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(this.snapshot?.servers.find((server) => server.url === url) ?? { url })}</bdi></span></h3>
        ${permissions.length > 1 ? html`<button type="button" class="button quiet danger small" aria-label=${messages.revokeServerNamed(name)} @click=${() => void this.#ask(permissions)}>${messages.revokeServer}</button>` : nothing}
      </div>
      <ul>${repeat(
        permissions,
        (permission) => permission.id,
        (permission) => this.#permission(messages, permission),
      )}</ul>
    </section>`;
  }

  #permission(messages: PermissionsMessages, permission: Permission): TemplateResult {
    const { definition, toolName, duration, time } = permission;
    const title = typeof definition['title'] === 'string' ? definition['title'] : undefined;
    const name = shortText(
      displayName({ name: toolName, ...(title && { title }), annotations: Object(definition['annotations']) }),
    );
    return html`<li class="permission" part="permission">
      <span><b><bdi>${name}</bdi></b> <code class="soft">${shortText(toolName)}</code></span>
      <span class="soft small">${messages[duration](new Date(time))}</span>
      <button type="button" class="button small danger" aria-label=${messages.revokeNamed(name)} @click=${() => this.#revoke([permission])}>${messages.revoke}</button>
    </li>`;
  }

  async #revoke(permissions: readonly Permission[]): Promise<void> {
    this.#problem = undefined;
    this.#revokedCount = permissions.length;
    this.#isRevoking = true;
    this.requestUpdate();
    await this.currentHost
      ?.revokePermissions(permissions, { by: 'user' })
      .catch((error: unknown) => (this.#problem = error));
    this.requestUpdate();
    await this.updateComplete;
    this.#keepFocus();
    this.#isRevoking = false;
  }

  /** The button that had the focus may be gone: moves the focus to the next permission. */
  #keepFocus(): void {
    if (!this.#isRevoking || this.shadowRoot?.activeElement) return;
    const next =
      this.renderRoot.querySelector<HTMLElement>('.permission .button') ??
      this.renderRoot.querySelector<HTMLElement>('.empty');
    next?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-permissions': McpPermissionsElement;
  }
}
