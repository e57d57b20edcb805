/** Finds a text in others, whatever their case and accents, and says where it is. */
import { foldText } from './search.ts';

/** No more of a text is folded, in characters: servers choose how long their names are. */
const MAX_FOLDED = 8_000;
/** What folding may change: not ASCII, nor Chinese characters and the usual punctuation, which most texts are made of. */
const FOLDABLE = String.raw`[^\0-\x7f\u2010-\u2027\u3001-\u3029\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff5e]`;

export class TextPattern {
  /** Finds the folded text. */
  readonly #pattern: RegExp;
  /** Finds it, or a character that folding may change. A text with neither needs no folding. */
  readonly #candidate: RegExp;
  readonly #isFolding: boolean;

  constructor(text: string) {
    const folded = foldText(text);
    // Nothing is left of a text of accents alone: it is looked for as it is.
    this.#isFolding = folded !== '';
    const source = (folded || text).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    this.#pattern = new RegExp(source, 'giu');
    this.#candidate = new RegExp(this.#isFolding ? `${source}|${FOLDABLE}` : source, 'iu');
  }

  isIn(text: string): boolean {
    if (!this.#candidate.test(text)) return false;
    return text.search(this.#pattern) >= 0 || (this.#isFolding && this.#fold(text).search(this.#pattern) >= 0);
  }

  /** The parts of a text between its matches and, at odd places, the matches. */
  split(text: string): string[] {
    if (!this.isIn(text)) return [text];
    const { folded, places } = this.#isFolding ? foldWithPlaces(text) : { folded: text, places: undefined };
    const parts: string[] = [];
    let end = 0;
    for (const { 0: found, index } of folded.matchAll(this.#pattern)) {
      let foldedEnd = index + found.length;
      // A character that folds to several, such as a Korean syllable, is highlighted as a whole.
      while (places?.[foldedEnd] !== undefined && places[foldedEnd] === places[foldedEnd - 1]) foldedEnd++;
      const from = places?.[index] ?? index;
      if (from < end) continue;
      const to = places ? (places[foldedEnd] ?? text.length) : foldedEnd;
      parts.push(text.slice(end, from), text.slice(from, to));
      end = to;
    }
    return [...parts, text.slice(end)];
  }

  #fold(text: string): string {
    return foldText(text.slice(0, MAX_FOLDED));
  }
}

/** The folded text, and for each of its UTF-16 units the place in the text of the character that it comes from. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const places: number[] = [];
  let folded = '';
  let place = 0;
  for (const character of text) {
    const part = character < '\x80' ? character.toLowerCase() : foldText(character);
    for (let unit = 0; unit < part.length; unit++) places.push(place);
    folded += part;
    place += character.length;
  }
  return { folded, places };
}
