import type { HostServer, McpHost } from '@mcp-web/client';
import type { ListedServer, ServerList } from '@mcp-web/client/servers';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import { type McpServerMoveEvent, McpServerRemoveEvent } from '../server/events.ts';
import { AddedServers } from './added-servers.ts';
import { EditedServer } from './edited-server.ts';
import { McpServerAddedEvent, McpServersChangeEvent } from './events.ts';
import { FollowedList } from './followed-list.ts';
import { labelsOf, ordinalsOf } from './labels.ts';
import { listStorage } from './list-storage.ts';
import { english, type ServersMessages } from './messages.ts';
import { Removals } from './removals.ts';
import { RowForms } from './row-forms.ts';
import { ServerForm } from './server-form.ts';
import { ServerFocus } from './server-focus.ts';
import { type RowActions, serverRow } from './server-row.ts';
import { styles } from './servers.styles.ts';

/**
 * @summary The servers of the user: add, import, name, order, switch on and off, reconnect, and remove with undo.
 *
 * Users add a server by its address, with a token or another header if it needs one, or import servers from the configuration
 * file of another client and from the MCP registry. Nothing connects before they choose. Each server that is on is an
 * `<mcp-server>`: it shows the state, lets users sign in, and says what to do when a connection fails. When a server that was added
 * is connected, the element says so and fires `mcp-server-added`: use it to show what the server offers.
 *
 * With `store-servers`, the user can have the list stored on this device. Values of headers are never stored, and are in no
 * attribute, address, event or log: they last until the page is closed, or the user signs out of the server. When the user of
 * your page signs out, call `clear()`.
 *
 * Keyboard: Alt with the arrow keys up and down moves the server that has the focus.
 *
 * @slot header - replaces the title
 * @slot actions - controls of the page, below the title
 * @slot empty - replaces what is shown while there are no servers
 * @fires {McpServerAddedEvent} mcp-server-added - a server that the user added is connected, and its lists are there.
 * @fires {McpServersChangeEvent} mcp-servers-change - the list has changed.
 * @fires {McpServerRemoveEvent} mcp-server-remove - the user removes a server. Cancelable.
 *
 * @csspart list - the card, which is around everything
 * @csspart server - one server
 * @csspart alias - what the user calls it
 * @csspart connection - the `<mcp-server>` of a server that is on
 * @csspart actions - the buttons of a server
 * @csspart switch - switches a server on and off
 * @csspart edit - the form for the name and the headers of a server
 * @csspart key - the form for a token, where the server refuses without one
 * @csspart add - the form that adds a server
 * @csspart import - the import
 * @csspart found - the servers that were found in a file
 * @csspart found-server - one of them
 * @csspart news - what was added, moved or removed
 * @csspart undo - puts a removed server back
 * @csspart status - the status of a server, as text
 * @csspart error - what went wrong
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-servers store-servers></mcp-servers>
 *   <mcp-tools></mcp-tools>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpServersElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** Lets the user store the list on this device: in IndexedDB, without the values of headers. Read when the element is first shown. */
  @property({ type: Boolean, attribute: 'store-servers' }) storeServers = false;

  /** Lets the user choose the protocol revision of each server, for pages where people try servers of their own. */
  @property({ type: Boolean, attribute: 'choose-revision' }) chooseRevision = false;

  /** The list, a `ServerList` of `@mcp-web/client/servers`. Without it, the element makes one. */
  @property({ attribute: false }) list: ServerList | undefined;

  readonly #followed = new FollowedList({
    onupdate: () => this.requestUpdate(),
    onchange: () => this.dispatchEvent(new McpServersChangeEvent()),
    onleave: () => this.#forget(),
    isRemoved: (id) => this.#removals.has(id),
  });
  readonly #added = new AddedServers();
  readonly #removals = new Removals();
  #news = '';
  readonly #edited = new EditedServer();
  readonly #focus = new ServerFocus(this);
  readonly #form = new ServerForm(this, {
    list: () => this.#list,
    onadd: (id, isNew) => {
      if (isNew) this.#await([id]);
    },
  });
  readonly #forms = new RowForms(this);
  #isImporting = false;
  readonly #import = new OnDemand(
    this,
    async () =>
      new (await import('./import-panel.ts')).ImportPanel(this, {
        list: () => this.#list,
        onadd: (ids) => this.#await(ids),
      }),
  );

  /**
   * Removes every server, in all tabs, and all that is stored of them: call it when the user of the page signs out. It does so
   * also before the element is shown, and after it has left the page.
   *
   * @throws {McpError} `storage` when some of it may still be stored
   */
  async clear(): Promise<void> {
    this.#forget();
    await this.#followed.choose(this.list, this.storeServers).clear();
  }

  protected override onHost(_host: McpHost, _signal: AbortSignal): void {
    this.#forget();
  }

  protected override onSignOut({ id, url }: HostServer): void {
    // A server that was switched off or removed here is gone, but nobody has signed out of it.
    if (!this.snapshot?.servers.some((server) => server.id === id)) return;
    this.#forget();
    this.#list?.forgetHeaders(url);
  }

  /** What was typed, and what could be put back, is not for the next user. */
  #forget(): void {
    this.#added.forget();
    this.#removals.forget();
    this.#news = '';
    this.#edited.open();
    if (this.hasUpdated) for (const form of this.renderRoot.querySelectorAll('form')) form.reset();
    this.#form.reset();
    this.#import.loaded?.reset();
  }

  get #list(): ServerList | undefined {
    return this.#followed.current;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const before = this.#list;
    if (this.isConnected) this.#followed.follow(this.#followed.choose(this.list, this.storeServers), this.lifetime);
    const servers = this.#list?.getSnapshot().servers ?? [];
    const gone = this.#focus.leave(servers);
    // Of an emptied list, or another one, no name is for who is here now.
    if (gone && before === this.#list && servers.length > 0 && !this.#removals.has(gone.id))
      this.#news = this.messagesFor('servers', english).removed(gone.label);
    this.#notice();
  }

  override render(): TemplateResult {
    const { currentHost: host } = this;
    const list = this.#list;
    if (!host || !list) return html`<p class="notice" part="error">${this.shared.noHost}</p>`;
    const messages = this.messagesFor('servers', english);
    const { servers, isRead } = list.getSnapshot();
    const removed = this.#removals.last;
    return html`<section class="card" part="card list" aria-labelledby="title">
      <div class="head"><slot name="header"><h3 id="title">${messages.title}</h3></slot><slot name="actions"></slot></div>
      <div class="news row" part="news" role="status">${this.#news ? html`<span>${this.#news}</span>` : nothing}${
        removed
          ? html`<span>${messages.removed(removed.name)}</span><button type="button" class="button small undo" part="button secondary small undo" @click=${this.#undo}>${messages.undo}</button>`
          : nothing
      }</div>
      ${servers.length > 0 ? this.#rows(messages, host, list, servers) : this.#empty(messages, isRead)}
      ${this.#form.render(messages, { canChooseRevision: this.chooseRevision })}
      ${this.#importer(messages)}
      ${listStorage(messages, list)}
    </section>`;
  }

  #empty(messages: ServersMessages, isRead: boolean): TemplateResult {
    if (!isRead) return html`<p class="section soft" role="status">${messages.reading}</p>`;
    return html`<div class="empty" tabindex="-1"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot></div>`;
  }

  #rows(messages: ServersMessages, host: McpHost, list: ServerList, servers: readonly ListedServer[]): TemplateResult {
    const labels = this.#labels(servers);
    const ordinals = ordinalsOf(servers);
    return html`<ul @mcp-server-move=${this.#onmove} @mcp-server-remove=${this.#onnestedremove}>${repeat(
      servers,
      ({ id }) => id,
      (server, index) =>
        serverRow(
          messages,
          {
            server,
            host,
            list,
            forms: this.#forms,
            label: labels.get(server.id) ?? '',
            ordinal: ordinals.get(server.id),
            place: { index, count: servers.length },
            hosted: this.#hosted(server.id),
            isEdited: this.#edited.is(server.id),
            canChooseRevision: this.chooseRevision,
            removedHeaders: this.#edited.removed,
            problem: this.#edited.problemOf(server.id),
            fetchIcons: this.fetchIcons,
            messages: this.messages,
          },
          this.#actionsFor(server),
        ),
    )}</ul>`;
  }

  #importer(messages: ServersMessages): TemplateResult {
    const panel = this.#isImporting ? this.#import.need() : undefined;
    return html`<details class="section" @toggle=${this.#ontoggle}><summary part="summary">${messages.importTitle}</summary>${this.#import.notice()}${panel?.render(messages) ?? nothing}</details>`;
  }

  readonly #ontoggle = ({ currentTarget }: Event): void => {
    this.#isImporting = currentTarget instanceof HTMLDetailsElement && currentTarget.open;
    this.requestUpdate();
  };

  /** Moves the focus to the form that adds a server. */
  override focus(): void {
    this.#form.focus();
  }

  /** The server in the host, of a server of the list. */
  #hosted(id: string): HostServer | undefined {
    const connections = this.hasUpdated ? this.renderRoot.querySelectorAll('mcp-server') : [];
    return [...connections].find((connection) => connection.dataset['id'] === id)?.server;
  }

  #labels(servers: readonly ListedServer[]): Map<string, string> {
    return labelsOf(servers, ({ id, url, alias }) => {
      const hosted = this.#hosted(id);
      return shortText(alias ?? (hosted ? serverName(hosted) : new URL(url).host), 60);
    });
  }

  #labelOf({ id }: ListedServer): string {
    return this.#labels(this.#list?.getSnapshot().servers ?? []).get(id) ?? '';
  }

  #await(ids: readonly string[]): void {
    this.#news = '';
    this.#added.await(ids);
    if (ids[0] !== undefined) this.#focus.toRow(ids[0]);
  }

  #actionsFor({ id }: ListedServer): RowActions {
    return {
      turn: (_server, isOn) => {
        this.#news = '';
        this.#list?.update(id, { isOn });
      },
      reconnect: () => {
        const hosted = this.#hosted(id);
        if (hosted) this.currentHost?.retry(hosted.id);
      },
      edit: (_server, isEdited) => {
        this.#edited.open(isEdited ? id : undefined);
        this.#focus.toRow(id, isEdited ? '.edit input' : '.editor');
      },
      removeHeader: (name, next) => {
        this.#edited.removeHeader(name);
        this.#focus.toRow(id, next);
      },
      move: (server, by) => {
        if (!this.#list?.move(id, by)) return;
        const { servers } = this.#list.getSnapshot();
        const place = servers.findIndex((one) => one.id === id) + 1;
        this.#news = this.messagesFor('servers', english).moved(this.#labelOf(server), place, servers.length);
        const isOnButton = this.shadowRoot?.activeElement?.matches('.mover');
        this.#focus.toRow(id, isOnButton ? (by < 0 ? '.up' : '.down') : '');
      },
      remove: (server) => this.#remove(server),
      problem: (problem) => {
        this.#edited.say(id, problem);
        this.requestUpdate();
      },
    };
  }

  #remove(server: ListedServer): void {
    const { id: listedId, url } = server;
    const event = new McpServerRemoveEvent(this.#hosted(listedId), { listedId, url });
    if (!this.dispatchEvent(event) || !this.#list) return;
    this.#removals.add({ id: server.id, name: this.#labelOf(server), undo: this.#list.remove(server.id) });
    this.#news = '';
    this.#focus.to('.undo');
  }

  readonly #undo = (): void => {
    const id = this.#removals.undo();
    if (id !== undefined) this.#focus.toRow(id);
  };

  /** The doctor found another address, and the user chose it. */
  readonly #onmove = (event: McpServerMoveEvent): void => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['id'] : undefined;
    event.preventDefault();
    if (id !== undefined) this.#list?.update(id, { url: event.src });
  };

  /** The button of `<mcp-server>` is hidden, but its page may show it. */
  readonly #onnestedremove = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    const id = event.target instanceof HTMLElement ? event.target.dataset['id'] : undefined;
    const server = this.#list?.getSnapshot().servers.find((one) => one.id === id);
    if (server) this.#remove(server);
  };

  protected override updated(): void {
    this.#focus.arrive();
  }

  /** Says which servers that the user has added are connected now. */
  #notice(): void {
    const servers = this.#list?.getSnapshot().servers ?? [];
    const ids = servers.map(({ id }) => id);
    const arrived = this.#added.take(ids, (id) => this.#hosted(id));
    if (arrived.length === 0) return;
    const messages = this.messagesFor('servers', english);
    const labels = this.#labels(servers);
    const news = arrived.map(([id, { tools }]) => messages.added(labels.get(id) ?? '', tools.length));
    this.#news = [this.#news, ...news].filter(Boolean).join(' ');
    for (const [, server] of arrived) this.dispatchEvent(new McpServerAddedEvent(server));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-servers': McpServersElement;
  }
}
