import type { AuthErrorReason } from '../errors.ts';

/**
 * Who proves to a server on whose behalf the page asks. The flow knows it by this interface only, so that a page
 * without sign-in ships none.
 */
export interface Authorizer {
  /**
   * Called once for each connection, while `connect()` still runs synchronously.
   *
   * @param server the URL of the MCP server
   * @param fetch what sends a request, as the options say
   * @returns what sends a request to this server with credentials. It rejects with an `McpError` of the code
   *   `unauthorized` when there are none.
   */
  authorize(server: URL, fetch: typeof globalThis.fetch, options?: AuthorizeOptions): typeof globalThis.fetch;

  /**
   * When a request to this server last waited for the user, by `performance.now()`; now, while one does. The time that a
   * user takes is no fault of the server's: deadlines count from here.
   */
  waitedForUserAt?(server: URL): number | undefined;
}

export interface AuthorizeOptions {
  /** Whether a connection that is made in a click may open a window by itself, until the server has let the page in. True unless given. */
  mayOpenWindow?: boolean | undefined;
}

/**
 * An authorizer that signs users in, as a user interface needs it: `browserOAuth()` is one.
 *
 * Events: `statuschange`, after which `status(server)` may be another one.
 */
export interface SignInAuthorizer extends Authorizer, EventTarget {
  /** How the page and a server stand: the same object until that changes. */
  status(server: string | URL): SignInStatus;
  /** Lets the user sign in. Called in a click, and may open a window in it. */
  signIn(server: string | URL): Promise<void>;
  /** Gives up a sign-in that is under way. */
  cancelSignIn(server: string | URL): void;
  signOut(server: string | URL): Promise<void>;
  /** Adds a policy that is asked before users are sent to agree to more. Returns a function that takes it away. */
  addStepUpPolicy(policy: StepUpPolicy): () => void;
}

/** How the page and one server stand. */
export type SignInStatus =
  | {
      readonly state: 'signed-out';
      readonly reason?: AuthErrorReason | undefined;
      readonly message?: string | undefined;
    }
  /** The session ended, and could not be renewed. */
  | { readonly state: 'expired'; readonly issuer?: string | undefined }
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

/** A server wants more than the user agreed to. */
export interface StepUpRequest {
  /** The URL of the MCP server. */
  server: string;
  issuer: string;
  /** The scopes that would be added. */
  scope: readonly string[];
  signal: AbortSignal;
}

/** Whether the user is to be sent to agree to more. `undefined`: no opinion, ask the next one. */
export type StepUpPolicy = (request: StepUpRequest) => boolean | undefined | Promise<boolean | undefined>;
