/** Scopes: how they are read, and which ones to request. */
import type { AuthorizationTarget, Challenge } from '../oauth-types.ts';

const OFFLINE = 'offline_access';

/** Reads a list of scopes that are separated by spaces. Ignores what cannot be a scope. */
export function readScope(text: string): string[] {
  return [...new Set(text.split(/\s+/))].filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
}

/**
 * The scopes to request: those that the refused request needs or, if it names none, all that the server lists. Earlier
 * scopes are requested again, so that the user does not lose them. If the list is empty, the authorization server decides.
 *
 * @param before the scopes that were requested earlier
 * @param isStepUp whether the user has agreed to a list of scopes: then none is added that they did not see
 */
export function chooseScope(
  { resourceScopes = [], authorizationServer }: AuthorizationTarget,
  challenge: Challenge,
  before: readonly string[],
  isStepUp = false,
): string[] {
  const scope = new Set([...before, ...(challenge.scope ?? resourceScopes)]);
  // `offline_access` requests a refresh token. Not every authorization server knows it, and alone it would mean no
  // other scope.
  if (!authorizationServer.scopes_supported?.includes(OFFLINE)) scope.delete(OFFLINE);
  else if (scope.size > 0 && !isStepUp) scope.add(OFFLINE);
  return [...scope];
}
