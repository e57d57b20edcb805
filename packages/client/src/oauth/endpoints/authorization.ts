/** The authorization code flow: where to send the user, and the tokens for the answer that they come back with. */
import {
  authorizationCodeGrantRequest,
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import { shorten } from '../failures.ts';
import type { AuthorizationTarget, ClientIdentity, PendingSignIn, TokenSet } from '../oauth-types.ts';
import { subjectOf } from '../subject.ts';
import { authenticate } from './client-authentication.ts';
import { readTokens, requestTokens, type TokenOptions } from './tokens.ts';

export interface AuthorizationRequest {
  /** The URL of the MCP server. */
  server: string;
  /** Where the authorization server sends the user back to. */
  redirectUri: string;
  scope: string[];
  /** The page to go back to after a full-page redirect. */
  returnTo?: string | undefined;
}

/**
 * @returns the address to send the user to, and the sign-in to store until they come back. It is bound to the issuer.
 * @throws {AuthError} `discovery` when the authorization server does not support PKCE with S256, or signs in no users.
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
    // OpenID Connect issues a refresh token only after asking the user.
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
    throw new AuthError('discovery', `${shorten(issuer)} has no authorization_endpoint, so it cannot sign in users.`, {
      issuer,
    });
  }
  // The rule of 2025-11-25, authorization code protection. A 2025-03-26 server without metadata cannot say it.
  if (hasMetadata && !authorizationServer.code_challenge_methods_supported?.includes('S256')) {
    throw new AuthError(
      'discovery',
      `${shorten(issuer)} does not list S256 in code_challenge_methods_supported. Without PKCE, an authorization code could be stolen.`,
      { issuer },
    );
  }
}

/**
 * Reads the answer that the user came back with, and exchanges its code for tokens. The code is sent only if the answer
 * belongs to this sign-in and comes from its issuer.
 *
 * @param answer the query of the callback's URL
 * @throws {AuthError} `invalid-response` when the answer is for another sign-in, `refused` when it is a no.
 * @throws {McpError} `network`, `timeout`
 */
export async function finishAuthorization(
  pending: PendingSignIn,
  answer: URLSearchParams,
  options: TokenOptions,
): Promise<TokenSet> {
  const { target, client, redirectUri, verifier, scope } = pending;
  const self = { client_id: client.clientId };
  const code = validate(pending, answer);
  const tokens = await requestTokens(options, (request) =>
    authorizationCodeGrantRequest(target.authorizationServer, self, authenticate(client), code, redirectUri, verifier, {
      ...request,
      additionalParameters: { resource: target.resource },
    }),
  );
  const subject = subjectOf(tokens.json?.['id_token'], client);
  return { ...readTokens(tokens, target, scope, options, 'refused'), ...(subject !== undefined && { subject }) };
}

/** The answer, if it belongs to this sign-in. Otherwise, not even its error is repeated. */
function validate({ target, client, state }: PendingSignIn, answer: URLSearchParams): URLSearchParams {
  const { issuer, authorizationServer } = target;
  if (authorizationServer.authorization_response_iss_parameter_supported && !answer.has('iss')) {
    throw new AuthError(
      'invalid-response',
      `The response does not name ${shorten(issuer)} as its sender (\`iss\`), so it was ignored. Sign in again. If this happens every time, it never sends its name: nobody can sign in there while \`requireIss\` is set, or while its metadata promises the name.`,
      { issuer },
    );
  }
  try {
    // The library treats an empty `iss` as absent.
    if (answer.get('iss') === '') throw new TypeError('iss is empty');
    const valid = validateAuthResponse(
      { ...authorizationServer, issuer },
      { client_id: client.clientId },
      answer,
      state,
    );
    if (valid.getAll('code').filter(Boolean).length !== 1) throw new TypeError('there is not one code');
    return valid;
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const says = error.error_description === undefined ? error.error : `${error.error}: ${error.error_description}`;
      throw new AuthError('refused', `${shorten(issuer)} refused: ${shorten(says)}.`, {
        issuer,
        oauthError: shorten(error.error),
      });
    }
    // No cause: it would carry the answer.
    throw new AuthError(
      'invalid-response',
      'The response is from another authorization server, or for another sign-in, so it was ignored. Sign in again.',
      { issuer },
    );
  }
}
