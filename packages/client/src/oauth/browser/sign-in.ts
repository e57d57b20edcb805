/** One sign-in, from the click to the tokens. */
import { AuthError } from '../../errors.ts';
import { string } from '../../protocol/guards.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { SignInStatus } from '../../wire/authorizer.ts';
import { announce, hearAnnouncements } from './announcements.ts';
import { startAuthorization } from '../endpoints/authorization-request.ts';
import { askForChallenge, discoverTarget } from '../endpoints/discovery.ts';
import type { AuthorizationTarget, Challenge, ClientIdentity, Grant, PendingSignIn } from '../model.ts';
import type { BrowserOAuthOptions } from './options.ts';
import { finishSignIn, keepPending, PENDING_MS, removeOldPending, takePending } from './pending-sign-in.ts';
import { identifyClient } from '../endpoints/client-identity.ts';
import type { Requests } from '../dpop/send-with-token.ts';
import { chooseScope } from '../endpoints/scopes.ts';
import { SignInWindow } from './sign-in-window.ts';
import { clientIdentity, recognise } from '../store/stored-guards.ts';
import type { Vault } from '../store/vault.ts';

export interface SignIn {
  server: URL;
  /** What the server said when it refused; absent when it was not asked. */
  challenge: Challenge | undefined;
  /** Scopes to ask for besides. */
  scope: readonly string[];
  /** The tokens so far. */
  before: Grant | undefined;
  /** Open already, because only a click may open one. */
  window: SignInWindow | undefined;
  signal: AbortSignal;
  onstatus(status: SignInStatus): void;
}

/**
 * Resolves when there are new tokens.
 *
 * @throws {AuthError} whatever stood in the way; the signal's reason when it aborts.
 */
export async function signIn(
  options: BrowserOAuthOptions,
  vault: Vault,
  requests: Requests,
  request: SignIn,
): Promise<void> {
  if (!globalThis.document)
    throw new AuthError(
      'blocked',
      'A worker opens no windows: let a page of this origin sign in, with which its workers are signed in too.',
    );
  const ended = new AbortController();
  const signal = AbortSignal.any([request.signal, ended.signal]);
  let { window } = request;
  let pending: PendingSignIn | undefined;
  try {
    request.onstatus({ state: 'signing-in' });
    const { server, before, challenge = await askForChallenge(server, requests.plain(signal)) } = request;
    const { chooseIssuer } = options;
    const target = await discoverTarget(server, challenge, {
      ...requests.plain(signal),
      ...(chooseIssuer && { chooseIssuer: (issuers: readonly string[]) => chooseIssuer(issuers, { signal }) }),
    });
    const redirectUri = new URL(options.redirectUri, location.href).href;
    const client = await knownClient(options, vault, target, redirectUri, requests.plain(signal));
    const scope = [
      ...new Set([
        ...chooseScope(target, challenge, before && before.target.issuer === target.issuer ? before.requested : []),
        ...request.scope,
      ]),
    ];
    const { url, pending: started } = await startAuthorization(target, client, {
      server: server.href,
      redirectUri,
      scope,
    });
    await removeOldPending(vault);
    pending = started;
    await keepPending(vault, started);
    const { issuer } = target;
    const { state } = started;

    const outcome = new Promise<void>((resolve, reject) => {
      const expired = setTimeout(
        () => reject(new AuthError('cancelled', 'Signing in took too long: try again.', { issuer })),
        PENDING_MS,
      );
      signal.addEventListener('abort', () => clearTimeout(expired), { once: true });
      hearAnnouncements((announcement) => {
        if (!('state' in announcement) || announcement.state !== state) return;
        if (announcement.type === 'granted') resolve();
        else if (announcement.type === 'failed')
          reject(
            new AuthError(announcement.reason, announcement.message, { issuer, oauthError: announcement.oauthError }),
          );
        else if (announcement.type === 'answered') void finishHere(announcement.answer);
      }, signal);
    });
    // The callback page did not find it on disk: it is in this page's memory, or the answer is an old one.
    const finishHere = async (answer: string): Promise<void> => {
      const held = await takePending(vault, state);
      if (!held) return;
      announce({ type: 'taken', state });
      await finishSignIn(vault, held, new URLSearchParams(answer), await requests.to(target, signal)).catch(() => {});
    };
    const closed = new Promise<void>((_resolve, reject) => {
      const watch = (opened: SignInWindow): void => {
        window = opened;
        request.onstatus({ state: 'signing-in', issuer });
        void opened
          .closed(signal)
          .then(
            () =>
              !signal.aborted &&
              reject(new AuthError('cancelled', 'The window for signing in was closed: try again.', { issuer })),
          );
      };
      if (window) {
        window.navigate(url);
        watch(window);
        return;
      }
      request.onstatus({
        state: 'blocked',
        issuer,
        open: () => {
          const opened = SignInWindow.open('', url.href);
          if (opened) watch(opened);
        },
        redirect: async () => {
          const isKept = await keepPending(vault, { ...started, returnTo: location.href });
          if (!isKept)
            throw new AuthError(
              'blocked',
              'This browser keeps nothing for this page, so it cannot leave and come back signed in: allow the window to open.',
              { issuer },
            );
          location.assign(url.href);
        },
      });
    });
    await untilAborted(Promise.race([outcome, closed]), request.signal);
  } catch (error) {
    window?.close();
    // Where the window cannot be closed, what the user does there must not count any more.
    if (pending && request.signal.aborted) await takePending(vault, pending.state);
    else if (pending?.client.source === 'registered' && isForgotten(error))
      await vault.remove(nameOf(pending.redirectUri, pending.target));
    throw error;
  } finally {
    ended.abort();
  }
}

function nameOf(redirectUri: string, { issuer }: AuthorizationTarget): string {
  return `client ${redirectUri} ${issuer}`;
}

/** An authorization server that does not know the page any more tells the user, and sends nobody back. The next attempt registers anew. */
function isForgotten(error: unknown): boolean {
  if (!(error instanceof AuthError)) return false;
  return error.oauthError === undefined
    ? error.reason === 'cancelled'
    : ['invalid_client', 'unauthorized_client'].includes(error.oauthError);
}

/** A page registers once with each issuer, and an id that it was given belongs to the issuer that it was used with first. */
async function knownClient(
  options: BrowserOAuthOptions,
  vault: Vault,
  target: AuthorizationTarget,
  redirectUri: string,
  sending: ReturnType<Requests['plain']>,
): Promise<ClientIdentity> {
  const name = nameOf(redirectUri, target);
  const known = recognise((await vault.read(name))?.value, clientIdentity);
  const { clientId } = options;
  const bond = `issuer of ${clientId}`;
  const bound = await vault.read(bond);
  const clientIssuer = recognise(bound?.value, string);
  const client = await identifyClient(target, {
    clientIssuer,
    clientId,
    clientSecret: options.clientSecret,
    clients: options.clients,
    clientName: options.clientName,
    redirectUri,
    known: known?.issuer === target.issuer ? known : undefined,
    ...sending,
  });
  if (client.source === 'registered') await vault.write(name, client);
  if (client.source !== 'configured' || client.clientId !== clientId || clientIssuer !== undefined) return client;
  const outcome = await vault.write(bond, client.issuer, bound?.version ?? 0);
  // Another sign-in was quicker: whose the id is stands now.
  return outcome === 'conflict' ? knownClient(options, vault, target, redirectUri, sending) : client;
}
