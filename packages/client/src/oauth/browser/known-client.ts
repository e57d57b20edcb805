/** The page's identity at an issuer, stored after the first sign-in and used again in later ones. */
import { identifyClient } from '../endpoints/client-identity.ts';
import type { SendOptions } from '../endpoints/request.ts';
import type { AuthorizationTarget, ClientIdentity } from '../oauth-types.ts';
import { recordName } from '../store/record-name.ts';
import { clientIdentity, recognize } from '../store/stored-guards.ts';
import type { Vault } from '../store/vault.ts';
import type { SignInContext } from './context.ts';

/** A page registers once with each issuer. An id from the options belongs to the issuer that gave tokens for it. */
export async function knownClient(
  context: SignInContext,
  target: AuthorizationTarget,
  redirectUri: string,
  sending: SendOptions,
): Promise<ClientIdentity> {
  const { options, vault } = context;
  const { clientId, clients, clientName } = options;
  const name = await nameOf(redirectUri, target);
  const known = recognize((await vault.read(name))?.value, clientIdentity);
  const client = await identifyClient(target, {
    clientIssuer: await clientIssuerOf(context, target),
    clientId,
    clients,
    clientName,
    redirectUri,
    known: known?.issuer === target.issuer ? known : undefined,
    ...sending,
  });
  if (client.source === 'registered') await vault.write(name, client);
  return client;
}

/** The issuer of the stored tokens that `clientId` got. With the last of them, it is free for another issuer. */
async function clientIssuerOf(
  { grants, options }: SignInContext,
  { issuer }: AuthorizationTarget,
): Promise<string | undefined> {
  const { clientId } = options;
  if (clientId === undefined) return undefined;
  const stored = await Promise.all((await grants.servers()).map((server) => grants.read(server)));
  const issuers = stored.flatMap((grant) =>
    grant?.client.source === 'configured' && grant.client.clientId === clientId ? [grant.client.issuer] : [],
  );
  return issuers.includes(issuer) ? issuer : issuers[0];
}

/** Forgets a registration, so that the next sign-in registers the page again. */
export async function forgetClient(vault: Vault, redirectUri: string, target: AuthorizationTarget): Promise<void> {
  await vault.remove(await nameOf(redirectUri, target));
}

function nameOf(redirectUri: string, { issuer }: AuthorizationTarget): Promise<string> {
  return recordName('client', redirectUri, issuer);
}
