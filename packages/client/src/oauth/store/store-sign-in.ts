/** The moment in which a sign-in ends: its tokens become the current ones, unless somebody gave it up. */
import { nameOfGrant, storeGrant, withLock } from './grants.ts';
import { endSignIn } from './pending-sign-ins.ts';
import { addReplaced, type UnstoredGrant } from './replaced-grants.ts';
import { recognize, storedGrant } from './stored-guards.ts';
import type { Vault } from './vault.ts';

/**
 * Stores the tokens of a sign-in, unless it was given up in the meantime: the user signed out or cancelled it, perhaps
 * in another tab.
 *
 * @param state of the sign-in
 * @returns `unused`: tokens that can be revoked without ending the current ones
 */
export function storeSignIn(
  vault: Vault,
  state: string,
  grant: UnstoredGrant,
): Promise<{ outcome: Awaited<ReturnType<Vault['write']>> | 'given-up'; unused?: UnstoredGrant | undefined }> {
  return withLock(grant.server, async () => {
    const before = recognize((await vault.read(await nameOfGrant(grant.server)))?.value, storedGrant);
    const isWanted = await endSignIn(vault, state);
    // Nobody has signed out: the user is still the same, and grants more scopes, for example.
    const signIn = before ? before.signIn : state;
    const outcome = isWanted ? await storeGrant(vault, { ...grant, signIn }) : 'given-up';
    const unused = isWanted ? before : grant;
    if (!unused || !before || !mayBeOne(before, grant)) return { outcome, unused };
    await addReplaced(vault, unused);
    return { outcome };
  });
}

/** Whether the authorization server may take both for one grant, so that revoking either ends both (RFC 7009, 2.1). */
function mayBeOne(one: UnstoredGrant, other: UnstoredGrant): boolean {
  return one.target.issuer === other.target.issuer && one.client.clientId === other.client.clientId;
}
