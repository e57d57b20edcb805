/** The authorization code flow, without the window: the address to send the user to, and what comes back from there. */
import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { AuthError } from '../errors.ts';
import { shorten } from './addresses.ts';
import type { AuthorizationTarget, ClientIdentity, PendingSignIn, TokenSet } from './model.ts';
import { authenticate, readTokens, requestTokens, type TokenOptions } from './tokens.ts';

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
export async function startAuthorization(target: AuthorizationTarget, client: ClientIdentity, request: AuthorizationRequest): Promise<{ url: URL; pending: PendingSignIn }> {
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
  return { url, pending: { state, verifier, server, target, client, redirectUri, scope, startedAt: Date.now(), ...(returnTo !== undefined && { returnTo }) } };
}

/**
 * Reads the answer that the user came back with, and exchanges its code for tokens. Nothing goes anywhere unless the
 * answer belongs to this sign-in and comes from its issuer.
 *
 * @param answer the query of the callback's URL
 * @throws {AuthError} `invalid-response` when the answer is another's, `refused` when it is a no.
 * @throws {McpError} `network`, `timeout`
 */
export async function finishAuthorization(pending: PendingSignIn, answer: URLSearchParams, options: TokenOptions): Promise<TokenSet> {
  const { target, client, redirectUri, verifier, scope } = pending;
  const self = { client_id: client.clientId };
  const code = validate(pending, answer);
  const tokens = await requestTokens(options, (request) =>
    authorizationCodeGrantRequest(target.authorizationServer, self, authenticate(client), code, redirectUri, verifier, {
      ...request,
      additionalParameters: { resource: target.resource },
    }));
  return readTokens(tokens, target, scope, options, 'refused');
}

/** @throws {AuthError} `discovery` */
export function requireCodeFlow({ authorizationServer, hasMetadata, issuer }: AuthorizationTarget): void {
  if (authorizationServer.authorization_endpoint === undefined) {
    throw new AuthError('discovery', `${shorten(issuer)} has no authorization_endpoint: it signs in no users.`, { issuer });
  }
  // 2025-11-25, authorization code protection. Servers of 2025-03-26 have no metadata to say it in.
  if (hasMetadata && !authorizationServer.code_challenge_methods_supported?.includes('S256')) {
    throw new AuthError('discovery', `${shorten(issuer)} does not say that it can do PKCE with S256 (code_challenge_methods_supported), without which a code could be stolen.`, { issuer });
  }
}

/** The answer, if it belongs to this sign-in. Of one that does not, not even its error is repeated. */
function validate({ target, client, state }: PendingSignIn, answer: URLSearchParams): URLSearchParams {
  const { issuer } = target;
  try {
    // The library takes an empty name for none.
    if (answer.get('iss') === '') throw new TypeError('iss is empty');
    const valid = validateAuthResponse({ ...target.authorizationServer, issuer }, { client_id: client.clientId }, answer, state);
    if (valid.getAll('code').filter(Boolean).length !== 1) throw new TypeError('there is not one code');
    return valid;
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const says = error.error_description === undefined ? error.error : `${error.error}: ${error.error_description}`;
      throw new AuthError('refused', `${shorten(issuer)} refused: ${shorten(says)}.`, { issuer, oauthError: shorten(error.error) });
    }
    // No cause: it would carry the answer.
    throw new AuthError('invalid-response', 'The answer that came back is not from the authorization server that the user was sent to, or not for this sign-in. Nothing of it was used. Sign in again.', { issuer });
  }
}
