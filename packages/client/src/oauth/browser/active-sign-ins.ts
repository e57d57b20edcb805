/** Sign-ins under way: one at a time for each server, as long as someone waits for it. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import { asAuthError, loaded } from '../failures.ts';
import type { SignInContext } from './context.ts';
import type { SignInRequest } from './run-sign-in.ts';
import { SignInWindow } from './sign-in-window.ts';

interface ActiveSignIn {
  done: Promise<void>;
  cancelling: AbortController;
  /** How many callers wait for it. */
  waiting: number;
}

export class ActiveSignIns {
  readonly #context: SignInContext;
  readonly #active = new Map<string, ActiveSignIn>();

  constructor(context: SignInContext) {
    this.#context = context;
  }

  has(server: string): boolean {
    return this.#active.has(server);
  }

  /**
   * Starts a sign-in, or waits for the one that is under way. It is given up when no caller waits for it anymore.
   *
   * A window opens at once: call this in a click.
   */
  signIn(request: SignInRequest, signal: AbortSignal | undefined): Promise<void> {
    return this.#context.waits.during(request.server.href, this.#join(request, signal));
  }

  cancel(server: string): void {
    const active = this.#active.get(server);
    if (active) this.#end(server, active);
  }

  cancelAll(): void {
    for (const server of this.#active.keys()) this.cancel(server);
  }

  async #join(request: SignInRequest, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { href } = request.server;
    const active = this.#active.get(href) ?? this.#start(request);
    active.waiting++;
    try {
      await untilAborted(active.done, signal);
    } finally {
      if (--active.waiting === 0) this.#end(href, active);
    }
  }

  #start(request: SignInRequest): ActiveSignIn {
    const { href } = request.server;
    const cancelling = new AbortController();
    const done = this.#run(request, SignInWindow.open('Signing in…'), cancelling.signal);
    const active: ActiveSignIn = { done, cancelling, waiting: 0 };
    this.#active.set(href, active);
    return active;
  }

  async #run(request: SignInRequest, window: SignInWindow | undefined, signal: AbortSignal): Promise<void> {
    const { grants, keys, statuses } = this.#context;
    const { href } = request.server;
    let hasBegun = false;
    try {
      const { runSignIn } = await loaded(() => import('./run-sign-in.ts'));
      const before = await grants.read(href);
      hasBegun = true;
      await runSignIn(this.#context, { ...request, before, window, signal });
      // The callback page may have stored another key than the one that this page knows.
      keys.forget();
      const grant = await asAuthError(grants.read(href));
      if (grant) statuses.signIn(grant);
    } catch (error) {
      if (!hasBegun) window?.close();
      const { reason, oauthError } = error instanceof AuthError ? error : {};
      const message = error instanceof Error ? error.message : String(error);
      // A user who was only asked for more scopes is still signed in.
      const grant = await grants.read(href);
      // After a sign-in was given up, the next one may already be under way.
      if (!signal.aborted || !this.has(href)) {
        if (grant) statuses.signIn(grant);
        else statuses.fail(href, { reason, message, oauthError });
      }
      throw error;
    }
  }

  /** The next sign-in need not wait until this one has cleaned up. */
  #end(server: string, active: ActiveSignIn): void {
    this.#remove(server, active);
    active.cancelling.abort(new AuthError('cancelled', 'Signing in was cancelled.'));
  }

  #remove(server: string, active: ActiveSignIn): void {
    if (this.#active.get(server) === active) this.#active.delete(server);
  }
}
