export { clientMetadataDocument, type ClientDocumentOptions } from './client-document.ts';
export { BrowserOAuth, browserOAuth } from './browser-oauth.ts';
export { type CompleteSignInOptions, completeSignIn } from './callback.ts';
export type { BrowserOAuthOptions } from './options.ts';
export { indexedDbVault, type Kept, memoryVault, type Vault } from './vault.ts';
export type { SignInStatus, StepUpPolicy, StepUpRequest } from '../wire/authorizer.ts';
export type { AuthorizationTarget, Challenge, ClientIdentity, Grant, PendingSignIn, TokenSet } from './model.ts';
export { SignInStatusEvent } from './status.ts';
