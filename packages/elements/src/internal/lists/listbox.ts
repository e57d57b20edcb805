/** The list of a combobox: groups of options of which only those on the screen are rendered, and the keys that move through them. */
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { comboField, type FieldModel } from './combo-field.ts';
import type { McpElement } from '../base/element.ts';

/** So many rows above and below stand ready. */
const SPARE = 6;
const PAGE = 10;

export interface ListGroup<T> {
  /** Unique in the list, and nothing of a server's words. */
  readonly id: string;
  /** Asked while rendering. */
  readonly head: () => TemplateResult;
  readonly items: readonly T[];
}

export interface ListboxOptions<T> {
  /** Tells an item from all others, through snapshots. */
  keyOf: (item: T) => string;
  option: (item: T) => TemplateResult;
  onchoose: (item: T) => void;
  /** Whether what it stands for is shown elsewhere. */
  isCurrent?: (item: T) => boolean;
}

/** DOM focus stays in the field that the list belongs to; the active option is what that field's Enter chooses. */
export class Listbox<T> implements ReactiveController {
  readonly #element: McpElement;
  readonly #options: ListboxOptions<T>;
  #groups: readonly ListGroup<T>[] = [];
  #count = 0;
  #active = -1;
  /** Where the list was scrolled to, how much of it is seen, and how high a row is, in px. */
  #top = 0;
  #height = 400;
  #rowHeight = 52;
  #isMoved = false;
  /** Whether the user chose what is active; else it is the best, whatever comes before it. */
  #isChosen = false;

  constructor(element: McpElement, options: ListboxOptions<T>) {
    this.#element = element;
    this.#options = options;
    element.addController(this);
  }

  /** How many options there are. */
  get count(): number {
    return this.#count;
  }

  get active(): T | undefined {
    return this.#at(this.#active);
  }

  /** The id of the active option, where it is rendered. */
  get activeId(): string | typeof nothing {
    const row = this.#rowOf(this.#active);
    const { first, end } = this.#window;
    return this.#active >= 0 && row >= first && row < end ? `option-${this.#active}` : nothing;
  }

  /** Where the active option stands, from 1. */
  get position(): number {
    return this.#active + 1;
  }

  /**
   * Gives the list other groups. What the user made active stays so, if it is still there.
   *
   * @param isNew whether it is the answer to another question: then it begins at its top
   * @param isPicky whether the best option is active at once
   */
  fill(groups: readonly ListGroup<T>[], isNew: boolean, isPicky: boolean): void {
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
    // Others came or went above it; who scrolled away from it reads something else.
    if (this.#isChosen && wasSeen && this.#active !== former) this.#reveal();
    if (isNew) this.#scrollTo(0);
    if (this.#active < 0 && isPicky && this.#count > 0) this.#active = 0;
  }

  /** Whether the key was one of the list's. */
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

  /** Nothing is active any more. */
  rest(): void {
    this.#active = -1;
    this.#isChosen = false;
  }

  /** The field that the list belongs to. */
  field(model: FieldModel): TemplateResult {
    return comboField({ ...model, ...(model.isOpen && { activeId: this.activeId }) });
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
    // What is seen of it depends on what is in it.
    if (scroller.clientHeight > this.#height + SPARE * this.#rowHeight) this.#element.requestUpdate();
    if (scroller.clientHeight > 0) this.#height = scroller.clientHeight;
  }

  /** Rows, heads of groups among them, that are rendered. */
  get #window(): { first: number; end: number } {
    return {
      first: Math.max(0, Math.floor(this.#top / this.#rowHeight) - SPARE),
      end: Math.ceil((this.#top + this.#height) / this.#rowHeight) + SPARE,
    };
  }

  /** The row at which what is rendered begins: a group comes with its head. */
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
    return html`<div class="line option" part="option" role="option" id="option-${index}" data-index=${index} aria-selected=${index === this.#active}
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

  /** Scrolls to what is active. */
  #reveal(): void {
    const top = this.#rowOf(this.#active) * this.#rowHeight;
    // The head of its group stays above it.
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
