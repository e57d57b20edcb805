import { genericTokenEndpointRequest, None } from 'oauth4webapi';
import type { Authorizer } from '../../wire/authorizer.ts';
import { machineAuthorizer, type MachineOptions } from './machine-authorizer.ts';
import { requestTokens } from '../endpoints/tokens.ts';

/** Options of `workloadIdentity`. */
export interface WorkloadIdentityOptions extends MachineOptions {
  /** The JWT that the platform gave to this workload, for this audience: the issuer of the server's tokens. Asked for each time. */
  assertion: (audience: string) => string | Promise<string>;
  /** The id of the client, where the authorization server does not know it from the JWT. */
  clientId?: string | undefined;
}

/**
 * Signs a workload in by the identity that its platform gave it (the extension Workload Identity Federation). When
 * the authorization server says no, that is the end: nothing else is tried.
 *
 * @returns what goes into `connect()` as `auth`. Its tokens live in memory. What is thrown comes through `connect()`
 *   and the calls of its client, as an {@link AuthError}.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { workloadIdentity } from '@mcp-web/client/oauth-machine';
 *
 * const assertion = (audience: string) => fetch(`/identity?audience=${encodeURIComponent(audience)}`).then((response) => response.text());
 * const client = await connect('https://example.com/mcp', { auth: workloadIdentity({ assertion }) });
 * ```
 */
export function workloadIdentity(options: WorkloadIdentityOptions): Authorizer {
  const { assertion, clientId } = options;
  return machineAuthorizer(options, async (target, scope, sending) => {
    const parameters = {
      assertion: await assertion(target.issuer),
      resource: target.resource,
      ...(scope !== undefined && { scope }),
    };
    // The library wants a name. Without one, none is sent: the assertion says who it is.
    const proof = clientId === undefined ? () => {} : None();
    return requestTokens(sending, (request) =>
      genericTokenEndpointRequest(
        target.authorizationServer,
        { client_id: clientId ?? 'workload' },
        proof,
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
        parameters,
        request,
      ),
    );
  });
}
