/**
 * Mix-up (RFC 9700, section 4.4): an authorization server names endpoints of another one, to get what is meant for that
 * one, or to have its own server get the other one's token.
 */
import { AuthError } from '../../errors.ts';
import { shorten } from '../failures.ts';
import type { AuthorizationTarget } from '../oauth-types.ts';
import { ENDPOINTS } from './metadata.ts';

export interface MixUpOptions {
  /** The origins, other than its own, where an issuer may have endpoints. */
  endpointOrigins?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whether a response has to name its issuer, even if the authorization server did not promise that (RFC 9207). */
  requireIss?: boolean | undefined;
}

/**
 * Checks an authorization server before the user is sent to it. If its responses have to name their issuer, no code of
 * another one gets to its token endpoint. Otherwise, all of its endpoints have to be its own.
 *
 * @returns the target, whose metadata promises `iss` if the page requires it
 * @throws {AuthError} `discovery`
 */
export function guardAgainstMixUp(
  target: AuthorizationTarget,
  { endpointOrigins = {}, requireIss }: MixUpOptions,
): AuthorizationTarget {
  const { issuer, authorizationServer } = target;
  const promise = 'authorization_response_iss_parameter_supported';
  if (authorizationServer[promise] === true) return target;
  if (requireIss) return { ...target, authorizationServer: { ...authorizationServer, [promise]: true } };
  const listed = Object.hasOwn(endpointOrigins, issuer) ? endpointOrigins[issuer] : [];
  requireOwnEndpoints(
    target,
    listed,
    (origins) =>
      `A code of one could be sent to the other, so sign-in did not start. If both belong together, set \`endpointOrigins: ${JSON.stringify({ [shorten(issuer)]: origins })}\`.`,
  );
  return target;
}

/**
 * @param allowed origins beside the issuer's own
 * @param advise continues the error: what follows, and what to do. It gets the origins that are not allowed.
 * @throws {AuthError} `discovery`
 */
export function requireOwnEndpoints(
  { issuer, authorizationServer }: AuthorizationTarget,
  allowed: readonly string[] = [],
  advise: (origins: string[]) => string,
): void {
  const own = [issuer, ...allowed].filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
  const foreign = ENDPOINTS.flatMap((endpoint) => {
    const address = authorizationServer[endpoint];
    if (address === undefined) return [];
    const { origin } = new URL(address);
    return own.includes(origin) ? [] : { endpoint, address, origin };
  });
  const [first] = foreign;
  if (first === undefined) return;
  throw new AuthError(
    'discovery',
    `The ${first.endpoint} of ${shorten(issuer)} is ${shorten(first.address)}, on another origin. ${advise([...new Set(foreign.map(({ origin }) => origin))])}`,
    { issuer },
  );
}
