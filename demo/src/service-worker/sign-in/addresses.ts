/** The addresses for sign-in, within the scope of the worker. */
export interface Addresses {
  /** The MCP server that requires its users to sign in. */
  resource: URL;
  resourceMetadata: URL;
  issuer: URL;
  /** The metadata of the authorization server: where RFC 8414 expects it, and where OpenID Connect does. */
  metadata: readonly URL[];
  authorize: URL;
  token: URL;
  register: URL;
  revoke: URL;
  style: URL;
}

export function addressesIn(scope: string): Addresses {
  const issuer = new URL('demo-sign-in', scope);
  const within = (path: string): URL => new URL(`demo-sign-in/${path}`, scope);
  const resource = new URL('diary/mcp', scope);
  return {
    resource,
    resourceMetadata: new URL(`/.well-known/oauth-protected-resource${resource.pathname}`, scope),
    issuer,
    metadata: [
      new URL(`/.well-known/oauth-authorization-server${issuer.pathname}`, scope),
      within('.well-known/openid-configuration'),
    ],
    authorize: within('authorize'),
    token: within('token'),
    register: within('register'),
    revoke: within('revoke'),
    style: within('style.css'),
  };
}

/** The scopes, with the text that the user reads. */
export const SCOPES: Readonly<Record<string, string>> = {
  'diary:read': 'Read your diary',
  'diary:write': 'Write in your diary',
};
