/** What the templates of a review have in common. */
import type { SamplingContent } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../internal/base/element.ts';
import { isEditable, MAX_IN_CONTROL, serverText, shortText, STEP, visibleJson } from '../internal/text/text.ts';
import { type Drafts, isField } from './drafts.ts';
import type { SamplingReviewMessages } from './messages.ts';

/** Whom a template is for, and in which words. */
export interface View {
  readonly host: McpElement;
  readonly text: SamplingReviewMessages;
  /** Where the reader of the page begins to be told of it: the host renders again. */
  readonly onchange: () => void;
}

const TEXT_LIMIT = 1_200;

/** A block as it is, to read. */
export function blockView({ text }: View, block: SamplingContent): TemplateResult {
  switch (block.type) {
    case 'text':
      return html`<div class="text">${serverText(block.text, TEXT_LIMIT)}</div>`;
    case 'tool_use':
      return html`<div class="use">
        <p><span class="soft small">${text.toolUse}</span> <code>${shortText(block.name, 200)}</code></p>
        <pre tabindex="0" dir="ltr" role="group" aria-label=${text.toolInput}>${serverText(visibleJson(block.input), STEP)}</pre>
      </div>`;
    case 'tool_result': {
      const { content, structuredContent, isError } = block;
      return html`<div class="use">
        <p class="soft small">${isError ? text.toolFailed : text.toolResult}</p>
        <mcp-content .result=${{ content, structuredContent, isError }}></mcp-content>
      </div>`;
    }
    default:
      return html`<mcp-content .content=${block}></mcp-content>`;
  }
}

/** Listens to a field and keeps in `fields` what it holds. `check` may find fault with that. */
export function keepIn(
  { onchange }: View,
  fields: Drafts,
  name: string,
  check?: (typed: string) => string,
): (event: Event) => void {
  return ({ target }) => {
    if (!isField(target)) return;
    fields.set(name, target, check?.(target.value));
    onchange();
  };
}

export function problemView(fields: Drafts, name: string): TemplateResult | typeof nothing {
  const problem = fields.problemOf(name);
  return problem ? html`<span class="field-error small" role="alert">${problem}</span>` : nothing;
}

/** A text to write in. What it holds at first is not looked at again. */
export function textField(view: View, fields: Drafts, name: string, label: string, value: string): TemplateResult {
  return boundedField(
    view,
    fields,
    name,
    value,
    (shown) =>
      html`<textarea class="field" aria-label=${label} .value=${shown} @input=${keepIn(view, fields, name)}></textarea>`,
  );
}

/** The control for a text; for one that is too long, its beginning, and the ways to edit or replace it. */
export function boundedField(
  { host, text, onchange }: View,
  fields: Drafts,
  name: string,
  value: string,
  control: (shown: string) => TemplateResult,
): TemplateResult {
  if (value.length <= MAX_IN_CONTROL) return control(value);
  const typed = fields.get(name);
  const button = (words: string, put: () => void): TemplateResult =>
    html`<button type="button" class="link small put" @click=${({ currentTarget }: Event) => {
      const field = currentTarget instanceof Element ? currentTarget.closest('.long') : null;
      put();
      onchange();
      void host.updateComplete.then(() => field?.querySelector<HTMLElement>('textarea, .put')?.focus());
    }}>${words}</button>`;
  return html`<div class="long stack tight">${
    typed === undefined
      ? html`<div class="text">${serverText(value, TEXT_LIMIT)}</div><p class="row"><span class="soft small">${text.longText}</span>${isEditable(value) ? button(text.edit, () => fields.put(name, value)) : nothing}${button(text.replace, () => fields.put(name, ''))}</p>`
      : html`${control(typed)}<p>${button(text.restore, () => fields.forget(name))}</p>`
  }</div>`;
}

const ITEMS_AT_ONCE = 20;
/** Nobody reads so many, and a server may send a hundred thousand: the page has to be there to reject them. */
export const STEP_OF_ITEMS = 500;

/** The first of a long list, and the way to the others; `key` says which list it is, and `shown` how much of which the user wants. */
export function firstOf<T>(
  { host, onchange }: View,
  shown: Map<unknown, number>,
  key: unknown,
  list: readonly T[],
  template: (item: T, index: number) => unknown,
): unknown[] {
  const count = shown.get(key) ?? ITEMS_AT_ONCE;
  const showMore = (): void => {
    shown.set(key, count + STEP_OF_ITEMS);
    onchange();
  };
  const first = list.slice(0, count).map(template);
  return list.length > count
    ? [
        ...first,
        html`<button type="button" class="link small" @click=${showMore}>${host.shared.moreMembers(list.length - count)}</button>`,
      ]
    : first;
}
