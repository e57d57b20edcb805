/** The text of an answer while it streams. Only what is new is spelled out, and little at a time. */
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { PART, partsOf } from '../internal/text/parts.ts';
import { visibleText } from '../internal/text/text.ts';

/** How long the page does nothing else, in ms. */
const SLICE_MS = 8;

export class StreamedText {
  readonly #onchange: () => void;
  /** All of it. */
  text = '';
  /** What no longer changes, spelled out. */
  readonly #parts: TemplateResult[] = [];
  /** What comes after it. */
  #rest = '';
  #isSpelling = false;

  /** @param onchange called when there is more to render */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  add(text: string): void {
    this.text += text;
    this.#rest += text;
    if (!this.#isSpelling) void this.#spell();
  }

  render(): TemplateResult {
    // The rest may be long until it is cut into parts.
    const rest = this.#rest.length > PART ? '' : this.#rest;
    return html`<div class="text whole">${this.#parts}${guard([rest], () => html`<bdi>${visibleText(rest)}</bdi>`)}</div>`;
  }

  async #spell(): Promise<void> {
    this.#isSpelling = true;
    let sliceEnd = performance.now() + SLICE_MS;
    while (this.#rest.length > PART) {
      const [part = ''] = partsOf(this.#rest);
      this.#parts.push(html`<bdi>${visibleText(part)}</bdi>`);
      this.#rest = this.#rest.slice(part.length);
      if (performance.now() < sliceEnd) continue;
      this.#onchange();
      await letPageWork();
      sliceEnd = performance.now() + SLICE_MS;
    }
    this.#isSpelling = false;
    this.#onchange();
  }
}
