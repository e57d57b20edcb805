/** Which scopes to ask for. */
import type { AuthorizationTarget, Challenge } from '../model.ts';

const OFFLINE = 'offline_access';

/**
 * What the refused request needs; where it does not say, all that the server lists; with what was asked for before,
 * so that no permission is lost on the way to another. Empty: none is asked for, and the authorization server decides.
 *
 * @param before the scopes asked for earlier
 */
export function chooseScope(
  { resourceScopes = [], authorizationServer }: AuthorizationTarget,
  challenge: Challenge,
  before: readonly string[],
): string[] {
  const scope = new Set([...before, ...(challenge.scope ?? resourceScopes)]);
  // Refresh tokens are the authorization server's to give, and not every one has them. Alone it would ask for nothing else.
  if (!authorizationServer.scopes_supported?.includes(OFFLINE)) scope.delete(OFFLINE);
  else if (scope.size > 0) scope.add(OFFLINE);
  return [...scope];
}
