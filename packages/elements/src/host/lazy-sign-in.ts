import {
  AuthError,
  type AuthorizeOptions,
  type SignInAuthorizer,
  type SignInStatus,
  type StepUpPolicy,
  type StepUpRequest,
} from '@mcp-web/client';
import type { BrowserOAuth, BrowserOAuthOptions } from '@mcp-web/client/oauth';

const SIGNED_OUT: SignInStatus = Object.freeze({ state: 'signed-out' });

/** `browserOAuth()`, loaded with the first request to a server: early enough for the click that signs in. */
export class LazySignIn extends EventTarget implements SignInAuthorizer {
  readonly #options: BrowserOAuthOptions;
  readonly #policies = new Set<StepUpPolicy>();
  #loading: Promise<BrowserOAuth> | undefined;
  #auth: BrowserOAuth | undefined;

  constructor(options: BrowserOAuthOptions) {
    super();
    this.#options = options;
  }

  authorize(server: URL, send: typeof fetch, options?: AuthorizeOptions): typeof fetch {
    return async (input, init) => (await this.#load()).authorize(server, send, options)(input, init);
  }

  waitedForUserAt(server: URL): number | undefined {
    return this.#auth?.waitedForUserAt(server);
  }

  status(server: string | URL): SignInStatus {
    return this.#auth?.status(server) ?? SIGNED_OUT;
  }

  async currentSignIn(server: string | URL): Promise<string | undefined> {
    return (await this.#load()).currentSignIn(server);
  }

  signIn(server: string | URL): Promise<void> {
    // Within the click, if possible: browsers block windows that open later.
    return this.#auth ? this.#auth.signIn(server) : this.#load().then((auth) => auth.signIn(server));
  }

  cancelSignIn(server: string | URL): void {
    this.#auth?.cancelSignIn(server);
  }

  async signOut(server: string | URL): Promise<void> {
    await (await this.#load()).signOut(server);
  }

  addStepUpPolicy(policy: StepUpPolicy): () => void {
    const own: StepUpPolicy = (request) => policy(request);
    this.#policies.add(own);
    return () => void this.#policies.delete(own);
  }

  /** Stops listening to other tabs until it is used again. */
  close(): void {
    this.#auth?.close();
    this.#auth = this.#loading = undefined;
  }

  #load(): Promise<BrowserOAuth> {
    if (this.#loading) return this.#loading;
    const loading = this.#create(() => this.#loading === loading);
    loading.catch(() => (this.#loading = undefined));
    return (this.#loading = loading);
  }

  async #create(isWanted: () => boolean): Promise<BrowserOAuth> {
    const { browserOAuth } = await import('@mcp-web/client/oauth').catch((cause: unknown) => {
      // A network error would mean that the server is an old one.
      throw new AuthError(
        'unreachable',
        'The code that signs users in could not be loaded. Check that the page is online, then try again.',
        { cause },
      );
    });
    const auth = browserOAuth({ ...this.#options, confirmStepUp: (request) => this.#confirmStepUp(request) });
    if (isWanted()) {
      this.#auth = auth;
      auth.addEventListener('statuschange', () => this.dispatchEvent(new Event('statuschange')));
    } else {
      auth.close();
    }
    return auth;
  }

  async #confirmStepUp(request: StepUpRequest): Promise<boolean | undefined> {
    for (const policy of this.#policies) {
      const answer = await policy(request);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}
