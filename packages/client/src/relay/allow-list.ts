/** Which requests the relay sends, and what it sends them for. */
import { McpError } from '../errors.ts';
import { hasHiddenSegments, isPrivate, isWithin, readUpstream, type Upstream } from './upstream.ts';

/**
 * What a request is for:
 *
 * - `server`: an MCP server
 * - `metadata`: the public documents that say how to sign in
 * - `authorization`: an endpoint of an authorization server, to which pages only post
 */
export type Purpose = 'server' | 'metadata' | 'authorization';

/** The documents of RFC 9728, RFC 8414 and OpenID Connect Discovery. The path of a resource or issuer may follow. */
const METADATA = /^\/\.well-known\/(oauth-protected-resource|oauth-authorization-server|openid-configuration)(\/|$)/;

/** Where OpenID Connect Discovery puts it: below the issuer. */
const METADATA_BELOW = /\/\.well-known\/openid-configuration$/;

export class AllowList {
  readonly #servers: readonly Upstream[];
  readonly #issuers: readonly Upstream[];

  /** @throws {McpError} `invalid-argument` */
  constructor(upstreams: readonly (string | URL)[], authorizationServers: readonly (string | URL)[]) {
    if (!Array.isArray(upstreams) || upstreams.length === 0)
      throw new McpError('invalid-argument', 'relay() needs `upstreams`: the servers to which it may send requests.');
    this.#servers = upstreams.map((entry) => readUpstream(entry, 'upstreams'));
    this.#issuers = authorizationServers.map((entry) => readUpstream(entry, 'authorizationServers'));
  }

  get hasPrivate(): boolean {
    return [...this.#servers, ...this.#issuers].some(isPrivate);
  }

  /** What a request to this address may be for; undefined if it may not be sent at all. */
  purposeOf(url: URL, method: string): Purpose | 'method-not-allowed' | undefined {
    const isListed = [...this.#servers, ...this.#issuers].some(({ origin }) => origin === url.origin);
    if (!isListed || hasHiddenSegments(url.pathname)) return undefined;
    const isIssuer = this.#issuers.some((issuer) => isWithin(issuer, url));
    // They lie beside the path of an entry, and everybody may read them.
    const isMetadata = METADATA.test(url.pathname) || (isIssuer && METADATA_BELOW.test(url.pathname));
    if (isMetadata && method === 'GET') return 'metadata';
    if (this.#servers.some((server) => isWithin(server, url))) return 'server';
    if (isMetadata) return 'method-not-allowed';
    if (isIssuer) return method === 'POST' ? 'authorization' : 'method-not-allowed';
    return undefined;
  }
}
