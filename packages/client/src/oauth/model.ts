/** What the parts of sign-in hand each other. Types only. */
import type { AuthorizationServer } from 'oauth4webapi';

/** What a server says when it refuses a request: the `WWW-Authenticate` header, as far as CORS lets a page read it. */
export interface Challenge {
  error?: string | undefined;
  /** The scopes that the refused request needs. */
  scope?: string[] | undefined;
  /** Where the server describes who may issue tokens for it (RFC 9728). */
  resourceMetadata?: string | undefined;
  /** Whether it takes tokens that are bound to a key (RFC 9449), and no others. */
  dpop?: 'required' | 'supported' | undefined;
}

/** Who issues tokens for a server, and how to ask. */
export interface AuthorizationTarget {
  /** The `resource` that tokens are asked for (RFC 8707). */
  resource: string;
  /** As the server's metadata wrote it: compared as a plain string and never normalised. */
  issuer: string;
  authorizationServer: AuthorizationServer;
  /** False for servers of 2025-03-26 without metadata, whose endpoints are the default ones. */
  hasMetadata: boolean;
  /** The scopes that the server's own metadata lists. */
  resourceScopes?: string[] | undefined;
  /** Whether tokens have to be, or may be, bound to a key (RFC 9449). */
  dpop: 'required' | 'supported' | 'none';
}

/** Who the page is to one issuer. Never shown to another one. */
export interface ClientIdentity {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  authMethod: 'none' | 'client_secret_basic' | 'client_secret_post';
  source: 'configured' | 'metadata-document' | 'registered';
  /** When the secret of a registration ends, in ms since 1970. */
  expiresAt?: number | undefined;
}

/** A sign-in that waits for the user. Kept under its `state`, used once. */
export interface PendingSignIn {
  state: string;
  verifier: string;
  /** The URL of the MCP server. */
  server: string;
  target: AuthorizationTarget;
  client: ClientIdentity;
  redirectUri: string;
  scope: string[];
  /** Where a full-page redirect came from. */
  returnTo?: string | undefined;
  /** In ms since 1970. */
  startedAt: number;
}

/** What an authorization server granted. */
export interface TokenSet {
  accessToken: string;
  tokenType: 'bearer' | 'dpop';
  refreshToken?: string | undefined;
  /** In ms since 1970; unknown when the server did not say. */
  expiresAt?: number | undefined;
  scope: string[];
}

/** The tokens for one server, with all that is needed to renew and revoke them. */
export interface Grant {
  /** The URL of the MCP server. */
  server: string;
  target: AuthorizationTarget;
  client: ClientIdentity;
  tokens: TokenSet;
  /** The scopes that were asked for, which may be more than were granted. */
  requested: string[];
  /** When to renew them, in ms since 1970: some time before they end. */
  renewAt?: number | undefined;
  /** Counts up with each renewal, so that two who renew at once notice each other. */
  version: number;
}
