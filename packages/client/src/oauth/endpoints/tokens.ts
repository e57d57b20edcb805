/** The token endpoint, and the one that revokes tokens. */
import { refreshTokenGrantRequest, revocationRequest } from 'oauth4webapi';
import { AuthError, type AuthErrorReason } from '../../errors.ts';
import { authenticate } from './client-authentication.ts';
import type { Dpop } from '../dpop.ts';
import { isTemporary } from '../failures.ts';
import type { AuthorizationTarget, Grant, TokenSet } from '../oauth-types.ts';
import {
  type Answer,
  type LibraryOptions,
  oauthErrorOf,
  requestEndpoint,
  senderOf,
  type SendOptions,
} from './request.ts';
import { readScope } from './scopes.ts';

export interface TokenOptions extends SendOptions {
  /** The key that the tokens are bound to. */
  dpop?: Dpop | undefined;
}

/** A longer lifetime is ignored: no page lives that long, and no clock can be trusted that far. */
const MAX_LIFETIME_S = 366 * 24 * 60 * 60;

/**
 * Renews the tokens of a grant. If the answer has no refresh token or no scope, the old one stays.
 *
 * @throws {AuthError} `sign-in-required` when the grant has ended, `registration` when the authorization server no longer
 *   knows the page. If the authorization server refused, it has an `oauthError`.
 * @throws {McpError} `network`, `timeout`
 */
export async function refreshTokens({ target, client, tokens }: Grant, options: TokenOptions): Promise<TokenSet> {
  const { refreshToken, subject } = tokens;
  const { issuer } = target;
  if (refreshToken === undefined)
    throw new AuthError('sign-in-required', 'The token has expired and there is no refresh token: sign in again.', {
      issuer,
    });
  const answer = await requestTokens(options, (request) =>
    refreshTokenGrantRequest(
      target.authorizationServer,
      { client_id: client.clientId },
      authenticate(client),
      refreshToken,
      {
        ...request,
        additionalParameters: { resource: target.resource },
      },
    ),
  );
  const renewed = readTokens(answer, target, tokens.scope, options, 'sign-in-required');
  return { refreshToken, ...renewed, ...(subject !== undefined && { subject }) };
}

/**
 * Revokes the tokens of a grant (RFC 7009). With the refresh token, the authorization server should end the access token,
 * but need not, so it is asked to end that too. Does nothing if the authorization server cannot revoke tokens.
 *
 * @throws {AuthError} `refused`
 * @throws {McpError} `network`, `timeout`
 */
export async function revokeTokens(
  { target, client, tokens }: Pick<Grant, 'target' | 'client' | 'tokens'>,
  options: SendOptions,
): Promise<void> {
  const { authorizationServer, issuer } = target;
  if (authorizationServer.revocation_endpoint === undefined) return;
  const revoke = async (token: string, kind: 'access_token' | 'refresh_token'): Promise<void> => {
    const additionalParameters = { token_type_hint: kind };
    const answer = await requestEndpoint(options, (request) =>
      revocationRequest(authorizationServer, { client_id: client.clientId }, authenticate(client), token, {
        ...request,
        additionalParameters,
      }),
    );
    if (answer.status !== 200) throw refusalOf(answer, issuer, 'refused');
  };
  const { accessToken, refreshToken, expiresAt = Infinity } = tokens;
  if (refreshToken === undefined) return revoke(accessToken, 'access_token');
  // At the same time, because the page may close. Not every authorization server can revoke access tokens.
  const alsoRevoking = Date.now() < expiresAt ? revoke(accessToken, 'access_token').catch(() => {}) : undefined;
  await revoke(refreshToken, 'refresh_token');
  await alsoRevoking;
}

/** Sends one request to a token endpoint, with a proof for the key if there is one. */
export function requestTokens(
  options: TokenOptions,
  request: (options: LibraryOptions) => Promise<Response>,
): Promise<Answer> {
  const { dpop, signal } = options;
  const send = senderOf(options);
  // The proof is for the address of the authorization server.
  return requestEndpoint({ fetch: dpop ? (input, init) => dpop.fetch(send, input, init) : send, signal }, request);
}

/**
 * Reads the answer of a token endpoint. Replaces the library's function, which fails for an ID token that has expired by
 * this device's clock although nobody needs it, and for a lifetime that makes no sense.
 *
 * @param requested the scopes of the request. They apply when the answer has none.
 * @param refusal the reason of the error when the authorization server says no
 * @throws {AuthError}
 */
export function readTokens(
  answer: Answer,
  { issuer, dpop: binding }: AuthorizationTarget,
  requested: readonly string[],
  { dpop }: TokenOptions,
  refusal: AuthErrorReason,
): TokenSet {
  if (answer.status !== 200) throw refusalOf(answer, issuer, refusal);
  const {
    access_token: accessToken,
    token_type: type,
    refresh_token: refreshToken,
    scope,
    expires_in: lifetime,
  } = answer.json ?? {};
  const fail = (problem: string): AuthError =>
    new AuthError('invalid-response', `${answer.url} did not answer with a token: ${problem}.`, { issuer });
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken))
    throw fail('access_token is missing, or has characters that a header cannot contain');
  const tokenType = typeof type === 'string' ? type.toLowerCase() : '';
  if (tokenType !== 'bearer' && tokenType !== 'dpop')
    throw fail(`token_type is ${JSON.stringify(type)?.slice(0, 50)}, which is neither Bearer nor DPoP`);
  if (tokenType === 'dpop' && !dpop) throw fail('the token is bound to a key that this page does not have');
  if (tokenType === 'bearer' && binding === 'required')
    throw fail('the token is not bound to a key, but the server accepts only tokens that are');
  const lifetimeS = typeof lifetime === 'string' ? Number(lifetime) : lifetime;
  return {
    accessToken,
    tokenType,
    ...(typeof refreshToken === 'string' && refreshToken && { refreshToken }),
    // A lifetime that is negative or endless is ignored: the server refuses the token when it has expired.
    ...(typeof lifetimeS === 'number' &&
      lifetimeS > 0 &&
      lifetimeS < MAX_LIFETIME_S && { expiresAt: Date.now() + lifetimeS * 1000 }),
    scope: typeof scope === 'string' ? readScope(scope) : [...requested],
  };
}

/** The error for a refusal of an authorization server. */
export function refusalOf(answer: Answer, issuer: string, refusal: AuthErrorReason): AuthError {
  // An authorization server that is overloaded or broken has not refused anything.
  if (answer.status !== 400 && answer.status !== 401)
    return new AuthError('unreachable', `${answer.url} answered with status ${answer.status}: try again later.`, {
      issuer,
    });
  const refused = oauthErrorOf(answer);
  if (!refused)
    return new AuthError(
      'invalid-response',
      `${answer.url} answered with status ${answer.status}, but without an OAuth error.`,
      { issuer },
    );
  if (isTemporary(refused.error)) {
    const message = `${issuer} cannot answer now: ${refused.says}. Try again later.`;
    return new AuthError('unreachable', message, { issuer, oauthError: refused.error });
  }
  const reason =
    refused.error === 'invalid_client' || refused.error === 'unauthorized_client' ? 'registration' : refusal;
  return new AuthError(reason, `${issuer} refused: ${refused.says}.`, { issuer, oauthError: refused.error });
}
