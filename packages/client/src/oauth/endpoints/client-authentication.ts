/** How a client proves to a token endpoint who it is. */
import { type ClientAuth, ClientSecretPost, None } from 'oauth4webapi';
import type { AuthorizationTarget, ClientIdentity } from '../model.ts';

/** How a client says who it is at the token endpoint. */
export function authenticate({
  authMethod,
  clientId,
  clientSecret,
}: Pick<ClientIdentity, 'authMethod' | 'clientId' | 'clientSecret'>): ClientAuth {
  if (authMethod === 'none' || clientSecret === undefined) return None();
  if (authMethod === 'client_secret_post') return ClientSecretPost(clientSecret);
  // As forms are encoded everywhere (RFC 6749, 2.3.1). The library encodes more than that, and some servers do not undo it.
  return (_issuer, _client, _body, headers) => {
    headers.set('authorization', `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`);
  };
}

function encode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

/** How a client authenticates where nothing was agreed on: with its secret if there is one that the server takes. */
export function methodOf(
  { authorizationServer }: AuthorizationTarget,
  clientSecret: string | undefined,
): ClientIdentity['authMethod'] {
  if (clientSecret === undefined) return 'none';
  // RFC 8414: what it means when it is left out.
  const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = authorizationServer;
  if (methods.includes('client_secret_basic')) return 'client_secret_basic';
  return methods.includes('client_secret_post') || !methods.includes('none') ? 'client_secret_post' : 'none';
}
