/** Searches lists of thousands of items, and puts the best matches first. */

/** Longer texts are searched up to here only. */
const MAX_LENGTH = 4_000;

const WHOLE = 100;
const START = 80;
const WORD_START = 60;
const INSIDE = 30;
const SCATTERED = 10;

/** What a search found in one list. */
export interface SearchResult<T> {
  readonly items: readonly T[];
  /** The score of the best match; 0 when there is none. */
  readonly best: number;
}

export class Search<T extends object> {
  readonly #textsOf: (item: T) => readonly (string | undefined)[];
  /** Cached, because folding 10,000 texts takes longer than searching them. */
  readonly #folded = new WeakMap<T, readonly string[]>();

  /** @param textsOf the texts to search, the most important one first */
  constructor(textsOf: (item: T) => readonly (string | undefined)[]) {
    this.#textsOf = textsOf;
  }

  /** The items that contain every word of the query, in any of their texts. Equal matches keep their order. */
  find(items: readonly T[], query: string): SearchResult<T> {
    const words = foldText(query)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length === 0) return { items, best: items.length > 0 ? WHOLE : 0 };
    const matches: { item: T; score: number }[] = [];
    for (const item of items) {
      const score = scoreOf(this.#textsFor(item), words);
      if (score > 0) matches.push({ item, score });
    }
    matches.sort((one, other) => other.score - one.score);
    return { items: matches.map(({ item }) => item), best: matches[0]?.score ?? 0 };
  }

  #textsFor(item: T): readonly string[] {
    const known = this.#folded.get(item);
    if (known) return known;
    const texts = this.#textsOf(item);
    const folded: string[] = [];
    // Without a title, the name is there twice.
    for (const [index, text = ''] of texts.entries())
      folded.push((text === texts[index - 1] && folded[index - 1]) || foldText(text.slice(0, MAX_LENGTH)));
    this.#folded.set(item, folded);
    return folded;
  }
}

/** Removes case and accents, so that `cafe` finds `Café`. */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function scoreOf(texts: readonly string[], words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    let best = 0;
    for (let index = 0; index < texts.length; index++) {
      // A match in a later text scores a little less.
      const weight = 1 - index * 0.2;
      if (best >= WHOLE * weight) break;
      best = Math.max(best, match(texts[index] ?? '', word, index < 2) * weight);
    }
    if (best === 0) return 0;
    score += best;
  }
  return score;
}

/** @param mayScatter whether the letters may be apart, in this order. In a long text that would match too much. */
function match(text: string, word: string, mayScatter: boolean): number {
  let at = text.indexOf(word);
  if (at < 0) return mayScatter ? scattered(text, word) : 0;
  if (at === 0) return text.length === word.length ? WHOLE : START;
  // Stop after a few places: a text may repeat the word many times.
  for (let turn = 0; at > 0 && turn < 5; turn++, at = text.indexOf(word, at + 1)) {
    if (!isLetter(text.charAt(at - 1))) return WORD_START;
  }
  return INSIDE;
}

/** A digit, or a letter of a script with upper and lower case. Other scripts may not put spaces between words. */
function isLetter(character: string): boolean {
  return (character >= '0' && character <= '9') || character !== character.toUpperCase();
}

/** `gtm` finds `get_time`. The closer the letters, the higher the score. */
function scattered(text: string, word: string): number {
  let first = -1;
  let at = -1;
  for (let index = 0; index < word.length; index++) {
    at = text.indexOf(word.charAt(index), at + 1);
    if (at < 0) return 0;
    if (first < 0) first = at;
  }
  return (SCATTERED * word.length) / (at - first + 1);
}
