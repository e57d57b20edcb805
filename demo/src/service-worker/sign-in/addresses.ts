/** Where everything about sign-in lies, within the scope of the worker. */
export interface Addresses {
  /** The MCP server that wants its users signed in. */
  resource: URL;
  resourceMetadata: URL;
  issuer: URL;
  /** The description of the authorization server: where RFC 8414 puts it, and where OpenID Connect does. */
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

/** What may be asked for, and what the user reads. */
export const SCOPES: Readonly<Record<string, string>> = {
  'diary:read': 'Read your diary',
  'diary:write': 'Write in your diary',
};
