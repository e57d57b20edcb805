/** The options of `browserOAuth()`, and what all of its requests and sign-ins share. */
import type { StepUpPolicy } from '../../wire/authorizer.ts';
import { DpopKeys } from '../dpop.ts';
import { loaded } from '../failures.ts';
import type { Grant } from '../oauth-types.ts';
import { Grants } from '../store/grants.ts';
import { indexedDbVault } from '../store/indexed-db-vault.ts';
import type { Vault } from '../store/vault.ts';
import { Statuses, WaitsForUser } from './status.ts';

/** Who the page is to authorization servers, and how it decides. */
export interface BrowserOAuthOptions {
  /** The page that calls `completeSignIn()`, on this origin. Authorization servers send the user back to it. */
  redirectUri: string | URL;
  /**
   * Who the page is: an id that was registered with the authorization server, or the https URL of a published client
   * metadata document. Without it, the page registers itself where the authorization server allows that. A registered id
   * belongs to the first issuer that gives tokens for it, until the user signs out. If you know the issuer, use `clients`.
   */
  clientId?: string | undefined;
  /**
   * Clients that were registered beforehand, by issuer. An id and its secret are never shown to another issuer. Anyone who
   * can read the page has the secret.
   */
  clients?: Readonly<Record<string, { clientId: string; clientSecret?: string | undefined }>> | undefined;
  /**
   * The name that users see at the authorization server if the page registers itself. Defaults to the document's title.
   */
  clientName?: string | undefined;
  /** Chooses one of several authorization servers. Without it, the first is used. */
  chooseIssuer?:
    | ((issuers: readonly string[], options: { signal: AbortSignal }) => string | Promise<string>)
    | undefined;
  /**
   * The origins, other than its own, where an issuer has endpoints, by issuer. Required only for authorization servers that
   * do not promise to name themselves in their responses (RFC 9207). Others are refused.
   */
  endpointOrigins?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Refuses responses that do not name their authorization server. For pages on which users choose the servers, if all
   * authorization servers that they need support this. Defaults to false: only those that promise it have to do it.
   */
  requireIss?: boolean | undefined;
  /**
   * Decides whether the user is asked for more scopes than before. If no policy says yes, the call fails with the
   * reason `insufficient-scope`.
   */
  confirmStepUp?: StepUpPolicy | undefined;
  /** Where tokens are stored. Defaults to `indexedDbVault()`. `memoryVault()` lasts as long as the page. */
  vault?: Vault | undefined;
  /** Replaces the platform's `fetch` for requests to authorization servers. */
  fetch?: typeof fetch | undefined;
}

/** What all requests and sign-ins of one `BrowserOAuth` share. */
export interface SignInContext {
  readonly options: BrowserOAuthOptions;
  readonly vault: Vault;
  /** For requests to authorization servers. */
  readonly fetch: typeof fetch;
  readonly keys: DpopKeys;
  readonly grants: Grants;
  readonly statuses: Statuses;
  readonly waits: WaitsForUser;
  /** The relays of the last connections, by the URLs of their servers; undefined for a connection without one. */
  readonly relays: Map<string, string | undefined>;
  /** Aborted by `close()`. */
  readonly closing: AbortController;
}

/** @param events dispatches `statuschange` */
export function createContext(options: BrowserOAuthOptions, events: EventTarget): SignInContext {
  const vault = options.vault ?? indexedDbVault();
  const keys = new DpopKeys(vault);
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const relays: SignInContext['relays'] = new Map();
  const grants = new Grants(vault, async (grant) => {
    const { refreshTokens } = await loaded(() => import('../endpoints/tokens.ts'));
    return refreshTokens(grant, { fetch, relay: relayFor(grant, relays), dpop: await keys.for(grant.target) });
  });
  return {
    options,
    vault,
    fetch,
    keys,
    grants,
    statuses: new Statuses(events),
    waits: new WaitsForUser(),
    relays,
    closing: new AbortController(),
  };
}

/**
 * The relay for requests about the tokens of a grant: that of the last connection, because the page may have moved or
 * dropped the one that it signed in by. If it has not connected, the one that it signed in by.
 */
export function relayFor(
  { server, target }: Pick<Grant, 'server' | 'target'>,
  relays: SignInContext['relays'],
): string | undefined {
  return relays.has(server) ? relays.get(server) : target.relay;
}
