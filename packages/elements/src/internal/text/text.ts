/** Text from servers, which may be hostile and endless. It is rendered only as text, with a limit, and isolated from the text around it. */
import type { JsonObject } from '@mcp-web/client';
import { html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { McpElement } from '../base/element.ts';
import { english, type SharedMessages } from './shared-messages.ts';

/**
 * Invisible characters that change how text looks, or hide something in it: controls, bidirectional overrides and marks,
 * separators, the empty Braille pattern, and everything that Unicode calls default ignorable. Joiners and variation selectors
 * stay where scripts and emoji need them: a single one, directly after a character that it can apply to.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u2800\uFFF9-\uFFFB]|(?![\u200C\u200D\uFE0E\uFE0F])\p{DI}/u;
/** How many characters may combine into one letter. Those beyond are spelled out. */
const MAX_ON_ONE = 8;
/**
 * Letters of many characters, which never break and are painted over the lines around them or out of their box. They consist of
 * combining marks and similar characters, of the three parts of Korean syllables, of prefixed number signs, or of characters that
 * join letters.
 */
const ENDLESS = [
  /(?:(?!\p{DI})[\p{M}\p{EMod}\u0E33\u0EB3\uFF9E\uFF9F]){9,}/u,
  /[\u1100-\u115E\uA960-\uA97C]{9,}|[\u1161-\u11A7\uD7B0-\uD7C6]{9,}|[\u11A8-\u11FF\uD7CB-\uD7FB]{9,}/u,
  /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u0D4E\u{110BD}\u{110CD}\u{111C2}\u{111C3}]{9,}/u,
  /(?<=(?:\u200D[^\u200D]{1,3}){8})\u200D/u,
  // oxlint-disable-next-line no-misleading-character-class
  /(?:[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u17D2\u1A60\u1B44\u1BAB\uA9C0\uAAF6]\p{Lo}\p{M}?){8,}/u,
];
// oxlint-disable-next-line no-misleading-character-class
const OFTEN_NEEDED = /([\u200C\u200D\uFE0E\uFE0F])/u;
const SPELLED = new RegExp([UNSEEN, ...ENDLESS, OFTEN_NEEDED].map(({ source }) => source).join('|'), 'gu');
const JOINED = /^[\p{Lo}\p{Mn}\p{Mc}\p{So}\p{EMod}]/u;
const CHOSEN = /^\p{Emoji}/u;

function spellOut(text: string, spell: (character: string) => string): string {
  return text.replace(SPELLED, (found: string, needed: string | undefined, at: number) => {
    if (found.length > MAX_ON_ONE)
      return Array.from(found, (character, index) => (index < MAX_ON_ONE ? character : spell(character))).join('');
    // Neither a lookbehind nor `$`: WebKit and Chromium, respectively, miss characters of two UTF-16 units there.
    const isNeeded =
      needed && (needed < '\uFE00' ? JOINED : CHOSEN).test(Array.from(text.slice(Math.max(0, at - 2), at)).pop() ?? '');
    return isNeeded ? found : spell(found);
  });
}

