/**
 * The end of a sign-in: the authorization server's answer becomes tokens. The callback page does this, or the page that
 * waits.
 */
import { AuthError } from '../../errors.ts';
import { finishAuthorization } from '../endpoints/authorization.ts';
import { revokeTokens, type TokenOptions } from '../endpoints/tokens.ts';
import { withoutQuery } from '../failures.ts';
import type { PendingSignIn } from '../oauth-types.ts';
import { announce } from '../store/announcements.ts';
import { storeSignIn } from '../store/store-sign-in.ts';
import type { Vault } from '../store/vault.ts';

/**
 * Gets the tokens, stores them, and tells every tab how the sign-in ended. Revokes them instead if the sign-in was given
 * up in the meantime.
 *
 * @param mustLast whether the page is about to close, so that tokens in its memory would be lost
 * @throws {AuthError} when the answer is no, cannot be trusted, or the tokens cannot be stored.
 */
export async function finishSignIn(
  vault: Vault,
  pending: PendingSignIn,
  answer: URLSearchParams,
  sending: TokenOptions,
  mustLast = false,
): Promise<void> {
  const { server, state, target, client, scope } = pending;
  const options = { ...sending, relay: target.relay };
  try {
    const tokens = await finishAuthorization(pending, answer, options);
    const { outcome, unused } = await storeSignIn(vault, state, { server, target, client, tokens, requested: scope });
    // Tokens that nobody can use must not stay valid.
    const revoking = unused && revokeTokens(unused, options).catch(() => {});
    if (outcome === 'given-up') {
      await revoking;
      throw new AuthError('cancelled', 'This sign-in was cancelled, or you signed out, before it was complete.');
    }
    if (mustLast && outcome === 'in-memory') {
      await revokeTokens({ target, client, tokens }, options).catch(() => {});
      throw new AuthError(
        'blocked',
        'This browser cannot store anything for this site at the moment, so the tokens would be lost with this window: free some space, or allow the site to store data, and sign in again.',
      );
    }
    announce({ type: 'granted', server, state });
    await revoking;
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
