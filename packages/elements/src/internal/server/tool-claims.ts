import type { Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { claimsOf } from './claims.ts';
import type { SharedMessages } from '../text/shared-messages.ts';

/** What the annotations of a tool say, marked as the claims they are. */
export function toolClaims(text: SharedMessages, { annotations }: Tool): TemplateResult | typeof nothing {
  const claims = claimsOf(text, annotations);
  if (claims.length === 0) return nothing;
  return html`<p class="row claims"><span class="soft small">${text.claims}</span>${claims.map((claim) => html`<span class="badge ${claim.tone}">${claim.text}</span>`)}</p>`;
}
