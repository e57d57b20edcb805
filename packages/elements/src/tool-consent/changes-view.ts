/** Shows how the definition of a tool or a skill differs from the one that the user allowed. */
import type { Permission, Tool } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { indentedJson } from '../internal/text/indented-json.ts';
import { beginning, serverText, shortText, visibleJsonText, visibleText } from '../internal/text/text.ts';
import { type Budget, type Change, findChanges, MAX_CHANGES, newBudget, textChange } from './changes.ts';
import type { ToolConsentMessages } from './messages.ts';

/** How much unchanged text is shown before and after a change, in characters. */
const CONTEXT = 80;
const MAX_TEXT = 600;

/** So much JSON of a value is written. */
const MAX_JSON = 20_000;
/** How long the page does nothing else, in ms; and how many characters it lays out at once. */
const SLICE_MS = 8;
const ROOM = 10_000;
/** A stretch has several elements. */
const COST_OF_STRETCH = 60;

/** Draws what is done within a few milliseconds at once, and the rest in tasks of its own. */
class Changes extends AsyncDirective {
  #messages: ToolConsentMessages | undefined;
  #work: Iterator<Drawn | undefined, undefined> | undefined;
  #drawn: TemplateResult[] = [];
  #isWaiting = false;

  override render(
    messages: ToolConsentMessages,
    definition: object,
    allowed: Permission['definition'],
  ): TemplateResult {
    this.#messages = messages;
    this.#work = drawChanges(messages, allowed, definition);
    this.#drawn = [];
    this.#goOn();
    return this.#template(messages);
  }

  protected override reconnected(): void {
    void this.#goOnLater();
  }

  #template(messages: ToolConsentMessages): TemplateResult {
    return html`<ul class="changes" part="changes" tabindex="0" role="list" aria-label=${messages.changes}>${this.#drawn}</ul>`;
  }

  #goOn(): void {
    const until = performance.now() + SLICE_MS;
    for (let room = ROOM; this.#work && room > 0 && performance.now() < until;) {
      const { done, value } = this.#work.next();
      if (done) this.#work = undefined;
      if (!value) continue;
      this.#drawn.push(value.template);
      room -= value.length;
    }
    void this.#goOnLater();
  }

  async #goOnLater(): Promise<void> {
    if (this.#isWaiting || !this.#work) return;
    this.#isWaiting = true;
    await letPageWork();
    this.#isWaiting = false;
    // It goes on when it is back on the page.
    if (!this.isConnected || !this.#messages) return;
    this.#goOn();
    this.setValue(this.#template(this.#messages));
  }
}

const changesIn = directive(Changes);

export function changesView(
  messages: ToolConsentMessages,
  definition: object,
  allowed: Permission['definition'],
): TemplateResult {
  return html`${changesIn(messages, definition, allowed)}`;
}

/** How a tool has changed: a permission has neither icons nor `_meta`. */
export function toolChangesView(
  messages: ToolConsentMessages,
  { icons: _icons, _meta, ...definition }: Tool,
  allowed: Permission['definition'],
): TemplateResult {
  return changesView(messages, definition, allowed);
}

interface Drawn {
  readonly template: TemplateResult;
  /** How many characters it has, or as many as take as long. */
  readonly length: number;
}

/** Yields what is drawn, and nothing where it can pause. */
function* drawChanges(
  messages: ToolConsentMessages,
  before: unknown,
  after: unknown,
): Generator<Drawn | undefined, undefined> {
  const left = newBudget();
  let isWhole = true;
  let count = 0;
  for (const change of findChanges(before, after)) {
    if (!change) yield;
    else if (++count > MAX_CHANGES) isWhole = false;
    else {
      const stretches: Drawn[] = [];
      isWhole = (yield* drawStretches(messages, change, left, stretches)) && isWhole;
      yield {
        template: html`<li>
      <code class="path" dir="ltr">${change.path.map((name) => shortText(name, 60)).join(' › ')}</code>
      <p class="diff">${stretches.map(({ template }) => template)}</p>
    </li>`,
        length: stretches.reduce((sum, { length }) => sum + COST_OF_STRETCH + Math.min(length, MAX_TEXT), 0),
      };
    }
  }
  if (count === 0) yield { template: html`<li>${messages.noChanges}</li>`, length: 0 };
  if (!isWhole) yield { template: html`<li>${messages.moreChanges}</li>`, length: 0 };
}

/** Returns whether it is all. */
function* drawStretches(
  messages: ToolConsentMessages,
  { before, after }: Change,
  left: Budget,
  into: Drawn[],
): Generator<undefined, boolean> {
  if (typeof before === 'string' && typeof after === 'string') {
    for (const { kind, text } of textChange(before, after, left))
      into.push({
        template: kind === 'same' ? same(text) : changed(messages, kind, shownText(text)),
        length: text.length,
      });
    return true;
  }
  let isWhole = true;
  for (const [kind, value] of [
    ['removed', before],
    ['added', after],
  ] as const) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'string') {
      into.push({ template: changed(messages, kind, shownText(value)), length: value.length });
      continue;
    }
    let json = '';
    for (const part of indentedJson(value)) {
      json += part;
      yield;
      if (json.length > MAX_JSON) break;
    }
    isWhole &&= json.length <= MAX_JSON;
    const shown = json.length > MAX_JSON ? `${beginning(json, MAX_JSON)}…` : json;
    into.push({
      template: changed(messages, kind, serverText(shown, MAX_TEXT, visibleJsonText)),
      length: json.length,
    });
  }
  return isWhole;
}

const same = (text: string): TemplateResult =>
  html`<span class="soft">${text.length > 2 * CONTEXT ? html`${visibleText(text.slice(0, CONTEXT))} … ${visibleText(text.slice(-CONTEXT))}` : visibleText(text)}</span>`;

const shownText = (text: string): unknown =>
  text.trim() === '' ? visibleText(text.slice(0, MAX_TEXT)) : serverText(text, MAX_TEXT);

function changed(messages: ToolConsentMessages, kind: 'removed' | 'added', shown: unknown): TemplateResult {
  const label = html`<span class="visually-hidden"> ${messages[kind]} </span>`;
  return kind === 'removed' ? html`<del>${label}${shown}</del>` : html`<ins>${label}${shown}</ins>`;
}
