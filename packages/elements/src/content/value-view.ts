/** Shows a JSON value of a result: as a tree, or its rows as a table. */
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { saveFile } from '../internal/media/media.ts';
import { jsonTree, levelsFor } from '../internal/text/json-tree.ts';
import { inSlices } from '../internal/text/text-in-slices.ts';
import { actionButton } from './action-button.ts';
import { csv } from './csv.ts';
import type { ContentMessages } from './messages.ts';
import { type FoundRows, rowsOf } from './rows.ts';
import { table } from './table.ts';

/** What the user chose for the values of one element. */
export class ValueViews {
  readonly #element: McpElement;
  /** Whether the user wants a table, by the value. */
  #isTable = new WeakMap<object, boolean>();
  readonly #rows = new WeakMap<object, FoundRows | undefined>();

  constructor(element: McpElement) {
    this.#element = element;
  }

  /** @param name of a file with the value, without an extension */
  template(messages: ContentMessages, kind: string, value: unknown, name: string): TemplateResult {
    const found = this.#rowsOf(value);
    const isTable = found !== undefined && this.#isTableOf(value, found);
    return html`<div class="head"><span class="kind">${kind}</span>
        ${found ? html`<span class="soft small">${messages.rows(found.rows.length)}</span>` : nothing}
        ${found ? html`<span class="action row">${this.#actions(messages, value, found, isTable, name)}</span>` : nothing}</div>
      ${
        isTable
          ? html`${found.beside ? jsonTree(this.#element, found.beside) : nothing}${table(messages, found.rows)}`
          : jsonTree(this.#element, value, { openLevels: levelsFor(value, 2) })
      }`;
  }

  #actions(
    messages: ContentMessages,
    value: unknown,
    { rows }: FoundRows,
    isTable: boolean,
    name: string,
  ): TemplateResult {
    const choose = (wanted: boolean): void => {
      if (typeof value === 'object' && value !== null) this.#isTable.set(value, wanted);
      this.#element.requestUpdate();
    };
    const choice = (label: string, isChosen: boolean): TemplateResult =>
      html`<button type="button" class="button quiet small" part="button quiet small" aria-pressed=${isChosen === isTable} @click=${() => choose(isChosen)}>${label}</button>`;
    const save = {
      label: messages.csv,
      name: messages.csv,
      done: messages.saved,
      failed: messages.tooWide,
      run: async (signal: AbortSignal) => saveFile(`${name}.csv`, await inSlices(csv(rows), signal)),
    };
    return html`<span class="choice row" role="group" aria-label=${messages.view}>${choice(messages.table, true)}${choice(messages.tree, false)}</span>${isTable ? actionButton(save) : nothing}`;
  }

  #isTableOf(value: unknown, { isPlain }: FoundRows): boolean {
    return (typeof value === 'object' && value !== null ? this.#isTable.get(value) : undefined) ?? isPlain;
  }

  #rowsOf(value: unknown): FoundRows | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!this.#rows.has(value)) this.#rows.set(value, rowsOf(value));
    return this.#rows.get(value);
  }
}
