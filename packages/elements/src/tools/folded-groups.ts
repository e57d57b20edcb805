/** Which servers of a list are folded. With several servers, the user looks for a tool of one of them. */
import type { LitElement } from 'lit';

export class FoldedGroups {
  readonly #element: LitElement;
  #ids: ReadonlySet<string> = new Set();

  constructor(element: LitElement) {
    this.#element = element;
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  toggle(id: string): void {
    this.#set(this.#ids.has(id) ? [...this.#ids].filter((one) => one !== id) : [...this.#ids, id]);
  }

  open(id: string): void {
    if (this.#ids.has(id)) this.toggle(id);
  }

  forget(): void {
    this.#set([]);
  }

  #set(ids: readonly string[]): void {
    this.#ids = new Set(ids);
    this.#element.requestUpdate();
  }
}
