import type { PendingRequest } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';

/**
 * How many questions wait behind the one that is asked, whatever they are about.
 *
 * @param pending all of the host's questions: the one that is asked comes first
 */
export function queueBadge(text: SharedMessages, pending: readonly PendingRequest[]): TemplateResult | typeof nothing {
  const others = pending.length - 1;
  // The region stays, so that a reader hears of each that comes.
  return html`<p class="queue" part="queue" role="status">${others > 0 ? html`<span class="badge accent">${text.moreQuestions(others)}</span>` : nothing}</p>`;
}
