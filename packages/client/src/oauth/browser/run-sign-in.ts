/** One sign-in, from the click to the tokens. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { SignInStatus } from '../../wire/authorizer.ts';
import { startAuthorization } from '../endpoints/authorization.ts';
import { askForChallenge, discoverTarget } from '../endpoints/discovery.ts';
import { guardAgainstMixUp } from '../endpoints/mix-up.ts';
import type { SendOptions } from '../endpoints/request.ts';
import { chooseScope } from '../endpoints/scopes.ts';
import type { Challenge, Grant, PendingSignIn } from '../oauth-types.ts';
import { announce, hearAnnouncements } from '../store/announcements.ts';
import {
  giveUpSignIn,
  PENDING_MS,
  removeOldPendingSignIns,
  storePendingSignIn,
  takePendingSignIn,
} from '../store/pending-sign-ins.ts';
import type { SignInContext } from './context.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { forgetClient, knownClient } from './known-client.ts';
import { SignInWindow } from './sign-in-window.ts';

/** What a sign-in is for. */
export interface SignInRequest {
  /** Its URL, without a fragment. */
  server: URL;
  /** The challenge of the server that refused a request. Absent when no request was sent. */
  challenge?: Challenge | undefined;
  /** Scopes to request in addition to those of the challenge. */
  scope: readonly string[];
  /** The authorization server that the user agreed to. Absent if they were not asked. */
  issuer?: string | undefined;
}

export interface SignInAttempt extends SignInRequest {
  /** The stored grant, if there is one. */
  before: Grant | undefined;
  /** Already open, because only a click can open one. Absent if the browser blocked it. */
  window: SignInWindow | undefined;
  signal: AbortSignal;
}

/**
 * Resolves when there are new tokens.
 *
 * @throws {AuthError} when the sign-in fails; the signal's reason when it aborts.
 */
export async function runSignIn(context: SignInContext, attempt: SignInAttempt): Promise<void> {
  if (!globalThis.document)
    throw new AuthError(
      'blocked',
      'A worker cannot open a window: sign in from a page of this origin, and its workers are signed in too.',
    );
  await new SignIn(context, attempt).run();
}

class SignIn {
  readonly #context: SignInContext;
  readonly #attempt: SignInAttempt;
  readonly #ended = new AbortController();
  /** Aborts when the sign-in is given up, and when it has ended. */
  readonly #signal: AbortSignal;
  #window: SignInWindow | undefined;

  constructor(context: SignInContext, attempt: SignInAttempt) {
    this.#context = context;
    this.#attempt = attempt;
    this.#signal = AbortSignal.any([attempt.signal, this.#ended.signal]);
    this.#window = attempt.window;
  }

