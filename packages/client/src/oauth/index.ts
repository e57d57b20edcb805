export { clientMetadataDocument, type ClientDocumentOptions } from './browser/client-document.ts';
export { BrowserOAuth, browserOAuth } from './browser/browser-oauth.ts';
export { type CompleteSignInOptions, completeSignIn } from './browser/callback.ts';
export type { BrowserOAuthOptions } from './browser/options.ts';
export { indexedDbVault, type Kept, memoryVault, type Vault } from './store/vault.ts';
export type { SignInStatus, StepUpPolicy, StepUpRequest } from '../wire/authorizer.ts';
export type { AuthorizationTarget, Challenge, ClientIdentity, Grant, PendingSignIn, TokenSet } from './model.ts';
export { SignInStatusEvent } from './browser/status.ts';
