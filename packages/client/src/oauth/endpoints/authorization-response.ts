/** What the user comes back with from the authorization server, and the tokens that it is good for. */
import { authorizationCodeGrantRequest, AuthorizationResponseError, validateAuthResponse } from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import { authenticate } from './client-authentication.ts';
import type { PendingSignIn, TokenSet } from '../model.ts';
import { readTokens, requestTokens, type TokenOptions } from './tokens.ts';
import { shorten } from './quoting.ts';

/**
 * Reads the answer that the user came back with, and exchanges its code for tokens. Nothing goes anywhere unless the
 * answer belongs to this sign-in and comes from its issuer.
 *
 * @param answer the query of the callback's URL
 * @throws {AuthError} `invalid-response` when the answer is another's, `refused` when it is a no.
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
  return readTokens(tokens, target, scope, options, 'refused');
}

/** The answer, if it belongs to this sign-in. Of one that does not, not even its error is repeated. */
function validate({ target, client, state }: PendingSignIn, answer: URLSearchParams): URLSearchParams {
  const { issuer } = target;
  try {
    // The library takes an empty name for none.
    if (answer.get('iss') === '') throw new TypeError('iss is empty');
    const valid = validateAuthResponse(
      { ...target.authorizationServer, issuer },
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
      'The answer that came back is not from the authorization server that the user was sent to, or not for this sign-in. Nothing of it was used. Sign in again.',
      { issuer },
    );
  }
}
