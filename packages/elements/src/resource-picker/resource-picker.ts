import type { HostServer, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { listboxStyles } from '../internal/lists/listbox.styles.ts';
import type { Offer } from '../internal/lists/listbox.ts';
import { english } from './messages.ts';
import type { Entry } from './offers.ts';
import { ResourceList } from './resource-list.ts';
import type { ResourcePanel } from './resource-panel.ts';
import { styles } from './resource-picker.styles.ts';

/**
 * @summary The resources of all servers: find one, fill in a template, preview it, subscribe to updates and use it in the page.
 *
 * A resource is read only when the user previews or uses it. The element sends its contents nowhere; what happens with
 * them is up to the page that handles the event.
 *
 * Keyboard: in the field, Down and Up move, Page Down and Page Up move by ten, Enter opens, Escape clears.
 *
 * @fires {McpResourcePickEvent} mcp-resource-pick - the user wants to use a resource.
 *
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, beside the title
 * @slot empty - what is shown when no server is connected
 * @csspart input - the field
 * @csspart list - resources and templates, by server
 * @csspart option - one resource or template
 * @csspart notes - the servers that are not connected
 * @csspart resource - the chosen resource
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
  static override styles: CSSResultGroup = [HostedElement.styles, listboxStyles, styles];

  readonly #list = new ResourceList(this, {
    onchoose: (offer) => this.#choose(offer),
    isOpen: (key) => key === this.#panel?.key,
    markOf: (key) => this.#panel?.markOf(key),
  });
  readonly #panelClass = new OnDemand(this, async () => (await import('./resource-panel.ts')).ResourcePanel);
  /** The panel of the chosen resource. It belongs to one host. */
  #panel: ResourcePanel | undefined;
  /** What the user chose, until the panel shows it. */
  #chosen: Offer<Entry> | undefined;
  /** Aborted when the element stops using the host. */
  #use: AbortSignal | undefined;

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    this.#use = signal;
    this.#panel = this.#chosen = undefined;
  }

  protected override onSignOut(server: HostServer): void {
    if (this.#chosen?.server.id === server.id) this.#chosen = undefined;
    this.#panel?.forget(server);
  }

  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('input')?.focus(options);
  }

  override render(): TemplateResult {
    const { currentHost: host, snapshot } = this;
    const messages = this.messagesFor('resource-picker', english);
    if (!host || !snapshot) return html`<p class="notice">${this.shared.noHost}</p>`;
    const { servers } = snapshot;
    if (servers.length === 0)
      return html`<div class="card" part="card">${pageHead()}<div class="empty"><slot name="empty"><b>${messages.noServers}</b><span>${messages.noServersHint}</span></slot></div></div>`;
    this.#panel?.renew(servers);
    this.#list.fill(servers);
    const isBare = this.#panel === undefined && this.#list.isBare(servers);
    return html`<div class="card" part="card">
      ${pageHead()}
      ${this.#list.template(host, isBare)}
      ${
        isBare
          ? nothing
          : html`<div class="detail">
              ${this.#panelClass.notice()}
              ${this.#panel?.template(messages) ?? html`<div class="empty"><b>${messages.pick}</b><span>${messages.pickHint}</span></div>`}
            </div>`
      }
    </div>`;
  }

  protected override willUpdate(): void {
    this.#show();
  }

  #choose(offer: Offer<Entry>): void {
    this.#chosen = offer;
    if (this.#panelClass.loaded) this.#show();
    else this.#panelClass.retry();
  }

  /** Shows what the user chose, when the panel is loaded. */
  #show(): void {
    const { currentHost: host } = this;
    const { loaded: Panel } = this.#panelClass;
    const offer = this.#chosen;
    if (!host || !this.#use || !Panel || !offer) return;
    this.#chosen = undefined;
    this.#panel ??= new Panel(this, host, this.#use);
    void this.#panel.show(offer);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-resource-picker': McpResourcePickerElement;
  }
}
