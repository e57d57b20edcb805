import type { StepUpPolicy } from '../../wire/authorizer.ts';
import type { Vault } from '../store/vault.ts';

/** What the page is to authorization servers, and how it wants to be asked. */
export interface BrowserOAuthOptions {
  /** The page that calls `completeSignIn()`, on this origin. Authorization servers send the user back to it. */
  redirectUri: string | URL;
  /**
   * Who the page is: an id that was registered with the authorization server, or the https URL of a published client
   * metadata document. Without it, the page registers itself where the authorization server allows that. An id belongs
   * to the issuer that it is used with first: where there are several, or a secret, `clients` says whose each is.
   */
  clientId?: string | undefined;
  /** The secret of a registered `clientId`, where the authorization server insists on one. Whoever can read the page has it. */
  clientSecret?: string | undefined;
  /** Ids registered beforehand, by the issuer that they belong to. They are never shown to another one. */
  clients?: Readonly<Record<string, { clientId: string; clientSecret?: string | undefined }>> | undefined;
  /** What users see on the authorization server's page where the page registers itself. The document's title if absent. */
  clientName?: string | undefined;
  /** Chooses among several authorization servers. Without it, the first is taken. */
  chooseIssuer?:
    | ((issuers: readonly string[], options: { signal: AbortSignal }) => string | Promise<string>)
    | undefined;
  /** Asked before the user is sent to agree to more than before. When nobody says yes, such calls fail with the reason `permission-required`. */
  confirmStepUp?: StepUpPolicy | undefined;
  /** Where tokens are kept. `indexedDbVault()` unless given; `memoryVault()` forgets with the page. */
  vault?: Vault | undefined;
  /** Used in place of the platform's `fetch` for requests to authorization servers. */
  fetch?: typeof fetch | undefined;
}
