/** What is shown where entries would be. */
import type { HostServer } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { LogViewerMessages } from '../messages.ts';
import { takesLevel } from '../panel/more-menu.ts';

export interface EmptyOptions {
  /** Whether the filter leaves entries out. */
  readonly isFiltered: boolean;
  readonly servers: readonly HostServer[];
  readonly onclear: () => void;
  /** Opens the menu in which servers can be asked for more. */
  readonly onmore: () => void;
}

export function emptyList(messages: LogViewerMessages, options: EmptyOptions): TemplateResult {
  const { isFiltered, servers, onclear, onmore } = options;
  if (isFiltered)
    return html`<div class="empty"><p class="soft">${messages.noMatch}</p><button type="button" class="link" part="link" @click=${onclear}>${messages.clearFilter}</button></div>`;
  const hint = !servers.some(({ status }) => status === 'ready')
    ? html`<p class="soft small">${messages.noServer}</p>`
    : servers.some(takesLevel)
      ? html`<button type="button" class="link small" part="link" @click=${onmore}>${messages.emptyAskHint}</button>`
      : nothing;
  return html`<div class="empty"><b>${messages.empty}</b><p class="soft small">${messages.emptyHint}</p>${hint}</div>`;
}
