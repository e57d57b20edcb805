/** The token endpoint: what is sent there, and what may come back. */
import { refreshTokenGrantRequest } from 'oauth4webapi';
import { AuthError, type AuthErrorReason } from '../../errors.ts';
import { readScope } from './challenge.ts';
import { authenticate } from './client-authentication.ts';
import type { Dpop } from '../dpop/dpop.ts';
import type { AuthorizationTarget, Grant, TokenSet } from '../model.ts';
import { type Answer, exchange, type LibraryOptions, oauthErrorOf, type Sending } from './request.ts';

export interface TokenOptions extends Sending {
  /** Binds the tokens to its key. */
  dpop?: Dpop | undefined;
}

/** A life that is longer is not counted: no page lives to see the end of it, and no clock can be trusted that far. */
const MAX_LIFE_S = 366 * 24 * 60 * 60;

/**
 * New tokens for a grant. The old refresh token stays where the server sends no new one, and so does the scope.
 *
 * @throws {AuthError} `sign-in-required` when the grant has ended, `registration` when the page is no longer known
 *   there; with `oauthError`, whenever the authorization server refused.
 * @throws {McpError} `network`, `timeout`
 */
export async function refreshTokens({ target, client, tokens }: Grant, options: TokenOptions): Promise<TokenSet> {
  const { refreshToken } = tokens;
  const { issuer } = target;
  if (refreshToken === undefined)
    throw new AuthError('sign-in-required', 'The token has ended, and there is none to renew it with: sign in again.', {
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
  return { refreshToken, ...readTokens(answer, target, tokens.scope, options, 'sign-in-required') };
}

/** One request to a token endpoint, with a proof of the key if there is one. */
export function requestTokens(
  { fetch, signal, dpop }: TokenOptions,
  request: (options: LibraryOptions) => Promise<Response>,
): Promise<Answer> {
  return exchange({ fetch: dpop ? (input, init) => dpop.fetch(fetch, input, init) : fetch, signal }, request);
}

/**
 * The library's own reading is not used: it fails where an ID token that nobody needs is out of date by this
 * device's clock, or a lifetime makes no sense.
 *
 * @param asked the scopes that hold when the answer names none
 * @param refusal why there are no tokens, when the authorization server says no
 * @throws {AuthError}
 */
export function readTokens(
  answer: Answer,
  { issuer, dpop: binding }: AuthorizationTarget,
  asked: readonly string[],
  { dpop }: TokenOptions,
  refusal: AuthErrorReason,
): TokenSet {
  if (answer.status !== 200) throw refusalOf(answer, issuer, refusal);
  const {
    access_token: accessToken,
    token_type: type,
    refresh_token: refreshToken,
    scope,
    expires_in: life,
  } = answer.json ?? {};
  const fail = (problem: string): AuthError =>
    new AuthError('invalid-response', `${answer.url} did not answer with a token: ${problem}.`, { issuer });
  if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken))
    throw fail('access_token is not one that a header can carry');
  const tokenType = typeof type === 'string' ? type.toLowerCase() : '';
  if (tokenType !== 'bearer' && tokenType !== 'dpop')
    throw fail(`token_type is ${JSON.stringify(type)?.slice(0, 50)}, which nothing is known to do with`);
  if (tokenType === 'dpop' && !dpop) throw fail('it is bound to a key that this page does not have');
  if (tokenType === 'bearer' && binding === 'required')
    throw fail('it is not bound to a key, and the server takes no others');
  const lifeS = typeof life === 'string' ? Number(life) : life;
  return {
    accessToken,
    tokenType,
    ...(typeof refreshToken === 'string' && refreshToken && { refreshToken }),
    // Negative or endless: as if the server had not said. It will when the token no longer holds.
    ...(typeof lifeS === 'number' && lifeS > 0 && lifeS < MAX_LIFE_S && { expiresAt: Date.now() + lifeS * 1000 }),
    scope: typeof scope === 'string' ? readScope(scope) : [...asked],
  };
}

/** What a no of an authorization server means. */
export function refusalOf(answer: Answer, issuer: string, refusal: AuthErrorReason): AuthError {
  // An authorization server that is overloaded or broken has refused nothing.
  if (answer.status !== 400 && answer.status !== 401)
    return new AuthError('unreachable', `${answer.url} answered with status ${answer.status}: try again later.`, {
      issuer,
    });
  const refused = oauthErrorOf(answer);
  if (!refused)
    return new AuthError(
      'invalid-response',
      `${answer.url} answered with status ${answer.status}, and not as OAuth specifies.`,
      { issuer },
    );
  const reason =
    refused.error === 'invalid_client' || refused.error === 'unauthorized_client' ? 'registration' : refusal;
  return new AuthError(reason, `${issuer} refused: ${refused.says}.`, { issuer, oauthError: refused.error });
}
