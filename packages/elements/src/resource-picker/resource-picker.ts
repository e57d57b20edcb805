import type { McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, type TemplateResult } from 'lit';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { english } from './frame-messages.ts';
import { styles } from './frame.styles.ts';

/**
 * @summary What the servers have to read: find a resource, fill in a template, look into it, follow its changes, hand it to the page.
 *
 * Nothing is read before the user says so, and nothing of it leaves the page but by what the page does with the event.
 *
 * Keys in the field: Down and Up move, Page Down and Page Up by ten, Enter opens, Escape clears.
 *
 * @fires {McpResourcePickEvent} mcp-resource-pick - the user hands a resource to the page.
 *
 * @csspart input - the field
 * @csspart list - resources and templates, by server
 * @csspart option - one of them
 * @csspart notes - the servers that are not there
 * @csspart resource - the one that was picked
 * @csspart actions - its buttons
 * @csspart preview - its contents
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-resource-picker></mcp-resource-picker>
 * </mcp-host>
 * ```
 */
export class McpResourcePickerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** What lists resources: there is none before there is a server. */
  readonly #list = new OnDemand(this, async () => new (await import('./resource-list.ts')).ResourceList(this));
  /** Ends with the use of the host. */
  #use: AbortSignal | undefined;

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    this.#use = signal;
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('input')?.focus(options);
  }

  override render(): TemplateResult {
    const { currentHost: host } = this;
    const text = this.words('resource-picker', english);
    if (!host || !this.#use) return html`<p class="notice">${this.shared.noHost}</p>`;
    const isEmpty = host.getSnapshot().servers.length === 0;
    return html`<div class="card">${
      isEmpty
        ? html`<div class="empty"><b>${text.noServers}</b><span>${text.noServersHint}</span></div>`
        : (this.#list.need()?.render(host, this.#use) ?? html`<div class="empty">${this.#list.notice()}</div>`)
    }</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-picker': McpResourcePickerElement;
  }
}
