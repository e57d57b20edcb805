/** Sign-in with OAuth in a browser: one object for all servers of a page. */
import { AuthError, McpError } from '../../errors.ts';
import type { AuthorizeOptions, SignInAuthorizer, SignInStatus, StepUpPolicy } from '../../wire/authorizer.ts';
import { loaded } from '../failures.ts';
import type { Grant } from '../oauth-types.ts';
import { type Announcement, hearAnnouncements } from '../store/announcements.ts';
import { ActiveSignIns } from './active-sign-ins.ts';
import { AuthorizedFetch, keyOf } from './authorized-fetch.ts';
import { type BrowserOAuthOptions, createContext, relayFor, type SignInContext } from './context.ts';
import { EXPIRED, SIGNED_OUT } from './status.ts';
import { StepUps } from './step-ups.ts';

/**
 * Signs users in with OAuth, in a window, and sends each request with their token. One object serves all servers of a
 * page. Its tokens are stored in the vault, which all tabs of the origin share.
 *
 * Events: `statuschange` (`SignInStatusEvent`).
 */
export class BrowserOAuth extends EventTarget implements SignInAuthorizer {
  readonly #context: SignInContext;
  readonly #signIns: ActiveSignIns;
  readonly #stepUps: StepUps;

  /** Use `browserOAuth()`, which checks the options. */
  constructor(options: BrowserOAuthOptions) {
    super();
    this.#context = createContext(options, this);
    this.#signIns = new ActiveSignIns(this.#context);
    this.#stepUps = new StepUps(options.confirmStepUp);
    hearAnnouncements((announcement) => void this.#hear(announcement), this.#context.closing.signal);
  }

  /** The status of a server, as far as this page knows. `ready()` looks into the vault first. */
  status(server: string | URL): SignInStatus {
    return this.#context.statuses.get(keyOf(server));
  }

  /** The status of a server, including what an earlier visit left in the vault. */
  async ready(server: string | URL): Promise<SignInStatus> {
    const key = keyOf(server);
    const grant = await this.#context.grants.read(key);
    if (grant && !this.#signIns.has(key)) this.#context.statuses.signIn(grant);
    return this.status(key);
  }

  /** The vault knows it, whatever other tabs did while this one was frozen. */
  async currentSignIn(server: string | URL): Promise<string | undefined> {
    return (await this.#context.grants.read(keyOf(server)))?.signIn;
  }

  waitedForUserAt(server: URL): number | undefined {
    return this.#context.waits.lastAt(keyOf(server));
  }

  authorize(server: URL, send: typeof fetch, { mayOpenWindow = true, relay }: AuthorizeOptions = {}): typeof fetch {
    this.#setRelay(keyOf(server), relay);
    const authorized = new AuthorizedFetch(this.#context, this.#signIns, this.#stepUps, {
      server,
      send,
      mayOpenWindow,
    });
    return (input, init) => authorized.fetch(input, init);
  }

  /**
   * Lets the user sign in, in a window that opens at once: call it in a click. Resolves when there are tokens; then
   * connect. If the browser blocks the window, the status says so and has functions for another click.
   *
   * @param scope to request in addition to what the server asks for
   * @param relay sends the requests, as with the `relay` option of `connect`. Without it, that of the last connection
   * @param signal stops waiting. The sign-in itself ends when nobody else waits for it.
   * @throws {AuthError} when the sign-in fails; the signal's reason when it aborts.
   */
  async signIn(
    server: string | URL,
    { scope = [], relay, signal }: { scope?: readonly string[]; relay?: string | URL; signal?: AbortSignal } = {},
  ): Promise<void> {
    const key = keyOf(server);
    this.#stepUps.forget(key);
    if (relay !== undefined) this.#setRelay(key, new URL(relay, location.href));
    await this.#signIns.signIn({ server: new URL(key), scope }, signal);
  }

  /**
   * Gives up a sign-in that is under way: its window closes, and its callers get an `AuthError` with the reason
   * `cancelled`.
   */
  cancelSignIn(server: string | URL): void {
    this.#signIns.cancel(keyOf(server));
  }

  /**
   * Adds a policy that decides, after `confirmStepUp`, whether the user is asked for more scopes. Returns a function
   * that removes it.
   */
  addStepUpPolicy(policy: StepUpPolicy): () => void {
    return this.#stepUps.add(policy);
  }

  /**
   * Signs the user out of a server in all tabs: removes the tokens, and revokes them if the server supports that. Gives up
   * the sign-ins under way.
   */
  async signOut(server: string | URL): Promise<void> {
    const key = keyOf(server);
    this.#stepUps.forget(key);
    this.cancelSignIn(key);
    const { grant, replaced } = await this.#context.grants.signOut(key);
    this.#context.statuses.set(key, SIGNED_OUT);
    // The user is told only of the tokens that were in use.
    const others = Promise.allSettled(replaced.map((one) => this.#revoke(one)));
    if (grant) await this.#revoke(grant);
    await others;
  }

  /** Removes all tokens, registrations and keys, in all tabs. Revokes nothing, and gives up the sign-ins under way. */
  async forget(): Promise<void> {
    this.#signIns.cancelAll();
    await this.#context.grants.forget();
    this.#context.keys.forget();
    this.#setSignedOut();
  }

  /** Stops listening to other tabs, and gives up the sign-ins under way. */
  close(): void {
    this.#context.closing.abort(new AuthError('cancelled', 'Sign-in was closed.'));
    this.#signIns.cancelAll();
  }

  #setRelay(key: string, relay: URL | undefined): void {
    this.#context.relays.set(key, relay?.href);
  }

  async #revoke(grant: Omit<Grant, 'version'>): Promise<void> {
    const { revokeTokens } = await loaded(() => import('../endpoints/tokens.ts'));
    const { fetch, relays } = this.#context;
    await revokeTokens(grant, { fetch, relay: relayFor(grant, relays) });
  }

  async #hear(announcement: Announcement): Promise<void> {
    const { grants, keys, statuses } = this.#context;
    const { type } = announcement;
    if (type === 'forgotten') {
      this.#signIns.cancelAll();
      for (const server of await grants.servers()) await grants.takeFromMemory(server);
      keys.forget();
      return this.#setSignedOut();
    }
    if (type !== 'removed' && type !== 'granted') return;
    const { server } = announcement;
    const hasExpired = type === 'removed' && announcement.hasExpired;
    if (type === 'granted') keys.forget();
    else if (!hasExpired) {
      this.#stepUps.forget(server);
      this.#signIns.cancel(server);
      await this.#revokeFromMemory(server);
    }
    if (this.#signIns.has(server)) return;
    const grant = await grants.read(server);
    if (grant) statuses.signIn(grant);
    else if (type === 'removed') statuses.set(server, hasExpired ? EXPIRED : SIGNED_OUT);
  }

  /** The tab in which the user signed out does not know tokens that are only in this page's memory. */
  async #revokeFromMemory(server: string): Promise<void> {
    for (const grant of await this.#context.grants.takeFromMemory(server)) this.#revoke(grant).catch(() => {});
  }

  #setSignedOut(): void {
    const { statuses } = this.#context;
    for (const server of statuses.servers()) if (!this.#signIns.has(server)) statuses.set(server, SIGNED_OUT);
  }
}

/**
 * Signs users in with OAuth. Pass it to `connect()` as `auth`: the same object for every server of the page.
 *
 * @throws {McpError} `invalid-argument` when `redirectUri` is not on the page's own origin, or there is a `clientSecret`
 *   outside `clients`; `unsupported` on a page that is not served over https.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { browserOAuth } from '@mcp-web/client/oauth';
 *
 * const auth = browserOAuth({ redirectUri: '/signed-in.html' });
 * document.querySelector('button')?.addEventListener('click', async () => {
 *   const client = await connect('https://example.com/mcp', { auth }); // opens the window if necessary
 *   console.log(client.server.identity?.name);
 * });
 * ```
 */
export function browserOAuth(options: BrowserOAuthOptions): BrowserOAuth {
  const { redirectUri, clientSecret }: { redirectUri?: unknown; clientSecret?: unknown } = options;
  if (!globalThis.isSecureContext)
    throw new McpError(
      'unsupported',
      'Sign-in needs cryptography that browsers offer only to pages served over https or from this machine: serve the page over https.',
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
  if (clientSecret !== undefined)
    throw new McpError(
      'invalid-argument',
      'The secret of a client is for one issuer only. Name it: `clients: { "https://issuer.example": { clientId, clientSecret } }` instead of `clientSecret`.',
    );
  return new BrowserOAuth(options);
}
