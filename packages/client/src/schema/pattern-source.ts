/** The source of a regular expression while it is read: a text, and a place in it. */
import { quoted } from './quoted.ts';

/** With this flag, or without it, a text is no regular expression. */
export class PatternSyntaxError extends Error {}

export class PatternSource {
  /** Whether it is read with the flag `u`, which is stricter. */
  readonly isUnicode: boolean;
  readonly #text: string;
  #at = 0;

  constructor(text: string, isUnicode: boolean) {
    this.#text = text;
    this.isUnicode = isUnicode;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next code unit, which stays where it is. Empty at the end. */
  get next(): string {
    return this.#text[this.#at] ?? '';
  }

  /** Takes the next character, whatever it is. */
  character(): number {
    const character = this.isUnicode ? this.#text.codePointAt(this.#at) : this.#text.charCodeAt(this.#at);
    if (character === undefined || Number.isNaN(character)) return this.fail();
    this.#at += character > 0xffff ? 2 : 1;
    return character;
  }

  isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  /** Takes the text if it is next. Returns whether it was. */
  take(text: string): boolean {
    const isNext = this.isNext(text);
    if (isNext) this.#at += text.length;
    return isNext;
  }

  /**
   * Takes what matches.
   *
   * @param expression has the flag `y`
   */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  orFail<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof SyntaxError) this.fail();
      throw error;
    }
  }

  fail(): never {
    throw new PatternSyntaxError(`has ${quoted(JSON.stringify(this.#text))}, which is not a regular expression`);
  }

  refuse(token: string): never {
    throw new Error(`has ${quoted(JSON.stringify(this.#text))}, with ${quoted(token)} in it, which is not supported`);
  }
}
