import {
  AuthError,
  type AuthorizeOptions,
  type SignInAuthorizer,
  type SignInStatus,
  type StepUpPolicy,
  type StepUpRequest,
} from '@mcp-web/client';
import type { BrowserOAuth, BrowserOAuthOptions } from '@mcp-web/client/oauth';

/** How long a page without tokens does without looking for them, in ms. */
const LOOK_MS = 5_000;

/** Where `indexedDbVault()` stores tokens. */
const VAULT = 'mcp-web-vault';

const SIGNED_OUT: SignInStatus = Object.freeze({ state: 'signed-out' });

/**
 * `browserOAuth()`, loaded when a server asks for a sign-in, which is early enough for the click, or when an earlier visit
 * left a vault.
 */
export class LazySignIn extends EventTarget implements SignInAuthorizer {
  readonly #options: BrowserOAuthOptions;
  readonly #policies = new Set<StepUpPolicy>();
  #loading: Promise<BrowserOAuth> | undefined;
  #auth: BrowserOAuth | undefined;
  /** When no vault was found, by `performance.now()`. */
  #lookedAt = -Infinity;
  /** Ends looking for a vault when the user returns to the page. */
  #looking: AbortController | undefined;
  /** Of the last connections, by the URLs of their servers. */
  readonly #relays = new Map<string, URL | undefined>();

  constructor(options: BrowserOAuthOptions) {
    super();
    this.#options = options;
  }

  authorize(server: URL, send: typeof fetch, options?: AuthorizeOptions): typeof fetch {
    const answers = new WeakMap<RequestInit, Response>();
    // The server has refused one of the requests already. Without a token, the same would be sent.
    const sendOnce: typeof fetch = async (input, init) => {
      const answer = init && answers.get(init);
      if (!answer) return send(input, init);
      answers.delete(init);
      return answer;
    };
    this.#relays.set(server.href, options?.relay);
    let auth: BrowserOAuth | undefined;
    let authorized = send;
    return async (input, init) => {
      const own = { ...init };
      if (!this.#loading && !(await this.#looksForVault())) {
        const answer = await send(input, own);
        if (answer.status !== 401 && answer.status !== 403) return answer;
        answers.set(own, answer);
      }
      try {
        const loaded = await this.#load();
        // One for the whole connection: it knows whose it is.
        if (loaded !== auth) authorized = (auth = loaded).authorize(server, sendOnce, options);
        return await authorized(input, own);
      } finally {
        // There was a token after all, or the code could not be loaded.
        answers
          .get(own)
          ?.body?.cancel()
          .catch(() => {});
      }
    };
  }

  waitedForUserAt(server: URL): number | undefined {
    return this.#auth?.waitedForUserAt(server);
  }

  status(server: string | URL): SignInStatus {
    return this.#auth?.status(server) ?? SIGNED_OUT;
  }

  async currentSignIn(server: string | URL): Promise<string | undefined> {
    return this.#loading || (await isVaultThere()) ? (await this.#load()).currentSignIn(server) : undefined;
  }

  signIn(server: string | URL): Promise<void> {
    const relay = this.#relays.get(new URL(server, location.href).href);
    const options = relay && { relay };
    // Within the click, if possible: browsers block windows that open later.
    return this.#auth ? this.#auth.signIn(server, options) : this.#load().then((auth) => auth.signIn(server, options));
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
    this.#lookedAt = -Infinity;
    this.#looking?.abort();
    this.#looking = undefined;
  }

  /** Looks at most every few seconds. When the user has been elsewhere, perhaps to sign in, their servers hear of it. */
  async #looksForVault(): Promise<boolean> {
    if (performance.now() - this.#lookedAt < LOOK_MS) return false;
    if (!this.#looking) {
      const { signal } = (this.#looking = new AbortController());
      document.addEventListener('visibilitychange', () => void this.#onreturn().catch(reportError), { signal });
    }
    const isThere = await isVaultThere();
    if (!isThere) this.#lookedAt = performance.now();
    return isThere;
  }

  async #onreturn(): Promise<void> {
    if (document.hidden || this.#loading || !(await isVaultThere())) return;
    const auth = await this.#load();
    for (const server of this.#relays.keys()) await auth.ready(server);
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

/** Whether tokens may be stored: Firefox before 126 does not tell. */
async function isVaultThere(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === VAULT);
  } catch {
    return true;
  }
}
