/** Who the page is to an authorization server. What it is to one, it never is to another. */
import { AuthError, McpError } from '../../errors.ts';
import { requireCodeFlow } from './authorization-request.ts';
import { methodOf } from './client-authentication.ts';
import type { AuthorizationTarget, ClientIdentity } from '../model.ts';
import type { RegistrationOptions } from './registration.ts';

/** What an authorization server gave to the page's developers. */
interface RegisteredClient {
  clientId: string;
  clientSecret?: string | undefined;
}

export interface IdentityOptions extends RegistrationOptions {
  /** An id that was registered beforehand, or the https URL of a client metadata document. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** The issuer that `clientId` was registered with; if absent, whichever it is used with first. */
  clientIssuer?: string | undefined;
  /** Ids registered beforehand, by issuer. */
  clients?: Readonly<Record<string, RegisteredClient>> | undefined;
  /** The https URL of a client metadata document. */
  clientMetadataUrl?: string | undefined;
  /** What the page was to this issuer the last time, with this `redirectUri`. */
  known?: ClientIdentity | undefined;
}

/**
 * In the order of the specification: registered beforehand, a client metadata document, registered now.
 *
 * @throws {AuthError} `registration` when the page is nobody to this issuer and cannot become somebody, `discovery`
 *   when the issuer cannot sign in users safely.
 * @throws {McpError} `invalid-argument` when `clientMetadataUrl` is not one that can be an id, `network`, `timeout`
 */
export async function identifyClient(target: AuthorizationTarget, options: IdentityOptions): Promise<ClientIdentity> {
  requireCodeFlow(target);
  const { issuer, authorizationServer } = target;
  const { clientId, known } = options;
  const isDocument = clientId !== undefined && options.clientSecret === undefined && isDocumentUrl(clientId);
  const registered = registeredClient(issuer, options, isDocument);
  if (registered)
    return { issuer, source: 'configured', ...registered, authMethod: methodOf(target, registered.clientSecret) };

  const documentUrl = options.clientMetadataUrl ?? (isDocument ? clientId : undefined);
  if (documentUrl !== undefined && !isDocumentUrl(documentUrl)) {
    throw new McpError(
      'invalid-argument',
      `${JSON.stringify(documentUrl)} cannot be a client id: it has to be an https URL with a path, where the client metadata document is published.`,
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
      `${issuer} does not know this page, and lets no page register itself: register it there, and give its \`clientId\`.`,
      { issuer },
    );
  }
  const { registerClient } = await import('./registration.ts');
  return registerClient(target, options);
}

/** Whether this can be the id of a client that publishes its own metadata: https, a path, and nothing that hides another. */
export function isDocumentUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname, hash, username, password, href } = new URL(address);
  return protocol === 'https:' && pathname !== '/' && !hash && !username && !password && href === address;
}

function registeredClient(
  issuer: string,
  { clients = {}, clientId, clientSecret, clientIssuer }: IdentityOptions,
  isDocument: boolean,
): RegisteredClient | undefined {
  const own = Object.hasOwn(clients, issuer) ? clients[issuer] : undefined;
  if (own) return { clientId: own.clientId, ...(own.clientSecret !== undefined && { clientSecret: own.clientSecret }) };
  if (clientId === undefined || isDocument) return undefined;
  if (clientIssuer !== undefined && clientIssuer !== issuer) {
    throw new AuthError(
      'registration',
      `The \`clientId\` belongs to ${clientIssuer}, but the server now asks to sign in at ${issuer}: register the page there, and give both ids in \`clients\`.`,
      { issuer },
    );
  }
  return { clientId, ...(clientSecret !== undefined && { clientSecret }) };
}
