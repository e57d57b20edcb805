/** The tokens in use: one grant for each server, renewed once for all tabs. */
import { AuthError } from '../../errors.ts';
import { announce } from '../browser/announcements.ts';
import type { Grant } from '../model.ts';
import { recognise, storedGrant } from './stored-guards.ts';
import type { Vault } from './vault.ts';
import { withoutQuery } from '../endpoints/quoting.ts';

/** Renews the tokens of a grant at its authorization server. */
export type Renew = (grant: Grant) => Promise<Grant['tokens']>;

/** How long before its end a token is renewed, in ms; at most a tenth of its life. */
const MAX_SKEW_MS = 30_000;

const nameOf = (server: string): string => `grant ${server}`;

export class Grants {
  readonly #vault: Vault;
  readonly #renew: Renew;
  readonly #renewing = new Map<string, Promise<Grant>>();

  constructor(vault: Vault, renew: Renew) {
    this.#vault = vault;
    this.#renew = renew;
  }

  /** What is known, without looking whether it still holds. */
  async read(server: string): Promise<Grant | undefined> {
    const kept = await this.#vault.read(nameOf(server));
    const grant = kept && recognise(kept.value, storedGrant);
    return grant && grant.server === server ? { ...grant, version: kept.version } : undefined;
  }

  /**
   * A grant whose token still holds for a while, renewed if need be. Resolves with nothing when there is none.
   *
   * @throws {AuthError} `sign-in-required` when it ended and cannot be renewed.
   */
  async current(server: string): Promise<Grant | undefined> {
    const grant = await this.read(server);
    if (!grant || grant.renewAt === undefined || Date.now() < grant.renewAt) return grant;
    const { refreshToken, expiresAt = 0 } = grant.tokens;
    // Without a refresh token it is used to its end, and the server says when that is.
    if (refreshToken === undefined) return grant;
    return this.renewed(grant).catch((error: unknown) => {
      // An authorization server that is away does not end a token that still holds.
      if (Date.now() >= expiresAt || (error instanceof AuthError && error.reason === 'sign-in-required')) throw error;
      return grant;
    });
  }

  /**
   * What took the place of a grant that the server no longer accepts. However many callers, tabs and workers ask,
   * the authorization server is asked once: a refresh token that rotates may be used only once.
   *
   * @throws {AuthError} `sign-in-required` when there is nothing to renew it with, or the authorization server refuses.
   */
  renewed(grant: Grant): Promise<Grant> {
    const { server } = grant;
    let renewing = this.#renewing.get(server);
    if (!renewing) {
      renewing = withLock(server, () => this.#renewOnce(grant)).finally(() => this.#renewing.delete(server));
      this.#renewing.set(server, renewing);
    }
    return renewing;
  }

  /**
   * Forgets the tokens for a server, as the user wishes. Whoever renews them just now is waited for, so that none are
   * left, and none come back.
   *
   * @returns the newest ones, to be revoked
   */
  signOut(server: string): Promise<Grant | undefined> {
    return withLock(server, async () => {
      const grant = await this.read(server);
      await this.#vault.remove(nameOf(server));
      announce({ type: 'removed', server, hasExpired: false });
      return grant;
    });
  }

  /** The user has signed out in another tab, which knows nothing of tokens that are only in this page's memory. */
  takeHeld(server: string): Promise<Grant | undefined> {
    return withLock(server, async () => {
      const grant = recognise(await this.#vault.takeHeld(nameOf(server)), storedGrant);
      return grant && { ...grant, version: 0 };
    });
  }

  /** Forgets all tokens, and what goes with them. */
  async forget(): Promise<void> {
    await Promise.all(
      (await this.servers()).map((server) => withLock(server, () => this.#vault.remove(nameOf(server)))),
    );
    await this.#vault.clear();
    announce({ type: 'forgotten' });
  }

  /** Forgets tokens that are no longer accepted, and tells the user. @returns false when there are other ones by now. */
  async expire({ server, version }: Grant): Promise<boolean> {
    const isRemoved = await this.#vault.remove(nameOf(server), version);
    if (isRemoved) announce({ type: 'removed', server, hasExpired: true });
    return isRemoved;
  }

  /** The URLs of all servers that there are tokens for. */
  async servers(): Promise<string[]> {
    const prefix = nameOf('');
    return (await this.#vault.names(prefix)).map((name) => name.slice(prefix.length));
  }

  async #renewOnce(stale: Grant): Promise<Grant> {
    const grant = await this.read(stale.server);
    if (!grant) throw ended(stale);
    if (grant.version !== stale.version || grant.tokens.accessToken !== stale.tokens.accessToken) return grant;
    if (grant.tokens.refreshToken === undefined) return this.#end(grant);
    try {
      const tokens = await this.#renew(grant);
      // A server that does not rotate sends no new refresh token, and one that keeps the scope does not name it.
      const { refreshToken = grant.tokens.refreshToken } = tokens;
      // Without locks another tab may have been quicker: what it kept counts.
      await keepGrant(this.#vault, { ...grant, tokens: { ...tokens, refreshToken } }, grant.version);
      return (await this.read(grant.server)) ?? raise(ended(grant));
    } catch (error) {
      if (!isRefused(error)) throw error;
      return this.#end(grant, error);
    }
  }

  /** The grant is over; but the user may have signed in anew in between. */
  async #end(grant: Grant, cause?: unknown): Promise<Grant> {
    const newer = (await this.expire(grant)) ? undefined : await this.read(grant.server);
    return newer ?? raise(ended(grant, cause));
  }
}

/**
 * Keeps new tokens.
 *
 * @param expected the version that they replace, and no other; without it, whatever is there.
 */
export async function keepGrant(
  vault: Vault,
  grant: Omit<Grant, 'version' | 'renewAt'>,
  expected?: number,
): ReturnType<Vault['write']> {
  const { expiresAt } = grant.tokens;
  const renewAt =
    expiresAt === undefined ? undefined : expiresAt - Math.min(MAX_SKEW_MS, (expiresAt - Date.now()) / 10);
  return vault.write(nameOf(grant.server), { ...grant, renewAt }, expected);
}

function raise(error: AuthError): never {
  throw error;
}

/** The authorization server said no, as opposed to not answering: asking again changes nothing. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof AuthError &&
    error.oauthError !== undefined &&
    !['temporarily_unavailable', 'server_error', 'slow_down'].includes(error.oauthError)
  );
}

function ended({ server, target: { issuer } }: Grant, cause?: unknown): AuthError {
  const oauthError = cause instanceof AuthError ? cause.oauthError : undefined;
  return new AuthError(
    'sign-in-required',
    `The session with ${withoutQuery(server)} has ended: sign in again, with signIn() in a click.`,
    { issuer, oauthError, ...(cause !== undefined && { cause }) },
  );
}

/** One at a time in all tabs and workers. Where there are no locks, the version of what is kept shows who was first. */
async function withLock<T>(server: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(`mcp-web renew ${server}`, work) : await work();
}
