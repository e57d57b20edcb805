/**
 * Dynamic client registration (RFC 7591), for authorization servers that know neither the page nor client metadata
 * documents.
 */
import { dynamicClientRegistrationRequest } from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import { check, type Guard, literal, number, optional, objectWith, string } from '../../protocol/guards.ts';
import { methodOf } from './client-authentication.ts';
import type { AuthorizationTarget, ClientIdentity } from '../oauth-types.ts';
import { type Answer, requestEndpoint, oauthErrorOf, type SendOptions } from './request.ts';

export interface RegistrationOptions extends SendOptions {
  /** The name that users see. Defaults to the document's title. */
  clientName?: string | undefined;
  redirectUri: string;
}

interface Registration {
  client_id: string;
  client_secret?: string | undefined;
  client_secret_expires_at?: number | undefined;
  token_endpoint_auth_method?: ClientIdentity['authMethod'] | undefined;
}

const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

const registration: Guard<Registration> = objectWith<Registration>({
  client_id: string,
  client_secret: optional(string),
  client_secret_expires_at: optional(number),
  token_endpoint_auth_method: optional(literal(...METHODS)),
});

/** @throws {AuthError} `registration` */
export async function registerClient(
  target: AuthorizationTarget,
  options: RegistrationOptions,
): Promise<ClientIdentity> {
  const { issuer, authorizationServer } = target;
  const { redirectUri, clientName = globalThis.document?.title || new URL(redirectUri).host } = options;
  const { token_endpoint_auth_methods_supported: methods = METHODS } = authorizationServer;
  // A page cannot keep a secret, so it prefers to have none.
  const method = METHODS.find((candidate) => methods.includes(candidate)) ?? 'none';
  const register = (applicationType: 'web' | 'native'): Promise<Answer> =>
    requestEndpoint(options, (request) =>
      dynamicClientRegistrationRequest(
        authorizationServer,
        {
          client_name: clientName,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: method,
          application_type: applicationType,
        },
        request,
      ),
    );

  // OpenID Connect: a `web` client may not come back to this machine, and a `native` one may come back nowhere else.
  const [type, otherType] =
    new URL(redirectUri).protocol === 'https:' ? (['web', 'native'] as const) : (['native', 'web'] as const);
  let answer = await register(type);
  const { error } = oauthErrorOf(answer) ?? {};
  if (error === 'invalid_redirect_uri' || error === 'invalid_client_metadata') answer = await register(otherType);
  const refused = oauthErrorOf(answer);
  if (answer.status !== 201 && answer.status !== 200) {
    const says = refused ? `: ${refused.says}` : `: it answered with status ${answer.status}`;
    const advice = target.hasMetadata
      ? 'Register the page there, and set `clientId`.'
      : 'The server does not say how to sign in. It may want a key in a header instead, which the `headers` option sends.';
    throw new AuthError('registration', `${issuer} did not register this page${says}. ${advice}`, {
      issuer,
      oauthError: refused?.error,
    });
  }
  return identityOf(answer, target);
}

/** Replaces the library's function, which requires an expiry for each secret. Many servers leave it out. */
function identityOf({ json, url }: Answer, target: AuthorizationTarget): ClientIdentity {
  const { issuer } = target;
  const {
    client_id: clientId,
    client_secret: clientSecret,
    client_secret_expires_at: end,
    token_endpoint_auth_method: method,
  } = check(
    json,
    registration,
    (problem) => new AuthError('registration', `${url} did not answer with a registration: ${problem}.`, { issuer }),
  );
  return {
    issuer,
    clientId,
    source: 'registered',
    authMethod: method ?? methodOf(target, clientSecret),
    ...(clientSecret !== undefined && { clientSecret }),
    // 0 means never.
    ...(clientSecret !== undefined && end !== undefined && end > 0 && { expiresAt: end * 1000 }),
  };
}
