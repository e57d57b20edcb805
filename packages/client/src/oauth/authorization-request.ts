import type { AuthorizationTarget } from './model.ts';
import type { Dpop } from './dpop.ts';
import type { Vault } from './vault.ts';

/** How long an authorization server may take to answer, in ms. */
const TIMEOUT_MS = 30_000;

/** What every request to an authorization server needs. */
export interface AuthorizationRequest {
  fetch: typeof fetch;
  signal: AbortSignal;
  dpop?: Dpop | undefined;
}

export async function authorizationRequest(vault: Vault, target: AuthorizationTarget, ownFetch: typeof fetch | undefined, signal?: AbortSignal): Promise<AuthorizationRequest> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return {
    fetch: ownFetch ?? ((input, init) => fetch(input, init)),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    dpop: await dpopFor(vault, target),
  };
}

/** What binds tokens to a key of this browser, where the servers can. */
export async function dpopFor(vault: Vault, { dpop, issuer }: AuthorizationTarget): Promise<Dpop | undefined> {
  if (dpop === 'none') return undefined;
  const { createDpop } = await import('./dpop.ts');
  return createDpop(await vault.keyPair(`dpop ${issuer}`));
}
