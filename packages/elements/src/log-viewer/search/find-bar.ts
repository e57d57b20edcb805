/** The search for a text in the rows shown, from one match to the next. */
import type { LogEntry } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { isComposing } from '../../internal/base/keyboard.ts';
import { previewJson } from '../../internal/text/json-preview.ts';
import type { LogViewerMessages } from '../messages.ts';
import { MAX_SEARCHED, type PartsOf, type WordsOf, textMatcher } from './filter.ts';
import { indexOfId, rowOfId } from '../../internal/lists/list-rows.ts';
import { Matches, type Rows } from './matches.ts';
import { TextPattern } from '../../internal/lists/text-pattern.ts';

export class Find {
  readonly #wordsOf: WordsOf;
  readonly #partsOf: PartsOf;
  #text = '';
  #pattern: TextPattern | undefined;
  #matches: Matches | undefined;
  #isDone = true;
  #currentId: number | undefined;

  constructor(wordsOf: WordsOf, partsOf: PartsOf) {
    this.#wordsOf = wordsOf;
    this.#partsOf = partsOf;
  }

  get text(): string {
    return this.#text;
  }

  /** The entry of the match that the search is at. */
  get currentId(): number | undefined {
    return this.#currentId;
  }

  /** How many matches there are so far. */
  get count(): number {
    return this.#matches?.length ?? 0;
  }

  /** The number of the match that the search is at, from 1; 0 before the first. */
  get place(): number {
    return this.#matches && this.#currentId !== undefined ? indexOfId(this.#matches, this.#currentId) + 1 : 0;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** How much of the rows was searched, between 0 and 1. */
  get share(): number {
    return this.#matches?.share ?? 0;
  }

  /** @param startId the entry to begin at */
  start(text: string, startId: number): void {
    this.#text = text;
    this.#pattern = text === '' ? undefined : new TextPattern(text);
    this.#currentId = undefined;
    this.#matches = this.#pattern
      ? new Matches(textMatcher(this.#pattern, this.#wordsOf, this.#partsOf), startId)
      : undefined;
    this.#isDone = !this.#matches;
  }

  /**
   * Searches until a time of `performance.now()`.
   * @param isWhole whether these are all rows that there will be
   * @returns whether everything was searched
   */
  update(rows: Rows, isWhole: boolean, until: number): boolean {
    this.#matches?.update(rows, until);
    this.#isDone = !this.#matches || (isWhole && this.#matches.isDone);
    return this.#isDone;
  }

  /** Looks again at those of the rows whose calls have gone on. */
  lookAgainAt(changed: readonly LogEntry[], rows: Rows): void {
    for (const entry of changed) if (rowOfId(rows, entry.id)) this.#matches?.lookAgainAt(entry);
  }

  /**
   * Goes to the next or the previous match.
   * @param startId the entry to begin at the first time
   */
  go(step: 1 | -1, startId: number): LogEntry | undefined {
    const matches = this.#matches;
    if (!matches) return undefined;
    const from = this.#currentId ?? startId - (step === 1 ? 1 : 0);
    const place = step === 1 ? indexOfId(matches, from + 1) : indexOfId(matches, from) - 1;
    // At the ends it goes around. The first time, the last match is nearer than the oldest.
    const isAround = step === 1 && this.#currentId !== undefined;
    const found = (place < 0 ? undefined : matches.at(place)) ?? matches.at(isAround ? 0 : -1);
    if (found) this.#currentId = found.id;
    return found;
  }

  /**
   * Highlights the matches in a text.
   * @param entry given for the text that stands for its data. For the match that the search is at, all data that is searched is shown
   */
  readonly mark = (text: string, entry?: LogEntry): unknown => {
    const pattern = this.#pattern;
    if (!pattern) return text;
    // A sentence is enough unless the match is in what it leaves out.
    const isEnough =
      entry?.id !== this.#currentId ||
      (entry?.kind !== 'log' && (pattern.isIn(text) || pattern.isIn(entry?.request?.name ?? '')));
    const all =
      entry && !isEnough
        ? this.#partsOf(entry)
            .map(({ data }) => previewJson(data, MAX_SEARCHED))
            .join(' ')
        : text;
    return pattern.split(all).map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part));
  };
}

export interface FindBarEvents {
  readonly oninput: (text: string) => void;
  readonly onstep: (step: 1 | -1) => void;
  readonly onclose: () => void;
}

export function findBar(
  messages: LogViewerMessages,
  { text, count, place, isDone, share }: Find,
  { oninput, onstep, onclose }: FindBarEvents,
): TemplateResult {
  const found = text === '' ? '' : count === 0 && isDone ? messages.noMatches : messages.matches(place, count);
  const onkeydown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onclose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) onstep(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return html`<div class="bar row find" role="search" @keydown=${onkeydown}>
    <input class="field" part="control small" type="search" aria-label=${messages.findLabel} placeholder=${messages.findLabel} autocomplete="off" spellcheck="false" .value=${text} @input=${({ target }: Event) => target instanceof HTMLInputElement && oninput(target.value)} />
    <span class="soft count" role="status">${isDone ? found : ''}</span><span class="soft" aria-hidden="true">${isDone ? '' : `${found} · ${messages.finding(Math.floor(share * 100))}`}</span>
    <span class="actions row">
      <button type="button" class="button small" part="button secondary small" aria-label=${messages.previous} title=${messages.previous} ?disabled=${count === 0} @click=${() => onstep(-1)}>↑</button>
      <button type="button" class="button small" part="button secondary small" aria-label=${messages.next} title=${messages.next} ?disabled=${count === 0} @click=${() => onstep(1)}>↓</button>
      <button type="button" class="button small" part="button secondary small" aria-label=${messages.closeFind} title=${messages.closeFind} @click=${onclose}>✕</button>
    </span>
  </div>`;
}

/**
 * Scrolls the cell of a row that is cut off before the match that the search is at, and the previous cell back.
 * @returns the cell that it scrolled
 */
export function revealMatch(root: ParentNode, previous: Element | undefined): Element | undefined {
  const match = root.querySelector('.found mark');
  const cell = match?.closest('.entry > *') ?? undefined;
  if (previous !== cell) previous?.scrollTo({ left: 0 });
  if (!match || !cell) return undefined;
  const { left, right, width } = match.getBoundingClientRect();
  const visible = cell.getBoundingClientRect();
  if (left < visible.left || right > visible.right)
    cell.scrollLeft += left - visible.left - (visible.width - width) / 2;
  return cell;
}
