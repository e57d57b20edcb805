/** What the annotations of a tool say. They are the server's claims, and are shown as such. */
import type { Tool, ToolAnnotations } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { SharedMessages } from '../text/shared-messages.ts';

/** One thing that a server says about its tool, and whether it calls for care. */
interface Claim {
  readonly text: string;
  readonly tone: '' | 'warning';
}

/** The claims as badges; nothing for a tool without annotations. */
export function toolClaims(messages: SharedMessages, { annotations }: Tool): TemplateResult | typeof nothing {
  const claims = claimsOf(messages, annotations);
  if (claims.length === 0) return nothing;
  return html`<p class="row claims"><span class="soft small">${messages.claims}</span>${claims.map((claim) => html`<span class="badge ${claim.tone}" part="badge">${claim.text}</span>`)}</p>`;
}

function claimsOf(
  messages: SharedMessages,
  { readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations = {},
): Claim[] {
  const claims: Claim[] = [];
  const add = (hint: boolean | undefined, ifTrue: string, ifFalse: string, warnsWhen: boolean): void => {
    if (hint !== undefined) claims.push({ text: hint ? ifTrue : ifFalse, tone: hint === warnsWhen ? 'warning' : '' });
  };
  add(readOnlyHint, messages.readOnly, messages.notReadOnly, false);
  // The specification gives these two a meaning only where the tool makes changes.
  if (!readOnlyHint) {
    add(destructiveHint, messages.destructive, messages.notDestructive, true);
    add(idempotentHint, messages.idempotent, messages.notIdempotent, false);
  }
  add(openWorldHint, messages.openWorld, messages.notOpenWorld, true);
  return claims;
}
