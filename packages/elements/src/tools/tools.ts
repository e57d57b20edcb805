import {
  displayName,
  type HostServer,
  type HostUnfinishedCall,
  type JsonObject,
  type McpHost,
  type Tool,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { Search } from '../internal/lists/search.ts';
import { Icons } from '../internal/media/icon.ts';
import { serverName } from '../internal/server/identity.ts';
import { toneStyles } from '../internal/server/tone.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import { EndedOutOfSight } from './ended-out-of-sight.ts';
import { McpToolResultEvent } from './events.ts';
import { FoldedGroups } from './folded-groups.ts';
import {
  cancel,
  countOf,
  enabledOf,
  type Group,
  grouped,
  hasTool,
  type Opened,
  type OpenedTool,
  openedTools,
  panelId,
  panelOf,
  placeOf,
  toolKey,
} from './listed-tools.ts';
import { isFind, rowOfKey } from './list-keys.ts';
import { ListParts, MAX_WHOLE } from './list-parts.ts';
import { english, type ToolsMessages } from './messages.ts';
import { toolGroup } from './tool-group.ts';
import { styles } from './tools.styles.ts';
import { unfinishedList } from './unfinished-list.ts';

/**
 * @summary Lists the tools of all servers. The user finds a tool, switches it on or off for models, fills in its form, and runs it.
 *
 * Every call goes through the host, so nothing runs without consent. Several tools can run at once. Apps should give models only
 * the `enabledTools` of the host's snapshot.
 *
 * Keyboard: the tools are a single tab stop. Arrow keys, Home and End move in it; Enter selects a tool and moves to its form.
 * The tools of each of several servers can be folded, which the arrow keys skip.
 * A list of more than 200 tools is drawn as the user scrolls. There, Ctrl+F (Cmd+F on a Mac) moves to the filter.
 *
 * A resource that a result links to is read and shown when the user opens it, unless the page calls `preventDefault()` on the
 * event `mcp-resource-open` of the result.
 *
 * Where the list is beside the tool, both scroll by themselves in an element to which the page gives a height.
 *
 * @fires {McpToolResultEvent} mcp-tool-result - a tool that the user ran has returned a result.
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, beside the title
 * @slot empty - what is shown when no server is connected
 * @csspart list - the tools, by server
 * @csspart unfinished - the calls that an earlier page left unfinished, if the host records calls
 * @csspart tool - the selected tool: description, form and outcome
 * @csspart switch - the switch that makes the selected tool available to models
 * @csspart outcome - progress, result or error
 * @csspart linked - a linked resource that the user opened
 * @csspart ended - says that a call has ended whose outcome is not on the screen
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
export class McpToolsElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, toneStyles, styles];

  /** Renders text in results as Markdown, without any HTML and without loading anything. */
  @property({ type: Boolean }) markdown = false;

  @state() private filter = '';
  @state() private picked: string | undefined;
  /** The tool of the list that is the tab stop. */
  @state() private current: string | undefined;
  /** Which tool could not be switched on or off, and why. */
  @state() private problem: { readonly key: string; readonly error: unknown } | undefined;

  /** Draws the selected tools. */
  readonly #panel = new OnDemand(this, async () => (await import('./tool-panel.ts')).panel);
  readonly #icons = new Icons(this);
  readonly #parts = new ListParts(this);
  readonly #ended = new EndedOutOfSight(this);
  readonly #folded = new FoldedGroups(this);
  /** What is listed, by server. */
  #groups: readonly Group[] = [];
  #opened = new Map<string, Opened>();
  readonly #serverOf = new WeakMap<Tool, HostServer>();
  readonly #search = new Search<Tool>((tool) => {
    const server = this.#serverOf.get(tool);
    return [displayName(tool), tool.name, tool.description, server && serverName(server)];
  });

  protected override onHost(_host: McpHost, signal: AbortSignal): void {
    const opened = (this.#opened = new Map<string, Opened>());
    this.picked = this.current = this.problem = undefined;
    this.#ended.forget();
    this.#folded.forget();
    signal.addEventListener(
      'abort',
      () => {
        for (const { run } of opened.values()) run.drop();
      },
      { once: true },
    );
  }

  protected override onSignOut({ id }: HostServer): void {
    this.#ended.forgetIf((key) => this.#opened.get(key)?.serverId === id);
    for (const [key, { serverId, run }] of this.#opened) {
      if (serverId !== id) continue;
      run.linked.close();
      this.#opened.delete(key);
      if (this.picked === key) this.picked = undefined;
      if (this.problem?.key === key) this.problem = undefined;
    }
  }

  override render(): TemplateResult {
    const messages = this.messagesFor('tools', english);
    if (!this.currentHost) return html`<p class="notice">${this.shared.noHost}</p>`;
    const servers = this.snapshot?.servers ?? [];
    if (servers.length === 0)
      return html`<div class="card" part="card">${pageHead()}<div class="empty"><slot name="empty"><b>${messages.noServers}</b><span>${messages.noServersHint}</span></slot></div></div>`;
    const panels = openedTools(this.#opened, servers);
    return html`<div class="card" part="card">
      ${pageHead()}
      ${this.#list(messages, servers)}
      <div class="detail">
        ${panels.some(({ key }) => key === this.picked) ? nothing : html`<div class="empty"><b>${messages.pick}</b><span>${messages.pickHint}</span></div>`}
        ${this.#panel.notice()}
        ${this.#panels(messages, panels)}
      </div>
    </div>
    ${this.#ended.view(
      messages,
      (key) => panels.some((panel) => panel.key === key),
      async (key) => this.#show(key),
    )}`;
  }

  #panels(messages: ToolsMessages, panels: readonly OpenedTool[]): unknown {
    const { loaded: panel } = this.#panel;
    if (!panel) return nothing;
    return repeat(
      panels,
      ({ key }) => key,
      ({ key, opened, server, tool }) =>
        panel.toolPanel(messages, this.shared, {
          id: panelId(key),
          server,
          tool,
          run: opened.run,
          isShown: key === this.picked,
          markdown: this.markdown,
          isEnabled: enabledOf(this.snapshot, server).includes(tool),
          problem: this.problem?.key === key ? this.problem.error : undefined,
          onrun: (event) => void this.#run(event, opened, server, tool),
          oncancel: (event) => cancel(event, opened),
          onswitch: (event) => this.#switch(event, key, server, tool),
          onopen: (event) => this.currentHost && void opened.run.linked.open(event, this.currentHost, server.id),
        }),
    );
  }

  #list(messages: ToolsMessages, servers: readonly HostServer[]): TemplateResult {
    const all = servers.reduce((count, { tools }) => count + tools.length, 0);
    if (all > 0) this.#panel.warmUp();
    // Only a filter asks for the server of a tool.
    if (this.filter.trim() !== '')
      for (const server of servers) for (const tool of server.tools) this.#serverOf.set(tool, server);
    this.#groups = grouped(servers, this.filter, this.#search, this.#folded.ids);
    const shown = this.#count;
    const canFold = servers.length > 1 && this.filter.trim() === '';
    const stop = [this.current, this.picked].map((key) => placeOf(this.#groups, key)).find((index) => index >= 0) ?? 0;
    return html`<div class="list" part="list">
      <input class="field" part="control" type="search" aria-label=${messages.filter} placeholder=${messages.filter} autocomplete="off" spellcheck="false" .value=${this.filter} @input=${this.#onfilter} />
      <p class="visually-hidden" role="status">${this.filter ? messages.shown(shown, all) : ''}</p>
      ${unfinishedList(messages, this.snapshot?.unfinished, servers, { onresume: (call) => void this.#resume(call), onforget: (call) => this.#forget(call) })}
      <div class="scroll ${shown > MAX_WHOLE ? 'in-parts' : ''}" tabindex="-1" @keydown=${this.#onkeydown}>
        ${
          this.filter && shown === 0
            ? html`<div class="empty"><span>${messages.noMatch}</span><button type="button" class="link" part="link" @click=${this.#clearFilter}>${messages.clearFilter}</button></div>`
            : this.#groups.map((group) =>
                this.filter && group.tools.length === 0 ? nothing : this.#group(messages, group, stop, canFold),
              )
        }
      </div>
    </div>`;
  }

  get #count(): number {
    return countOf(this.#groups);
  }

  #group(messages: ToolsMessages, group: Group, stop: number, canFold: boolean): TemplateResult {
    const { server } = group;
    const isWhole = this.#count <= MAX_WHOLE;
    return toolGroup(messages, this.shared, group, {
      host: this.currentHost,
      snapshot: this.snapshot,
      stop,
      isDrawn: (key) => isWhole || this.#parts.isNear(key),
      onfold: canFold ? () => this.#folded.toggle(server.id) : undefined,
      row: (tool, key) => ({
        icon: this.#icons.template(tool, server.url),
        isPicked: this.picked === key,
        run: this.#opened.get(key)?.run,
        onfocus: () => (this.current = key),
        onpick: () => void this.showTool(server.id, tool.name),
      }),
    });
  }

  /** Scrolls the list to the tools of a server, the first of which becomes the tab stop. The focus stays where it is. */
  async showServer(serverId: string): Promise<void> {
    if (!this.snapshot?.servers.some(({ id }) => id === serverId)) return;
    this.filter = '';
    this.#folded.open(serverId);
    await this.updateComplete;
    const group = this.#groups.find(({ server }) => server.id === serverId);
    this.current = toolKey(serverId, group?.tools[0]?.name ?? '');
    await this.updateComplete;
    if (group) this.#parts.scrollTo(group.id);
  }

  readonly #onfilter = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.filter = event.target.value;
  };

  readonly #clearFilter = (): void => {
    this.filter = '';
    this.renderRoot.querySelector('input')?.focus();
  };

  /** Selects a tool, and moves the focus to it, as if the user had chosen it. Does nothing if the server has no such tool. */
  async showTool(serverId: string, name: string): Promise<void> {
    const key = toolKey(serverId, name);
    const opened = this.#opened;
    const panel = await this.#panel.load().catch(() => undefined);
    if (!panel || !hasTool(this.snapshot, serverId, name)) return;
    if (!opened.has(key)) opened.set(key, { serverId, name, run: new panel.ToolRun(() => this.requestUpdate()) });
    this.#folded.open(serverId);
    await this.#show(key);
    await panel.reveal(this.renderRoot);
  }

  readonly #onkeydown = (event: KeyboardEvent): void => {
    // The browser's own search sees only what is drawn. Pressed again, Ctrl+F is the browser's.
    if (isFind(event) && this.#count > MAX_WHOLE) {
      event.preventDefault();
      this.renderRoot.querySelector('input')?.focus();
      return;
    }
    const to = rowOfKey(event, this.#count);
    if (to === undefined) return;
    event.preventDefault();
    void this.#focusAt(to);
  };

  async #focusAt(index: number): Promise<void> {
    const row = (): HTMLElement | null => this.renderRoot.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!row()) {
      // The part with the tab stop is always drawn.
      const group = this.#groups.findLast(({ start }) => start <= index);
      this.current = group && toolKey(group.server.id, group.rows[index - group.start]?.name ?? '');
      await this.updateComplete;
    }
    row()?.focus();
  }

  #switch(event: Event, key: string, server: HostServer, tool: Tool): void {
    const isEnabled = event.target instanceof HTMLInputElement && event.target.checked;
    this.problem = undefined;
    this.currentHost
      ?.setToolEnabled(server.id, tool.name, isEnabled, { by: 'user' })
      .catch((error: unknown) => (this.problem = { key, error }));
  }

  async #run(event: Event, { run }: Opened, server: HostServer, tool: Tool): Promise<void> {
    const opened = this.#opened;
    const form = panelOf(event)?.querySelector<McpSchemaFormElement>('mcp-schema-form');
    const host = this.currentHost;
    if (!host || !form || run.isActive || !form.reportValidity()) return;
    const args: JsonObject = form.value;
    const key = toolKey(server.id, tool.name);
    this.#ended.forget();
    const result = await run.start(host, server.id, tool.name, args);
    if (!this.isConnected || opened.get(key)?.run !== run) return;
    void this.#ended.noteRun(key, run, displayName(tool), () => this.picked === key);
    if (result) this.dispatchEvent(new McpToolResultEvent(server, tool, result, run.arguments));
  }

  async #resume(call: HostUnfinishedCall): Promise<void> {
    const key = toolKey(call.serverId, call.tool);
    await this.showTool(call.serverId, call.tool);
    const run = this.#opened.get(key)?.run;
    await run?.resume(call);
    if (run && this.isConnected && this.#opened.get(key)?.run === run)
      void this.#ended.noteRun(key, run, call.tool, () => this.picked === key);
  }

  async #show(key: string): Promise<void> {
    this.picked = key;
    await this.updateComplete;
  }

  // The button is about to disappear, and the focus with it.
  #forget(call: HostUnfinishedCall): void {
    this.renderRoot.querySelector<HTMLElement>('#unfinished')?.focus();
    void call.forget();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tools': McpToolsElement;
  }
}
