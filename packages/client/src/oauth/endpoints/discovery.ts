/** Finds out who issues tokens for a server: from the server's metadata, then from its authorization server's. */
import type { AuthorizationServer } from 'oauth4webapi';
import { AuthError, McpError } from '../../errors.ts';
import { check } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { checkAddress } from './addresses.ts';
import { readChallenge } from './challenge.ts';
import { askPage, shorten, withoutQuery } from '../failures.ts';
import { readAuthorizationServer, type ResourceMetadata, resourceMetadata } from './metadata.ts';
import type { AuthorizationTarget, Challenge } from '../oauth-types.ts';
import { getJson, senderOf, type SendOptions } from './request.ts';
import { metadataAddressOf, readResource, relationOf, RESOURCE_METADATA, resourceOf } from './resource.ts';

export interface DiscoveryOptions extends SendOptions {
  /** Chooses one of several authorization servers. Without it, the first is used. */
  chooseIssuer?:
    | ((issuers: readonly string[], options: { signal: AbortSignal }) => string | Promise<string>)
    | undefined;
  /** The authorization server that the user agreed to. No other one will do, and `chooseIssuer` is not called. */
  issuer?: string | undefined;
}

/** There is no usable document. `isMissing`: the site answered that there is none. */
interface Absence {
  problem: string;
  isMissing: boolean;
}

const CHALLENGE_TIMEOUT_MS = 5_000;

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/**
 * Finds out who issues tokens for a server of any revision.
 *
 * @throws {AuthError} `discovery` when nothing is found, or the metadata contradicts itself.
 * @throws {McpError} `timeout`, `too-large`
 */
export async function discoverTarget(
  server: URL,
  challenge: Challenge,
  options: DiscoveryOptions,
): Promise<AuthorizationTarget> {
  // No token is ever sent unencrypted, whatever the server says.
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
  if (options.issuer !== undefined) requireIssuer(options.issuer, [found.issuer]);
  return {
    resource,
    ...found,
    ...(resourceScopes && { resourceScopes }),
    dpop: bindingOf(found.authorizationServer, description, challenge),
    ...(options.relay !== undefined && { relay: options.relay }),
  };
}

/**
 * Gets a server's challenge for a sign-in that starts before any request: sends a ping without a token. A ping changes
 * nothing in any revision. Empty if the server does not answer, or needs no token.
 */
