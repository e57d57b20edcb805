/** What the templates of a review share: their context, blocks of content, and long lists. */
import type { HostServer, SamplingContent } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { McpElement } from '../internal/base/element.ts';
import { focusBefore } from '../internal/base/keyboard.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { serverJson, serverText, shortText, STEP } from '../internal/text/text.ts';
import { MAX_NAME } from './read-answer.ts';
import type { SamplingReviewMessages } from './messages.ts';

export interface ReviewContext {
  /** The element that the templates are rendered in. */
  readonly host: McpElement;
  /** The server that asks. */
  readonly server: HostServer;
  readonly messages: SamplingReviewMessages;
  /** Renders the element again. */
  readonly onchange: () => void;
}

/** How much of a text is shown at first. */
export const TEXT_LIMIT = 1_200;

const whole = (parts: readonly string[]): unknown =>
  guard([parts], () => parts.map((part) => html`<bdi>${part}</bdi>`));

/**
 * A block of content, for reading.
 *
 * @param parts all of its text or input, spelled out, if its end is shown without being asked for
 */
export function samplingBlock(
  { messages, server }: ReviewContext,
  block: SamplingContent,
  parts?: readonly string[],
): TemplateResult {
  switch (block.type) {
    case 'text':
      return parts
        ? html`<div class="text whole">${whole(parts)}</div>`
        : html`<div class="text">${serverText(block.text, TEXT_LIMIT)}</div>`;
    case 'tool_use':
      return html`<div class="use">
        <p><span class="soft small">${messages.toolUse}</span> <code>${shortText(block.name, MAX_NAME)}</code>${parts ? html` <code class="soft small">${shortText(block.id, MAX_NAME)}</code>` : nothing}</p>
        <pre class=${parts ? 'whole' : ''} tabindex="0" dir="ltr" role="group" aria-label=${messages.toolInput}>${parts ? whole(parts) : serverJson(block.input, STEP)}</pre>
      </div>`;
    case 'tool_result': {
      const { content, structuredContent, isError } = block;
      // Another result would be shown from its beginning again.
      const result = guard([block], () => ({ content, structuredContent, isError }));
      return html`<div class="use">
        <p class="soft small">${isError ? messages.toolFailed : messages.toolResult}</p>
        <mcp-content exportparts=${PARTS} .server=${server} .result=${result}></mcp-content>
      </div>`;
    }
    default:
      return html`<mcp-content exportparts=${PARTS} .server=${server} .content=${block}></mcp-content>`;
  }
}

const ITEMS_AT_ONCE = 20;
/** Nobody reads more at once, and a server may send a hundred thousand: the user must still be able to reject them. */
export const STEP_OF_ITEMS = 500;

/** The first items of a long list, and a button for more. `shown` says how many items of the list `key` the user wants to see. */
export function firstOf<T>(
  { host, onchange }: ReviewContext,
  shown: Map<unknown, number>,
  key: unknown,
  list: readonly T[],
  template: (item: T, index: number) => unknown,
): TemplateResult {
  const count = shown.get(key) ?? ITEMS_AT_ONCE;
  const showMore = ({ currentTarget }: Event): void => {
    shown.set(key, count + STEP_OF_ITEMS);
    if (list.length <= count + STEP_OF_ITEMS && currentTarget instanceof Element) focusBefore(currentTarget);
    onchange();
  };
  // A part of its own, so that the button stays, with its focus, when there are more items before it.
  return html`${list.slice(0, count).map(template)}${
    list.length > count
      ? html`<button type="button" class="link small" part="link" @click=${showMore}>${host.shared.moreMembers(list.length - count)}</button>`
      : nothing
  }`;
}
