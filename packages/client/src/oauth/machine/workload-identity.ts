import { genericTokenEndpointRequest, None } from 'oauth4webapi';
import type { Authorizer } from '../../wire/authorizer.ts';
import { machineAuthorizer, type MachineOptions } from './machine-authorizer.ts';
import { requestTokens } from '../endpoints/tokens.ts';

/** Options of `workloadIdentity`. */
export interface WorkloadIdentityOptions extends MachineOptions {
  /**
   * Gets the workload's JWT from its platform, for this audience: the issuer of the server's tokens. Called for each
   * token request.
   */
  assertion: (audience: string) => string | Promise<string>;
  /** The id of the client, if the JWT does not tell it to the authorization server. */
  clientId?: string | undefined;
}

/**
 * Signs a workload in with the identity that its platform gives it (the extension Workload Identity Federation). If the
 * authorization server says no, nothing else is tried.
 *
 * @returns the `auth` option of `connect()`. Its tokens are in memory. If it gets no token, `connect()` and the calls of
 *   its client throw an {@link AuthError}.
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
    // The library requires an id, but without a `clientId` none is sent: the assertion says who the client is.
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
