/** The types that the folders of sign-in share. */
import type { AuthorizationServer } from 'oauth4webapi';

/** What a server says when it refuses a request: the `WWW-Authenticate` header, if CORS lets the page read it. */
export interface Challenge {
  error?: string | undefined;
  /** The scopes that the refused request needs. */
  scope?: string[] | undefined;
  /** Where the server publishes who may issue tokens for it (RFC 9728). */
  resourceMetadata?: string | undefined;
  /** Whether the server accepts tokens that are bound to a key (RFC 9449), and whether it accepts only those. */
  dpop?: 'required' | 'supported' | undefined;
}

/** Who issues tokens for a server, and how to request one. */
export interface AuthorizationTarget {
  /** The `resource` of every token request (RFC 8707). */
  resource: string;
  /** Exactly as the server's metadata has it. Compared as a plain string, never normalized. */
  issuer: string;
  authorizationServer: AuthorizationServer;
  /** False for a 2025-03-26 server without metadata, which has the default endpoints. */
  hasMetadata: boolean;
  /** The scopes that the server's own metadata lists. */
  resourceScopes?: string[] | undefined;
  /** Whether tokens must be, or can be, bound to a key (RFC 9449). */
  dpop: 'required' | 'supported' | 'none';
  /** The relay that the user signs in by. A later connection may have another one, or none. */
  relay?: string | undefined;
}

/** Who the page is to one issuer. No other issuer ever sees it. */
export interface ClientIdentity {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  authMethod: 'none' | 'client_secret_basic' | 'client_secret_post';
  source: 'configured' | 'metadata-document' | 'registered';
  /** When the client secret expires, in ms since 1970. */
  expiresAt?: number | undefined;
}

/** A sign-in that waits for the user. Stored under its `state`, and used once. */
export interface PendingSignIn {
  state: string;
  verifier: string;
  /** The URL of the MCP server. */
  server: string;
  target: AuthorizationTarget;
  client: ClientIdentity;
  redirectUri: string;
  scope: string[];
  /** The page to go back to after a full-page redirect. */
  returnTo?: string | undefined;
  /** In ms since 1970. */
  startedAt: number;
}

/** A sign-in from its start until its tokens are stored. */
export interface StartedSignIn extends Pick<PendingSignIn, 'server' | 'startedAt'> {
  /** Absent while the user is at the authorization server. `finishing`: a page is exchanging the code for tokens. */
  progress?: 'finishing' | 'given-up' | undefined;
}

/** The tokens that an authorization server issued. */
export interface TokenSet {
  accessToken: string;
  tokenType: 'bearer' | 'dpop';
  refreshToken?: string | undefined;
  /** In ms since 1970. Absent when the server did not say. */
  expiresAt?: number | undefined;
  scope: string[];
  /** Who has signed in, for the authorization server. Absent where it did not say. */
  subject?: string | undefined;
}

/** The tokens for one server, with everything needed to renew and revoke them. */
export interface Grant {
  /** The URL of the MCP server. */
  server: string;
  /**
   * The sign-in of the user whose tokens these are: its `state`. Renewals keep it, and so do further sign-ins until the
   * user signs out, or somebody else is known to have signed in. Absent in what older versions stored.
   */
  signIn?: string | undefined;
  target: AuthorizationTarget;
  client: ClientIdentity;
  tokens: TokenSet;
  /** The scopes that were requested. The user may have granted fewer. */
  requested: string[];
  /** When to renew the tokens, in ms since 1970: some time before they expire. */
  renewAt?: number | undefined;
  /** Changes with each renewal, so that two tabs that renew at the same time notice each other. */
  version: number;
}
