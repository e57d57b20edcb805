import type { AuthErrorReason } from '../errors.ts';

/**
 * Gives requests the credentials of the user or of the page. The client knows only this interface, so that a page without
 * sign-in ships no code for it.
 */
export interface Authorizer {
  /**
   * Called once for each connection, while `connect()` still runs synchronously.
   *
   * @param server the URL of the MCP server
   * @param fetch sends a request without credentials
   * @returns a function that sends a request to this server with credentials. It rejects with an `McpError` of the code
   *   `unauthorized` if there are none.
   */
  authorize(server: URL, fetch: typeof globalThis.fetch, options?: AuthorizeOptions): typeof globalThis.fetch;

  /**
   * When a request to this server last waited for the user, by `performance.now()`; while one waits, the current time.
   * Timeouts start again from this time, so that a slow user does not cause one.
   */
  waitedForUserAt?(server: URL): number | undefined;

  /**
   * Names the sign-in whose credentials the next request to this server gets, if this signs users in. Each sign-in has
   * another name; the same user keeps it when tokens are renewed, when more scopes are granted, and over reloads. Undefined while nobody is signed in.
   * Says whose call is recorded, where calls are: without it, and without `principal`, none is.
   */
  currentSignIn?(server: string | URL): Promise<string | undefined>;
}

/** A request of the client, as an authorizer gets it. */
export interface AuthorizedRequestInit extends RequestInit {
  /** False for what the user did not cause: streams, notifications, and calls with `isBackground`. */
  mayAskUser?: boolean | undefined;
}

export interface AuthorizeOptions {
  /**
   * Whether a connection that is made in a click may open a window by itself, until the server has accepted a request.
   * Defaults to true.
   */
  mayOpenWindow?: boolean | undefined;
  /** The relay that sends what `fetch` sends. Requests to the authorization server should go through it too. */
  relay?: URL | undefined;
}

/**
 * An authorizer that signs users in. User interfaces need no more than this; `browserOAuth()` is one.
 *
 * Events: `statuschange`, after which `status(server)` may have changed.
 */
export interface SignInAuthorizer extends Authorizer, EventTarget {
  /** The status of a server: the same object until it changes. */
  status(server: string | URL): SignInStatus;
  /** Lets the user sign in. May open a window: call it in a click. */
  signIn(server: string | URL): Promise<void>;
  /** Gives up a sign-in that is under way. */
  cancelSignIn(server: string | URL): void;
  signOut(server: string | URL): Promise<void>;
  /** Adds a policy that decides whether the user is asked for more scopes. Returns a function that removes it. */
  addStepUpPolicy(policy: StepUpPolicy): () => void;
}

/** Why the last attempt to sign in failed, if one did. */
export interface FailedSignIn {
  readonly reason?: AuthErrorReason | undefined;
  readonly message?: string | undefined;
  /** OAuth's own code, such as `access_denied` where the user said no. */
  readonly oauthError?: string | undefined;
}

/** The user's sign-in at one server. */
export type SignInStatus =
  | ({ readonly state: 'signed-out' } & FailedSignIn)
  /** The session has ended and could not be renewed. Until the user signs out or in again, it is still theirs. */
  | ({ readonly state: 'expired'; readonly issuer?: string | undefined } & FailedSignIn)
  /** The user is at the authorization server, or on the way there. */
  | { readonly state: 'signing-in'; readonly issuer?: string | undefined }
  /** The browser blocked the window: call one of the functions in a click. */
  | {
      readonly state: 'blocked';
      readonly issuer: string;
      /** Opens the window. */
      open(): void;
      /** Leaves the page for the authorization server, and comes back to it signed in. */
      redirect(): Promise<void>;
    }
  | { readonly state: 'signed-in'; readonly issuer: string; readonly scope: readonly string[] };

/** A server needs more scopes than the user granted. */
export interface StepUpRequest {
  /** The URL of the MCP server. */
  server: string;
  issuer: string;
  /** The scopes that would be added. */
  scope: readonly string[];
  signal: AbortSignal;
}

/**
 * Whether the user is asked for more scopes. `undefined` means no opinion: the next policy decides. After `false`, the
 * same scopes are not asked for again until the user signs in or out, or the page is closed.
 */
export type StepUpPolicy = (request: StepUpRequest) => boolean | undefined | Promise<boolean | undefined>;