export async function askForChallenge(server: URL, options: SendOptions): Promise<Challenge> {
  const { signal } = options;
  const timeout = AbortSignal.timeout(CHALLENGE_TIMEOUT_MS);
  try {
    const response = await senderOf(options)(server, {
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

/** The server's own metadata, from the address that it gives, or else from the two well-known ones. */
async function findDescription(
  server: URL,
  { resourceMetadata: said }: Challenge,
  options: SendOptions,
  absences: Absence[],
): Promise<ResourceMetadata | undefined> {
  const places = [
    ...(said === undefined ? [] : [checkAddress(said, `resource_metadata of ${withoutQuery(server)}`, server)]),
    ...(server.pathname !== '/' || server.search ? [metadataAddressOf(server)] : []),
    new URL(RESOURCE_METADATA, server),
  ];
  for (const place of places) {
    const answer = await lookUp(place, options);
    if ('problem' in answer) {
      absences.push(answer);
      continue;
    }
    return confirmed(readDescription(answer.found, place), place, server, options);
  }
  return undefined;
}

function readDescription(found: JsonObject, place: URL): ResourceMetadata {
  const fail = (problem: string): Error =>
    new AuthError('discovery', `The metadata at ${withoutQuery(place)} is not what OAuth specifies: ${problem}.`);
  return check(found, resourceMetadata, fail);
}

/**
 * The description, if it is for this server. Many servers have a token for their whole site, so a parent counts too, but
 * only in the words of the parent: its own metadata, at its own well-known address. On a site whose paths belong to
 * different people, only who runs the site can write there.
 */
async function confirmed(
  description: ResourceMetadata,
  place: URL,
  server: URL,
  options: SendOptions,
): Promise<ResourceMetadata> {
  const { resource } = description;
  const relation = relationOf(resource, server);
  if (relation === 'same') return description;
  let advice = ` Connect to the address in the metadata, or change \`resource\` there.`;
  if (relation === 'parent') {
    const home = metadataAddressOf(resource);
    if (home.href === place.href) return description;
    const answer = await lookUp(home, options);
    const parent = 'found' in answer ? readDescription(answer.found, home) : undefined;
    if (parent && readResource(parent.resource)?.href === readResource(resource)?.href) return parent;
    advice = ` For a token that is valid for both, ${home} has to say so.`;
  }
  throw new AuthError(
    'discovery',
    `The metadata at ${withoutQuery(place)} is for ${shorten(resource)}, not for ${withoutQuery(server)}. A token for one must not be sent to the other.${advice}`,
  );
}

async function choose(
  issuers: readonly string[],
  first: string,
  { chooseIssuer, issuer, signal = new AbortController().signal }: DiscoveryOptions,
): Promise<string> {
  if (issuer !== undefined) return requireIssuer(issuer, issuers);
  if (issuers.length === 1 || !chooseIssuer) return first;
  const chosen = await askPage('chooseIssuer', 'discovery', () => chooseIssuer(issuers, { signal }), signal);
  if (!issuers.includes(chosen))
    throw new McpError('invalid-argument', '`chooseIssuer` has to return one of the issuers that it gets.');
  return chosen;
}

/** @throws {AuthError} `discovery` */
function requireIssuer(issuer: string, named: readonly string[]): string {
  if (named.includes(issuer)) return issuer;
  const others = shorten(named.join(' '));
  throw new AuthError(
    'discovery',
    `The user agreed to more scopes at ${shorten(issuer)}, but the server now names another authorization server (${others}). To use that one, call signIn() in a click handler.`,
    { issuer },
  );
}

async function findAuthorizationServer(issuer: string, server: URL, options: SendOptions): Promise<Found> {
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
    `The authorization server ${shorten(issuer)} publishes no metadata: ${problems.join(' ')}`,
    { issuer },
  );
}

interface Found {
  issuer: string;
  authorizationServer: AuthorizationServer;
  hasMetadata: boolean;
}

/**
 * The rule of 2025-03-26: the server's own site issues the tokens, at the default endpoints unless its metadata names
 * others.
 */
async function findOnSite(server: URL, options: SendOptions, absences: Absence[]): Promise<Found> {
  const { origin } = server;
  let isMissing = false;
  for (const place of [OAUTH, OPENID]) {
    const address = new URL(place, origin);
    const answer = await lookUp(address, options);
    if ('found' in answer) {
      // No metadata spelled this issuer, so both spellings are accepted.
      const authorizationServer = readAuthorizationServer(answer.found, address, [origin, `${origin}/`], server);
      return { issuer: authorizationServer.issuer, authorizationServer, hasMetadata: true };
    }
    absences.push(answer);
    isMissing ||= answer.isMissing;
  }
  // If the site does not answer at all, the default endpoints would send the user to a page that does not exist.
  if (!isMissing) {
    throw new AuthError(
      'discovery',
      `${withoutQuery(server)} requires signing in, but does not say where. If it says so in WWW-Authenticate, its CORS headers have to expose that header. ${absences.map(({ problem }) => problem).join(' ')}`,
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

async function lookUp(url: URL, options: SendOptions): Promise<{ found: JsonObject } | Absence> {
  try {
    const { status, json } = await getJson(url, options);
    if (status === 200 && json) return { found: json };
    // A site that answers every address with its page has no document there either.
    return {
      problem:
        status === 200
          ? `${withoutQuery(url)} is not a JSON object.`
          : `${withoutQuery(url)} answered with status ${status}.`,
      isMissing: status < 500,
    };
  } catch (error) {
    if (error instanceof AuthError || (error instanceof McpError && error.code === 'network'))
      return { problem: error.message, isMissing: false };
    throw error;
  }
}

/** Tokens are bound to a key only if both servers support that: any other server would refuse them. */
function bindingOf(
  issuer: AuthorizationServer,
  resource: ResourceMetadata | undefined,
  challenge: Challenge,
): AuthorizationTarget['dpop'] {
  if (resource?.dpop_bound_access_tokens_required || challenge.dpop === 'required') return 'required';
  const isTaken = challenge.dpop !== undefined || resource?.dpop_signing_alg_values_supported?.includes('ES256');
  return isTaken && issuer.dpop_signing_alg_values_supported?.includes('ES256') ? 'supported' : 'none';
}
