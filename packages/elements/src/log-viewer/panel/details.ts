/** Everything about the entry that the user opened. */
import type { LogEntry, LogRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { McpElement } from '../../internal/base/element.ts';
import { timeInWords } from '../../internal/text/time-in-words.ts';
import { jsonTree } from '../../internal/text/json-tree.ts';
import { serverText, shortText } from '../../internal/text/text.ts';
import { levelLabel } from '../list/row.ts';
import type { LogViewerMessages } from '../messages.ts';

export interface DetailsOptions {
  /** Whether the filter shows only entries about the same request. */
  readonly isOnlyRequest: boolean;
  /** Shows only these entries, or all again. */
  readonly ontogglerequest: () => void;
  readonly oncopy: () => void;
  readonly onclose: () => void;
}

/** @param element the log viewer */
export function details(
  element: McpElement,
  messages: LogViewerMessages,
  { time, level, serverName, logger, data, request }: LogEntry,
  options: DetailsOptions,
): TemplateResult {
  return html`<section class="details" part="details" data-level=${level} aria-label=${messages.details}>
    <div class="row">
      ${levelLabel(messages, level)}${messages.levelNames[level] === level ? nothing : html`<code class="soft" dir="ltr">${level}</code>`}
      <span class="soft small">${timeInWords(element, time)}</span>
      <span class="small"><bdi>${shortText(serverName, 80)}</bdi>${logger === undefined ? nothing : html`<span class="soft"> / <bdi>${shortText(logger, 80)}</bdi></span>`}</span>
      ${detailsButtons(messages, options)}
    </div>
    ${request ? requestFilter(messages, request, options) : nothing}
    <div class="data" tabindex="0" role="group" aria-label=${messages.data}>${typeof data === 'string' ? html`<p class="text">${serverText(data, 2_000)}</p>` : jsonTree(element, data, { openLevels: 2 })}</div>
  </section>`;
}

export function detailsButtons(messages: LogViewerMessages, { oncopy, onclose }: DetailsOptions): TemplateResult {
  return html`<span class="actions row"><button type="button" class="button small" part="button secondary small" title=${messages.copyHint} @click=${oncopy}>${messages.copy}</button><button type="button" class="button small" part="button secondary small" @click=${onclose}>${messages.close}</button></span>`;
}

/** Which request the entry is about, and a button that shows only the entries about it. */
export function requestFilter(
  messages: LogViewerMessages,
  { id, method, name }: LogRequest,
  { isOnlyRequest, ontogglerequest }: DetailsOptions,
): TemplateResult {
  return html`<div class="row small"><span class="soft">${messages.request}</span><code><bdi>${shortText(method, 60)}</bdi></code>${name === undefined ? nothing : html`<bdi>${shortText(name, 120)}</bdi>`}<span class="soft">#${shortText(String(id), 40)}</span>
    <button type="button" class="button small" part="button secondary small" aria-pressed=${isOnlyRequest} @click=${ontogglerequest}>${messages.onlyRequest}</button></div>`;
}
