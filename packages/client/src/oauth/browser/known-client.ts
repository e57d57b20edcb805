/** The page's identity at an issuer, stored after the first sign-in and used again in later ones. */
import { string } from '../../protocol/guards.ts';
import { identifyClient } from '../endpoints/client-identity.ts';
import type { SendOptions } from '../endpoints/request.ts';
import type { AuthorizationTarget, ClientIdentity } from '../oauth-types.ts';
import { recordName } from '../store/record-name.ts';
import { clientIdentity, recognize } from '../store/stored-guards.ts';
import type { Vault } from '../store/vault.ts';
import type { SignInContext } from './context.ts';

/** A page registers once with each issuer. An id from the options belongs to the first issuer that it is used with. */
export async function knownClient(
  context: SignInContext,
  target: AuthorizationTarget,
  redirectUri: string,
  sending: SendOptions,
): Promise<ClientIdentity> {
  const { options, vault } = context;
  const { clientId, clientSecret, clients, clientName } = options;
  const name = await nameOf(redirectUri, target);
  const known = recognize((await vault.read(name))?.value, clientIdentity);
  const issuerName = await recordName('issuer of', String(clientId));
  const storedIssuer = await vault.read(issuerName);
  const clientIssuer = recognize(storedIssuer?.value, string);
  const client = await identifyClient(target, {
    clientIssuer,
    clientId,
    clientSecret,
    clients,
    clientName,
    redirectUri,
    known: known?.issuer === target.issuer ? known : undefined,
    ...sending,
  });
  if (client.source === 'registered') await vault.write(name, client);
  if (client.source !== 'configured' || client.clientId !== clientId || clientIssuer !== undefined) return client;
  const outcome = await vault.write(issuerName, client.issuer, storedIssuer?.version ?? 0);
  // Another sign-in was faster: look again which issuer the id belongs to.
  return outcome === 'conflict' ? knownClient(context, target, redirectUri, sending) : client;
}

/** Forgets a registration, so that the next sign-in registers the page again. */
export async function forgetClient(vault: Vault, redirectUri: string, target: AuthorizationTarget): Promise<void> {
  await vault.remove(await nameOf(redirectUri, target));
}

function nameOf(redirectUri: string, { issuer }: AuthorizationTarget): Promise<string> {
  return recordName('client', redirectUri, issuer);
}
