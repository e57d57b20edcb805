/** Sign-ins that wait for the user: one record for each `state`, used once, and not after ten minutes. */
import { AuthError } from '../../errors.ts';
import { announce } from './announcements.ts';
import { finishAuthorization } from '../endpoints/authorization-response.ts';
import { keepGrant } from '../store/grants.ts';
import type { PendingSignIn } from '../model.ts';
import { pendingSignIn, recognise } from '../store/stored-guards.ts';
import type { Vault } from '../store/vault.ts';
import { withoutQuery } from '../endpoints/quoting.ts';

/** How long a user may take, in ms. */
export const PENDING_MS = 10 * 60_000;

const PREFIX = 'pending ';

/** @returns whether it outlasts the page, so that a full-page redirect can come back to it. */
export async function keepPending(vault: Vault, pending: PendingSignIn): Promise<boolean> {
  return (await vault.write(`${PREFIX}${pending.state}`, pending)) === 'kept';
}

/** The sign-in of this state; nothing when it is unknown, used already or too old. */
export async function takePending(vault: Vault, state: string): Promise<PendingSignIn | undefined> {
  const pending = recognise(await vault.take(`${PREFIX}${state}`), pendingSignIn);
  return pending?.state === state && isTimely(pending) ? pending : undefined;
}

/** Removes what nobody came back for. */
export async function removeOldPending(vault: Vault): Promise<void> {
  for (const name of await vault.names(PREFIX)) {
    const pending = recognise((await vault.read(name))?.value, pendingSignIn);
    if (!pending || !isTimely(pending)) await vault.remove(name);
  }
}

/**
 * Turns what the authorization server answered into tokens, keeps them, and tells every tab how it went.
 *
 * @param mustLast whether the page goes away: tokens that are only in its memory are then lost
 * @throws {AuthError} when the answer is no, not to be trusted, or cannot be kept.
 */
export async function finishSignIn(
  vault: Vault,
  pending: PendingSignIn,
  answer: URLSearchParams,
  request: Parameters<typeof finishAuthorization>[2],
  mustLast = false,
): Promise<void> {
  const { server, state, target, client, scope } = pending;
  try {
    const tokens = await finishAuthorization(pending, answer, request);
    const outcome = await keepGrant(vault, { server, target, client, tokens, requested: scope });
    if (mustLast && outcome === 'held') {
      // What nobody will ever use is not left valid.
      const { revokeTokens } = await import('../endpoints/revocation.ts');
      await revokeTokens({ target, client, tokens }, request).catch(() => {});
      throw new AuthError(
        'blocked',
        'This browser keeps nothing for this site just now, so the tokens would be lost with this window: free some space, or allow the site to keep data, and sign in again.',
      );
    }
    announce({ type: 'granted', server, state });
  } catch (error) {
    const { reason, message, oauthError } =
      error instanceof AuthError
        ? error
        : new AuthError(
            'invalid-response',
            `Signing in to ${withoutQuery(server)} failed: ${error instanceof Error ? error.message : String(error)}`,
          );
    announce({ type: 'failed', server, state, reason, message, oauthError });
    throw error;
  }
}

function isTimely({ startedAt }: PendingSignIn): boolean {
  const ageMs = Date.now() - startedAt;
  return ageMs >= -PENDING_MS && ageMs <= PENDING_MS;
}
