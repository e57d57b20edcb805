/** How the page stands with each server: the status of its sign-in, and whether requests wait for the user. */
import type { FailedSignIn, SignInStatus } from '../../wire/authorizer.ts';
import type { Grant } from '../oauth-types.ts';

export const SIGNED_OUT: SignInStatus = Object.freeze({ state: 'signed-out' });
export const EXPIRED: SignInStatus = Object.freeze({ state: 'expired' });

/** The status of a server has changed. `status(server)` returns the new one. */
export class SignInStatusEvent extends Event {
  /** The URL of the MCP server. */
  readonly server: string;
  readonly status: SignInStatus;

  constructor(server: string, status: SignInStatus) {
    super('statuschange');
    this.server = server;
    this.status = status;
  }
}

/** The status of each server, by its URL. A change dispatches a `SignInStatusEvent`. */
export class Statuses {
  readonly #events: EventTarget;
  readonly #statuses = new Map<string, SignInStatus>();
  /** Which sign-in a server's user is signed in with, also while they sign in for more scopes. */
  readonly #signIns = new Map<string, string | undefined>();
  /** By server: the sign-ins whose session has ended by itself since the last sign-out. */
  readonly #ended = new Map<string, ReadonlySet<string | undefined>>();

  constructor(events: EventTarget) {
    this.#events = events;
  }

  get(server: string): SignInStatus {
    return this.#statuses.get(server) ?? SIGNED_OUT;
  }

  /** The servers that have had a status. */
  servers(): string[] {
    return [...this.#statuses.keys()];
  }

  set(server: string, status: SignInStatus): void {
    if (isSame(this.get(server), status)) return;
    const { state } = status;
    if (state === 'expired') this.#end(server);
    else if (state === 'signed-out') this.#ended.delete(server);
    if (state === 'expired' || state === 'signed-out') this.#signIns.delete(server);
    this.#statuses.set(server, status);
    this.#events.dispatchEvent(new SignInStatusEvent(server, status));
  }

  /**
   * The user of this grant is signed in. If another one was, they have signed out: the browser may have frozen this tab
   * while they did so in another.
   */
  signIn({ server, signIn, target, tokens }: Grant): void {
    if (this.#signIns.has(server) && this.#signIns.get(server) !== signIn) this.set(server, SIGNED_OUT);
    this.#signIns.set(server, signIn);
    this.set(server, { state: 'signed-in', issuer: target.issuer, scope: tokens.scope });
  }

  /** Nobody has signed in. If a session had ended before, it is still that user's. */
  fail(server: string, failure: FailedSignIn): void {
    const hasExpired = this.#ended.has(server) && !this.#signIns.has(server);
    this.set(server, { state: hasExpired ? 'expired' : 'signed-out', ...failure });
  }

  /** The session ended by itself. If the user has signed out in the meantime, nothing changes. */
  expire(server: string): void {
    if (this.#statuses.get(server)?.state !== 'signed-out') this.set(server, EXPIRED);
  }

  /** Whether the session of this sign-in has ended by itself, so that the next sign-in continues it. */
  hasEnded(server: string, signIn: string | undefined): boolean {
    return this.#ended.get(server)?.has(signIn) === true;
  }

  #end(server: string): void {
    const ended = new Set(this.#ended.get(server));
    if (this.#signIns.has(server)) ended.add(this.#signIns.get(server));
    this.#ended.set(server, ended);
  }
}

function isSame(a: SignInStatus, b: SignInStatus): boolean {
  return JSON.stringify(a) === JSON.stringify(b) && a.state !== 'blocked';
}

/** When requests last waited for the user, by the URL of their server. */
export class WaitsForUser {
  readonly #counts = new Map<string, number>();
  readonly #lastAt = new Map<string, number>();

  /** As `performance.now()` counts. While a request waits, it is now. */
  lastAt(server: string): number | undefined {
    return this.#counts.get(server) ? performance.now() : this.#lastAt.get(server);
  }

  async during<T>(server: string, work: Promise<T>): Promise<T> {
    this.#count(server, 1);
    try {
      return await work;
    } finally {
      this.#count(server, -1);
      this.#lastAt.set(server, performance.now());
    }
  }

  #count(server: string, change: number): void {
    this.#counts.set(server, (this.#counts.get(server) ?? 0) + change);
  }
}
