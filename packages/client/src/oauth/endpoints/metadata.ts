/** Guards for the two documents of discovery: the server's metadata and the authorization server's. */
import type { AuthorizationServer } from 'oauth4webapi';
import { AuthError } from '../../errors.ts';
import { array, boolean, check, type Guard, optional, ornamental, objectWith, string } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { checkAddress } from './addresses.ts';
import { shorten } from '../failures.ts';

/** The metadata of an MCP server (RFC 9728). */
export interface ResourceMetadata {
  resource: string;
  authorization_servers?: string[] | undefined;
  scopes_supported?: string[] | undefined;
  dpop_signing_alg_values_supported?: string[] | undefined;
  dpop_bound_access_tokens_required?: boolean | undefined;
}

const text = optional(string);
const flag = optional(boolean);
/** A list of the wrong type is ignored. */
const list = ornamental(array(string));

export const resourceMetadata: Guard<ResourceMetadata> = objectWith<ResourceMetadata>({
  resource: string,
  authorization_servers: optional(array(string)),
  scopes_supported: list,
  dpop_signing_alg_values_supported: list,
  dpop_bound_access_tokens_required: flag,
});

/** The endpoints of an authorization server that this library uses. */
export const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
] as const;

type Members = Pick<
  AuthorizationServer,
  | 'issuer'
  | (typeof ENDPOINTS)[number]
  | 'scopes_supported'
  | 'grant_types_supported'
  | 'token_endpoint_auth_methods_supported'
  | 'code_challenge_methods_supported'
  | 'dpop_signing_alg_values_supported'
  | 'authorization_response_iss_parameter_supported'
  | 'client_id_metadata_document_supported'
>;

const authorizationServer: Guard<AuthorizationServer> = objectWith<Members>({
  issuer: string,
  authorization_endpoint: text,
  token_endpoint: string,
  registration_endpoint: text,
  revocation_endpoint: text,
  scopes_supported: list,
  grant_types_supported: list,
  token_endpoint_auth_methods_supported: list,
  code_challenge_methods_supported: list,
  dpop_signing_alg_values_supported: list,
  authorization_response_iss_parameter_supported: flag,
  client_id_metadata_document_supported: flag,
});

/**
 * Checks the metadata of an authorization server (RFC 8414): it has to be the right issuer, with addresses that may be used.
 *
 * @param issuers the spellings of its name that are accepted. They are compared as plain strings, as the specification requires.
 * @throws {AuthError} `discovery`
 */
export function readAuthorizationServer(
  said: JsonObject,
  url: URL,
  issuers: readonly string[],
  server: URL,
): AuthorizationServer {
  const metadata = check(
    said,
    authorizationServer,
    (problem) => new AuthError('discovery', `The metadata at ${url} is not what OAuth specifies: ${problem}.`),
  );
  if (!issuers.includes(metadata.issuer)) {
    throw new AuthError(
      'discovery',
      `The metadata at ${url} belongs to the issuer ${shorten(metadata.issuer)}, not to ${issuers[0]}: the two have to be identical, including a slash at the end.`,
    );
  }
  for (const endpoint of ENDPOINTS) {
    const address = metadata[endpoint];
    if (address !== undefined) checkAddress(address, `${endpoint} of ${shorten(metadata.issuer)}`, server);
  }
  return metadata;
}
