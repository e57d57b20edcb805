/** Sign-ins that wait for the user. Each is stored under its `state`, used once, and valid for ten minutes. */
import type { PendingSignIn } from '../oauth-types.ts';
import { pendingSignIn, recognize } from './stored-guards.ts';
import type { Vault } from './vault.ts';

/** How long a user may take, in ms. */
export const PENDING_MS = 10 * 60_000;

const PREFIX = 'pending ';

/** @returns whether it outlasts the page, so that a full-page redirect can come back to it. */
export async function storePendingSignIn(vault: Vault, pending: PendingSignIn): Promise<boolean> {
  return (await vault.write(`${PREFIX}${pending.state}`, pending)) === 'stored';
}

/** The sign-in with this state; `undefined` when it is unknown, already used or too old. */
export async function takePendingSignIn(vault: Vault, state: string): Promise<PendingSignIn | undefined> {
  const pending = recognize(await vault.take(`${PREFIX}${state}`), pendingSignIn);
  return pending?.state === state && isTimely(pending) ? pending : undefined;
}

/** Removes the sign-ins that nobody finished in time. */
export async function removeOldPendingSignIns(vault: Vault): Promise<void> {
  for (const name of await vault.names(PREFIX)) {
    const pending = recognize((await vault.read(name))?.value, pendingSignIn);
    if (!pending || !isTimely(pending)) await vault.remove(name);
  }
}

function isTimely({ startedAt }: PendingSignIn): boolean {
  const ageMs = Date.now() - startedAt;
  return ageMs >= -PENDING_MS && ageMs <= PENDING_MS;
}
