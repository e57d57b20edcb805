/** The address to send the user to, and what has to be kept until they come back. */
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import type { AuthorizationTarget, ClientIdentity, PendingSignIn } from '../model.ts';
import { shorten } from './quoting.ts';

export interface AuthorizationRequest {
  /** The URL of the MCP server. */
  server: string;
  /** Where the authorization server sends the user back to. */
  redirectUri: string;
  scope: string[];
  /** Where a full-page redirect is to return to. */
  returnTo?: string | undefined;
}

/**
 * @returns where to send the user, and what has to be kept until they come back: it is bound to the issuer.
 * @throws {AuthError} `discovery` when the authorization server cannot do PKCE with S256, or has no page to send users to.
 */
export async function startAuthorization(
  target: AuthorizationTarget,
  client: ClientIdentity,
  request: AuthorizationRequest,
): Promise<{ url: URL; pending: PendingSignIn }> {
  requireCodeFlow(target);
  const { server, redirectUri, scope, returnTo } = request;
  const verifier = generateRandomCodeVerifier();
  const state = generateRandomState();
  const url = new URL(target.authorizationServer.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: target.resource,
    ...(scope.length > 0 && { scope: scope.join(' ') }),
    // OpenID Connect gives a refresh token only to those who ask the user for it.
    ...(scope.includes('offline_access') && { prompt: 'consent' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return {
    url,
    pending: {
      state,
      verifier,
      server,
      target,
      client,
      redirectUri,
      scope,
      startedAt: Date.now(),
      ...(returnTo !== undefined && { returnTo }),
    },
  };
}

/** @throws {AuthError} `discovery` */
export function requireCodeFlow({ authorizationServer, hasMetadata, issuer }: AuthorizationTarget): void {
  if (authorizationServer.authorization_endpoint === undefined) {
    throw new AuthError('discovery', `${shorten(issuer)} has no authorization_endpoint: it signs in no users.`, {
      issuer,
    });
  }
  // 2025-11-25, authorization code protection. Servers of 2025-03-26 have no metadata to say it in.
  if (hasMetadata && !authorizationServer.code_challenge_methods_supported?.includes('S256')) {
    throw new AuthError(
      'discovery',
      `${shorten(issuer)} does not say that it can do PKCE with S256 (code_challenge_methods_supported), without which a code could be stolen.`,
      { issuer },
    );
  }
}
