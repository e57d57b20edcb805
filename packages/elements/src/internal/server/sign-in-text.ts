/** Who signs the user in, and what for, in words. Both are somebody else's. */
import { html, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';

/** More of them is a server that wants nobody to read them. */
const MAX_SCOPES = 30;

/** The host of an authorization server, which is checked; what it calls itself is not. */
export function issuerHost(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : shortText(issuer);
}

export function scopeList(text: SharedMessages, scope: readonly string[]): TemplateResult {
  return html`<ul class="row claims">${scope.slice(0, MAX_SCOPES).map((name) => html`<li class="badge"><bdi>${shortText(name, 60)}</bdi></li>`)}${
    scope.length > MAX_SCOPES ? html`<li class="soft small">${text.moreScopes(scope.length - MAX_SCOPES)}</li>` : ''
  }</ul>`;
}
