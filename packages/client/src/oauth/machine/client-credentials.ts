import { type ClientAuth, clientCredentialsGrantRequest, None, PrivateKeyJwt } from 'oauth4webapi';
import { McpError } from '../../errors.ts';
import type { Authorizer } from '../../wire/authorizer.ts';
import { authenticate, methodOf } from '../endpoints/client-authentication.ts';
import { machineAuthorizer, type MachineOptions } from './machine-authorizer.ts';
import type { AuthorizationTarget } from '../oauth-types.ts';
import { requestTokens } from '../endpoints/tokens.ts';

/** Options of `clientCredentials`: who the client is, and one way to prove it. */
export interface ClientCredentialsOptions extends MachineOptions {
  clientId: string;
  /** The client's own key, which signs its assertions (RFC 7523). It need not be extractable. */
  privateKey?: CryptoKey | undefined;
  /** Which of the client's keys `privateKey` is. */
  keyId?: string | undefined;
  /** Gets an assertion for this audience that was signed elsewhere, e.g. by the page's own backend. */
  signAssertion?: ((audience: string) => string | Promise<string>) | undefined;
  /** Anyone who can read the page, or its storage, has it. */
  clientSecret?: string | undefined;
}

/**
 * Signs a client in as itself, without a user: for workers, kiosks and tools that run where nobody else can read
 * them. A page that users load cannot keep a secret: use `signAssertion`, and keep the key on your server.
 *
 * @returns the `auth` option of `connect()`. Its tokens are in memory. If it gets no token, `connect()` and the calls of
 *   its client throw an {@link AuthError}.
 * @throws {McpError} `invalid-argument` when there is no credential, or more than one.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { clientCredentials } from '@mcp-web/client/oauth-machine';
 *
 * const signAssertion = (audience: string) => fetch(`/sign?audience=${encodeURIComponent(audience)}`).then((response) => response.text());
 * const auth = clientCredentials({ clientId: 'kiosk-7', issuer: 'https://login.example', signAssertion });
 * const client = await connect('https://example.com/mcp', { auth });
 * ```
 */
export function clientCredentials(options: ClientCredentialsOptions): Authorizer {
  const { clientId, clientSecret, privateKey, signAssertion } = options;
  if ([clientSecret, privateKey, signAssertion].filter((way) => way !== undefined).length !== 1) {
    throw new McpError(
      'invalid-argument',
      'Client credentials need exactly one of `privateKey`, `signAssertion` and `clientSecret`.',
    );
  }
  return machineAuthorizer(options, (target, scope, sending) =>
    requestTokens(sending, (request) =>
      clientCredentialsGrantRequest(
        target.authorizationServer,
        { client_id: clientId },
        proofOf(options, target),
        { resource: target.resource, ...(scope !== undefined && { scope }) },
        request,
      ),
    ),
  );
}

function proofOf(
  { clientId, clientSecret, privateKey, keyId, signAssertion }: ClientCredentialsOptions,
  target: AuthorizationTarget,
): ClientAuth {
  if (privateKey) return PrivateKeyJwt(keyId === undefined ? privateKey : { key: privateKey, kid: keyId });
  if (!signAssertion) return authenticate({ clientId, clientSecret, authMethod: methodOf(target, clientSecret) });
  return async (issuer, client, body, headers) => {
    await None()(issuer, client, body, headers);
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    body.set('client_assertion', await signAssertion(issuer.issuer));
  };
}
