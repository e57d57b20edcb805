/** Who issues tokens for a server: asked of the server itself, then of the authorization server it names. */
import type { AuthorizationServer } from 'oauth4webapi';
import { AuthError, McpError } from '../../errors.ts';
import { check } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { checkAddress, isResourceOf, resourceOf } from './addresses.ts';
import { readChallenge } from './challenge.ts';
import { askPage } from './failures.ts';
import { readAuthorizationServer, type ResourceMetadata, resourceMetadata } from './metadata.ts';
import type { AuthorizationTarget, Challenge } from '../model.ts';
import { getJson, type Sending } from './request.ts';
import { shorten, withoutQuery } from './quoting.ts';

export interface DiscoveryOptions extends Sending {
  /** Chooses among several authorization servers; the first without it. */
  chooseIssuer?:
    | ((issuers: readonly string[], options: { signal: AbortSignal }) => string | Promise<string>)
    | undefined;
}

/** Nothing usable is there. `isMissing` when something answered, and said so. */
interface Absence {
  problem: string;
  isMissing: boolean;
}

const CHALLENGE_TIMEOUT_MS = 5_000;

const RESOURCE = '/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/**
 * Finds out who issues tokens for a server, whichever revision it was written for.
 *
 * @throws {AuthError} `discovery` when nothing is found, or what is found contradicts itself.
 * @throws {McpError} `timeout`, `too-large`
 */
export async function discoverTarget(
  server: URL,
  challenge: Challenge,
  options: DiscoveryOptions,
): Promise<AuthorizationTarget> {
  // Whatever it says, no token goes to it in the clear.
  checkAddress(server.href, 'address of the server', server);
  const absences: Absence[] = [];
  const description = await findDescription(server, challenge, options, absences);
  const {
    resource = resourceOf(server),
    authorization_servers: issuers = [],
    scopes_supported: resourceScopes,
  } = description ?? {};
  const [first] = issuers;
  const found =
    first === undefined
      ? await findOnSite(server, options, absences)
      : await findAuthorizationServer(await choose(issuers, first, options), server, options);
  return {
    resource,
    ...found,
    ...(resourceScopes && { resourceScopes }),
    dpop: bindingOf(found.authorizationServer, description, challenge),
  };
}

/**
 * What a server says when it is asked without a token: a sign-in may begin before it ever was. The ping changes
 * nothing in any revision. Nothing is said where the server does not answer, or lets everybody in.
 */
