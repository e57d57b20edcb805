/** The list of resources and templates of all servers, with its field and filters. */
import { displayName, type HostServer, type McpHost } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { isComposing } from '../internal/base/keyboard.ts';
import { groupsByServer, Listbox, type Offer } from '../internal/lists/listbox.ts';
import { Search } from '../internal/lists/search.ts';
import { isListed } from '../internal/server/listed.ts';
import { serverNotes } from '../internal/server/notes.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type ResourcePickerMessages } from './messages.ts';
import {
  addressOf,
  entriesOf,
  type Entry,
  validAnnotations,
  inOrder,
  isFor,
  keyOf,
  type Order,
  searchedTexts,
} from './offers.ts';

export interface ResourceListOptions {
  onchoose: (offer: Offer<Entry>) => void;
  /** Whether the panel shows the entry with this key. */
  isOpen: (key: string) => boolean;
  /** How the entry with this key is marked. */
  markOf: (key: string) => 'updated' | 'subscribed' | undefined;
}

export class ResourceList {
  readonly #element: McpElement;
  readonly #options: ResourceListOptions;
  readonly #search = new Search<Entry>(searchedTexts);
  readonly #list: Listbox<Offer<Entry>>;
  #query = '';
  #audience: '' | 'user' | 'assistant' = '';
  #order: Order = 'given';
  /** The servers, query, audience and order that the list was filled from. */
  #filled: readonly unknown[] = [];
  /** Whether any entry has annotations to filter or sort by. */
  #hasHints = false;

  constructor(element: McpElement, options: ResourceListOptions) {
    this.#element = element;
    this.#options = options;
    this.#list = new Listbox<Offer<Entry>>(element, {
      keyOf,
      option: (offer) => this.#option(offer),
      onchoose: options.onchoose,
      isCurrent: (offer) => options.isOpen(keyOf(offer)),
    });
  }

  /** Whether there is nothing to find or to choose. False while the user is in the field, so that it stays. */
  isBare(servers: readonly HostServer[]): boolean {
    const isInUse =
      this.#query !== '' ||
      this.#audience !== '' ||
      this.#element.renderRoot.querySelector('input:focus, select:focus') !== null;
    return this.#list.count === 0 && !isInUse && !isWaiting(servers);
  }

  /** @param isBare whether to leave out the field and the filters */
  template(host: McpHost, isBare: boolean): TemplateResult {
    const messages = this.#messages;
    const { servers } = host.getSnapshot();
    return html`<div class="list stack ${isBare ? 'bare' : ''}">
      ${
        isBare
          ? nothing
          : html`<div class="stack tools">
              ${this.#list.field({ label: messages.filter, placeholder: messages.filter, value: this.#query, isOpen: true, oninput: this.#oninput, onkeydown: this.#onkeydown })}
              ${this.#hasHints ? this.#filters(messages) : nothing}
            </div>`
      }
      <p class="visually-hidden" role="status">${this.#query === '' ? '' : this.#list.count === 0 ? messages.noMatch : messages.shown(this.#list.count)}</p>
      ${this.#list.count > 0 ? this.#list.template(messages.list) : this.#nothing(messages, servers)}
      ${serverNotes(this.#element.shared, host)}
    </div>`;
  }

  get #messages(): ResourcePickerMessages {
    return this.#element.messagesFor('resource-picker', english);
  }

  #nothing(messages: ResourcePickerMessages, servers: readonly HostServer[]): TemplateResult {
    if (this.#query !== '' || this.#audience !== '')
      return html`<div class="empty" id="list"><span>${messages.noMatch}</span><button type="button" class="link" part="link" @click=${this.#clear}>${messages.clearFilter}</button></div>`;
    return isWaiting(servers)
      ? html`<div class="skeletons" id="list"><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></div>`
      : servers.every((server) => isListed(server, 'resources'))
        ? html`<div class="empty" id="list"><b>${messages.noResources}</b></div>`
        : html`<div id="list"></div>`;
  }

  #filters(messages: ResourcePickerMessages): TemplateResult {
    const audiences = { '': messages.anyone, user: messages.user, assistant: messages.assistant };
    const orders = { given: messages.given, priority: messages.byPriority, date: messages.byDate };
    return html`<div class="hints small">
      <select class="field" part="control select small" aria-label=${messages.audience} @change=${this.#onaudience}>${Object.entries(audiences).map(([value, label]) => html`<option value=${value} .selected=${value === this.#audience}>${label}</option>`)}</select>
      <select class="field" part="control select small" aria-label=${messages.order} @change=${this.#onorder}>${Object.entries(orders).map(([value, label]) => html`<option value=${value} .selected=${value === this.#order}>${label}</option>`)}</select>
    </div>`;
  }

  #option({ server, entry }: Offer<Entry>): TemplateResult {
    const messages = this.#messages;
    const mark = this.#options.markOf(keyOf({ server, entry }));
    const kind = 'uriTemplate' in entry ? messages.template : shortText(entry.mimeType ?? '', 30);
    return html`<b dir="auto">${shortText(displayName(entry))}</b>
      ${mark ? html`<span class="badge ${mark === 'updated' ? 'warning' : 'accent'}" part="badge">${mark === 'updated' ? messages.updated : messages.subscribed}</span>` : html`<span class="soft small"><bdi>${kind}</bdi></span>`}
      <span class="second mono" dir="ltr">${shortText(addressOf(entry), 160)}</span>`;
  }

  /** Fills the list, if the servers, the query or the filters have changed. */
  fill(servers: readonly HostServer[]): void {
    const [query, audience, order] = [this.#query, this.#audience, this.#order];
    const [formerServers, formerQuery, formerAudience, formerOrder] = this.#filled;
    const isSame = query === formerQuery && audience === formerAudience && order === formerOrder;
    if (isSame && servers === formerServers) return;
    this.#hasHints = servers.some((server) =>
      entriesOf(server).some((entry) => {
        const hints = validAnnotations(entry);
        return hints.audience.length > 0 || hints.priority !== undefined || hints.changed !== undefined;
      }),
    );
    const groups = groupsByServer(servers, this.#search, query, (server) =>
      inOrder(
        entriesOf(server).filter((entry) => audience === '' || isFor(entry, audience)),
        order,
      ),
    );
    this.#list.fill(groups, !isSame, query !== '');
    this.#filled = [servers, query, audience, order];
  }

  readonly #oninput = (event: Event): void => {
    if (event.target instanceof HTMLInputElement) this.#query = event.target.value;
    this.#changed();
  };

  readonly #onaudience = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement)
      this.#audience = target.value === 'user' || target.value === 'assistant' ? target.value : '';
    this.#changed();
  };

  readonly #onorder = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement)
      this.#order = target.value === 'priority' || target.value === 'date' ? target.value : 'given';
    this.#changed();
  };

  readonly #clear = (): void => {
    this.#query = this.#audience = '';
    this.#changed();
    this.#element.focus();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const { active } = this.#list;
    if (event.key === 'Escape' && this.#query !== '') this.#query = '';
    else if (event.key === 'Enter' && active) this.#options.onchoose(active);
    else if (!this.#list.handle(event)) return;
    this.#changed();
    event.preventDefault();
    event.stopPropagation();
  };

  #changed(): void {
    this.#element.requestUpdate();
  }
}

const isWaiting = (servers: readonly HostServer[]): boolean =>
  servers.some(({ status, isListing }) => status === 'connecting' || isListing);
