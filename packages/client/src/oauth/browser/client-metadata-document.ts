import { McpError } from '../../errors.ts';
import { isTrustworthy } from '../../protocol/address-space.ts';
import { isDocumentUrl } from '../endpoints/client-identity.ts';

/** Options of `clientMetadataDocument`. */
export interface ClientDocumentOptions {
  /** The https URL where the document will be published. It is the page's client id. */
  clientId: string;
  /** The name that users see when they are asked for their consent. */
  clientName: string;
  /** The absolute URL of each page that calls `completeSignIn()`. */
  redirectUris: readonly string[];
  /** The site of the page. */
  clientUri?: string | undefined;
  logoUri?: string | undefined;
}

/**
 * Creates the client metadata document to publish. It tells authorization servers who the page is, so that the page need
 * not be registered with each of them.
 *
 * @returns JSON, to be served at `clientId` with the type `application/json`.
 * @throws {McpError} `invalid-argument` when authorization servers would not accept an address.
 *
 * @example
 * ```ts
 * import { clientMetadataDocument } from '@mcp-web/client/oauth';
 *
 * console.log(clientMetadataDocument({
 *   clientId: 'https://notes.example/client.json',
 *   clientName: 'Notes',
 *   redirectUris: ['https://notes.example/signed-in.html'],
 * }));
 * ```
 */
export function clientMetadataDocument({
  clientId,
  clientName,
  redirectUris,
  clientUri,
  logoUri,
}: ClientDocumentOptions): string {
  if (!isDocumentUrl(clientId))
    throw new McpError(
      'invalid-argument',
      '`clientId` has to be the https URL of the document itself, with a path, written as the URL class serializes it.',
    );
  if (!clientName || redirectUris.length === 0)
    throw new McpError(
      'invalid-argument',
      'The document needs a `clientName` and at least one redirect URI in `redirectUris`.',
    );
  const wrong = redirectUris.find((uri) => !isRedirectUri(uri));
  if (wrong !== undefined)
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(wrong)} cannot be one of the \`redirectUris\`: it has to be an https URL, or http on this machine.`,
    );
  const metadata = {
    client_id: clientId,
    client_name: clientName,
    client_uri: clientUri,
    logo_uri: logoUri,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: redirectUris.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
  };
  return JSON.stringify(metadata, undefined, 2);
}

function isRedirectUri(uri: string): boolean {
  return /^https?:\/\//.test(uri) && URL.canParse(uri) && isTrustworthy(new URL(uri));
}
