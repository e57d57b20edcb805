/** Text from servers: hostile, endless, and written by someone else. It is only ever rendered as text, bounded and isolated. */
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

/**
 * Characters that are not seen but change what is seen, or carry what nobody sees: controls, bidirectional overrides and
 * marks, zero-width ones, separators, tag characters. Joiners stay: scripts and emoji need them.
 */
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** The text with such characters spelled out, as in `‹U+202E›`. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLE, (character) => `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}›`);
}

/** One line of at most `limit` characters, for places that cannot grow: buttons, headings, badges. */
export function shortText(text: string, limit = 80): string {
  const line = visibleText(beginning(text, limit * 4)).replace(/\s+/g, ' ').trim();
  return line.length > limit ? `${beginning(line, limit - 1)}…` : line;
}

/** JSON to look at and to edit: indented, and nothing invisible in it. It parses to the same value. */
export function visibleJson(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? 'undefined').replace(INVISIBLE, (character) =>
    character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''));
}

/** The first `length` UTF-16 units, without cutting a character in two. */
function beginning(text: string, length: number): string {
  const isCut = text.length > length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isCut ? length - 1 : length);
}

const labels = {
  more: (rest: number) => `Show all (${rest.toLocaleString('en')} more characters)`,
  less: 'Show less',
};

class ServerText extends AsyncDirective {
  #text = '';
  #limit = 0;
  #isWhole = false;

  override render(text: string, limit = 400): unknown {
    if (text === this.#text && limit === this.#limit) return noChange;
    this.#text = text;
    this.#limit = limit;
    this.#isWhole = false;
    return this.#template();
  }

  #template(): TemplateResult {
    // A few characters more than allowed are not worth a button.
    const isLong = this.#text.length > this.#limit * 1.2;
    const shown = isLong && !this.#isWhole ? `${beginning(this.#text, this.#limit).trimEnd()}…` : this.#text;
    return html`<bdi>${visibleText(shown)}</bdi>${isLong
      ? html` <button type="button" class="link" aria-expanded=${this.#isWhole} @click=${this.#toggle}>${this.#isWhole ? labels.less : labels.more(this.#text.length - this.#limit)}</button>`
      : nothing}`;
  }

  readonly #toggle = (): void => {
    this.#isWhole = !this.#isWhole;
    this.setValue(this.#template());
  };
}

/**
 * Renders text that a server chose: isolated from the text around it, invisible characters spelled out, and no longer than
 * `limit` characters (400) until the user wants all of it.
 */
export const serverText = directive(ServerText);
