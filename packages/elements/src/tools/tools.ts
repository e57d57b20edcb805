import { displayName, type HostServer, type JsonObject, type McpHost, type Tool } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/hosted-element.ts';
import { serverName, serverOrigin } from '../internal/server-identity.ts';
import { shortText } from '../internal/text.ts';
import type { McpSchemaForm } from '../schema-form/schema-form.ts';
import { McpToolResultEvent } from './events.ts';
import { text } from './text.ts';
import { toolPanel } from './tool-panel.ts';
import { ToolRun } from './tool-run.ts';
import { styles } from './tools.styles.ts';

/** A tool that was picked: its panel stays, so that its form and its latest result do. */
interface Opened {
  readonly serverId: string;
  readonly name: string;
  readonly run: ToolRun;
}

/**
 * @summary The tools of all servers: find one, fill in its form, run it, see what comes of it.
 *
 * Every run goes through the host, so nothing runs without consent. Several tools may run at once.
 *
 * @fires mcp-tool-result - a tool that the user ran has answered. (`McpToolResultEvent`)
 *
 * @csspart list - the tools, by server
 * @csspart tool - the picked tool: description, form and outcome
 * @csspart outcome - progress, result or error
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpTools extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  @state() private filter = '';
  @state() private picked: string | undefined;

  #opened = new Map<string, Opened>();

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    const opened = (this.#opened = new Map<string, Opened>());
    this.picked = undefined;
    signal.addEventListener('abort', () => {
      for (const { run } of opened.values()) run.cancel();
    }, { once: true });
  }

  override render(): TemplateResult {
    if (!this.currentHost) return html`<p class="notice">${text.noHost}</p>`;
    const servers = this.snapshot?.servers ?? [];
    if (servers.length === 0) return html`<div class="card"><div class="empty"><b>${text.noServers}</b><span>${text.noServersHint}</span></div></div>`;
    const panels = [...this.#opened].flatMap(([key, opened]) => {
      const server = servers.find(({ id }) => id === opened.serverId);
      const tool = server?.tools.find(({ name }) => name === opened.name);
      return server && tool ? [{ key, opened, server, tool }] : [];
    });
    return html`<div class="card">
      ${this.#list(servers)}
      <div class="detail">
        ${panels.some(({ key }) => key === this.picked) ? nothing : html`<div class="empty"><b>${text.pick}</b><span>${text.pickHint}</span></div>`}
        ${repeat(panels, ({ key }) => key, ({ key, opened, server, tool }) => toolPanel({
          id: panelId(key),
          server,
          tool,
          run: opened.run,
          isShown: key === this.picked,
          onrun: (event) => void this.#run(event, opened, server, tool),
          oncancel: (event) => this.#cancel(event, opened),
        }))}
      </div>
    </div>`;
  }

  #list(servers: readonly HostServer[]): TemplateResult {
    const all = servers.reduce((count, { tools }) => count + tools.length, 0);
    const groups = servers.map((server) => ({ server, tools: server.tools.filter((tool) => matches(tool, server, this.filter)) }));
    const shown = groups.reduce((count, { tools }) => count + tools.length, 0);
    return html`<div class="list" part="list">
      <input class="field" type="search" aria-label=${text.filter} placeholder=${text.filter} autocomplete="off" spellcheck="false" .value=${this.filter} @input=${this.#onfilter} />
      <p class="visually-hidden" role="status">${this.filter ? text.shown(shown, all) : ''}</p>
      <div class="scroll">
        ${this.filter && shown === 0
          ? html`<div class="empty"><span>${text.noMatch}</span><button type="button" class="link" @click=${this.#clearFilter}>${text.clearFilter}</button></div>`
          : groups.map(({ server, tools }, index) => (this.filter && tools.length === 0 ? nothing : this.#group(server, tools, `server-${index}`)))}
      </div>
    </div>`;
  }

  #group(server: HostServer, tools: readonly Tool[], id: string): TemplateResult {
    const isLoading = server.tools.length === 0 && (server.status === 'connecting' || server.isListing);
    return html`<div class="group">
      <h3 class="group-name" id=${id}><bdi>${shortText(serverName(server), 60)}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></h3>
      ${server.status === 'failed' ? this.#failed(server) : nothing}
      ${isLoading ? html`<p class="visually-hidden" role="status">${server.status === 'connecting' ? text.connecting : text.listing}</p><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div>` : nothing}
      ${server.status === 'ready' && !isLoading && server.tools.length === 0 ? html`<p class="soft small">${text.noTools}</p>` : nothing}
      <ul aria-labelledby=${id}>${repeat(tools, ({ name }) => name, (tool) => this.#tool(server, tool))}</ul>
    </div>`;
  }

  #failed(server: HostServer): TemplateResult {
    const onretry = (): void => this.currentHost?.retry(server.id);
    return html`<p class="soft small row">${text.notConnected} <button type="button" class="link" aria-label=${text.retryNamed(shortText(serverName(server)))} @click=${onretry}>${text.retry}</button></p>`;
  }

  #tool(server: HostServer, tool: Tool): TemplateResult {
    const key = keyOf(server.id, tool.name);
    const run = this.#opened.get(key)?.run;
    return html`<li><button type="button" class="tool" aria-current=${this.picked === key} @click=${() => this.#pick(key, server.id, tool.name)}>
      <b><bdi>${shortText(displayName(tool))}</bdi></b>
      ${run?.isActive ? html`<span class="badge accent">${run.status === 'asking' ? text.asking : text.status.running}</span>` : nothing}
      ${tool.description ? html`<span class="description"><bdi>${shortText(tool.description, 160)}</bdi></span>` : nothing}
    </button></li>`;
  }

  readonly #onfilter = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.filter = event.target.value;
  };

  readonly #clearFilter = (): void => {
    this.filter = '';
    this.renderRoot.querySelector('input')?.focus();
  };

  #pick(key: string, serverId: string, name: string): void {
    if (!this.#opened.has(key)) this.#opened.set(key, { serverId, name, run: new ToolRun(() => this.requestUpdate()) });
    this.picked = key;
    void this.#revealPicked();
  }

  /** Where the panel lies below the list, the user would not see that it came. */
  async #revealPicked(): Promise<void> {
    await this.updateComplete;
    const list = this.renderRoot.querySelector('.list');
    const heading = this.renderRoot.querySelector<HTMLElement>('.panel:not([hidden]) h3');
    if (!list || !heading || heading.getBoundingClientRect().top < list.getBoundingClientRect().bottom) return;
    heading.focus();
    const panel = heading.closest('.panel');
    // Forms render after their panel.
    await panel?.querySelector('mcp-schema-form')?.updateComplete;
    if (panel && panel.getBoundingClientRect().bottom > innerHeight) heading.scrollIntoView();
  }

  async #run(event: Event, { run }: Opened, server: HostServer, tool: Tool): Promise<void> {
    const form = panelOf(event)?.querySelector<McpSchemaForm>('mcp-schema-form');
    const host = this.currentHost;
    if (!host || !form || run.isActive || !form.reportValidity()) return;
    const args: JsonObject = form.value;
    const result = await run.start(host, server.id, tool.name, args);
    if (result && this.isConnected) this.dispatchEvent(new McpToolResultEvent(server, tool, result));
  }

  #cancel(event: Event, { run }: Opened): void {
    // The button is about to go, and the focus with it.
    panelOf(event)?.querySelector<HTMLElement>('.run')?.focus();
    run.cancel();
  }
}

const keyOf = (serverId: string, name: string): string => JSON.stringify([serverId, name]);
const panelId = (key: string): string => `tool-${encodeURIComponent(key)}`;
const panelOf = ({ currentTarget }: Event): Element | null => (currentTarget instanceof Element ? currentTarget.closest('.panel') : null);

function matches(tool: Tool, server: HostServer, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return [tool.name, displayName(tool), tool.description ?? '', serverName(server)].some((part) => part.toLowerCase().includes(wanted));
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tools': McpTools;
  }
}
