/** Rows as a table. It draws some of them, and more when the user asks. */
import type { JsonObject } from '@mcp-web/client';
import { css, html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { previewJson } from '../internal/text/json-preview.ts';
import { isOneWord } from '../internal/text/json-tree.ts';
import { serverText, shortText } from '../internal/text/text.ts';
import type { ContentMessages } from './messages.ts';
import { columnsOf, MAX_COLUMNS } from './rows.ts';

/** How many cells are drawn at a time. */
const CELLS_AT_ONCE = 600;
const CELL_LIMIT = 120;
const NAME_LIMIT = 60;

class Table extends AsyncDirective {
  #messages: ContentMessages | undefined;
  #rows: readonly JsonObject[] = [];
  /** How many rows are drawn. */
  #shown = 0;

  override render(messages: ContentMessages, rows: readonly JsonObject[]): unknown {
    if (rows === this.#rows && messages === this.#messages) return noChange;
    if (rows !== this.#rows) this.#shown = Math.min(rows.length, this.#step(columnsOf(rows.slice(0, 1), MAX_COLUMNS)));
    this.#messages = messages;
    this.#rows = rows;
    return this.#template(messages);
  }

  /** How many rows have about as many cells as are drawn at once. */
  #step({ length }: readonly string[]): number {
    return Math.ceil(CELLS_AT_ONCE / Math.max(1, length));
  }

  #template(messages: ContentMessages): TemplateResult {
    const shown = this.#rows.slice(0, this.#shown);
    const all = columnsOf(shown, MAX_COLUMNS + 1);
    const columns = all.slice(0, MAX_COLUMNS);
    const rest = this.#rows.length - shown.length;
    const step = Math.min(rest, this.#step(columns));
    return html`<div class="table rows" tabindex="0" role="group" aria-label=${messages.table}><table part="table">
        <thead><tr>${columns.map((name) => html`<th scope="col" class=${typeof shown[0]?.[name] === 'number' ? 'number' : ''}><bdi>${shortText(name, NAME_LIMIT)}</bdi></th>`)}</tr></thead>
        <tbody>${shown.map((row) => guard([row, all.length, messages], () => html`<tr>${columns.map((name) => cell(row, name))}</tr>`))}</tbody>
      </table></div>
      ${all.length > columns.length ? html`<p class="soft small">${messages.moreColumns(MAX_COLUMNS)}</p>` : nothing}
      ${rest > 0 ? html`<p><button type="button" class="link more-rows" part="link" @click=${(event: Event) => this.#more(event, step)}>${messages.moreRows(step, rest)}</button></p>` : nothing}`;
  }

  #more({ currentTarget }: Event, step: number): void {
    const table = currentTarget instanceof Element ? currentTarget.parentElement?.previousElementSibling : undefined;
    const first = this.#shown;
    this.#shown += step;
    if (this.#messages) this.setValue(this.#template(this.#messages));
    // The button may be gone, and the focus with it.
    const row = table?.parentElement?.querySelectorAll('tbody tr')[first];
    if (!(row instanceof HTMLElement)) return;
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }
}

function cell(row: JsonObject, name: string): TemplateResult {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined) return html`<td></td>`;
  if (typeof value === 'string')
    return html`<td><span class=${isOneWord(value) ? 'whole' : ''}>${serverText(value, CELL_LIMIT)}</span></td>`;
  if (typeof value === 'number') return html`<td class="number"><span class="whole">${value}</span></td>`;
  if (typeof value === 'object' && value !== null)
    return html`<td class="soft mono"><bdi dir="ltr">${previewJson(value, CELL_LIMIT)}</bdi></td>`;
  return value === null ? html`<td class="soft">null</td>` : html`<td>${value === true ? 'true' : 'false'}</td>`;
}

/** Renders rows as a table. Needs `tableStyles`. */
export const table = directive(Table);

export const tableStyles = css`
  /* A text in Markdown has tables of its own. */
  .rows { overflow: auto; max-inline-size: 100%; border: 1px solid var(--_line); border-radius: var(--_radius-small); }
  .rows:focus-visible { outline-offset: -2px; }
  .rows table { inline-size: 100%; border-collapse: collapse; font-size: 0.8667em; line-height: 1.45; font-variant-numeric: tabular-nums; }
  .rows :is(th, td) { max-inline-size: 32em; padding: 6px 10px; text-align: start; vertical-align: top; overflow-wrap: break-word; }
  /* A narrow column breaks between words only. */
  .rows td { min-inline-size: 4em; }
  .rows th { background: var(--_sunken); color: var(--_text-soft); font-weight: 600; white-space: nowrap; }
  .rows tbody td { border-block-start: 1px solid var(--_line); }
  .rows tr:hover > td { background: var(--_sunken); }
  .rows tr:focus { outline: none; }
  .rows .number { text-align: end; white-space: nowrap; }
`;
