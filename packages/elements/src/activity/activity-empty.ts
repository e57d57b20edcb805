/** What is shown where messages would be. */
import { html, type TemplateResult } from 'lit';
import type { ActivityMessages } from './messages.ts';

/** @param onclear clears the filter; undefined if none is set */
export function emptyActivity(messages: ActivityMessages, onclear: (() => void) | undefined): TemplateResult {
  return onclear
    ? html`<div class="empty"><p class="soft">${messages.noMatch}</p><button type="button" class="link" part="link" @click=${onclear}>${messages.clearFilter}</button></div>`
    : html`<div class="empty"><b>${messages.empty}</b><p class="soft small">${messages.emptyHint}</p></div>`;
}
