/** Requests to one server with the user's token, until the server accepts it or there is nothing left to try. */
import { AuthError, McpError } from '../../errors.ts';
import type { AuthorizedRequestInit } from '../../wire/authorizer.ts';
import { untilAborted } from '../../wire/abort.ts';
import { readChallenge } from '../endpoints/challenge.ts';
import { asAuthError, insufficientScope, withoutQuery } from '../failures.ts';
import type { Challenge, Grant } from '../oauth-types.ts';
import type { ActiveSignIns } from './active-sign-ins.ts';
import type { SignInContext } from './context.ts';
import type { SignInRequest } from './run-sign-in.ts';
import type { StepUps } from './step-ups.ts';

/** A server that requires more step-ups for one request does not know what it wants. */
const MAX_STEP_UPS = 3;

/** What `connect()` sends the requests to one server with. */
export class AuthorizedFetch {
  readonly #context: SignInContext;
  readonly #signIns: ActiveSignIns;
  readonly #stepUps: StepUps;
  readonly #server: URL;
  readonly #key: string;
  readonly #send: typeof fetch;
  readonly #mayOpenWindow: boolean;
  /** Whether a click made the connection. It may open a window until the server has accepted a request. */
  #isInClick: boolean;
  /** The first grant that the server accepted: its user is the one who is connected. */
  #accepted: Grant | undefined;

  constructor(
    context: SignInContext,
    signIns: ActiveSignIns,
    stepUps: StepUps,
    { server, send, mayOpenWindow }: { server: URL; send: typeof fetch; mayOpenWindow: boolean },
  ) {
    this.#context = context;
    this.#signIns = signIns;
    this.#stepUps = stepUps;
    this.#server = server;
    this.#key = keyOf(server);
    this.#send = send;
    this.#mayOpenWindow = mayOpenWindow;
    this.#isInClick = mayOpenWindow && hasClicked();
  }

