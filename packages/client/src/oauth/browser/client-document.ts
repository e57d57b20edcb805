import { McpError } from '../../errors.ts';
import { isDocumentUrl } from '../endpoints/client-identity.ts';

/** What `clientMetadataDocument` needs to know. */
export interface ClientDocumentOptions {
  /** The https URL at which the document will be published: it is the page's client id. */
  clientId: string;
  /** What users see when they are asked to agree. */
  clientName: string;
  /** The absolute URL of each page that calls `completeSignIn()`. */
  redirectUris: readonly string[];
  /** The site of the page. */
  clientUri?: string | undefined;
  logoUri?: string | undefined;
}

/**
 * The client metadata document to publish: the JSON with which authorization servers learn who a page is, without
 * registering it at each.
 *
 * @returns JSON, to be served at `clientId` with the type `application/json`.
 * @throws {McpError} `invalid-argument` when an address is not one that authorization servers accept.
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
      '`clientId` has to be an https URL with a path, written as a browser writes it: the address of the document itself.',
    );
  if (!clientName || redirectUris.length === 0)
    throw new McpError('invalid-argument', 'The document needs a `clientName` and at least one of `redirectUris`.');
  const wrong = redirectUris.find(
    (uri) => !/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])/.test(uri) || !URL.canParse(uri),
  );
  if (wrong !== undefined)
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(wrong)} cannot be one of \`redirectUris\`: it has to be an https URL, or http on this machine.`,
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