/** The text with invisible characters spelled out, as in `‹U+202E›`. */
export function visibleText(text: string): string {
  return spellOut(
    text.replaceAll('\r\n', '\n'),
    (character) => `‹U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}

/** One line of at most `limit` characters, for places that cannot grow, such as buttons, headings and badges. */
export function shortText(text: string, limit = 80): string {
  const line = visibleText(beginning(text, limit * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit ? `${beginning(line, limit - 1)}…` : line;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Indented JSON with invisible characters escaped, for reading and editing. It parses to the same value. */
export function visibleJson(value: unknown): string {
  return visibleJsonText(jsonOf(value));
}

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2) ?? 'undefined';

/** A stretch of JSON with invisible characters escaped. */
export function visibleJsonText(json: string): string {
  return spellOut(json, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The first `length` UTF-16 units, without cutting a character in two. */
export function beginning(text: string, length: number): string {
  const isCut = text.length > length && /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isCut ? length - 1 : length);
}

/** A longer text from a server goes into a control only if the user asks for it: a million lines keep the browser busy for half a minute. */
export const MAX_IN_CONTROL = 10_000;
const MAX_EDITED = 200_000;
const MAX_EDITED_LINES = 10_000;

/** Whether a control can show the text without a noticeable pause. */
export function isEditable(text: string): boolean {
  if (text.length > MAX_EDITED) return false;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines < MAX_EDITED_LINES;
}

/** How much more text to show at a time. Browsers need 50 ms for two or three times as many of the widest characters, and minutes for a million. */
export const STEP = 10_000;

/** So many lines take as long as a long text. */
const MAX_LINES = 3_000;
/** A text may be longer than its limit by this factor. */
const MORE = 1.2;
/** How far before its end a part of a text may be cut, at the end of a line or word. */
const SLACK = 500;

class ServerText extends AsyncDirective {
  #messages: SharedMessages = english;
  #text = '';
  #limit = 0;
  #spell: (text: string) => string = visibleText;
  /**
   * Where the parts end that are shown: the first, and one for each time that the user asked for more. Each is a block of its
   * own, which the browser need not lay out again for the next.
   */
  #ends: readonly number[] = [];
  /** Where the text ends at first. */
  #first = 0;

  override update(part: ChildPart, [text, limit, spell]: [string, number?, ((text: string) => string)?]): unknown {
    const host = part.options?.host;
    return this.render(text, limit, spell, host instanceof McpElement ? host.shared : english);
  }

  override render(text: string, limit = 400, spell = visibleText, messages: SharedMessages = english): unknown {
    if (text === this.#text && limit === this.#limit && messages.showAll === this.#messages.showAll) return noChange;
    this.#messages = messages;
    this.#text = text;
    this.#limit = limit;
    this.#spell = spell;
    this.#first = this.#endOf(0, limit);
    this.#ends = [this.#first];
    return this.#template();
  }

  /** Where a part ends that is to have so many characters, or fewer if many are spelled out. */
  #endOf(start: number, length: number): number {
    const most = length * MORE;
    // A few more characters are not worth a button.
    let end = this.#text.length - start > most ? start + length : this.#text.length;
    for (let at = start, lines = 0; (at = this.#text.indexOf('\n', at) + 1) > 0 && at < end;)
      if (++lines >= MAX_LINES) end = at;
    for (;;) {
      end = start + beginning(this.#text.slice(start, end + 1), end - start).length;
      const { length: spelled } = this.#spell(this.#text.slice(start, end));
      if (spelled <= most) return end;
      end = start + Math.ceil(((end - start) * length) / spelled);
    }
  }

  get #shown(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #template(): TemplateResult {
    const messages = this.#messages;
    const rest = this.#text.length - this.#shown;
    const isLong = this.#first < this.#text.length;
    return html`${this.#ends.map((end, index) => this.#part(this.#ends[index - 1] ?? 0, end))}${
      isLong
        ? html` <button type="button" class="link" part="link" aria-expanded=${this.#shown > this.#first} @click=${this.#toggle}>${rest > STEP ? messages.showMore(rest) : rest > 0 ? messages.showAll(rest) : messages.showLess}</button>`
        : nothing
    }`;
  }

  #part(start: number, end: number): TemplateResult {
    const isCut = end === this.#shown && end < this.#text.length;
    const text = this.#text.slice(start, end);
    return html`<bdi class=${start > 0 ? 'part' : ''}>${guard([text, isCut, this.#spell], () => this.#spell(isCut ? `${text.trimEnd()}…` : text))}</bdi>`;
  }

  readonly #toggle = (): void => {
    const shown = this.#shown;
    if (shown >= this.#text.length) this.#ends = [this.#first];
    // The first part grows once; those after it begin at its end.
    else this.#ends = [...(shown === this.#first ? [] : this.#ends), this.#endOfNext(shown)];
    this.setValue(this.#template());
  };

  #endOfNext(shown: number): number {
    const end = this.#endOf(shown, STEP);
    if (end >= this.#text.length) return end;
    const tail = this.#text.slice(Math.max(shown, end - SLACK), end);
    const after = tail.length - Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' ')) - 1;
    return after < tail.length ? end - after : end;
  }
}

/**
 * Renders text from a server: isolated from the text around it, with invisible characters spelled out, and cut after `limit`
 * characters (400 by default) until the user asks for more.
 */
export const serverText = directive(ServerText);

/** Renders a JSON value like a text from a server. */
export const serverJson = (value: unknown, limit: number): unknown => serverText(jsonOf(value), limit, visibleJsonText);
