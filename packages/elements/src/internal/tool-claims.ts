import type { Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { claimsOf } from './claims.ts';

const text = { intro: 'The server claims:' };

/** What the annotations of a tool say, marked as the claims they are. */
export function toolClaims({ annotations }: Tool): TemplateResult | typeof nothing {
  const claims = claimsOf(annotations);
  if (claims.length === 0) return nothing;
  return html`<p class="row claims"><span class="soft small">${text.intro}</span>${claims.map((claim) => html`<span class="badge ${claim.tone}">${claim.text}</span>`)}</p>`;
}
