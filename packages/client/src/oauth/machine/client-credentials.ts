import { type ClientAuth, clientCredentialsGrantRequest, None, PrivateKeyJwt } from 'oauth4webapi';
import { McpError } from '../../errors.ts';
import type { Authorizer } from '../../wire/authorizer.ts';
import { authenticate, methodOf } from '../endpoints/client-authentication.ts';
import { machineAuthorizer, type MachineOptions } from './machine-authorizer.ts';
import type { AuthorizationTarget } from '../model.ts';
import { requestTokens } from '../endpoints/tokens.ts';

/** Options of `clientCredentials`: who the client is, and one way to prove it. */
export interface ClientCredentialsOptions extends MachineOptions {
  clientId: string;
  /** Signs assertions with the client's own key (RFC 7523). It need not be extractable. */
  privateKey?: CryptoKey | undefined;
  /** Tells the authorization server which of the client's keys it is. */
  keyId?: string | undefined;
  /** An assertion that was signed elsewhere, e.g. by the page's own backend, for this audience. */
  signAssertion?: ((audience: string) => string | Promise<string>) | undefined;
  /** Whoever can read the page, or its storage, has it. */
  clientSecret?: string | undefined;
}

/**
 * Signs a client in as itself, without a user: for workers, kiosks and tools that run where nobody else can read
 * them. A page that is sent to users cannot keep a secret; give it `signAssertion`, and keep the key behind it.
 *
 * @returns what goes into `connect()` as `auth`. Its tokens live in memory.
 * @throws {McpError} `invalid-argument` when there is no way, or more than one, to prove who the client is. What is
 *   thrown later, through `connect()` and the calls of its client, is an {@link AuthError}.
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
