/** Which row of a long list has the focus, or gets it with the Tab key, and the keys that lead from row to row. */
import type { LitElement, ReactiveController } from 'lit';
import { indexOfId, type Row, rowOfId, type ListRows } from './list-rows.ts';

/** How far the keys for a page lead, in rows. */
const PAGE = 10;
/** What has a place of its own in the list, and may be gone after an update. */
const PLACES = '[data-id], .latest, .notice, .empty .link';

export interface RowFocusOptions<R extends Row> {
  /** Those that are in the list now. */
  readonly rows: () => ListRows<R>;
  /** Stops following, and brings a row into view. */
  readonly reveal: (index: number) => void;
}

export class RowFocus<R extends Row> implements ReactiveController {
  readonly #element: LitElement;
  readonly #options: RowFocusOptions<R>;
  #tabStopId: number | undefined;
  /** What had the focus before an update, and the row that it stood for. */
  #focused: HTMLElement | undefined;
  #focusedId: string | undefined;

  constructor(element: LitElement, options: RowFocusOptions<R>) {
    this.#element = element;
    this.#options = options;
    element.addController(this);
  }

  /** The row that the Tab key leads to: where the user was last, or the newest. */
  tabStopOf(shown: readonly R[]): R | undefined {
    return shown.find(({ id }) => id === this.#tabStopId) ?? shown.at(-1);
  }

  /** What the row is about that the event is for. */
  rowOf({ target }: Event): R | undefined {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    return id === undefined ? undefined : rowOfId(this.#options.rows(), Number(id));
  }

  readonly onfocusin = (event: Event): void => {
    const id = this.rowOf(event)?.id;
    if (id === undefined || id === this.#tabStopId) return;
    this.#tabStopId = id;
    this.#element.requestUpdate();
  };

  readonly onkeydown = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const row = this.rowOf(event);
    if (!row || altKey || ctrlKey || metaKey) return;
    const rows = this.#options.rows();
    const index = indexOfId(rows, row.id);
    const steps = new Map([
      ['ArrowDown', index + 1],
      ['ArrowUp', index - 1],
      ['PageDown', index + PAGE],
      ['PageUp', index - PAGE],
      ['Home', 0],
      ['End', rows.length - 1],
    ]);
    const wanted = steps.get(key);
    if (wanted === undefined) return;
    event.preventDefault();
    void this.#focusAt(Math.min(Math.max(0, wanted), rows.length - 1));
  };

  /** Moves the focus to a row, if it is there. */
  async focusRow(row: R): Promise<void> {
    const rows = this.#options.rows();
    if (rowOfId(rows, row.id) === row) await this.#focusAt(indexOfId(rows, row.id));
  }

  /** Moves the focus to what the selector finds in the element, and scrolls nothing. Returns whether it found something. */
  focus(selector: string): boolean {
    const found = this.#element.renderRoot.querySelector<HTMLElement>(selector);
    found?.focus({ preventScroll: true });
    return found !== null;
  }

  /** Draws what was opened, and scrolls to it: in a low element, it is below what can be seen. */
  async showDetails(): Promise<void> {
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    this.#element.renderRoot.querySelector('.details')?.scrollIntoView({ block: 'nearest' });
  }

  hostUpdate(): void {
    const focused = this.#element.shadowRoot?.activeElement;
    this.#focused = focused?.closest<HTMLElement>(PLACES) ?? undefined;
    this.#focusedId = this.#focused?.dataset['id'];
  }

  /** What had the focus may be gone, or its line may show another row. The focus then moves to the list. */
  hostUpdated(): void {
    const focused = this.#focused;
    if (!focused) return;
    if (!this.#element.shadowRoot?.activeElement || focused.dataset['id'] !== this.#focusedId) this.focus('.scroller');
  }

  async #focusAt(index: number): Promise<void> {
    const row = index < 0 ? undefined : this.#options.rows().at(index);
    if (!row) return;
    this.#tabStopId = row.id;
    this.#options.reveal(index);
    await this.#element.updateComplete;
    // Where the list has moved on, it is not drawn any more.
    if (!this.focus(`[data-id="${row.id}"]`)) this.focus('.scroller');
  }
}
