import type { McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { english } from './messages.ts';
import { styles } from './empty.styles.ts';

/**
 * @summary What the user allowed for longer than once, by server, to take back.
 *
 * Lists the tools that run without a question: where, since when and for how long. One permission is revoked at once, several
 * after a question. What became of each call is in the log.
 *
 * @csspart server - the permissions for one server
 * @csspart permission - one permission
 * @csspart dialog - the question before several are revoked
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
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** What lists permissions, and takes them back. */
  readonly #list = new OnDemand(this, async () => new (await import('./permission-list.ts')).PermissionList(this));

  protected override onHost(_host: McpHost, _signal: AbortSignal): void {
    this.#list.part?.forget();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#list.part?.leave();
  }

  override render(): TemplateResult {
    const consent = this.snapshot?.consent;
    if (!consent) return html`<p class="notice">${this.shared.noHost}</p>`;
    const { permissions, always } = consent;
    const text = this.words('permissions', english);
    const list = permissions.length > 0 ? this.#list.need() : this.#list.part;
    return html`<div class="card">
      ${list?.renderNews()}
      ${
        permissions.length === 0
          ? html`<div class="empty" tabindex="-1"><b>${text.empty}</b><span>${text.emptyHint}</span>${always === 'available' ? nothing : html`<span>${text[always]}</span>`}</div>`
          : (list?.render(consent) ?? this.#list.notice())
      }
      ${list?.renderDialog()}
    </div>`;
  }

  protected override updated(): void {
    this.#list.part?.leadOn();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-permissions': McpPermissionsElement;
  }
}
