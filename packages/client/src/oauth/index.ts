export type { AuthorizationTarget, Challenge, ClientIdentity, Grant, PendingSignIn, TokenSet } from './model.ts';
