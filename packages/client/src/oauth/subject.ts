/** Who has signed in, where the authorization server says it: most MCP servers have no ID tokens. */
import { isObject } from '../protocol/guards.ts';
import type { ClientIdentity, Grant } from './oauth-types.ts';

/**
 * The user that an ID token is about; undefined if it is not for this client. It came from the token endpoint itself, so
 * that its signature proves nothing more (OpenID Connect Core, 3.1.3.7).
 */
export function subjectOf(idToken: unknown, { issuer, clientId }: ClientIdentity): string | undefined {
  const { iss, aud, sub } = claimsOf(idToken);
  const isOurs = iss === issuer && [aud].flat().includes(clientId);
  return isOurs && typeof sub === 'string' && sub !== '' ? sub : undefined;
}

/** Whether these are known to be two people. */
export function areOtherPeople(
  one: Pick<Grant, 'target' | 'tokens'>,
  other: Pick<Grant, 'target' | 'tokens'>,
): boolean {
  const [before, now] = [one.tokens.subject, other.tokens.subject];
  return before !== undefined && now !== undefined && before !== now && one.target.issuer === other.target.issuer;
}

function claimsOf(token: unknown): Readonly<Record<string, unknown>> {
  if (typeof token !== 'string') return {};
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
}
