/** What the grants without a user have in common: a token in memory, asked for when the server wants one. */
import { AuthError } from '../../errors.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Authorizer } from '../../wire/authorizer.ts';
import { readChallenge } from '../endpoints/challenge.ts';
import { discoverTarget } from '../endpoints/discovery.ts';
import type { AuthorizationTarget, Challenge, TokenSet } from '../model.ts';
import type { Answer, Sending } from '../endpoints/request.ts';
import { chooseScope } from '../endpoints/scopes.ts';
import { readTokens } from '../endpoints/tokens.ts';
import { shorten, withoutQuery } from '../endpoints/quoting.ts';

/** Options that all grants without a user have. */
export interface MachineOptions {
  /**
   * The authorization server that the credentials are for. No other one gets them, whatever the server says. Without
   * it, they go to the one that the server names: leave it out only for servers that may have them.
   */
  issuer?: string | undefined;
  /** Scopes to ask for, in place of those that the server names. */
  scope?: readonly string[] | undefined;
  /** Used in place of the platform's `fetch` for requests to authorization servers. */
  fetch?: typeof fetch | undefined;
}

/** Asks a token endpoint, with the scopes if there are any. */
export type Ask = (target: AuthorizationTarget, scope: string | undefined, sending: Sending) => Promise<Answer>;

/** How long before its end a token is no longer used, in ms. */
const SKEW_MS = 10_000;

export function machineAuthorizer(options: MachineOptions, ask: Ask): Authorizer {
  const sending: Sending = { fetch: options.fetch ?? ((input, init) => fetch(input, init)) };

  const obtain = async (server: URL, challenge: Challenge): Promise<TokenSet> => {
    const target = await discoverTarget(server, challenge, sending);
    const { issuer } = target;
    if (options.issuer !== undefined && options.issuer !== issuer) {
      throw new AuthError(
        'registration',
        `The credentials are for ${options.issuer}, but ${withoutQuery(server)} wants a token of ${shorten(issuer)}, which does not get them.`,
        { issuer },
      );
    }
    // There is nobody to renew anything for: the next token is asked for as this one.
    const scope = options.scope ?? chooseScope(target, challenge, []).filter((name) => name !== 'offline_access');
    return readTokens(
      await ask(target, scope.length > 0 ? scope.join(' ') : undefined, sending),
      target,
      scope,
      sending,
      'refused',
    );
  };

  return {
    authorize(server, send) {
      let tokens: TokenSet | undefined;
      let challenge: Challenge = {};
      let obtaining: Promise<TokenSet> | undefined;
      // All who wait are given the same token. One that is refused is not asked for in another way.
      const renew = (): Promise<TokenSet> =>
        (obtaining ??= obtain(server, challenge)
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
        if (tokens && Date.now() > (tokens.expiresAt ?? Infinity) - SKEW_MS) await untilAborted(renew(), signal);
        const used = tokens;
        const response = await sendWith(used);
        if (!isOurs || (response.status !== 401 && response.status !== 403)) return response;
        const said = readChallenge(response);
        if (said.error === 'insufficient_scope') throw lacksPermission(server, said);
        if (response.status === 403) return response;
        response.body?.cancel().catch(() => {});
        challenge = said;
        const fresh = tokens && tokens !== used ? tokens : await untilAborted(renew(), signal);
        const again = await sendWith(fresh);
        if (again.status === 401)
          throw new AuthError(
            'invalid-response',
            `${withoutQuery(server)} does not accept the token that its own authorization server issued: look at the server's log.`,
          );
        return again;
      };
    },
  };
}

function lacksPermission(server: URL, { scope }: Challenge): AuthError {
  return new AuthError(
    'permission-required',
    `The token does not allow this at ${withoutQuery(server)}${scope ? `: it needs ${shorten(scope.join(' '))}, which the \`scope\` option can ask for` : ''}.`,
  );
}
