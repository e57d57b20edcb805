/** Markdown as Lit templates: it produces no HTML, loads nothing, and shows where each link leads. */
import type { AddressSpace } from '@mcp-web/client';
import { css, html, noChange, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, directive } from 'lit/directive.js';
import { McpElement } from '../internal/base/element.ts';
import type { Turns } from '../internal/base/turns.ts';
import { english, type SharedMessages } from '../internal/text/shared-messages.ts';
import { STEP } from '../internal/text/text.ts';
import { Drawing } from './drawing.ts';
import type { MarkdownMessages } from './inline.ts';

const markdownStyles = css`
  .markdown, .piece { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  .piece.far { content-visibility: auto; contain-intrinsic-block-size: auto 800px; overflow-clip-margin: 6px; }
  .markdown [role='heading'] { font-weight: 600; line-height: 1.3; }
  .markdown .h1 { font-size: 1.3em; }
  .markdown .h2 { font-size: 1.15em; }
  .markdown :is(ul, ol) { display: grid; gap: 4px; padding-inline-start: 1.5em; list-style: revert; }
  /* Their markers are outside of them. */
  .markdown li { overflow-x: visible; }
  .markdown blockquote { display: grid; gap: 10px; margin: 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--_line); color: var(--_text-soft); }
  .markdown pre { overflow: auto; }
  .markdown hr { inline-size: 100%; margin: 0; border: 0; border-block-start: 1px solid var(--_line); }
  .markdown .rest { white-space: pre-wrap; }
  .table { overflow: auto; }
  .markdown table { border-collapse: collapse; }
  .markdown :is(th, td) { padding: 4px 10px; border: 1px solid var(--_line); text-align: start; vertical-align: top; }
  .markdown th { background: var(--_sunken); font-weight: 600; }
  .markdown .link { display: inline; text-align: start; }
  .place { margin-inline-start: 0.35em; color: var(--_text-soft); font-size: 0.8667em; }
  .place::before { content: '('; }
  .place::after { content: ')'; }
`;

/** How much of a text is shown at first. */
const LIMIT = 50_000;

/** Draws a text in turns, so that a long one does not keep the page busy. What was there before stays until then. */
class MarkdownText extends AsyncDirective {
  #text: string | undefined;
  #messages: MarkdownMessages | undefined;
  #shared: SharedMessages = english;
  #turns: Turns | undefined;
  #from: AddressSpace | undefined;
  #drawing: Drawing | undefined;
  #limit = LIMIT;
  #isWaiting = false;
  #isFolded = false;

  override update(
    part: ChildPart,
    [text, messages, turns, from]: [string, MarkdownMessages, Turns, AddressSpace?],
  ): unknown {
    const host = part.options?.host;
    if (host instanceof McpElement) this.#shared = host.shared;
    return this.render(text, messages, turns, from);
  }

  override render(text: string, messages: MarkdownMessages, turns: Turns, from?: AddressSpace): unknown {
    if (text === this.#text && messages === this.#messages && from === this.#from) return noChange;
    // A text that grows stays as long as it was.
    if (this.#text === undefined || !text.startsWith(this.#text)) {
      this.#limit = LIMIT;
      this.#isFolded = false;
    }
    this.#text = text;
    this.#messages = messages;
    this.#turns = turns;
    this.#from = from;
    const before = this.#drawing;
    this.#drawing = new Drawing(text, messages, from, before);
    this.#wait();
    return before && text !== '' ? noChange : nothing;
  }

  protected override reconnected(): void {
    this.#wait();
  }

  get #isEnough(): boolean {
    return !this.#drawing || this.#drawing.isEnough(this.#limit);
  }

  #wait(): void {
    if (this.#isWaiting || this.#isEnough) return;
    this.#isWaiting = true;
    this.#turns?.take(this.#goOn);
  }

  readonly #goOn = (until: number): void => {
    this.#isWaiting = false;
    if (!this.isConnected || !this.#drawing) return;
    if (this.#drawing.goOn(until, this.#limit)) this.setValue(this.#template(this.#drawing));
    this.#wait();
  };

  #template({ templates, rest: after }: Drawing): TemplateResult {
    // The button stays, with its focus, while what it asked for is drawn.
    this.#isFolded ||= this.#isEnough;
    const rest = this.#isFolded ? after : 0;
    const isUnfolded = this.#limit > LIMIT;
    return html`<div class="markdown">${templates}${
      rest > 0 || isUnfolded
        ? html`<div><button type="button" class="link" part="link" aria-expanded=${isUnfolded} @click=${this.#toggle}>${rest > STEP ? this.#shared.showMore(rest) : rest > 0 ? this.#shared.showAll(rest) : this.#shared.showLess}</button></div>`
        : nothing
    }</div>`;
  }

  readonly #toggle = (): void => {
    const drawing = this.#drawing;
    if (!drawing || this.#text === undefined || !this.#messages) return;
    if (drawing.rest > 0) this.#limit = drawing.weight + STEP;
    else {
      this.#limit = LIMIT;
      this.#drawing = new Drawing(this.#text, this.#messages, this.#from, drawing);
    }
    this.#wait();
  };
}

/** What elements load in order to render Markdown. */
export const markdown = { render: directive(MarkdownText), styles: [markdownStyles] };
