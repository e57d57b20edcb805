/** How a client authenticates at the token endpoint. */
import { type ClientAuth, ClientSecretPost, None } from 'oauth4webapi';
import type { AuthorizationTarget, ClientIdentity } from '../oauth-types.ts';

/** The client authentication that oauth4webapi adds to a request. */
export function authenticate({
  authMethod,
  clientId,
  clientSecret,
}: Pick<ClientIdentity, 'authMethod' | 'clientId' | 'clientSecret'>): ClientAuth {
  if (authMethod === 'none' || clientSecret === undefined) return None();
  if (authMethod === 'client_secret_post') return ClientSecretPost(clientSecret);
  // Form-encoded, as RFC 6749, section 2.3.1, requires it. The library encodes more characters, which some servers do not
  // decode.
  return (_issuer, _client, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`);
  };
}

function encode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** The method of a client that has not agreed on one: its secret, if it has one and the server accepts secrets. */
export function methodOf(
  { authorizationServer }: AuthorizationTarget,
  clientSecret: string | undefined,
): ClientIdentity['authMethod'] {
  if (clientSecret === undefined) return 'none';
  // The default of RFC 8414.
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = authorizationServer;
  if (methods.includes('client_secret_basic')) return 'client_secret_basic';
  return methods.includes('client_secret_post') || !methods.includes('none') ? 'client_secret_post' : 'none';
}
