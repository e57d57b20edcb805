/**
 * Sign-ins that wait for the user. Each is stored under its `state`, used once, and valid for ten minutes. While a page
 * exchanges its code for tokens, the record stays, without its secrets: a sign-out in another tab can still give it up.
 */
import type { PendingSignIn } from '../oauth-types.ts';
import { pendingSignIn, recognize, startedSignIn } from './stored-guards.ts';
import { recordName } from './record-name.ts';
import type { Vault } from './vault.ts';

/** How long a user may take, in ms. */
export const PENDING_MS = 10 * 60_000;

const KIND = 'pending';

const nameOf = (state: string): Promise<string> => recordName(KIND, state);

/** @returns whether it outlasts the page, so that a full-page redirect can come back to it. */
export async function storePendingSignIn(vault: Vault, pending: PendingSignIn): Promise<boolean> {
  return (await vault.write(await nameOf(pending.state), pending)) === 'stored';
}

/** The sign-in with this state, to be finished; `undefined` when it is unknown, already used, given up or too old. */
export async function takePendingSignIn(vault: Vault, state: string): Promise<PendingSignIn | undefined> {
  const name = await nameOf(state);
  const stored = await vault.read(name);
  const pending = stored && recognize(stored.value, pendingSignIn);
  if (pending?.state !== state || !isTimely(pending)) return undefined;
  const { server, startedAt } = pending;
  const outcome = await vault.write(name, { server, startedAt, progress: 'finishing' }, stored?.version);
  return outcome === 'conflict' ? undefined : pending;
}

/** Removes the record of a sign-in that a page has finished. @returns false when it was given up in the meantime. */
export async function endSignIn(vault: Vault, state: string): Promise<boolean> {
  const started = recognize(await vault.take(await nameOf(state)), startedSignIn);
  return started?.progress === 'finishing';
}

/** Gives up a sign-in. @returns whether a page is exchanging its code. That page revokes the tokens. */
export async function giveUpSignIn(vault: Vault, state: string): Promise<boolean> {
  return giveUp(vault, await nameOf(state), () => true);
}

/** Gives up all sign-ins to a server. */
export async function giveUpSignIns(vault: Vault, server: string): Promise<void> {
  for (const name of await vault.names(`${KIND} `)) await giveUp(vault, name, (started) => started.server === server);
}

/** Removes the sign-ins that nobody finished in time. */
export async function removeOldPendingSignIns(vault: Vault): Promise<void> {
  for (const name of await vault.names(`${KIND} `)) {
    const started = recognize((await vault.read(name))?.value, startedSignIn);
    if (!started || !isTimely(started)) await vault.remove(name);
  }
}

/** The servers that users are signing in to. */
export async function serversOfSignIns(vault: Vault): Promise<string[]> {
  const names = await vault.names(`${KIND} `);
  const stored = await Promise.all(names.map((name) => vault.read(name)));
  return stored.flatMap((found) => recognize(found?.value, startedSignIn)?.server ?? []);
}

async function giveUp(vault: Vault, name: string, isMeant: (started: { server: string }) => boolean): Promise<boolean> {
  const stored = await vault.read(name);
  const started = recognize(stored?.value, startedSignIn);
  if (!stored || !started || !isMeant(started)) return false;
  const { server, startedAt, progress } = started;
  if (progress === 'given-up') return true;
  const outcome =
    progress === undefined
      ? await vault.remove(name, stored.version)
      : await vault.write(name, { server, startedAt, progress: 'given-up' }, stored.version);
  // A page has begun to exchange the code, or has just stored the tokens.
  if (outcome === false || outcome === 'conflict') return giveUp(vault, name, isMeant);
  return progress !== undefined;
}

function isTimely({ startedAt }: Pick<PendingSignIn, 'startedAt'>): boolean {
  const ageMs = Date.now() - startedAt;
  return ageMs >= -PENDING_MS && ageMs <= PENDING_MS;
}
