import { AuthError, McpError } from '../errors.ts';
import { untilAborted } from '../wire/abort.ts';
import type { AuthorizeOptions, SignInAuthorizer, SignInStatus, StepUpPolicy } from '../wire/authorizer.ts';
import { type Announcement, hearAnnouncements } from './announcements.ts';
import { readChallenge } from './challenge.ts';
import { Grants } from './grants.ts';
import type { Challenge, Grant } from './model.ts';
import type { BrowserOAuthOptions } from './options.ts';
import { Requests } from './requests.ts';
import { SignInWindow } from './sign-in-window.ts';
import { EXPIRED, isSame, SIGNED_OUT, signedIn, SignInStatusEvent } from './status.ts';
import { StepUps } from './step-ups.ts';
import { indexedDbVault, type Vault } from './vault.ts';
import { Waits } from './waits.ts';

/** A request, and how it would be sent without credentials. */
interface Outgoing {
  server: URL;
  send: typeof fetch;
  input: RequestInfo | URL;
  init: RequestInit;
  mayOpenWindow: boolean;
}

/** More rounds of agreeing to more, for one request, are a server that does not know what it wants. */
const MAX_STEP_UPS = 3;

/**
 * Signs users in with OAuth, in a window, and sends each request with their token. One object serves all servers of a
 * page; tokens are kept in the vault and shared with the other tabs.
 *
 * Events: `statuschange` (`SignInStatusEvent`).
 */
export class BrowserOAuth extends EventTarget implements SignInAuthorizer {
  readonly #options: BrowserOAuthOptions;
  readonly #vault: Vault;
  readonly #grants: Grants;
  readonly #requests: Requests;
  readonly #statuses = new Map<string, SignInStatus>();
  readonly #signingIn = new Map<string, { done: Promise<void>; cancelling: AbortController }>();
  readonly #stepUps: StepUps;
  readonly #waits = new Waits();
  readonly #closing = new AbortController();

  /** Made by `browserOAuth`. */
  constructor(options: BrowserOAuthOptions) {
    super();
    this.#options = options;
    this.#vault = options.vault ?? indexedDbVault();
    this.#stepUps = new StepUps(options.confirmStepUp);
    this.#requests = new Requests(this.#vault, options.fetch);
    this.#grants = new Grants(this.#vault, async (grant) => {
      const { refreshTokens } = await import('./tokens.ts');
      return refreshTokens(grant, await this.#requests.to(grant.target));
    });
    hearAnnouncements((announcement) => void this.#hear(announcement), this.#closing.signal);
  }

  /** How this page and a server stand, as far as it was asked for: `ready` looks into the vault first. */
  status(server: string | URL): SignInStatus {
    return this.#statuses.get(keyOf(server)) ?? SIGNED_OUT;
  }

