/** Leads the focus where the user goes on, after the next update. */
import type { ListedServer } from '@mcp-web/client/servers';
import type { LitElement } from 'lit';

const rowOf = (id: string): string => `.server[data-id="${id}"]`;

export class ServerFocus {
  readonly #element: LitElement;
  /** A selector. */
  #next: string | undefined;

  constructor(element: LitElement) {
    this.#element = element;
  }

  to(selector: string): void {
    this.#next = selector;
    this.#element.requestUpdate();
  }

  /** @param within a selector of what in the row gets it; without it, the row itself does */
  toRow(id: string, within = ''): void {
    this.to(`${rowOf(id)} ${within}`.trim());
  }

  /**
   * Leads from a row that goes to the next one. Call it before rendering.
   *
   * @param servers those that will be shown
   * @returns the row that goes with the focus
   */
  leave(servers: readonly ListedServer[]): { readonly id: string; readonly label: string } | undefined {
    if (!this.#element.hasUpdated) return undefined;
    const row = this.#element.shadowRoot?.activeElement?.closest<HTMLElement>('.server');
    const id = row?.dataset['id'];
    const stays = (one: string | undefined): boolean => servers.some((server) => server.id === one);
    if (!row || id === undefined || stays(id)) return undefined;
    const ids = [...this.#element.renderRoot.querySelectorAll<HTMLElement>('.server')].map((one) => one.dataset['id']);
    const at = ids.indexOf(id);
    const next = ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays);
    this.#next ??= next === undefined ? '.add input' : rowOf(next);
    return { id, label: row.ariaLabel ?? '' };
  }

  /** Call it after each update: a list tells of a change only a moment later. */
  arrive(): void {
    const found = this.#next === undefined ? null : this.#element.renderRoot.querySelector<HTMLElement>(this.#next);
    if (!found) return;
    this.#next = undefined;
    found.focus({ preventScroll: true });
    // The form whole, if there is room for it.
    found.closest('form.edit')?.scrollIntoView({ block: 'nearest' });
    found.scrollIntoView({ block: 'nearest' });
  }
}
