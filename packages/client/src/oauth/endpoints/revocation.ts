import { revocationRequest } from 'oauth4webapi';
import { authenticate } from './client-authentication.ts';
import type { Grant } from '../model.ts';
import { exchange, type Sending } from './request.ts';
import { refusalOf } from './tokens.ts';

/**
 * Tells the authorization server that a grant is no longer needed (RFC 7009). Its refresh token goes where there is
 * one, and takes the access tokens along. Does nothing where tokens cannot be revoked.
 *
 * @throws {AuthError} `refused`
 * @throws {McpError} `network`, `timeout`
 */
export async function revokeTokens(
  { target, client, tokens }: Pick<Grant, 'target' | 'client' | 'tokens'>,
  options: Sending,
): Promise<void> {
  const { authorizationServer, issuer } = target;
  if (authorizationServer.revocation_endpoint === undefined) return;
  const { refreshToken } = tokens;
  const additionalParameters = { token_type_hint: refreshToken === undefined ? 'access_token' : 'refresh_token' };
  const answer = await exchange(options, (request) =>
    revocationRequest(
      authorizationServer,
      { client_id: client.clientId },
      authenticate(client),
      refreshToken ?? tokens.accessToken,
      { ...request, additionalParameters },
    ),
  );
  if (answer.status !== 200) throw refusalOf(answer, issuer, 'refused');
}
