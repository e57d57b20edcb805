/** Which row has the focus, or gets it with the Tab key, and the arrow keys between rows. */
import type { LogEntry } from '@mcp-web/client';
import type { LitElement, ReactiveController } from 'lit';
import type { LogSearch } from '../search/log-search.ts';
import { entryOfId, indexOfId } from '../search/matches.ts';

export class RowFocus implements ReactiveController {
  readonly #element: LitElement;
  readonly #search: LogSearch;
  #tabStopId: number | undefined;
  /** What had the focus before an update, and the entry that it stood for. */
  #focused: HTMLElement | undefined;
  #focusedId: string | undefined;

  constructor(element: LitElement, search: LogSearch) {
    this.#element = element;
    this.#search = search;
    element.addController(this);
  }

  /** The row that the Tab key leads to: where the user was last, or the newest. */
  tabStopOf(shown: readonly LogEntry[]): LogEntry | undefined {
    return shown.find(({ id }) => id === this.#tabStopId) ?? shown.at(-1);
  }

  /** The entry whose row the event is for. */
  entryOf({ target }: Event): LogEntry | undefined {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    return id === undefined ? undefined : entryOfId(this.#search.rows, Number(id));
  }

  readonly onfocusin = (event: Event): void => {
    const id = this.entryOf(event)?.id;
    if (id === undefined || id === this.#tabStopId) return;
    this.#tabStopId = id;
    this.#element.requestUpdate();
  };

  readonly onkeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const entry = step === 0 ? undefined : this.entryOf(event);
    if (!entry) return;
    event.preventDefault();
    void this.#focusAt(indexOfId(this.#search.rows, entry.id) + step);
  };

  /** Moves the focus to the row of an entry, if the filter lets it be seen. */
  async focusEntry(entry: LogEntry): Promise<void> {
    if (entryOfId(this.#search.rows, entry.id) === entry) await this.#focusAt(indexOfId(this.#search.rows, entry.id));
  }

  /** Moves the focus to what the selector finds in the element, and scrolls nothing. */
  focus(selector: string): void {
    this.#element.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  hostUpdate(): void {
    const focused = this.#element.shadowRoot?.activeElement;
    this.#focused = focused?.closest<HTMLElement>('[data-id], .latest, .notice') ?? undefined;
    this.#focusedId = this.#focused?.dataset['id'];
  }

  /** What had the focus may be gone, or its line may show another entry. The focus then moves to the list. */
  hostUpdated(): void {
    const focused = this.#focused;
    if (!focused) return;
    if (!this.#element.shadowRoot?.activeElement || focused.dataset['id'] !== this.#focusedId) this.focus('.scroller');
  }

  async #focusAt(index: number): Promise<void> {
    const entry = index < 0 ? undefined : this.#search.rows.at(index);
    if (!entry) return;
    this.#tabStopId = entry.id;
    this.#search.reveal(index, false);
    await this.#element.updateComplete;
    this.focus(`[data-id="${entry.id}"]`);
  }
}
