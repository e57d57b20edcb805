import type { AuthErrorReason } from '../errors.ts';
import type { Vault } from './vault.ts';

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
  chooseIssuer?: ((issuers: readonly string[], options: { signal: AbortSignal }) => string | Promise<string>) | undefined;
  /** Asked before the user is sent to agree to more than before. Without it, such calls fail with the reason `permission-required`. */
  confirmStepUp?: ((request: StepUpRequest) => boolean | Promise<boolean>) | undefined;
  /** Where tokens are kept. `indexedDbVault()` unless given; `memoryVault()` forgets with the page. */
  vault?: Vault | undefined;
  /** Used in place of the platform's `fetch` for requests to authorization servers. */
  fetch?: typeof fetch | undefined;
}

/** A server wants more than the user agreed to. */
export interface StepUpRequest {
  /** The URL of the MCP server. */
  server: string;
  issuer: string;
  /** The scopes that would be added. */
  scope: readonly string[];
  signal: AbortSignal;
}

/** How the page and one server stand. */
export type SignInStatus =
  | { readonly state: 'signed-out'; readonly reason?: AuthErrorReason | undefined; readonly message?: string | undefined }
  /** The user is at the authorization server, or on the way there. */
  | { readonly state: 'signing-in'; readonly issuer?: string | undefined }
  /** The browser did not open the window: call one of the functions in a click. */
  | {
      readonly state: 'blocked';
      readonly issuer: string;
      /** Opens the window after all. */
      open(): void;
      /** Leaves the page for the authorization server, and comes back to it signed in. */
      redirect(): Promise<void>;
    }
  | { readonly state: 'signed-in'; readonly issuer: string; readonly scope: readonly string[] };
