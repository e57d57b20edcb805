/** The list of a combobox: options in groups, and the keys that move through them. Only options on the screen are rendered. */
import type { HostServer } from '@mcp-web/client';
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { comboboxField, type ComboboxField } from './combobox-field.ts';
import type { McpElement } from '../base/element.ts';
import { serverAddress, serverName } from '../server/identity.ts';
import { shortText } from '../text/text.ts';
import type { Search } from './search.ts';

/** Rows that are rendered above and below the visible ones. */
const SPARE = 6;
const PAGE = 10;

export interface ListGroup<T> {
  /** Unique in the list. It becomes part of an id, so it contains no text from a server. */
  readonly id: string;
  /** Called while rendering. */
  readonly head: () => TemplateResult;
  readonly items: readonly T[];
}

export interface ListboxOptions<T> {
  /** Identifies an item across snapshots. */
  keyOf: (item: T) => string;
  option: (item: T) => TemplateResult;
  onchoose: (item: T) => void;
  /** Whether the item is open elsewhere in the element. */
  isCurrent?: (item: T) => boolean;
}

/** The DOM focus stays in the field of the combobox. Enter in that field chooses the active option. */
export class Listbox<T> implements ReactiveController {
  readonly #element: McpElement;
  readonly #options: ListboxOptions<T>;
  #groups: readonly ListGroup<T>[] = [];
  #count = 0;
  #active = -1;
  /** Scroll position, visible height and height of a row, in px. */
  #top = 0;
  #height = 400;
  #rowHeight = 52;
  #isMoved = false;
  /** Whether the user made the option active. Otherwise the best match is active. */
  #isChosen = false;

  constructor(element: McpElement, options: ListboxOptions<T>) {
    this.#element = element;
    this.#options = options;
    element.addController(this);
  }

  /** The number of options. */
  get count(): number {
    return this.#count;
  }

  get active(): T | undefined {
    return this.#at(this.#active);
  }

  /** The id of the active option, if it is rendered. */
  get activeId(): string | typeof nothing {
    const row = this.#rowOf(this.#active);
    const { first, end } = this.#window;
    return this.#active >= 0 && row >= first && row < end ? `option-${this.#active}` : nothing;
  }

  /** The position of the active option, from 1. */
  get position(): number {
    return this.#active + 1;
  }

