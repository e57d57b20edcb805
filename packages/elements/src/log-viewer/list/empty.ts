/** What is shown where entries would be, and over the entries while the log is paused. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LogViewerMessages } from '../messages.ts';

/**
 * While nothing is logged.
 * @param onmore opens the menu in which servers can be asked for more; undefined if none can
 */
export function emptyLog(
  messages: LogViewerMessages,
  isConnected: boolean,
  onmore: (() => void) | undefined,
): TemplateResult {
  const hint = !isConnected
    ? html`<p class="soft small">${messages.noServer}</p>`
    : onmore
      ? html`<button type="button" class="link small" part="link" @click=${onmore}>${messages.emptyAskHint}</button>`
      : nothing;
  return html`<div class="empty"><b>${messages.empty}</b><p class="soft small">${messages.emptyHint}</p>${hint}</div>`;
}

/** While no entry matches the filter. */
export function noMatch(messages: LogViewerMessages, onclear: () => void): TemplateResult {
  return html`<div class="empty"><p class="soft">${messages.noMatch}</p><button type="button" class="link" part="link" @click=${onclear}>${messages.clearFilter}</button></div>`;
}

/**
 * The way back to the end while the log is paused.
 * @param missed how many entries have arrived since
 */
export function latestButton(messages: LogViewerMessages, missed: number, onfollow: () => void): TemplateResult {
  return html`<button type="button" class="button small primary latest" part="button primary small" @click=${onfollow}>${missed > 0 ? messages.latestWith(missed) : messages.latest}</button>`;
}
