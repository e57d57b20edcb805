/** The place for a title and controls of the page, above what an element shows. */
import { html, nothing, type TemplateResult } from 'lit';

/** A row with slots of the page. It takes no room until the page fills one of them. */
export function pageHead(slots: 'header' | 'header and actions' = 'header and actions'): TemplateResult {
  return html`<div class="page-head" hidden @slotchange=${showIfFilled}><slot name="header"></slot>${slots === 'header' ? nothing : html`<span class="page-actions"><slot name="actions"></slot></span>`}</div>`;
}

function showIfFilled({ currentTarget }: Event): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  currentTarget.hidden = [...currentTarget.querySelectorAll('slot')].every(
    (slot) => slot.assignedNodes({ flatten: true }).length === 0,
  );
}
