/**
 * Tokens that newer ones of the same server replaced. An authorization server may end everything that it ever issued to
 * this user and page when one refresh token is revoked, so these are revoked together with the newest, at sign-out.
 */
import { array } from '../../protocol/guards.ts';
import type { Grant } from '../oauth-types.ts';
import { recordName } from './record-name.ts';
import { recognize, storedGrant } from './stored-guards.ts';
import type { Vault } from './vault.ts';

/** As many as anybody replaces before signing out. */
const MAX_REPLACED = 20;

/** A grant that is not, or no longer, the current one. */
export type UnstoredGrant = Omit<Grant, 'version'>;

const nameOf = (server: string): Promise<string> => recordName('replaced', server);

/** To be called under the lock of the server. */
export async function addReplaced(vault: Vault, grant: UnstoredGrant): Promise<void> {
  const name = await nameOf(grant.server);
  const others = read((await vault.read(name))?.value).filter(isAlive);
  await vault.write(name, [grant, ...others].slice(0, MAX_REPLACED));
}

/** Removes and returns them. */
export async function takeReplaced(vault: Vault, server: string): Promise<UnstoredGrant[]> {
  return read(await vault.take(await nameOf(server)));
}

/** Those that are only in this page's memory. */
export async function takeReplacedFromMemory(vault: Vault, server: string): Promise<UnstoredGrant[]> {
  return read(await vault.takeFromMemory(await nameOf(server)));
}

function read(value: unknown): UnstoredGrant[] {
  return recognize(value, array(storedGrant)) ?? [];
}

function isAlive({ tokens: { refreshToken, expiresAt = Infinity } }: UnstoredGrant): boolean {
  return refreshToken !== undefined || Date.now() < expiresAt;
}
