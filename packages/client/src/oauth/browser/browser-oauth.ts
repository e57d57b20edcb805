import { AuthError, McpError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { AuthorizeOptions, SignInAuthorizer, SignInStatus, StepUpPolicy } from '../../wire/authorizer.ts';
import { type Announcement, hearAnnouncements } from './announcements.ts';
import { readChallenge } from '../endpoints/challenge.ts';
import { asAuthError } from '../endpoints/failures.ts';
import { Grants } from '../store/grants.ts';
import type { Challenge, Grant } from '../model.ts';
import type { BrowserOAuthOptions } from './options.ts';
import { Requests } from '../dpop/send-with-token.ts';
import { SignIns } from './sign-in-queue.ts';
import { SignInWindow } from './sign-in-window.ts';
import { EXPIRED, isSame, SIGNED_OUT, signedIn, SignInStatusEvent } from './status.ts';
import { lacks, StepUps } from './step-ups.ts';
import { indexedDbVault, type Vault } from '../store/vault.ts';
import { Waits } from './waits.ts';
import { withoutQuery } from '../endpoints/quoting.ts';

/** A server, and how requests to it are sent without credentials. */
interface Connection {
  server: URL;
  send: typeof fetch;
  mayOpenWindow: boolean;
  /** Made in a click, which may open a window until the server has let the page in. */
  isInClick: boolean;
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
  readonly #signIns = new SignIns();
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
      const { refreshTokens } = await import('../endpoints/tokens.ts');
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
    if (grant && !this.#signIns.has(key)) this.#setStatus(key, signedIn(grant));
    return this.status(key);
  }

  waitedForUserAt(server: URL): number | undefined {
    return this.#waits.lastAt(keyOf(server));
  }

  authorize(server: URL, send: typeof fetch, { mayOpenWindow = true }: AuthorizeOptions = {}): typeof fetch {
    const connection: Connection = { server, send, mayOpenWindow, isInClick: mayOpenWindow && hasClicked() };
    return async (input, init = {}) => {
      // Whatever asks for it: the token is for this server.
      if (new URL(input instanceof Request ? input.url : input, server).origin !== server.origin)
        return send(input, init);
      const key = keyOf(server);
      const grant = await this.#usable(key, () => this.#grants.current(key), init.signal);
      const response = await this.#fetch(connection, input, init, grant);
      if (response.ok) connection.isInClick = false;
      return response;
    };
  }

  /**
   * Lets the user sign in, in a window that opens at once: call it in a click. Resolves when there are tokens; then
   * connect. Where the window is blocked, the status says so and has functions for another click.
   *
   * @param scope to ask for besides what the server names
   * @param signal gives up waiting; when nobody else waits for it, the sign-in itself
   * @throws {AuthError} whatever stood in the way; the signal's reason when it aborts.
   */
  signIn(
    server: string | URL,
    { scope = [], signal }: { scope?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<void> {
    return this.#signIn(new URL(keyOf(server)), undefined, scope, signal);
  }

  /** Gives up a sign-in that is under way: its window closes, and who waits for it gets an `AuthError` with the reason `cancelled`. */
  cancelSignIn(server: string | URL): void {
    this.#signIns.cancel(keyOf(server));
  }

  /** Adds a policy that is asked, after `confirmStepUp`, before users are sent to agree to more. Returns a function that takes it away. */
  addStepUpPolicy(policy: StepUpPolicy): () => void {
    return this.#stepUps.add(policy);
  }

  /** Ends the session with a server in all tabs: the tokens are revoked, where that is possible, and forgotten. */
  async signOut(server: string | URL): Promise<void> {
    const key = keyOf(server);
    this.cancelSignIn(key);
    const grant = await this.#grants.signOut(key);
    this.#setStatus(key, SIGNED_OUT);
    if (grant) await this.#revoke(grant);
  }

  /** Forgets every server, registration and key in all tabs, without telling anybody else. Sign-ins under way are given up. */
  async forget(): Promise<void> {
    this.#signIns.cancelAll();
    await this.#grants.forget();
    this.#requests.forgetKeys();
    this.#setSignedOut();
  }

  /** Stops listening to other tabs. Sign-ins under way are given up. */
  close(): void {
    this.#closing.abort(new AuthError('cancelled', 'Sign-in was closed.'));
    this.#signIns.cancelAll();
  }

  /** Sends until the server takes the token, or there is nothing more to try. What it refused like this it did not carry out. */
  async #fetch(
    connection: Connection,
    input: RequestInfo | URL,
    init: RequestInit,
    held: Grant | undefined,
  ): Promise<Response> {
    const { server } = connection;
    const key = keyOf(server);
    const signal = init.signal ?? undefined;
    let grant = held;
    let hasRenewed = false;
    let hasAsked = false;
    let hasFoundOther = false;
    for (let stepUps = 0; ;) {
      const response = await this.#requests.send(connection.send, input, init, grant);
      const challenge = readChallenge(response);
      const lacksScope =
        challenge.error === 'insufficient_scope' && (response.status === 401 || response.status === 403);
      if (response.status !== 401 && !lacksScope) return response;
      response.body?.cancel().catch(() => {});
      if (lacksScope && grant) {
        if (stepUps++ === MAX_STEP_UPS) throw lacks(grant, challenge.scope);
        grant = await asAuthError(this.#stepUp(server, grant, challenge, signal));
        continue;
      }
      const refused = grant;
      grant = refused && !hasRenewed ? await this.#usable(key, () => this.#grants.renewed(refused), signal) : undefined;
      hasRenewed = true;
      if (grant) continue;
      const kept = await this.#grants.read(key);
      if (kept && kept.tokens.accessToken !== refused?.tokens.accessToken && !hasFoundOther) {
        // Somebody signed in while this request was under way: what was refused was not theirs.
        hasFoundOther = true;
        grant = kept;
        continue;
      }
      if (refused && (!kept || (await this.#grants.expire(refused)))) this.#setExpired(key);
      if (hasAsked)
        throw new AuthError(
          'invalid-response',
          `${withoutQuery(key)} does not accept the tokens that its own authorization server issued: look at the server's log.`,
        );
      hasAsked = true;
      grant = await asAuthError(this.#askUser(connection, challenge, signal));
    }
  }

  /** What `look` finds; nothing when the session ended. */
  #usable(
    key: string,
    look: () => Promise<Grant | undefined>,
    signal?: AbortSignal | null,
  ): Promise<Grant | undefined> {
    const find = async (): Promise<Grant | undefined> => {
      try {
        const grant = await look();
        if (grant) this.#setStatus(key, signedIn(grant));
        return grant;
      } catch (error) {
        if (!(error instanceof AuthError) || error.reason !== 'sign-in-required') throw error;
        this.#setExpired(key);
        return undefined;
      }
    };
    return untilAborted(asAuthError(find()), signal ?? undefined);
  }

  /** The user is asked if they connect just now; else the page has to ask them to click first. */
  async #askUser(
    { server, mayOpenWindow, isInClick }: Connection,
    challenge: Challenge,
    signal: AbortSignal | undefined,
  ): Promise<Grant> {
    const key = keyOf(server);
    if (!mayOpenWindow || (!this.#signIns.has(key) && !(isInClick && hasClicked()))) {
      const hasExpired = this.status(key).state === 'expired';
      const name = withoutQuery(key);
      const what = hasExpired
        ? `The session with ${name} has ended, sign in again`
        : `${name} wants the user to sign in`;
      const error = new AuthError(
        'sign-in-required',
        mayOpenWindow ? `${what}: call signIn() of browserOAuth() in a click, and connect again.` : `${what}.`,
      );
      if (!hasExpired) this.#setStatus(key, { state: 'signed-out', reason: error.reason, message: error.message });
      throw error;
    }
    await this.#signIn(server, challenge, [], signal);
    return this.#required(key);
  }

  /** @throws {AuthError} `permission-required` when the page, or the user, does not want to agree to more. */
  #stepUp(server: URL, grant: Grant, challenge: Challenge, signal: AbortSignal | undefined): Promise<Grant> {
    const key = keyOf(server);
    return this.#stepUps.inTurn(
      key,
      async () => {
        const current = await this.#grants.read(key);
        // The user has agreed by now, when another call asked.
        if (
          current &&
          current.version !== grant.version &&
          challenge.scope?.every((scope) => current.requested.includes(scope))
        )
          return current;
        const wanted = (challenge.scope ?? []).filter((scope) => !grant.requested.includes(scope));
        // Asking again for what was asked for already would go on for ever.
        if (wanted.length === 0) throw lacks(grant, challenge.scope);
        const request = {
          server: key,
          issuer: grant.target.issuer,
          scope: wanted,
          signal: signal ?? this.#closing.signal,
        };
        if (!(await this.#waits.during(key, this.#stepUps.isWanted(request)))) throw lacks(grant, wanted);
        await this.#signIn(server, challenge, wanted, signal);
        return this.#required(key);
      },
      signal,
    );
  }

  async #required(key: string): Promise<Grant> {
    const grant = await this.#grants.read(key);
    if (!grant)
      throw new AuthError(
        'sign-in-required',
        `The session with ${withoutQuery(key)} was ended in another tab: sign in again.`,
      );
    return grant;
  }

  #signIn(
    server: URL,
    challenge: Challenge | undefined,
    scope: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const key = keyOf(server);
    const begin = (ending: AbortSignal): Promise<void> =>
      this.#run(server, challenge, scope, SignInWindow.open('Signing in…'), ending);
    return this.#waits.during(key, this.#signIns.join(key, begin, signal));
  }

  async #run(
    server: URL,
    challenge: Challenge | undefined,
    scope: readonly string[],
    window: SignInWindow | undefined,
    signal: AbortSignal,
  ): Promise<void> {
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
        onstatus: (status) => signal.aborted || this.#setStatus(key, status),
      });
      // The callback page may have made another key than the one that was known here.
      this.#requests.forgetKeys();
      await this.#usable(key, () => this.#grants.read(key));
    } catch (error) {
      // Before it was sent anywhere nobody else closes it.
      window?.close();
      const { reason, message } =
        error instanceof AuthError
          ? error
          : { reason: undefined, message: error instanceof Error ? error.message : String(error) };
      // Those who only wanted more are still who they were.
      const grant = await this.#grants.read(key);
      // The next one may have begun since this one was given up.
      if (!signal.aborted || !this.#signIns.has(key))
        this.#setStatus(key, grant ? signedIn(grant) : { state: 'signed-out', reason, message });
      throw error;
    }
  }

  async #revoke(grant: Grant): Promise<void> {
    const { revokeTokens } = await import('../endpoints/revocation.ts');
    await revokeTokens(grant, await this.#requests.to(grant.target));
  }

  async #hear(announcement: Announcement): Promise<void> {
    const { type } = announcement;
    if (type === 'forgotten') {
      for (const server of await this.#grants.servers()) await this.#grants.takeHeld(server);
      this.#requests.forgetKeys();
      return this.#setSignedOut();
    }
    if (type !== 'removed' && type !== 'granted') return;
    const { server } = announcement;
    const hasExpired = type === 'removed' && announcement.hasExpired;
    if (type === 'granted') this.#requests.forgetKeys();
    else if (!hasExpired) await this.#endHeld(server);
    if (this.#signIns.has(server)) return;
    const grant = await this.#grants.read(server);
    if (grant) this.#setStatus(server, signedIn(grant));
    else if (type === 'removed') this.#setStatus(server, hasExpired ? EXPIRED : SIGNED_OUT);
  }

  /** Where the disk refused, only this page knows the tokens that another one wants to be gone. */
  async #endHeld(server: string): Promise<void> {
    const grant = await this.#grants.takeHeld(server);
    if (grant) this.#revoke(grant).catch(() => {});
  }

  /** Unless the user has signed out in between: then nothing ended but what they wanted to end. */
  #setExpired(server: string): void {
    if (this.#statuses.get(server)?.state !== 'signed-out') this.#setStatus(server, EXPIRED);
  }

  #setSignedOut(): void {
    for (const server of this.#statuses.keys()) if (!this.#signIns.has(server)) this.#setStatus(server, SIGNED_OUT);
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
  const { redirectUri }: { redirectUri?: unknown } = options;
  if (!globalThis.isSecureContext)
    throw new McpError(
      'unsupported',
      'Browsers have the cryptography that sign-in needs only on pages that come over https, or from this machine: serve the page over https.',
    );
  const callback = typeof redirectUri === 'string' || redirectUri instanceof URL ? String(redirectUri) : '';
  if (
    !callback ||
    !URL.canParse(callback, location.href) ||
    new URL(callback, location.href).origin !== location.origin
  ) {
    throw new McpError(
      'invalid-argument',
      `The \`redirectUri\` option is ${JSON.stringify(callback)}: it has to be a page of this origin that calls completeSignIn().`,
    );
  }
  return new BrowserOAuth(options);
}

/** The user just did something in the page. */
const hasClicked = (): boolean => globalThis.navigator.userActivation?.isActive === true;

/** Servers are told apart by their whole address, without a fragment. */
function keyOf(server: string | URL): string {
  const url = new URL(server, location.href);
  url.hash = '';
  return url.href;
}
