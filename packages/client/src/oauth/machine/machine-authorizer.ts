/**
 * What all grants without a user have in common: the token is in memory, and requested when the server requires one.
 */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Authorizer } from '../../wire/authorizer.ts';
import { readChallenge } from '../endpoints/challenge.ts';
import { discoverTarget } from '../endpoints/discovery.ts';
import { requireOwnEndpoints } from '../endpoints/mix-up.ts';
import type { AuthorizationTarget, Challenge, TokenSet } from '../oauth-types.ts';
import type { Answer, SendOptions } from '../endpoints/request.ts';
import { chooseScope } from '../endpoints/scopes.ts';
import { readTokens } from '../endpoints/tokens.ts';
import { insufficientScope, shorten, withoutQuery } from '../failures.ts';

/** Options of all grants without a user. */
export interface MachineOptions {
  /**
   * The authorization server that the credentials are for. No other one gets them, whatever the server says. Without
   * it, they go to the one that the server names, if its endpoints are on its own origin: leave it out only if you trust
   * the server with them.
   */
  issuer?: string | undefined;
  /** The scopes to request. Defaults to those that the server names. */
  scope?: readonly string[] | undefined;
  /** Replaces the platform's `fetch` for requests to authorization servers. */
  fetch?: typeof fetch | undefined;
}

/** Requests a token, with the scopes if there are any. */
export type RequestToken = (
  target: AuthorizationTarget,
  scope: string | undefined,
  sending: SendOptions,
) => Promise<Answer>;

/** How long before it expires a token is no longer used, in ms. */
const SKEW_MS = 10_000;

export function machineAuthorizer(options: MachineOptions, requestToken: RequestToken): Authorizer {
  const direct: SendOptions = { fetch: options.fetch ?? ((input, init) => fetch(input, init)) };

  const obtain = async (server: URL, challenge: Challenge, sending: SendOptions): Promise<TokenSet> => {
    const target = await discoverTarget(server, challenge, sending);
    const { issuer } = target;
    if (options.issuer !== undefined && options.issuer !== issuer) {
      throw new AuthError(
        'registration',
        `The credentials are for ${options.issuer}, but ${withoutQuery(server)} requires a token from ${shorten(issuer)}. They were not sent there.`,
        { issuer },
      );
    }
    // Otherwise the server could be sent a token of another authorization server, to which the credentials belong.
    if (options.issuer === undefined)
      requireOwnEndpoints(
        target,
        [],
        () => 'No credentials were sent. If you trust this authorization server with them, set `issuer`.',
      );
    // No refresh token is needed: the next token is requested like this one.
    const scope = options.scope ?? chooseScope(target, challenge, []).filter((name) => name !== 'offline_access');
    return readTokens(
      await requestToken(target, scope.length > 0 ? scope.join(' ') : undefined, sending),
      target,
      scope,
      sending,
      'refused',
    );
  };

  return {
    authorize(server, send, { relay } = {}) {
      const sending: SendOptions = { ...direct, relay: relay?.href };
      let tokens: TokenSet | undefined;
      let challenge: Challenge = {};
      let obtaining: Promise<TokenSet> | undefined;
      // All callers share one token request.
      const renew = (): Promise<TokenSet> =>
        (obtaining ??= obtain(server, challenge, sending)
          .then((got) => (tokens = got))
          .finally(() => (obtaining = undefined)));

      return async (input, init = {}) => {
        const signal = init.signal ?? undefined;
        const isOurs = new URL(input instanceof Request ? input.url : input, server).origin === server.origin;
        const sendWith = (used: TokenSet | undefined): Promise<Response> => {
          const headers = new Headers(init.headers);
          if (used && isOurs) headers.set('Authorization', `Bearer ${used.accessToken}`);
          return send(input, { ...init, headers });
        };
        if (tokens?.expiresAt !== undefined && Date.now() > tokens.expiresAt - SKEW_MS)
          await untilAborted(renew(), signal);
        const used = tokens;
        const response = await sendWith(used);
        if (!isOurs || (response.status !== 401 && response.status !== 403)) return response;
        const said = readChallenge(response);
        if (said.error === 'insufficient_scope')
          throw insufficientScope(server, said.scope, 'add them to the `scope` option');
        if (response.status === 403) return response;
        response.body?.cancel().catch(() => {});
        challenge = said;
        const fresh = tokens && tokens !== used ? tokens : await untilAborted(renew(), signal);
        const again = await sendWith(fresh);
        if (again.status === 401)
          throw new AuthError(
            'invalid-response',
            `${withoutQuery(server)} does not accept the token that its own authorization server issued. The server's log may say why.`,
          );
        return again;
      };
    },
  };
}
