/** What is shown where messages would be, and over them while the reader is not at the end. */
import { html, type TemplateResult } from 'lit';
import type { ActivityMessages } from './messages.ts';

/** @param onclear clears the filter; undefined if none is set */
export function emptyActivity(messages: ActivityMessages, onclear: (() => void) | undefined): TemplateResult {
  return onclear
    ? html`<div class="empty"><p class="soft">${messages.noMatch}</p><button type="button" class="link" part="link" @click=${onclear}>${messages.clearFilter}</button></div>`
    : html`<div class="empty"><b>${messages.empty}</b><p class="soft small">${messages.emptyHint}</p></div>`;
}

/** @param missed how many have come since the reader left the end */
export const toLatestButton = (messages: ActivityMessages, missed: number, onfollow: () => void): TemplateResult =>
  html`<button type="button" class="button small primary latest" part="button primary small" @click=${onfollow}>${missed > 0 ? messages.latestWith(missed) : messages.latest}</button>`;
