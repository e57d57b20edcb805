import type { LogEntry } from '@mcp-web/client';
import { css, html, type TemplateResult } from 'lit';
import { isComposing } from '../internal/base/composing.ts';
import { previewJson } from '../internal/text/json-preview.ts';
import { patternOf, SEARCHED, textMatcher } from './filter.ts';
import { indexOfId, Matches, type Rows } from './matches.ts';
import { firstVisible } from './place.ts';
import type { Reading } from './view.ts';

/** Looks for a text in all rows, and leads from one match to the next. */
export class FindBar {
  readonly #reading: Reading;
  #text = '';
  #splitter: RegExp | undefined;
  #matches: Matches | undefined;
  #isDone = true;
  #currentId: number | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** The row that the search is at. */
  get currentId(): number | undefined {
    return this.#currentId;
  }

  /** Searches on, until a time of `performance.now()`. Returns whether everything was looked at that there can be. */
  update(rows: Rows, isWhole: boolean, until: number): boolean {
    this.#matches?.update(rows, until);
    this.#isDone = !this.#matches || (isWhole && this.#matches.isDone);
    return this.#isDone;
  }

  /** Other rows than before are shown: searches them anew. */
  restart(): void {
    const { rows, tail } = this.#reading;
    this.#currentId = undefined;
    this.#matches =
      this.#text === ''
        ? undefined
        : new Matches(
            textMatcher(this.#text, this.#reading.sentence),
            (rows.at(firstVisible(tail)) ?? rows.at(-1))?.id ?? 0,
          );
    this.#isDone = !this.#matches;
  }

  /**
   * The text with its matches highlighted.
   * @param entry whose data it is the beginning of: where the search is at, all of it that is searched
   */
  readonly mark = (text: string, entry?: LogEntry): unknown => {
    if (!this.#splitter) return text;
    // A sentence says it all unless the match is in what it leaves out.
    const isWhole = entry?.id !== this.#currentId || (entry?.kind !== 'log' && text.split(this.#splitter).length > 1);
    const all = entry && !isWhole ? previewJson(entry.data, SEARCHED) : text;
    return all.split(this.#splitter).map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part));
  };

  template(): TemplateResult {
    const { text } = this.#reading;
    const count = this.#matches?.length ?? 0;
    const place = this.#matches && this.#currentId !== undefined ? indexOfId(this.#matches, this.#currentId) + 1 : 0;
    const said = !this.#matches ? '' : count === 0 && this.#isDone ? text.noMatches : text.matches(place, count);
    return html`<div class="bar row find" role="search">
      <input class="field" type="search" aria-label=${text.findLabel} placeholder=${text.findLabel} autocomplete="off" spellcheck="false" .value=${this.#text} @input=${this.#oninput} @keydown=${this.#onkeydown} />
      <span class="soft count" role="status">${this.#isDone ? said : ''}</span><span class="soft" aria-hidden="true">${this.#isDone ? '' : `${said} · ${text.finding(Math.floor((this.#matches?.share ?? 0) * 100))}`}</span>
      <span class="actions row">
        <button type="button" class="button small" aria-label=${text.previous} title=${text.previous} ?disabled=${count === 0} @click=${() => this.#go(-1)}>↑</button>
        <button type="button" class="button small" aria-label=${text.next} title=${text.next} ?disabled=${count === 0} @click=${() => this.#go(1)}>↓</button>
        <button type="button" class="button small" data-do="find" aria-label=${text.closeFind} title=${text.closeFind}>✕</button>
      </span>
    </div>`;
  }

  readonly #oninput = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    this.#text = target.value;
    this.#splitter = this.#text === '' ? undefined : new RegExp(`(${patternOf(this.#text).source})`, 'giu');
    this.restart();
    this.#reading.element.requestUpdate();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    if (isComposing(event) || event.key !== 'Enter') return;
    event.preventDefault();
    this.#go(event.shiftKey ? -1 : 1);
  };

  #go(step: 1 | -1): void {
    const matches = this.#matches;
    if (!matches) return;
    const { rows, tail, show } = this.#reading;
    const from = this.#currentId ?? (rows.at(firstVisible(tail))?.id ?? 0) - (step === 1 ? 1 : 0);
    const place = step === 1 ? indexOfId(matches, from + 1) : indexOfId(matches, from) - 1;
    // Around at the ends; but the first time, the last one rather than the oldest.
    const isAround = step === 1 && this.#currentId !== undefined;
    const found = (place < 0 ? undefined : matches.at(place)) ?? matches.at(isAround ? 0 : -1);
    if (!found) return;
    this.#currentId = found.id;
    show(indexOfId(rows, found.id));
  }
}

export const findStyles = css`
  .find { border-block-start: 1px solid var(--_line); font-size: 0.9333em; }
  mark { border-radius: 2px; background: light-dark(#ffe08a, #6b5200); color: inherit; }
  .entry.found { outline: 2px solid var(--_accent); outline-offset: -2px; }
  .entry.found mark { background: light-dark(#ffc107, #a67c00); }
`;
