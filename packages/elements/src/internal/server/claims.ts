import type { ToolAnnotations } from '@mcp-web/client';
import type { SharedMessages } from '../text/shared-messages.ts';

/** One thing that a server says about its tool, and whether it calls for care. */
export interface Claim {
  readonly text: string;
  readonly tone: '' | 'warning';
}

/** What the annotations say, in words. They are the server's claims: show them as such. */
export function claimsOf(
  text: SharedMessages,
  { readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: ToolAnnotations = {},
): Claim[] {
  const claims: Claim[] = [];
  const add = (hint: boolean | undefined, ifTrue: string, ifFalse: string, warnsWhen: boolean): void => {
    if (hint !== undefined) claims.push({ text: hint ? ifTrue : ifFalse, tone: hint === warnsWhen ? 'warning' : '' });
  };
  add(readOnlyHint, text.readOnly, text.notReadOnly, false);
  // The specification gives these two a meaning only where the tool changes something.
  if (!readOnlyHint) {
    add(destructiveHint, text.destructive, text.notDestructive, true);
    add(idempotentHint, text.idempotent, text.notIdempotent, false);
  }
  add(openWorldHint, text.openWorld, text.notOpenWorld, true);
  return claims;
}