  /**
   * Replaces the groups. The option that the user made active stays active, if it is still there.
   *
   * @param isNew whether the query is another one: then the list starts at its top
   * @param isFirstActive whether the first option becomes active when no other is
   */
  fill(groups: readonly ListGroup<T>[], isNew: boolean, isFirstActive: boolean): void {
    const { active } = this;
    const former = this.#active;
    const wasSeen = this.#isSeen;
    this.#groups = groups;
    this.#count = groups.reduce((count, { items }) => count + items.length, 0);
    const key = isNew || !active || !this.#isChosen ? undefined : this.#options.keyOf(active);
    this.#active =
      key === undefined
        ? -1
        : groups.flatMap(({ items }) => items).findIndex((item) => this.#options.keyOf(item) === key);
    this.#isChosen = this.#active >= 0;
    // Rows above it came or went. A user who has scrolled away from it stays where they are.
    if (this.#isChosen && wasSeen && this.#active !== former) this.#reveal();
    if (isNew) this.#scrollTo(0);
    if (this.#active < 0 && isFirstActive && this.#count > 0) this.#active = 0;
  }

  /** Handles a key that moves through the list. Returns whether it did. */
  handle({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (altKey || ctrlKey || metaKey || shiftKey || this.#count === 0) return false;
    const last = this.#count - 1;
    if (key === 'ArrowDown') this.#activate(this.#active >= last ? 0 : this.#active + 1);
    else if (key === 'ArrowUp') this.#activate(this.#active <= 0 ? last : this.#active - 1);
    else if (key === 'PageDown') this.#activate(Math.min(last, this.#active + PAGE));
    else if (key === 'PageUp') this.#activate(Math.max(0, this.#active - PAGE));
    else return false;
    return true;
  }

  /** Makes no option active. */
  deactivate(): void {
    this.#active = -1;
    this.#isChosen = false;
  }

  /** The field that the list belongs to. */
  field(model: ComboboxField): TemplateResult {
    return comboboxField({ ...model, ...(model.isOpen && { activeId: this.activeId }) });
  }

  template(label: string): TemplateResult {
    const { first, end } = this.#window;
    let start = 0;
    const shown = this.#groups.flatMap((group, index) => {
      const row = start + index;
      const from = Math.max(0, first - row - 1);
      const to = Math.min(group.items.length, end - row - 1);
      const begin = start;
      start += group.items.length;
      return row < end && row + group.items.length >= first
        ? [{ group, begin, items: group.items.slice(from, Math.max(from, to)), from }]
        : [];
    });
    return html`<div class="listbox" part="list" role="listbox" id="list" tabindex="-1" aria-label=${label} @scroll=${this.#onscroll} @mousedown=${keepFocus} @click=${this.#onclick}>
      <div class="sizer"><div class="window">${repeat(
        shown,
        ({ group }) => group.id,
        ({ group, begin, items, from }) => html`<div role="group" aria-labelledby="group-${group.id}">
        <div class="line head" role="presentation" id="group-${group.id}">${group.head()}</div>
        ${repeat(items, this.#options.keyOf, (item, index) => this.#option(item, begin + from + index))}
      </div>`,
      )}</div></div>
    </div>`;
  }

  hostUpdated(): void {
    const scroller = this.#element.renderRoot.querySelector<HTMLElement>('.listbox');
    const sizer = scroller?.querySelector<HTMLElement>('.sizer');
    const shown = scroller?.querySelector<HTMLElement>('.window');
    if (!scroller || !sizer || !shown) return;
    const rowHeight = scroller.querySelector('.line')?.getBoundingClientRect().height;
    if (rowHeight) this.#rowHeight = rowHeight;
    sizer.style.blockSize = `${(this.#count + this.#groups.length) * this.#rowHeight}px`;
    shown.style.insetBlockStart = `${this.#offset * this.#rowHeight}px`;
    if (this.#isMoved) scroller.scrollTop = this.#top;
    this.#isMoved = false;
    // The visible height depends on the content.
    if (scroller.clientHeight > this.#height + SPARE * this.#rowHeight) this.#element.requestUpdate();
    if (scroller.clientHeight > 0) this.#height = scroller.clientHeight;
  }

  /** The rows that are rendered, including the heads of groups. */
  get #window(): { first: number; end: number } {
    return {
      first: Math.max(0, Math.floor(this.#top / this.#rowHeight) - SPARE),
      end: Math.ceil((this.#top + this.#height) / this.#rowHeight) + SPARE,
    };
  }

  /** The first rendered row. A group is rendered with its head. */
  get #offset(): number {
    const { first } = this.#window;
    let row = 0;
    for (const { items } of this.#groups) {
      if (row + items.length >= first) return Math.max(row, first - 1);
      row += items.length + 1;
    }
    return 0;
  }

  #option(item: T, index: number): TemplateResult {
    return html`<div class="line option" part="option item" role="option" id="option-${index}" data-index=${index} aria-selected=${index === this.#active}
      aria-current=${this.#options.isCurrent?.(item) ?? false} aria-setsize=${this.#count} aria-posinset=${index + 1}>${this.#options.option(item)}</div>`;
  }

  #at(index: number): T | undefined {
    let rest = index;
    for (const { items } of this.#groups) {
      if (rest < items.length) return items[rest];
      rest -= items.length;
    }
    return undefined;
  }

  #rowOf(index: number): number {
    let row = index;
    let rest = index;
    for (const { items } of this.#groups) {
      row++;
      if (rest < items.length) break;
      rest -= items.length;
    }
    return row;
  }

  #activate(index: number): void {
    this.#active = index;
    this.#isChosen = true;
    this.#reveal();
    this.#element.requestUpdate();
  }

  get #isSeen(): boolean {
    const top = this.#rowOf(this.#active) * this.#rowHeight - this.#top;
    return top > -this.#rowHeight && top < this.#height;
  }

  /** Scrolls the active option into view. */
  #reveal(): void {
    const top = this.#rowOf(this.#active) * this.#rowHeight;
    // The sticky head of the group covers one row.
    if (top - this.#rowHeight < this.#top) this.#scrollTo(top - this.#rowHeight);
    else if (top + this.#rowHeight > this.#top + this.#height) this.#scrollTo(top + this.#rowHeight - this.#height);
  }

  #scrollTo(top: number): void {
    this.#top = Math.max(0, top);
    this.#isMoved = true;
  }

  readonly #onscroll = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLElement) || currentTarget.scrollTop === this.#top) return;
    this.#top = currentTarget.scrollTop;
    this.#element.requestUpdate();
  };

  readonly #onclick = ({ target }: Event): void => {
    const index = target instanceof Element ? target.closest<HTMLElement>('.option')?.dataset['index'] : undefined;
    const item = index === undefined ? undefined : this.#at(Number(index));
    if (item === undefined) return;
    this.#active = Number(index);
    this.#isChosen = true;
    this.#element.requestUpdate();
    this.#options.onchoose(item);
  };
}

const keepFocus = (event: Event): void => event.preventDefault();

/** A prompt or resource, and its server. */
export interface Offer<T> {
  readonly server: HostServer;
  readonly entry: T;
}

/** A group for each server with a match, the best match first. */
export function groupsByServer<T extends object>(
  servers: readonly HostServer[],
  search: Search<T>,
  query: string,
  entriesOf: (server: HostServer) => readonly T[],
): ListGroup<Offer<T>>[] {
  const groups = servers.flatMap((server, index) => {
    const { items, best } = search.find(entriesOf(server), query);
    return items.length === 0
      ? []
      : [{ best, id: `${index}`, head: () => headOf(server), items: items.map((entry) => ({ server, entry })) }];
  });
  return groups.sort((one, other) => other.best - one.best);
}

function headOf(server: HostServer): TemplateResult {
  return html`<b><bdi>${shortText(serverName(server), 60)}</bdi></b><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span>`;
}