export async function askForChallenge(server: URL, { fetch, signal }: Sending): Promise<Challenge> {
  const timeout = AbortSignal.timeout(CHALLENGE_TIMEOUT_MS);
  try {
    const response = await fetch(server, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: '{"jsonrpc":"2.0","id":0,"method":"ping"}',
      credentials: 'omit',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    response.body?.cancel().catch(() => {});
    return response.status === 401 ? readChallenge(response) : {};
  } catch {
    signal?.throwIfAborted();
    return {};
  }
}

/** The server's own metadata, from where it says it is, or else from the two well-known places. */
async function findDescription(
  server: URL,
  { resourceMetadata: said }: Challenge,
  options: Sending,
  absences: Absence[],
): Promise<ResourceMetadata | undefined> {
  const path = server.pathname.replace(/\/$/, '');
  const places = [
    ...(said === undefined ? [] : [checkAddress(said, `resource_metadata of ${withoutQuery(server)}`, server)]),
    ...(path || server.search ? [new URL(`${RESOURCE}${path}${server.search}`, server)] : []),
    new URL(RESOURCE, server),
  ];
  for (const place of places) {
    const answer = await lookUp(place, options);
    if ('problem' in answer) {
      absences.push(answer);
      continue;
    }
    const fail = (problem: string): Error =>
      new AuthError('discovery', `The metadata at ${withoutQuery(place)} is not what OAuth specifies: ${problem}.`);
    const description = check(answer.found, resourceMetadata, fail);
    if (!isResourceOf(description.resource, server)) {
      throw new AuthError(
        'discovery',
        `The metadata at ${withoutQuery(place)} is for ${shorten(description.resource)}, not for ${withoutQuery(server)}: a token for one is not to be sent to the other.`,
      );
    }
    return description;
  }
  return undefined;
}

async function choose(
  issuers: readonly string[],
  first: string,
  { chooseIssuer, signal = new AbortController().signal }: DiscoveryOptions,
): Promise<string> {
  if (issuers.length === 1 || !chooseIssuer) return first;
  const chosen = await askPage('chooseIssuer', 'discovery', () => chooseIssuer(issuers, { signal }), signal);
  if (!issuers.includes(chosen))
    throw new McpError('invalid-argument', '`chooseIssuer` has to return one of the issuers that it was given.');
  return chosen;
}

async function findAuthorizationServer(issuer: string, server: URL, options: Sending): Promise<Found> {
  const url = checkAddress(issuer, `authorization server of ${withoutQuery(server)}`, server);
  const path = url.pathname.replace(/\/$/, '');
  const places = path ? [`${OAUTH}${path}`, `${OPENID}${path}`, `${path}${OPENID}`] : [OAUTH, OPENID];
  const problems: string[] = [];
  for (const place of places) {
    const address = new URL(place, url);
    const answer = await lookUp(address, options);
    if ('found' in answer) {
      return {
        issuer,
        authorizationServer: readAuthorizationServer(answer.found, address, [issuer], server),
        hasMetadata: true,
      };
    }
    problems.push(answer.problem);
  }
  throw new AuthError(
    'discovery',
    `The authorization server ${shorten(issuer)} does not describe itself: ${problems.join(' ')}`,
    { issuer },
  );
}

interface Found {
  issuer: string;
  authorizationServer: AuthorizationServer;
  hasMetadata: boolean;
}

/** 2025-03-26: the server's own site issues the tokens, at the default endpoints if it describes no others. */
async function findOnSite(server: URL, options: Sending, absences: Absence[]): Promise<Found> {
  const { origin } = server;
  let isMissing = false;
  for (const place of [OAUTH, OPENID]) {
    const address = new URL(place, origin);
    const answer = await lookUp(address, options);
    if ('found' in answer) {
      // Nobody wrote this issuer down, so it may be written either way.
      const authorizationServer = readAuthorizationServer(answer.found, address, [origin, `${origin}/`], server);
      return { issuer: authorizationServer.issuer, authorizationServer, hasMetadata: true };
    }
    absences.push(answer);
    isMissing ||= answer.isMissing;
  }
  // Where nothing answers at all, guessing would send the user to a page that is not there.
  if (!isMissing) {
    throw new AuthError(
      'discovery',
      `${withoutQuery(server)} wants the user to sign in, but does not say where. If it does in WWW-Authenticate, its CORS answer has to expose that header. ${absences.map(({ problem }) => problem).join(' ')}`,
    );
  }
  const authorizationServer = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
  };
  return { issuer: origin, authorizationServer, hasMetadata: false };
}

async function lookUp(url: URL, options: Sending): Promise<{ found: JsonObject } | Absence> {
  try {
    const { status, json } = await getJson(url, options);
    if (status === 200 && json) return { found: json };
    // Sites that answer every address with their page have no document there either.
    return {
      problem:
        status === 200
          ? `${withoutQuery(url)} is no JSON object.`
          : `${withoutQuery(url)} answered with status ${status}.`,
      isMissing: status < 500,
    };
  } catch (error) {
    if (error instanceof AuthError || (error instanceof McpError && error.code === 'network'))
      return { problem: error.message, isMissing: false };
    throw error;
  }
}

/** Tokens are bound to a key only where both sides say that they know how: a server that does not would refuse them. */
function bindingOf(
  issuer: AuthorizationServer,
  resource: ResourceMetadata | undefined,
  challenge: Challenge,
): AuthorizationTarget['dpop'] {
  if (resource?.dpop_bound_access_tokens_required || challenge.dpop === 'required') return 'required';
  const isTaken = challenge.dpop !== undefined || resource?.dpop_signing_alg_values_supported?.includes('ES256');
  return isTaken && issuer.dpop_signing_alg_values_supported?.includes('ES256') ? 'supported' : 'none';
}
