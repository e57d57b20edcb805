/** Sign-in for users of a page. Sign-in without a user is in `machine/`. */
export { BrowserOAuth, browserOAuth } from './browser/browser-oauth.ts';
export { type CompleteSignInOptions, completeSignIn } from './browser/callback.ts';
export { clientMetadataDocument, type ClientDocumentOptions } from './browser/client-metadata-document.ts';
export type { BrowserOAuthOptions } from './browser/context.ts';
export { SignInStatusEvent } from './browser/status.ts';
export type { AuthorizationTarget, Challenge, ClientIdentity, Grant, PendingSignIn, TokenSet } from './oauth-types.ts';
export { indexedDbVault } from './store/indexed-db-vault.ts';
export { memoryVault, type StoredValue, type Vault } from './store/vault.ts';
export type { SignInStatus, StepUpPolicy, StepUpRequest } from '../wire/authorizer.ts';