  async fetch(input: RequestInfo | URL, init: AuthorizedRequestInit = {}): Promise<Response> {
    const { origin } = new URL(input instanceof Request ? input.url : input, this.#server);
    // The token is for this origin only. With HTTP+SSE, the server may name another address on it.
    if (origin !== this.#server.origin) return this.#send(input, init);
    const grant = await this.#validGrant(this.#context.grants.current(this.#key), init.signal);
    const response = await this.#sendUntilAccepted(input, init, grant);
    if (response.ok) this.#isInClick = false;
    return response;
  }

  /** Each request that the server refused had no effect, so it can be sent again. */
  async #sendUntilAccepted(
    input: RequestInfo | URL,
    init: AuthorizedRequestInit,
    first: Grant | undefined,
  ): Promise<Response> {
    const { grants, statuses } = this.#context;
    const signal = init.signal ?? undefined;
    let grant = first;
    let hasRenewed = false;
    let hasAsked = false;
    let hasFoundOther = false;
    for (let stepUps = 0; ;) {
      if (grant) this.#requireSameUser(grant);
      const response = await this.#sendWithToken(input, init, grant);
      const challenge = readChallenge(response);
      const lacksScope =
        challenge.error === 'insufficient_scope' && (response.status === 401 || response.status === 403);
      if (response.status !== 401 && !lacksScope) {
        this.#accepted ??= grant;
        return response;
      }
      response.body?.cancel().catch(() => {});
      if (lacksScope && grant) {
        if (stepUps++ === MAX_STEP_UPS) throw needsSignIn(grant, challenge.scope);
        grant = await asAuthError(this.#stepUp(grant, challenge, init));
        continue;
      }
      const refused = grant;
      grant = refused && !hasRenewed ? await this.#validGrant(grants.renewed(refused), signal) : undefined;
      hasRenewed = true;
      if (grant) continue;
      const stored = await grants.read(this.#key);
      if (stored && stored.tokens.accessToken !== refused?.tokens.accessToken && !hasFoundOther) {
        // The user has signed in since the request was sent. Those tokens have not been tried.
        hasFoundOther = true;
        grant = stored;
        continue;
      }
      if (refused && (!stored || (await grants.expire(refused)))) statuses.expire(this.#key);
      if (hasAsked)
        throw new AuthError(
          'invalid-response',
          `${withoutQuery(this.#key)} does not accept the tokens that its own authorization server issued. The server's log may say why.`,
        );
      hasAsked = true;
      grant = await asAuthError(this.#askUser(challenge, signal));
    }
  }

  /**
   * Whoever has signed in since the client connected must not get into the session of the user before them.
   *
   * @throws {McpError} `closed`
   */
  #requireSameUser(grant: Grant): void {
    const { statuses } = this.#context;
    if (!this.#accepted || this.#accepted.signIn === grant.signIn) return;
    // After a session has ended by itself, signing in again goes on with it.
    if (statuses.hasEnded(this.#key, this.#accepted.signIn)) {
      this.#accepted = grant;
      return;
    }
    statuses.signIn(grant);
    throw new McpError(
      'closed',
      `Someone has signed in to ${withoutQuery(this.#key)} since this client connected: connect again.`,
    );
  }

  /** Sends the token, and a proof of the key that it is bound to. */
  async #sendWithToken(input: RequestInfo | URL, init: RequestInit, grant: Grant | undefined): Promise<Response> {
    if (!grant) return this.#send(input, init);
    const { tokens, target } = grant;
    const dpop = tokens.tokenType === 'dpop' ? await this.#context.keys.for(target) : undefined;
    if (dpop) return dpop.fetch(this.#send, input, init, tokens.accessToken);
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${tokens.accessToken}`);
    return this.#send(input, { ...init, headers });
  }

  /** Resolves with `undefined` when the session has ended. Sets the status either way. */
  #validGrant(finding: Promise<Grant | undefined>, signal?: AbortSignal | null): Promise<Grant | undefined> {
    const { statuses } = this.#context;
    const found = finding.then(
      (grant) => {
        if (grant) statuses.signIn(grant);
        return grant;
      },
      (error: unknown) => {
        if (!(error instanceof AuthError) || error.reason !== 'sign-in-required') throw error;
        statuses.expire(this.#key);
        return undefined;
      },
    );
    return untilAborted(asAuthError(found), signal ?? undefined);
  }

  /** Lets the user sign in if they have just clicked. Otherwise the page has to ask them to click first. */
  async #askUser(challenge: Challenge, signal: AbortSignal | undefined): Promise<Grant> {
    if (!this.#mayOpenWindow || (!this.#signIns.has(this.#key) && !(this.#isInClick && hasClicked())))
      throw this.#signInRequired();
    return this.#signIn({ challenge, scope: [] }, signal);
  }

  #signInRequired(): AuthError {
    const { statuses } = this.#context;
    const hasExpired = statuses.get(this.#key).state === 'expired';
    const name = withoutQuery(this.#key);
    const what = hasExpired ? `The session with ${name} has ended` : `${name} requires the user to sign in`;
    // Without windows of its own, a host shows this to the user.
    const advice = this.#mayOpenWindow
      ? ': call signIn() of browserOAuth() in a click handler, then connect again'
      : hasExpired
        ? ': sign in again'
        : '';
    const error = new AuthError('sign-in-required', `${what}${advice}.`);
    // While the user signs in, that is the status.
    if (!hasExpired && !this.#signIns.has(this.#key))
      statuses.fail(this.#key, { reason: error.reason, message: error.message });
    return error;
  }

  /** @throws {AuthError} `insufficient-scope` when the page, or the user, does not agree to more scopes. */
  #stepUp(grant: Grant, challenge: Challenge, { signal: given, mayAskUser }: AuthorizedRequestInit): Promise<Grant> {
    const signal = given ?? undefined;
    const agree = async (): Promise<Grant> => {
      const current = await this.#context.grants.read(this.#key);
      // The user has already agreed for another call.
      if (
        current &&
        current.version !== grant.version &&
        challenge.scope?.every((scope) => current.requested.includes(scope))
      )
        return current;
      const wanted = (challenge.scope ?? []).filter((scope) => !grant.requested.includes(scope));
      // Requesting the same scopes again would go on forever.
      if (wanted.length === 0 || mayAskUser === false) throw needsSignIn(grant, challenge.scope);
      if (this.#stepUps.isDenied(this.#key, wanted)) throw needsSignIn(grant, wanted, true);
      const { issuer } = grant.target;
      const isWanted = this.#stepUps.isWanted({
        server: this.#key,
        issuer,
        scope: wanted,
        signal: signal ?? this.#context.closing.signal,
      });
      if (!(await this.#context.waits.during(this.#key, isWanted)))
        throw needsSignIn(grant, wanted, this.#stepUps.isDenied(this.#key, wanted));
      return this.#signIn({ challenge, scope: wanted, issuer }, signal).catch((error: unknown) => {
        // The user said no at the authorization server.
        if (error instanceof AuthError && error.oauthError === 'access_denied') this.#stepUps.deny(this.#key, wanted);
        throw error;
      });
    };
    return this.#stepUps.inTurn(this.#key, agree, signal);
  }

  async #signIn(request: Omit<SignInRequest, 'server'>, signal: AbortSignal | undefined): Promise<Grant> {
    await this.#signIns.signIn({ ...request, server: new URL(this.#key) }, signal);
    const grant = await this.#context.grants.read(this.#key);
    if (!grant)
      throw new AuthError(
        'sign-in-required',
        `The user signed out of ${withoutQuery(this.#key)} in another tab: sign in again.`,
      );
    return grant;
  }
}

/** The error for a call that needs scopes that the user has not granted, or was asked for and denied. */
function needsSignIn({ server, target }: Grant, scope: readonly string[] | undefined, isDenied = false): AuthError {
  const remedy = 'call signIn() with this `scope` in a click handler';
  return insufficientScope(server, scope, remedy, target.issuer, isDenied);
}

/** Whether the user has just done something in the page. */
function hasClicked(): boolean {
  return globalThis.navigator.userActivation?.isActive === true;
}

/** What tells servers apart: their whole address, without the fragment. */
export function keyOf(server: string | URL): string {
  const url = new URL(server, location.href);
  url.hash = '';
  return url.href;
}
