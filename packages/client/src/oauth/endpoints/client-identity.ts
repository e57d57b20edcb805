/**
 * Who the page is to an authorization server: a configured client, a client metadata document, or a new registration.
 */
import { AuthError, McpError } from '../../errors.ts';
import { requireCodeFlow } from './authorization.ts';
import { methodOf } from './client-authentication.ts';
import type { AuthorizationTarget, ClientIdentity } from '../oauth-types.ts';
import { registerClient, type RegistrationOptions } from './client-registration.ts';

/** A client that the page's developers registered with an authorization server. */
interface RegisteredClient {
  clientId: string;
  clientSecret?: string | undefined;
}

export interface IdentityOptions extends RegistrationOptions {
  /** The id of a client that was registered beforehand, or the https URL of a client metadata document. */
  clientId?: string | undefined;
  /** The issuer that `clientId` belongs to. Absent while that is unknown: then any issuer may see it. */
  clientIssuer?: string | undefined;
  /** Clients that were registered beforehand, by issuer. */
  clients?: Readonly<Record<string, RegisteredClient>> | undefined;
  /** The https URL of a client metadata document. */
  clientMetadataUrl?: string | undefined;
  /** The identity from an earlier visit, at this issuer and with this `redirectUri`. */
  known?: ClientIdentity | undefined;
}

/**
 * Finds the page's identity, in the order of the specification: registered beforehand, a client metadata document,
 * registered now. The identity at one issuer is never shown to another.
 *
 * @throws {AuthError} `registration` when this issuer does not know the page and does not let it register, `discovery`
 *   when the issuer cannot sign in users safely.
 * @throws {McpError} `invalid-argument` when `clientMetadataUrl` cannot be a client id, `network`, `timeout`
 */
export async function identifyClient(target: AuthorizationTarget, options: IdentityOptions): Promise<ClientIdentity> {
  requireCodeFlow(target);
  const { issuer, authorizationServer } = target;
  const { clientId, known } = options;
  const isDocument = clientId !== undefined && isDocumentUrl(clientId);
  const registered = registeredClient(issuer, options, isDocument);
  if (registered)
    return { issuer, source: 'configured', ...registered, authMethod: methodOf(target, registered.clientSecret) };

  const documentUrl = options.clientMetadataUrl ?? (isDocument ? clientId : undefined);
  if (documentUrl !== undefined && !isDocumentUrl(documentUrl)) {
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(documentUrl)} cannot be a client id: it has to be the https URL, with a path, of a published client metadata document.`,
    );
  }
  if (documentUrl !== undefined && authorizationServer['client_id_metadata_document_supported'] === true) {
    return { issuer, source: 'metadata-document', clientId: documentUrl, authMethod: 'none' };
  }
  if (known?.source === 'registered' && known.issuer === issuer && Date.now() < (known.expiresAt ?? Infinity))
    return known;
  if (authorizationServer.registration_endpoint === undefined) {
    throw new AuthError(
      'registration',
      `${issuer} does not know this page and does not let pages register themselves. Register the page there, and set \`clientId\`.`,
      { issuer },
    );
  }
  // Where documents are not supported, there is nothing that the page could do instead.
  if (authorizationServer['client_id_metadata_document_supported'] === true)
    console.warn(
      `This page registers at ${issuer}, which MCP deprecates. Publish a client metadata document and set its URL as \`clientId\`: ${issuer} takes one.`,
    );
  return registerClient(target, options);
}

/**
 * Whether an address can be the id of a client that publishes its metadata: https, with a path, and with nothing in it
 * that hides where it leads.
 */
export function isDocumentUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, hash, username, password, href } = new URL(address);
  return protocol === 'https:' && pathname !== '/' && !hash && !username && !password && href === address;
}

function registeredClient(
  issuer: string,
  { clients = {}, clientId, clientIssuer }: IdentityOptions,
  isDocument: boolean,
): RegisteredClient | undefined {
  const own = Object.hasOwn(clients, issuer) ? clients[issuer] : undefined;
  if (own) return { clientId: own.clientId, ...(own.clientSecret !== undefined && { clientSecret: own.clientSecret }) };
  if (clientId === undefined || isDocument) return undefined;
  if (clientIssuer !== undefined && clientIssuer !== issuer) {
    throw new AuthError(
      'registration',
      `The \`clientId\` belongs to ${clientIssuer}, which the user is signed in with, but the server uses ${issuer}. Register the page there too, and set both ids in \`clients\`.`,
      { issuer },
    );
  }
  return { clientId };
}