  /** The same, after a look at what an earlier visit left in the vault. */
  async ready(server: string | URL): Promise<SignInStatus> {
    const key = keyOf(server);
    const grant = await this.#grants.read(key);
    if (grant && !this.#signingIn.has(key)) this.#setStatus(key, signedIn(grant));
    return this.status(key);
  }

  waitedForUserAt(server: URL): number | undefined {
    return this.#waits.lastAt(keyOf(server));
  }

  authorize(server: URL, send: typeof fetch, { mayOpenWindow = true }: AuthorizeOptions = {}): typeof fetch {
    return async (input, init = {}) => {
      const grant = await untilAborted(asAuthError(this.#usable(keyOf(server), () => this.#grants.current(keyOf(server)))), init.signal ?? undefined);
      return this.#fetch({ server, send, input, init, mayOpenWindow }, grant);
    };
  }

  /**
   * Lets the user sign in, in a window that opens at once: call it in a click. Resolves when there are tokens; then
   * connect. Where the window is blocked, the status says so and has functions for another click.
   *
   * @param scope to ask for besides what the server names
   * @throws {AuthError} whatever stood in the way; the signal's reason when it aborts.
   */
  signIn(server: string | URL, { scope = [], signal }: { scope?: readonly string[]; signal?: AbortSignal } = {}): Promise<void> {
    return this.#signIn(new URL(keyOf(server)), undefined, scope, openWindow, signal);
  }

  /** Gives up a sign-in that is under way: its window closes, and who waits for it gets an `AuthError` with the reason `cancelled`. */
  cancelSignIn(server: string | URL): void {
    this.#signingIn.get(keyOf(server))?.cancelling.abort(new AuthError('cancelled', 'Signing in was cancelled.'));
  }

  /** Adds a policy that is asked, after `confirmStepUp`, before users are sent to agree to more. Returns a function that takes it away. */
  addStepUpPolicy(policy: StepUpPolicy): () => void {
    return this.#stepUps.add(policy);
  }

  /** Ends the session with a server in all tabs: the tokens are revoked, where that is possible, and forgotten. */
  async signOut(server: string | URL): Promise<void> {
    const key = keyOf(server);
    this.cancelSignIn(key);
    const grant = await this.#grants.read(key);
    await this.#grants.remove(key, false);
    this.#setStatus(key, SIGNED_OUT);
    if (!grant) return;
    const { revokeTokens } = await import('./revocation.ts');
    await revokeTokens(grant, await this.#requests.to(grant.target));
  }

  /** Forgets every server, registration and key, without telling anybody. */
  async forget(): Promise<void> {
    for (const server of await this.#grants.servers()) {
      await this.#grants.remove(server, false);
      this.#setStatus(server, SIGNED_OUT);
    }
    this.#requests.forgetKeys();
    await this.#vault.clear();
  }

  /** Stops listening to other tabs. Sign-ins under way are given up. */
  close(): void {
    this.#closing.abort(new AuthError('cancelled', 'Sign-in was closed.'));
  }

  /** Sends until the server takes the token, or there is nothing more to try. What it refused like this it did not carry out. */
  async #fetch(request: Outgoing, held: Grant | undefined): Promise<Response> {
    const { server, init, mayOpenWindow } = request;
    const key = keyOf(server);
    const signal = init.signal ?? undefined;
    let grant = held;
    let hasRenewed = false;
    let hasAsked = false;
    let hasFoundOther = false;
    for (let stepUps = 0; ; ) {
      const response = await this.#send(request, grant);
      const challenge = readChallenge(response);
      const lacksScope = challenge.error === 'insufficient_scope' && (response.status === 401 || response.status === 403);
      if (response.status !== 401 && !lacksScope) return response;
      response.body?.cancel().catch(() => {});
      if (lacksScope && grant) {
        if (stepUps++ === MAX_STEP_UPS) throw this.#lacks(grant, challenge.scope);
        grant = await asAuthError(this.#stepUp(server, grant, challenge, signal));
        continue;
      }
      const refused = grant;
      grant = refused && !hasRenewed ? await asAuthError(this.#usable(key, () => this.#grants.renewed(refused))) : undefined;
      hasRenewed = true;
      if (grant) continue;
      const kept = await this.#grants.read(key);
      if (kept && kept.tokens.accessToken !== refused?.tokens.accessToken && !hasFoundOther) {
        // Somebody signed in while this request was under way: what was refused was not theirs.
        hasFoundOther = true;
        grant = kept;
        continue;
      }
      if (refused && kept) await this.#grants.remove(key, true);
      if (refused) this.#setStatus(key, EXPIRED);
      if (hasAsked) throw new AuthError('invalid-response', `${key} does not accept the tokens that its own authorization server issued: look at the server's log.`);
      hasAsked = true;
      grant = await asAuthError(this.#askUser(server, challenge, mayOpenWindow, signal));
    }
  }

  async #send({ send, input, init }: Outgoing, grant: Grant | undefined): Promise<Response> {
    if (!grant) return send(input, init);
    const { tokens, target } = grant;
    const dpop = tokens.tokenType === 'dpop' ? await this.#requests.dpop(target) : undefined;
    if (dpop) return dpop.fetch(send, input, init, tokens.accessToken);
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${tokens.accessToken}`);
    return send(input, { ...init, headers });
  }

  /** What `look` finds; nothing when the session ended. */
  async #usable(key: string, look: () => Promise<Grant | undefined>): Promise<Grant | undefined> {
    try {
      const grant = await look();
      if (grant) this.#setStatus(key, signedIn(grant));
      return grant;
    } catch (error) {
      if (!(error instanceof AuthError) || error.reason !== 'sign-in-required') throw error;
      this.#setStatus(key, EXPIRED);
      return undefined;
    }
  }

  /** The user is asked if they just did something; else the page has to ask them to click first. */
  async #askUser(server: URL, challenge: Challenge, mayOpenWindow: boolean, signal: AbortSignal | undefined): Promise<Grant> {
    const key = keyOf(server);
    if (!mayOpenWindow || (!this.#signingIn.has(key) && !globalThis.navigator.userActivation?.isActive)) {
      const hasExpired = this.status(key).state === 'expired';
      const what = hasExpired ? `The session with ${key} has ended, sign in again` : `${key} wants the user to sign in`;
      const error = new AuthError('sign-in-required', mayOpenWindow ? `${what}: call signIn() of browserOAuth() in a click, and connect again.` : `${what}.`);
      if (!hasExpired) this.#setStatus(key, { state: 'signed-out', reason: error.reason, message: error.message });
      throw error;
    }
    await this.#signIn(server, challenge, [], openWindow, signal);
    return this.#required(key);
  }

  /** @throws {AuthError} `permission-required` when the page, or the user, does not want to agree to more. */
  #stepUp(server: URL, grant: Grant, challenge: Challenge, signal: AbortSignal | undefined): Promise<Grant> {
    const key = keyOf(server);
    return this.#stepUps.inTurn(key, async () => {
      const current = await this.#grants.read(key);
      // The user has agreed by now, when another call asked.
      if (current && current.version !== grant.version && challenge.scope?.every((scope) => current.requested.includes(scope))) return current;
      const wanted = (challenge.scope ?? []).filter((scope) => !grant.requested.includes(scope));
      // Asking again for what was asked for already would go on for ever.
      if (wanted.length === 0) throw this.#lacks(grant, challenge.scope);
      const request = { server: key, issuer: grant.target.issuer, scope: wanted, signal: signal ?? this.#closing.signal };
      if (!(await this.#waits.during(key, this.#stepUps.isWanted(request)))) throw this.#lacks(grant, wanted);
      await this.#signIn(server, challenge, wanted, openWindow, signal);
      return this.#required(key);
    }, signal);
  }

  #lacks({ server, target: { issuer } }: Grant, scope: readonly string[] = []): AuthError {
    const named = scope.length > 0 ? ` (${scope.join(' ')})` : '';
    return new AuthError('permission-required', `${server} wants more permissions than the user gave${named}: call signIn() with this \`scope\` in a click.`, { issuer });
  }

  async #required(key: string): Promise<Grant> {
    const grant = await this.#grants.read(key);
    if (!grant) throw new AuthError('sign-in-required', `The session with ${key} was ended in another tab: sign in again.`);
    return grant;
  }

  /** One sign-in at a time for each server: whoever else needs it waits for the same one. */
  #signIn(server: URL, challenge: Challenge | undefined, scope: readonly string[], open: () => SignInWindow | undefined, signal: AbortSignal | undefined): Promise<void> {
    const key = keyOf(server);
    let signingIn = this.#signingIn.get(key);
    if (!signingIn) {
      const cancelling = new AbortController();
      const done = this.#run(server, challenge, scope, open(), AbortSignal.any([this.#closing.signal, cancelling.signal])).finally(() => this.#signingIn.delete(key));
      signingIn = { done, cancelling };
      this.#signingIn.set(key, signingIn);
      // Those who wait hear of it; nobody may be waiting any more.
      done.catch(() => {});
    }
    return untilAborted(this.#waits.during(key, signingIn.done), signal);
  }

  async #run(server: URL, challenge: Challenge | undefined, scope: readonly string[], window: SignInWindow | undefined, signal: AbortSignal): Promise<void> {
    const key = keyOf(server);
    try {
      const { signIn } = await import('./sign-in.ts');
      await signIn(this.#options, this.#vault, this.#requests, {
        server,
        challenge,
        scope,
        before: await this.#grants.read(key),
        window,
        signal,
        onstatus: (status) => this.#setStatus(key, status),
      });
      await this.#usable(key, () => this.#grants.read(key));
    } catch (error) {
      // Before it was sent anywhere nobody else closes it.
      window?.close();
      const { reason, message } = error instanceof AuthError ? error : { reason: undefined, message: error instanceof Error ? error.message : String(error) };
      // Those who only wanted more are still who they were.
      const grant = await this.#grants.read(key);
      this.#setStatus(key, grant ? signedIn(grant) : { state: 'signed-out', reason, message });
      throw error;
    }
  }

  async #hear(announcement: Announcement): Promise<void> {
    const { type } = announcement;
    if ((type !== 'removed' && type !== 'granted') || this.#signingIn.has(announcement.server)) return;
    if (type === 'removed') return this.#setStatus(announcement.server, announcement.hasExpired ? EXPIRED : SIGNED_OUT);
    await this.#usable(announcement.server, () => this.#grants.read(announcement.server));
  }

  #setStatus(server: string, status: SignInStatus): void {
    if (isSame(this.#statuses.get(server) ?? SIGNED_OUT, status)) return;
    this.#statuses.set(server, status);
    this.dispatchEvent(new SignInStatusEvent(server, status));
  }
}

/**
 * Signs users in with OAuth: give it to `connect`, and to every other server of the page.
 *
 * @throws {McpError} `invalid-argument` when `redirectUri` is not on the page's own origin, `unsupported` on a page that
 *   did not come over https.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { browserOAuth } from '@mcp-web/client/oauth';
 *
 * const auth = browserOAuth({ redirectUri: '/signed-in.html' });
 * document.querySelector('button')?.addEventListener('click', async () => {
 *   const client = await connect('https://example.com/mcp', { auth }); // opens the window if it is needed
 *   console.log(client.server.identity?.name);
 * });
 * ```
 */
export function browserOAuth(options: BrowserOAuthOptions): BrowserOAuth {
  const { redirectUri } = options;
  if (!globalThis.isSecureContext) throw new McpError('unsupported', 'Browsers have the cryptography that sign-in needs only on pages that come over https, or from this machine: serve the page over https.');
  if (!URL.canParse(String(redirectUri), location.href) || new URL(redirectUri, location.href).origin !== location.origin) {
    throw new McpError('invalid-argument', `The \`redirectUri\` ${JSON.stringify(String(redirectUri))} has to be a page of this origin that calls completeSignIn().`);
  }
  return new BrowserOAuth(options);
}

const openWindow = (): SignInWindow | undefined => SignInWindow.open('Signing in…');

/** An authorization server that is away says nothing about the server, which must not look as if it were away itself. */
async function asAuthError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof McpError) || error instanceof AuthError) throw error;
    throw new AuthError('unreachable', error.message, { cause: error });
  }
}

/** Servers are told apart by their whole address, without a fragment. */
function keyOf(server: string | URL): string {
  const url = new URL(server, location.href);
  url.hash = '';
  return url.href;
}
