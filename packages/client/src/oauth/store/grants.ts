/** The stored tokens: one grant for each server, renewed once for all tabs. */
import { AuthError } from '../../errors.ts';
import { announce } from './announcements.ts';
import type { Grant } from '../oauth-types.ts';
import { giveUpSignIns, serversOfSignIns } from './pending-sign-ins.ts';
import { recordName } from './record-name.ts';
import { takeReplaced, takeReplacedFromMemory, type UnstoredGrant } from './replaced-grants.ts';
import { recognize, storedGrant } from './stored-guards.ts';
import type { Vault } from './vault.ts';
import { isTemporary, withoutQuery } from '../failures.ts';

/** Renews the tokens of a grant at its authorization server. */
export type Renew = (grant: Grant) => Promise<Grant['tokens']>;

/** How long before it expires a token is renewed, in ms; at most a tenth of its lifetime. */
const MAX_SKEW_MS = 30_000;

const KIND = 'grant';

export const nameOfGrant = (server: string): Promise<string> => recordName(KIND, server);

export class Grants {
  readonly #vault: Vault;
  readonly #renew: Renew;
  readonly #renewing = new Map<string, Promise<Grant>>();

  constructor(vault: Vault, renew: Renew) {
    this.#vault = vault;
    this.#renew = renew;
  }

  /** The stored grant, valid or not. */
  async read(server: string): Promise<Grant | undefined> {
    const stored = await this.#vault.read(await nameOfGrant(server));
    const grant = stored && recognize(stored.value, storedGrant);
    return grant && grant.server === server ? { ...grant, version: stored.version } : undefined;
  }

  /**
   * A grant whose token is valid for a while yet, renewed if necessary. Resolves with `undefined` when there is none.
   *
   * @throws {AuthError} `sign-in-required` when the grant has ended and cannot be renewed.
   */
  async current(server: string): Promise<Grant | undefined> {
    const grant = await this.read(server);
    if (!grant || grant.renewAt === undefined || Date.now() < grant.renewAt) return grant;
    const { refreshToken, expiresAt = 0 } = grant.tokens;
    // Without a refresh token, the token is used until the server refuses it.
    if (refreshToken === undefined) return grant;
    return this.renewed(grant).catch((error: unknown) => {
      // The token is still valid, even if the authorization server does not answer.
      if (Date.now() >= expiresAt || (error instanceof AuthError && error.reason === 'sign-in-required')) throw error;
      return grant;
    });
  }

  /**
   * The grant that replaces one that the server no longer accepts. All callers, tabs and workers share one request to
   * the authorization server, because a refresh token that rotates may be used only once.
   *
   * @throws {AuthError} `sign-in-required` when there is no refresh token, or the authorization server refuses it.
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
   * Removes the tokens for a server because the user signs out, and gives up the sign-ins under way in any tab. Waits
   * for a renewal under way, which would otherwise bring them back.
   *
   * @returns the newest grant and those that it replaced, to be revoked
   */
  signOut(server: string): Promise<{ grant: Grant | undefined; replaced: UnstoredGrant[] }> {
    return withLock(server, async () => {
      const grant = await this.read(server);
      const replaced = await takeReplaced(this.#vault, server);
      await this.#vault.remove(await nameOfGrant(server));
      await giveUpSignIns(this.#vault, server);
      announce({ type: 'removed', server, hasExpired: false });
      return { grant, replaced };
    });
  }

  /** Takes tokens that are only in this page's memory, after the user has signed out in another tab. */
  takeFromMemory(server: string): Promise<UnstoredGrant[]> {
    return withLock(server, async () => {
      const grant = recognize(await this.#vault.takeFromMemory(await nameOfGrant(server)), storedGrant);
      const replaced = await takeReplacedFromMemory(this.#vault, server);
      return grant ? [grant, ...replaced] : replaced;
    });
  }

  /** Removes all tokens, registrations and keys. */
  async forget(): Promise<void> {
    const servers = new Set([...(await this.servers()), ...(await serversOfSignIns(this.#vault))]);
    const remove = async (server: string): Promise<void> => {
      await this.#vault.remove(await nameOfGrant(server));
      await giveUpSignIns(this.#vault, server);
    };
    await Promise.all([...servers].map((server) => withLock(server, () => remove(server))));
    await this.#vault.clear();
    announce({ type: 'forgotten' });
  }

  /** Removes tokens that are no longer accepted, and tells all tabs. @returns false when newer ones were stored. */
  async expire({ server, version }: Grant): Promise<boolean> {
    const isRemoved = await this.#vault.remove(await nameOfGrant(server), version);
    if (isRemoved) announce({ type: 'removed', server, hasExpired: true });
    return isRemoved;
  }

  /** The URLs of all servers with stored tokens. */
  async servers(): Promise<string[]> {
    const names = await this.#vault.names(`${KIND} `);
    const stored = await Promise.all(names.map((name) => this.#vault.read(name)));
    return stored.flatMap((found) => recognize(found?.value, storedGrant)?.server ?? []);
  }

  async #renewOnce(stale: Grant): Promise<Grant> {
    const grant = await this.read(stale.server);
    if (!grant) throw ended(stale);
    if (grant.version !== stale.version || grant.tokens.accessToken !== stale.tokens.accessToken) return grant;
    if (grant.tokens.refreshToken === undefined) return this.#end(grant);
    try {
      const tokens = await this.#renew(grant);
      // Without rotation, the answer has no new refresh token.
      const { refreshToken = grant.tokens.refreshToken } = tokens;
      // Without locks, another tab may have been faster. Then its grant is the current one.
      await storeGrant(this.#vault, { ...grant, tokens: { ...tokens, refreshToken } }, grant.version);
      return (await this.read(grant.server)) ?? raise(ended(grant));
    } catch (error) {
      if (!isRefused(error)) throw error;
      return this.#end(grant, error);
    }
  }

  /** Removes a grant that has ended. Returns the newer one if the user has signed in again in the meantime. */
  async #end(grant: Grant, cause?: unknown): Promise<Grant> {
    const newer = (await this.expire(grant)) ? undefined : await this.read(grant.server);
    return newer ?? raise(ended(grant, cause));
  }
}

/**
 * Stores new tokens.
 *
 * @param expected the only version that they may replace. Without it, they replace any.
 */
export async function storeGrant(
  vault: Vault,
  grant: Omit<UnstoredGrant, 'renewAt'>,
  expected?: number,
): ReturnType<Vault['write']> {
  const { expiresAt } = grant.tokens;
  const renewAt =
    expiresAt === undefined ? undefined : expiresAt - Math.min(MAX_SKEW_MS, (expiresAt - Date.now()) / 10);
  return vault.write(await nameOfGrant(grant.server), { ...grant, renewAt }, expected);
}

function raise(error: AuthError): never {
  throw error;
}

/** Whether the authorization server said no, so that asking again is pointless. */
function isRefused(error: unknown): boolean {
  return error instanceof AuthError && error.oauthError !== undefined && !isTemporary(error.oauthError);
}

function ended({ server, target: { issuer } }: Grant, cause?: unknown): AuthError {
  const oauthError = cause instanceof AuthError ? cause.oauthError : undefined;
  return new AuthError(
    'sign-in-required',
    `The session with ${withoutQuery(server)} has ended: call signIn() in a click handler to sign in again.`,
    { issuer, oauthError, ...(cause !== undefined && { cause }) },
  );
}

/** One at a time in all tabs and workers. Without Web Locks, the stored version shows who was first. */
export async function withLock<T>(server: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(`mcp-web renew ${server}`, work) : await work();
}
