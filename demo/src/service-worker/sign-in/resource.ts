/** Protects the MCP server that requires its users to sign in. */
import type { Addresses } from './addresses.ts';
import { hasEnded } from './storage.ts';
import { ACCESS, readToken } from './signed-tokens.ts';

/** RFC 9728. */
export function describeResource({ resource, issuer }: Addresses): Response {
  return Response.json({
    resource: resource.href,
    authorization_servers: [issuer.href],
    scopes_supported: ['diary:read'],
    resource_name: 'Diary server',
  });
}

/**
 * The answer to a request without the necessary token or scopes; `undefined` if the request may pass.
 *
 * @param message the JSON of its body
 */
export async function refusalOf(
  request: Request,
  message: unknown,
  { resourceMetadata }: Addresses,
): Promise<Response | undefined> {
  const needed = isWriting(message) ? ['diary:read', 'diary:write'] : ['diary:read'];
  const [, token = null] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  const known = await readToken(ACCESS, token);
  if (!known || (await hasEnded(known.grant)))
    return refuse(401, { ...(token && { error: 'invalid_token' }), scope: 'diary:read' });
  return needed.every((scope) => known.scope.includes(scope))
    ? undefined
    : refuse(403, { error: 'insufficient_scope', scope: needed.join(' ') });

  function refuse(status: number, parameters: Record<string, string>): Response {
    const said = Object.entries({ ...parameters, resource_metadata: resourceMetadata.href }).map(
      ([name, value]) => `${name}="${value}"`,
    );
    return Response.json(
      { error: parameters['error'] ?? 'unauthorized' },
      { status, headers: { 'WWW-Authenticate': `Bearer ${said.join(', ')}` } },
    );
  }
}

function isWriting(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === 'tools/call' &&
    'params' in message &&
    typeof message.params === 'object' &&
    message.params !== null &&
    'name' in message.params &&
    message.params.name === 'write_diary'
  );
}
