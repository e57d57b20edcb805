/** The arguments of a call, exactly as they would be sent, and whether the user had their end on the screen. */
import type { JsonObject } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { type Scrolled, SeenEnd } from '../internal/dialog/seen-end.ts';
import { indentedJson } from '../internal/text/indented-json.ts';
import { partsOf } from '../internal/text/parts.ts';
import { shortText, visibleJsonText } from '../internal/text/text.ts';
import type { ToolConsentMessages } from './messages.ts';

/** How many elements are added at once. */
const PARTS_AT_ONCE = 100;
/** To list so many takes about a millisecond. */
const MANY_NAMES = 2_000;
/** How long the page does nothing else, in ms. */
const SLICE_MS = 8;
/** What the user does to look elsewhere. */
const OTHERWISE = ['keydown', 'pointerdown', 'touchmove', 'wheel'];
/** Names come first where the values may push some of them out of sight. */
const MAX_LINES = 8;
const MAX_LENGTH = 600;
const MAX_NAMES = 200;
/** Of more parts, only those near the screen are laid out. */
const MAX_LAID_OUT = 20;
/** In one line, they need no scrolling where a dialog is low. */
const MAX_IN_ONE_LINE = 48;
/** How many frames the way to the end may take. */
const MAX_FRAMES = 120;

export class ArgumentsView {
  readonly #element: Scrolled;
  #args: JsonObject = {};
  #names: readonly string[] = [];
  #parts: string[] = [];
  #drawing = new AbortController();
  #isDrawn = false;
  readonly #end: SeenEnd;

  constructor(element: Scrolled) {
    this.#element = element;
    this.#end = new SeenEnd(element, 'pre');
  }

  /** Whether the end was on the screen. */
  get isSeen(): boolean {
    return this.#end.isSeen;
  }

  turnTo(args: JsonObject): void {
    this.#drawing.abort();
    this.#drawing = new AbortController();
    this.#args = args;
    this.#parts = [];
    this.#isDrawn = false;
    this.#end.forget();
    this.#names = Object.keys(args);
    void this.#draw(args, this.#drawing.signal);
  }

  async #draw(args: JsonObject, signal: AbortSignal): Promise<void> {
    // To list many names took its time already.
    let sliceEnd = this.#names.length > MANY_NAMES ? 0 : performance.now() + SLICE_MS;
    let text = '';
    for (const part of indentedJson(args)) {
      if (performance.now() > sliceEnd) {
        await letPageWork();
        if (signal.aborted) return;
        sliceEnd = performance.now() + SLICE_MS;
      }
      text += part;
    }
    const parts = partsOf(inOneLine(text) ?? text);
    for (let part = parts.next(); !part.done; part = parts.next()) {
      if (performance.now() > sliceEnd || this.#parts.length % PARTS_AT_ONCE === PARTS_AT_ONCE - 1) {
        this.#element.requestUpdate();
        await letPageWork();
        if (signal.aborted) return;
        sliceEnd = performance.now() + SLICE_MS;
      }
      this.#parts.push(visibleJsonText(part.value));
    }
    this.#isDrawn = true;
    this.#element.requestUpdate();
  }

  render(messages: ToolConsentMessages): TemplateResult {
    const names = this.#names;
    const isEmpty = names.length === 0;
    return html`${isLong(this.#parts) && names.length > 1 ? html`<p class="names small">${messages.names(names.length)} ${names.slice(0, MAX_NAMES).map((name) => html`<code dir="auto">${shortText(name, 60)}</code> `)}${names.length > MAX_NAMES ? `… +${names.length - MAX_NAMES}` : nothing}</p>` : nothing}
      ${keyed(
        this.#args,
        html`<pre class=${this.#parts.length > MAX_LAID_OUT ? 'many' : ''} tabindex="0" role="group" aria-label=${messages.arguments} dir=${isEmpty ? 'auto' : 'ltr'} @keydown=${this.#onkey}>${
          isEmpty
            ? html`<span class="soft">${messages.noArguments}</span>`
            : this.#parts.map((part) => html`<bdi dir="ltr">${part}</bdi>`)
        }${this.#isDrawn ? html`<i class="end" ${ref(this.#end.watch)}></i>` : nothing}</pre>`,
      )}`;
  }

  /** Says why nothing can be allowed yet, until the user has been at their end. */
  renderMore(messages: ToolConsentMessages): TemplateResult | typeof nothing {
    return this.#end.isAway || !this.#isDrawn ? this.#end.renderMore('hint', messages.unseenHint) : nothing;
  }

  readonly #onkey = (event: KeyboardEvent): void => {
    const { key, currentTarget } = event;
    if (key !== 'End' || !(currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    void this.#scrollToEnd(currentTarget);
  };

  /** Parts have their height only once they are near the screen. So the end moves away at first, and may not be drawn yet. */
  async #scrollToEnd(text: HTMLElement): Promise<void> {
    const scrolling = new AbortController();
    const { signal } = scrolling;
    const stop = (): void => scrolling.abort();
    for (const type of OTHERWISE) addEventListener(type, stop, { capture: true, passive: true, signal });
    for (let frame = 0; frame < MAX_FRAMES && text.isConnected && !signal.aborted; frame++) {
      text.lastElementChild?.scrollIntoView({ block: 'end' });
      if (this.isSeen) break;
      await new Promise(requestAnimationFrame);
    }
    stop();
  }
}

/** A line break in a string is an escape sequence: those that are left come from the indentation. */
function inOneLine(json: string): string | undefined {
  if (json.length > 2 * MAX_IN_ONE_LINE) return undefined;
  const line = json.replaceAll(/\n */g, ' ');
  return line.length > MAX_IN_ONE_LINE ? undefined : line;
}

function isLong([first = '', ...others]: readonly string[]): boolean {
  return others.length > 0 || first.length > MAX_LENGTH || first.split('\n').length > MAX_LINES;
}
