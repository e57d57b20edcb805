/** Draws Markdown piece by piece. */
import type { AddressSpace } from '@mcp-web/client';
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
  /** The definitions that were looked up for it, by their labels. */
  readonly used: ReadonlyMap<string, string | undefined>;
}

export class Drawing {
  readonly #messages: MarkdownMessages;
  readonly #from: AddressSpace | undefined;
  readonly #pieces: Iterator<Piece, undefined>;
  readonly #definitions: ReadonlyMap<string, string>;
  /** What earlier drawings drew. Pieces that are the same need not be drawn again. */
  #known: readonly DrawnPiece[] = [];
  readonly #drawn: DrawnPiece[] = [];
  /** Which of the drawn pieces lead to targets that have changed. They stay until they are drawn again. */
  readonly #outdated: number[] = [];
  #piece: Piece | undefined;
  #parse: PieceParse | undefined;
  readonly #length: number;
  #end = 0;
  #elements = 0;

  constructor(text: string, messages: MarkdownMessages, from?: AddressSpace, before?: Drawing) {
    const source = text.replace(/\r\n?/g, '\n');
    this.#length = source.length;
    this.#messages = messages;
    this.#from = from;
    this.#pieces = piecesOf(source);
    this.#definitions = definitionsOf(source);
    // A text may change again before anything is drawn of it.
    if (before && before.#messages === messages && before.#from === from)
      this.#known = [...before.#drawn, ...before.#known.slice(before.#drawn.length)];
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

  /** Whether everything is drawn, or as much as this. */
  isEnough(weight: number): boolean {
    return this.#outdated.length === 0 && (this.#piece === undefined || this.weight >= weight);
  }

  /** Draws the next piece, up to a weight. Returns whether it is drawn: there may not be enough time. */
  goOn(until: number, weight = Infinity): boolean {
    while (this.#piece && this.weight < weight) {
      const known = this.#known[this.#drawn.length];
      if (known?.text !== this.#piece.text) break;
      if (!this.#isUpToDate(known)) this.#outdated.push(this.#drawn.length);
      this.#add(known, this.#piece.end);
    }
    if (this.isEnough(weight)) return true;
    // What is new comes first: until then, the end of a text that grows is missing.
    const isNew = this.#piece !== undefined && this.weight < weight;
    const at = isNew ? this.#drawn.length : (this.#outdated[0] ?? 0);
    const before = this.#drawn[at];
    const drawn = this.#draw(before?.text ?? this.#piece?.text ?? '', until);
    if (!drawn) return false;
    this.#parse = undefined;
    if (before) {
      this.#outdated.shift();
      this.#drawn[at] = drawn;
      this.#elements += drawn.elements - before.elements;
    } else if (this.#piece) {
      this.#known = [];
      this.#add(drawn, this.#piece.end);
    }
    return true;
  }

  #isUpToDate({ used }: DrawnPiece): boolean {
    for (const [label, target] of used) if (this.#definitions.get(label) !== target) return false;
    return true;
  }

  #add(drawn: DrawnPiece, end: number): void {
    this.#drawn.push(drawn);
    this.#elements += drawn.elements;
    this.#end = end;
    this.#piece = this.#pieces.next().value;
  }

  #draw(text: string, until: number): DrawnPiece | undefined {
    this.#parse ??= new PieceParse(text);
    try {
      const tree = this.#parse.goOn(until);
      return tree && this.#pieceOf(text, tree);
    } catch {
      return { text, template: html`<p class="rest">${visibleText(text)}</p>`, elements: 1, used: new Map() };
    }
  }

  #pieceOf(text: string, { topNode }: Tree): DrawnPiece {
    let left = MAX_ELEMENTS;
    const used = new Map<string, string | undefined>();
    const context = {
      text,
      messages: this.#messages,
      from: this.#from,
      definition: (label: string) => {
        const target = this.#definitions.get(normalized(label));
        used.set(normalized(label), target);
        return target;
      },
      claim: (count = 1) => count <= left && (left -= count) >= 0,
    };
    const template = html`${blocks(context, topNode)}`;
    return { text, template, elements: MAX_ELEMENTS - left, used };
  }
}
