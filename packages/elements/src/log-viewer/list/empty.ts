import { css, html, nothing, type TemplateResult } from 'lit';
import { isFiltering } from './filter.ts';
import { takesLevel } from './more.ts';
import type { Reading } from './view.ts';

/** What stands where the entries would be, with what to do about it. */
export function empty({ text, filter, host }: Reading): TemplateResult {
  if (isFiltering(filter))
    return html`<div class="empty"><p class="soft">${text.noMatch}</p><button type="button" class="link" data-do="all">${text.clearFilter}</button></div>`;
  const servers = host?.getSnapshot().servers ?? [];
  const next = !servers.some(({ status }) => status === 'ready')
    ? html`<p class="soft small">${text.noServer}</p>`
    : servers.some(takesLevel)
      ? html`<button type="button" class="link small" data-do="more">${text.emptyAskHint}</button>`
      : nothing;
  return html`<div class="empty"><b>${text.empty}</b><p class="soft small">${text.emptyHint}</p>${next}</div>`;
}

export const emptyStyles = css`
  .empty { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 6px; padding: 16px; text-align: center; background: var(--_sunken); }
  .empty p { max-inline-size: 44ch; text-wrap: balance; }
`;
