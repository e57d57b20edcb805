/** The guard of the MCP server that wants its users signed in. */
import type { Addresses } from './addresses.ts';
import { hasEnded } from './records.ts';
import { ACCESS, unseal } from './sealed.ts';

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
 * Why a request is not let in; nothing when it is.
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
  const held = await unseal(ACCESS, token);
  if (!held || (await hasEnded(held.grant)))
    return refuse(401, { ...(token && { error: 'invalid_token' }), scope: 'diary:read' });
  return needed.every((scope) => held.scope.includes(scope))
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