  async run(): Promise<void> {
    const { vault } = this.#context;
    const { signal } = this.#attempt;
    let pending: PendingSignIn | undefined;
    try {
      this.#setStatus({ state: 'signing-in' });
      const { url, pending: started } = await this.#prepare();
      await removeOldPendingSignIns(vault);
      pending = started;
      await storePendingSignIn(vault, pending);
      await untilAborted(Promise.race([this.#finished(pending), this.#windowClosed(url, pending)]), signal);
    } catch (error) {
      // The window may stay open. What the user does there must no longer count.
      const isFinishing = pending !== undefined && signal.aborted && (await giveUpSignIn(vault, pending.state));
      // Only the page that exchanges the code can revoke the tokens. Then it closes by itself.
      if (!isFinishing) this.#window?.close();
      if (signal.aborted) throw error;
      if (pending?.client.source === 'registered' && isUnknownClient(error))
        await forgetClient(vault, pending.redirectUri, pending.target);
      throw error;
    } finally {
      this.#ended.abort();
    }
  }

  /** Finds out where to send the user, as which client, and for which scopes. */
  async #prepare(): ReturnType<typeof startAuthorization> {
    const { options, fetch, relays } = this.#context;
    const { chooseIssuer } = options;
    const relay = relays.get(this.#attempt.server.href);
    const sending: SendOptions = { fetch, signal: this.#signal, relay };
    const { server, before, scope, issuer, challenge = await askForChallenge(server, sending) } = this.#attempt;
    const discovered = await discoverTarget(server, challenge, { ...sending, chooseIssuer, issuer });
    const target = guardAgainstMixUp(discovered, options);
    const redirectUri = new URL(options.redirectUri, location.href).href;
    const client = await knownClient(this.#context, target, redirectUri, sending);
    const requested = before?.target.issuer === target.issuer ? before.requested : [];
    return startAuthorization(target, client, {
      server: server.href,
      redirectUri,
      scope: [...new Set([...chooseScope(target, challenge, requested, issuer !== undefined), ...scope])],
    });
  }

  /** Settles when some page has finished the sign-in, or the user takes too long. */
  #finished(pending: PendingSignIn): Promise<void> {
    const { state } = pending;
    const { issuer } = pending.target;
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new AuthError('cancelled', 'Signing in took too long: try again.', { issuer })),
        PENDING_MS,
      );
      this.#signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      hearAnnouncements(
        (announcement) => {
          if (!('state' in announcement) || announcement.state !== state) return;
          if (announcement.type === 'granted') this.#hasNewGrant().then((hasOne) => hasOne && resolve(), reject);
          else if (announcement.type === 'failed')
            reject(
              new AuthError(announcement.reason, announcement.message, { issuer, oauthError: announcement.oauthError }),
            );
          else if (announcement.type === 'answered') void this.#finishHere(state, announcement.answer);
        },
        this.#signal,
        state,
      );
    });
  }

  /** Scripts of this origin can announce what is not true. */
  async #hasNewGrant(): Promise<boolean> {
    const { server, before } = this.#attempt;
    const grant = await this.#context.grants.read(server.href);
    return grant !== undefined && grant.version !== before?.version;
  }

  /** The callback page did not find the sign-in on disk: it is in this page's memory, or the answer is an old one. */
  async #finishHere(state: string, answer: string): Promise<void> {
    const { vault, fetch, keys } = this.#context;
    const pending = await takePendingSignIn(vault, state);
    if (!pending) return;
    announce({ type: 'taken', state });
    // Not until the sign-in is given up: then the tokens have to be revoked.
    const options = { fetch, dpop: await keys.for(pending.target) };
    await finishSignIn(vault, pending, new URLSearchParams(answer), options).catch(() => {});
  }

  /**
   * Sends the window to the authorization server, or reports that the browser blocked it. Rejects when the user closes
   * it.
   */
  #windowClosed(url: URL, pending: PendingSignIn): Promise<never> {
    const { issuer } = pending.target;
    return new Promise<never>((_resolve, reject) => {
      const watch = async (opened: SignInWindow): Promise<void> => {
        this.#window = opened;
        this.#setStatus({ state: 'signing-in', issuer });
        await opened.closed(this.#signal);
        if (!this.#signal.aborted)
          reject(new AuthError('cancelled', 'The sign-in window was closed: try again.', { issuer }));
      };
      if (this.#window) {
        this.#window.navigate(url);
        void watch(this.#window);
        return;
      }
      this.#setStatus({
        state: 'blocked',
        issuer,
        open: () => {
          const opened = SignInWindow.open('', url.href);
          if (opened) void watch(opened);
        },
        redirect: () => this.#redirect(url, pending),
      });
    });
  }

  async #redirect(url: URL, pending: PendingSignIn): Promise<void> {
    const isStored = await storePendingSignIn(this.#context.vault, { ...pending, returnTo: location.href });
    if (!isStored)
      throw new AuthError(
        'blocked',
        'This browser cannot store data for this page, so you cannot sign in using the same window. Allow the sign-in window to open.',
        { issuer: pending.target.issuer },
      );
    location.assign(url.href);
  }

  #setStatus(status: SignInStatus): void {
    const { server, signal } = this.#attempt;
    if (!signal.aborted) this.#context.statuses.set(server.href, status);
  }
}

/**
 * Whether the authorization server may have forgotten the page. It then tells the user, and sends nobody back: the user
 * closes the window. The next attempt registers the page again.
 */
function isUnknownClient(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false;
  return error.oauthError === undefined
    ? error.reason === 'cancelled'
    : ['invalid_client', 'unauthorized_client'].includes(error.oauthError);
}
