/** Draws Markdown piece by piece. */
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { visibleText } from '../internal/text/text.ts';
import { blocks } from './blocks.ts';
import type { MarkdownMessages } from './inline.ts';
import { definitionsOf, normalized } from './link.ts';
import { PieceParse, type Tree } from './parse.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** How many elements a piece may have. What is beyond is shown as text. */
const MAX_ELEMENTS = 1_200;
/** In characters. An ordinary text has one element for ten or more. */
const WEIGHT_OF_ELEMENT = 10;
/** What comes after this much is laid out only where the user looks. */
const NEAR = 20_000;

const weightOf = (length: number, elements: number): number => Math.max(length, elements * WEIGHT_OF_ELEMENT);

interface DrawnPiece {
  readonly text: string;
  readonly template: TemplateResult;
  readonly elements: number;
}

export class Drawing {
  readonly #messages: MarkdownMessages;
  readonly #pieces: Iterator<Piece, undefined>;
  readonly #definitions: ReadonlyMap<string, string>;
  /** An earlier drawing. Pieces that are the same need not be drawn again. */
  #before: Drawing | undefined;
  readonly #drawn: DrawnPiece[] = [];
  #piece: Piece | undefined;
  #parse: PieceParse | undefined;
  readonly #length: number;
  #end = 0;
  #elements = 0;

  constructor(text: string, messages: MarkdownMessages, before?: Drawing) {
    const source = text.replace(/\r\n?/g, '\n');
    this.#length = source.length;
    this.#messages = messages;
    this.#pieces = piecesOf(source);
    this.#definitions = definitionsOf(source);
    if (before && before.#messages === messages && before.#definitions.size === this.#definitions.size)
      this.#before = before;
    this.#piece = this.#pieces.next().value;
  }

  get templates(): unknown[] {
    let weight = 0;
    return this.#drawn.map(({ text, template, elements }) => {
      weight += weightOf(text.length, elements);
      return html`<div class="piece ${weight > NEAR ? 'far' : ''}">${guard([template], () => template)}</div>`;
    });
  }

  /** How much is drawn: characters, or more if there are many elements for few of them. */
  get weight(): number {
    return weightOf(this.#end, this.#elements);
  }

  /** How many characters are not drawn. */
  get rest(): number {
    return this.#length - this.#end;
  }

  get isDone(): boolean {
    return this.#piece === undefined;
  }

  /** Draws the next piece. Returns whether it is drawn: there may not be enough time. */
  goOn(until: number): boolean {
    while (this.#piece) {
      const { text, end } = this.#piece;
      const known = this.#before ? this.#before.#drawn[this.#drawn.length] : undefined;
      const drawn = known?.text === text ? known : this.#draw(text, until);
      if (!drawn) return false;
      this.#drawn.push(drawn);
      this.#elements += drawn.elements;
      this.#end = end;
      this.#piece = this.#pieces.next().value;
      this.#parse = undefined;
      if (drawn !== known) break;
    }
    this.#before = undefined;
    return true;
  }

  #draw(text: string, until: number): DrawnPiece | undefined {
    this.#parse ??= new PieceParse(text);
    try {
      const tree = this.#parse.goOn(until);
      return tree && this.#pieceOf(text, tree);
    } catch {
      return { text, template: html`<p class="rest">${visibleText(text)}</p>`, elements: 1 };
    }
  }

  #pieceOf(text: string, { topNode }: Tree): DrawnPiece {
    let left = MAX_ELEMENTS;
    const context = {
      text,
      messages: this.#messages,
      definition: (label: string) => this.#definitions.get(normalized(label)),
      claim: (count = 1) => count <= left && (left -= count) >= 0,
    };
    const template = html`${blocks(context, topNode)}`;
    return { text, template, elements: MAX_ELEMENTS - left };
  }
}
