/** What is shown where entries would be. */
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
