import type { McpHost, Permission } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { shortText } from '../internal/text/text.ts';
import type { Confirmation } from './confirm-dialog.ts';
import { english, type PermissionsMessages } from './messages.ts';
import { allowedCount, permissionList, revokeHint } from './permission-list.ts';
import { styles } from './permissions.styles.ts';

/**
 * @summary What the user decided about tools: which run without asking, and a choice of allow, ask or block for each.
 *
 * Lists the tools that run, and the skills that models get, without asking: of which server, since when and for how long.
 * A single permission is revoked at once, several only after the user confirms. The log shows how each call was decided.
 *
 * Below, the user chooses for each tool of each connected server, or for all of one kind at once: read-only tools, by the word
 * of their server, and those that may change data. *Allow* lasts as long as the definition of the tool stays the same, and is confirmed
 * first for tools that may change data and for several tools. *Block* hides a tool from models, as switching it off in
 * `<mcp-tools>` does. Each change can be undone. Pages decide with `McpHost.toolPermissions` or with a policy, which comes first.
 *
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, beside the title
 * @slot empty - what is shown when nothing is allowed for longer
 * @csspart server - the permissions for one server
 * @csspart permission - one permission
 * @csspart tools - the choices for all tools, which open
 * @csspart dialog - the confirmation before several are revoked, or tools are allowed
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

  /** How long the button that confirms stays off after the dialog appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  readonly #dialog = new OnDemand(this, async () => new (await import('./confirm-dialog.ts')).ConfirmDialog(this));
  readonly #choices = new OnDemand(
    this,
    async () =>
      new (await import('./tool-choices.ts')).ToolChoices(this, {
        confirm: (confirmation) => void this.#confirm(confirmation),
        onproblem: (problem) => {
          this.#problem = problem;
          this.requestUpdate();
        },
      }),
  );
  #isChoosing = false;
  #isRevoking = false;
  #revokedCount = 0;
  /** Why revoking failed, or deciding about a tool. */
  #problem: unknown;

  protected override onHost(_host: McpHost, _signal: AbortSignal): void {
    this.#dialog.loaded?.close();
    this.#revokedCount = 0;
    this.#problem = undefined;
    this.#choices.loaded?.decisions.forget();
  }

  protected override onSignOut(): void {
    this.#choices.loaded?.decisions.forget();
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
    return html`<div class="card" part="card">
      ${pageHead()}
      <p class="visually-hidden" role="status">${this.#revokedCount > 0 ? messages.revoked(this.#revokedCount) : ''}</p>
      ${
        permissions.length === 0
          ? html`<div class="empty" tabindex="-1"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot>${whyNotAlways ? html`<span>${whyNotAlways}</span>` : nothing}</div>`
          : this.#list(messages, permissions, whyNotAlways)
      }
      ${this.#tools(messages)}
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
    const count = permissions.length;
    await this.#confirm({
      title: (messages) => messages.confirm(count),
      hint: (messages) => revokeHint(messages, permissions),
      action: (messages) => messages.revoke,
      onconfirm: () => void this.#revoke(permissions),
    });
  }

  async #confirm(confirmation: Confirmation): Promise<void> {
    const host = this.currentHost;
    const dialog = await this.#dialog.load().catch(() => undefined);
    if (this.currentHost === host) await dialog?.open(confirmation);
  }

  readonly #onclose = (): void => this.#dialog.loaded?.onclose();

  /** The choices for each tool, once the decisions of earlier visits are known. */
  #tools(messages: PermissionsMessages): TemplateResult | typeof nothing {
    const servers = this.snapshot?.consent.isKnown ? this.snapshot.servers.filter(({ tools }) => tools.length > 0) : [];
    if (servers.length === 0) return nothing;
    const choices = this.#isChoosing ? this.#choices.need() : undefined;
    return html`<details class="tools" part="tools" @toggle=${this.#ontoggle}>
      <summary part="summary">${messages.chooseTitle}</summary>
      <p class="soft small">${messages.chooseHint}</p>
      <div class="row changed" role="status">${this.#choices.loaded?.decisions.render(messages) ?? nothing}</div>
      ${this.#choices.notice()}
      ${repeat(
        choices ? servers : [],
        ({ id }) => id,
        (server, index) => html`<div class="of-server" role="group" aria-labelledby=${`tools-${index}`}>
          <h3 id=${`tools-${index}`}><bdi>${shortText(serverName(server), 60)}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></h3>
          ${choices?.render(messages, server)}
        </div>`,
      )}
    </details>`;
  }

  readonly #ontoggle = ({ currentTarget }: Event): void => {
    this.#isChoosing = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    this.requestUpdate();
  };

  #list(
    messages: PermissionsMessages,
    permissions: readonly Permission[],
    whyNotAlways: string | undefined,
  ): TemplateResult {
    return html`<div class="row head" tabindex="-1">
        <span>${allowedCount(messages, permissions)}</span>
        <button type="button" class="button small danger" part="button secondary danger small" @click=${() => void this.#ask(permissions)}>${messages.revokeAll}</button>
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
        ${permissions.length > 1 ? html`<button type="button" class="button quiet danger small" part="button quiet danger small" aria-label=${messages.revokeServerNamed(name)} @click=${() => void this.#ask(permissions)}>${messages.revokeServer}</button>` : nothing}
      </div>
      ${permissionList(messages, permissions, (permission) => void this.#revoke([permission]))}
    </section>`;
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
