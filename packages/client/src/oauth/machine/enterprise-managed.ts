import { genericTokenEndpointRequest } from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import type { Authorizer } from '../../wire/authorizer.ts';
import { checkAddress } from '../endpoints/addresses.ts';
import { authenticate, methodOf } from '../endpoints/client-authentication.ts';
import { machineAuthorizer, type MachineOptions } from './machine-authorizer.ts';
import type { AuthorizationTarget } from '../oauth-types.ts';
import type { SendOptions } from '../endpoints/request.ts';
import { refusalOf, requestTokens } from '../endpoints/tokens.ts';

/** A client, as one authorization server knows it. */
export interface EnterpriseClient {
  clientId: string;
  clientSecret?: string | undefined;
}

/** Options of `enterpriseManaged`. */
export interface EnterpriseManagedOptions extends MachineOptions, EnterpriseClient {
  /** The enterprise's identity provider, and who the page is there. */
  identityProvider: EnterpriseClient & {
    /** Its token endpoint: an https URL. */
    tokenEndpoint: string;
  };
  /**
   * Gets the token of the user's single sign-on: an ID token, or a refresh token after SAML. Called for each token
   * request.
   */
  subjectToken: () => string | Promise<string>;
  /** Defaults to `id_token`. */
  subjectTokenType?: 'id_token' | 'refresh_token' | undefined;
}

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:';
const TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:';
const ID_JAG = `${TOKEN_TYPE}id-jag`;
const PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag';

/**
 * Signs in users whose enterprise decides what they may use (the extension Enterprise-Managed Authorization). The token
 * of the single sign-on is exchanged for a grant for this server, and the grant for an access token. No window opens.
 *
 * @returns the `auth` option of `connect()`. Its tokens are in memory. If it gets no token, `connect()` and the calls of
 *   its client throw an {@link AuthError}: `refused` when the identity provider or the authorization server says no.
 * @throws {AuthError} `discovery` when the token endpoint is not https.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { enterpriseManaged } from '@mcp-web/client/oauth-machine';
 *
 * const auth = enterpriseManaged({
 *   clientId: 'https://notes.example/client.json',
 *   identityProvider: { tokenEndpoint: 'https://sso.example/token', clientId: 'notes' },
 *   subjectToken: () => fetch('/session/id-token').then((response) => response.text()),
 * });
 * const client = await connect('https://example.com/mcp', { auth });
 * ```
 */
export function enterpriseManaged(options: EnterpriseManagedOptions): Authorizer {
  const { tokenEndpoint } = options.identityProvider;
  const { href } = checkAddress(
    tokenEndpoint,
    '`tokenEndpoint` of the identity provider',
    new URL('https://localhost'),
  );
  return machineAuthorizer(options, async (target, scope, sending) => {
    const { authorization_grant_profiles_supported: profiles } = target.authorizationServer;
    if (Array.isArray(profiles) && !profiles.includes(PROFILE)) {
      throw new AuthError(
        'discovery',
        `${target.issuer} does not accept enterprise grants (authorization_grant_profiles_supported).`,
        { issuer: target.issuer },
      );
    }
    const assertion = await exchangeToken(options, href, target, scope, sending);
    const parameters = { assertion, resource: target.resource, ...(scope !== undefined && { scope }) };
    return requestTokens(sending, (request) =>
      genericTokenEndpointRequest(
        target.authorizationServer,
        { client_id: options.clientId },
        authenticate({ ...options, authMethod: methodOf(target, options.clientSecret) }),
        `${GRANT_TYPE}jwt-bearer`,
        parameters,
        request,
      ),
    );
  });
}

/**
 * Gets the identity provider's grant for this user and this server. Only this server's authorization server accepts it.
 */
async function exchangeToken(
  options: EnterpriseManagedOptions,
  tokenEndpoint: string,
  { issuer, resource }: AuthorizationTarget,
  scope: string | undefined,
  sending: SendOptions,
): Promise<string> {
  const { identityProvider, subjectToken, subjectTokenType = 'id_token' } = options;
  const { clientId, clientSecret } = identityProvider;
  const provider = { issuer: new URL(tokenEndpoint).origin, token_endpoint: tokenEndpoint };
  const parameters = {
    requested_token_type: ID_JAG,
    audience: issuer,
    resource,
    subject_token: await subjectToken(),
    subject_token_type: `${TOKEN_TYPE}${subjectTokenType}`,
    ...(scope !== undefined && { scope }),
  };
  const proof = authenticate({ clientId, clientSecret, authMethod: 'client_secret_basic' });
  const answer = await requestTokens(sending, (request) =>
    genericTokenEndpointRequest(
      provider,
      { client_id: clientId },
      proof,
      `${GRANT_TYPE}token-exchange`,
      parameters,
      request,
    ),
  );
  if (answer.status !== 200) throw refusalOf(answer, provider.issuer, 'refused');
  const { access_token: grant, issued_token_type: type } = answer.json ?? {};
  if (typeof grant !== 'string' || grant === '' || type !== ID_JAG) {
    throw new AuthError(
      'invalid-response',
      `${tokenEndpoint} did not answer with a grant for this server (issued_token_type has to be ${ID_JAG}).`,
      { issuer: provider.issuer },
    );
  }
  return grant;
}
