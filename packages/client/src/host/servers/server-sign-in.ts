/** Signs the user in to one server of a host. */
import type {
  AuthorizedRequestInit,
  Authorizer,
  SignInAuthorizer,
  SignInStatus,
  StepUpRequest,
} from '../../wire/authorizer.ts';
import type { ConnectedUser } from './connected-user.ts';

export interface SignInObserver {
  onchange(status: SignInStatus): void;
  /** The user signed in or out, in this tab or another, or their session ended. */
  onuserchange(status: SignInStatus): void;
  /** Whether the user agrees to grant more scopes; `undefined` when nobody can ask them. */
  confirmStepUp(request: StepUpRequest): Promise<boolean | undefined>;
}

/** `away`: the session ended, and the user usually comes back. */
type User = 'nobody' | 'here' | 'away';

function userAfter(status: SignInStatus, before: User): User {
  if (status.state === 'signed-in') return 'here';
  if (status.state === 'expired') return 'away';
  // They tried to sign in again, and could not or did not want to. They did not sign out.
  return before === 'away' && status.state === 'signed-out' && status.reason !== undefined ? 'away' : 'nobody';
}

/** An attempt that failed was for a server that the page has removed since. What the server requires stays so. */
const withoutFailure = (status: SignInStatus): SignInStatus =>
  status.state === 'signed-out' && status.reason !== 'sign-in-required' ? { state: 'signed-out' } : status;

export function signsIn(auth: Authorizer | undefined): auth is SignInAuthorizer {
  return auth !== undefined && 'signIn' in auth;
}

/**
 * Opens no windows: a host shows which server wants the user to sign in, and waits for a click.
 *
 * @param isBackground whether the user did not cause the next request, and must not be asked for more scopes
 * @param user for whom the requests are
 */
export function withoutWindows(auth: Authorizer, isBackground: () => boolean, user: ConnectedUser): Authorizer {
  return {
    authorize: (server, send, options) => {
      const sendForUser = async (...request: Parameters<typeof fetch>): Promise<Response> => {
        user.requirePresence();
        return send(...request);
      };
      const authorized = auth.authorize(server, sendForUser, { ...options, mayOpenWindow: false });
      const inBackground: AuthorizedRequestInit = { mayAskUser: false };
      return async (input, init) => {
        user.requirePresence();
        return authorized(input, isBackground() ? { ...init, ...inBackground } : init);
      };
    },
    waitedForUserAt: (server) => auth.waitedForUserAt?.(server),
    currentSignIn: async (server) => auth.currentSignIn?.(server),
  };
}

export class ServerSignIn {
  readonly #auth: SignInAuthorizer;
  readonly #url: string;
  readonly #closing = new AbortController();
  /** What `auth` said last. */
  #seen: SignInStatus;
  #status: SignInStatus;
  #user: User;

  constructor(auth: SignInAuthorizer, url: string, observer: SignInObserver) {
    this.#auth = auth;
    this.#url = url;
    this.#seen = auth.status(url);
    this.#status = withoutFailure(this.#seen);
    this.#user = userAfter(this.#status, 'nobody');
    const { signal } = this.#closing;
    auth.addEventListener(
      'statuschange',
      () => {
        const status = auth.status(url);
        // It may have been about another server.
        if (status === this.#seen) return;
        this.#seen = this.#status = status;
        observer.onchange(status);
        // Until the sign-in is complete, the user has not changed.
        if (status.state === 'signing-in' || status.state === 'blocked') return;
        const before = this.#user;
        this.#user = userAfter(status, before);
        // A session of an earlier visit may have ended. Nobody was here since.
        if (this.#user === before || (before === 'nobody' && this.#user === 'away')) return;
        observer.onuserchange(status);
      },
      { signal },
    );
    const removePolicy = auth.addStepUpPolicy((request) =>
      request.server === url ? observer.confirmStepUp(request) : undefined,
    );
    signal.addEventListener('abort', removePolicy, { once: true });
  }

  get status(): SignInStatus {
    return this.#status;
  }

  /** The server takes the credentials that the page sends: it does not wait for the user any more. */
  forgetRequirement(): SignInStatus {
    if (this.#status.state === 'signed-out') this.#status = { state: 'signed-out' };
    return this.#status;
  }

  signIn(): Promise<void> {
    return this.#auth.signIn(this.#url);
  }

  cancel(): void {
    this.#auth.cancelSignIn(this.#url);
  }

  signOut(): Promise<void> {
    return this.#auth.signOut(this.#url);
  }

  close(): void {
    this.#closing.abort();
  }
}
