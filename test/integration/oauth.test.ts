/** What needs no user, with a real authorization server. The rest is in test/e2e. */
import { assert } from 'chai';
import { type Authorizer, connect } from '@mcp-web/client';
import { clientCredentials } from '@mcp-web/client/oauth-machine';
import { startAuthorization } from '../../packages/client/src/oauth/endpoints/authorization.ts';
import { finishAuthorization } from '../../packages/client/src/oauth/endpoints/authorization.ts';
import { readChallenge } from '../../packages/client/src/oauth/endpoints/challenge.ts';
import { createDpop } from '../../packages/client/src/oauth/dpop.ts';
import { discoverTarget } from '../../packages/client/src/oauth/endpoints/discovery.ts';
import type { AuthorizationTarget, PendingSignIn } from '../../packages/client/src/oauth/oauth-types.ts';
import { identifyClient } from '../../packages/client/src/oauth/endpoints/client-identity.ts';
import { revokeTokens } from '../../packages/client/src/oauth/endpoints/tokens.ts';
import { chooseScope } from '../../packages/client/src/oauth/endpoints/scopes.ts';
import type { TokenOptions } from '../../packages/client/src/oauth/endpoints/tokens.ts';
import { authErrorOf } from '../support/errors.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch } from '../support/wire.ts';

const sending: TokenOptions = { fetch: (input, init) => fetch(input, init) };
const redirectUri = new URL('/signed-in.html', location.href).href;

async function discover(name: string): Promise<{ server: string; target: AuthorizationTarget; scope: string[] }> {
  const server = await serverUrl(name);
  const refused = await fetch(server, { method: 'POST', body: '{}' });
  const challenge = readChallenge(refused);
  assert.equal(challenge.resourceMetadata, new URL('/.well-known/oauth-protected-resource/mcp', server).href);
  const target = await discoverTarget(new URL(server), challenge, sending);
  return { server, target, scope: chooseScope(target, challenge, []) };
}

async function begin(name: string): Promise<{ target: AuthorizationTarget; url: URL; pending: PendingSignIn }> {
  const { server, target, scope } = await discover(name);
  const client = await identifyClient(target, { redirectUri, clientName: 'integration', ...sending });
  assert.deepInclude(client, { source: 'registered', authMethod: 'none', issuer: target.issuer });
  return { target, ...(await startAuthorization(target, client, { server, redirectUri, scope })) };
}

const answerOf = ({ state, target }: PendingSignIn): URLSearchParams =>
  new URLSearchParams({ state, code: 'never-issued', iss: target.issuer });

/** Registers a client with the authorization server. */
async function register(
  name: string,
  metadata: object,
): Promise<{ client_id: string; client_secret: string; issuer: string }> {
  const { target } = await discover(name);
  const response = await fetch(target.authorizationServer.registration_endpoint ?? '', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_types: ['client_credentials'], response_types: [], redirect_uris: [], ...metadata }),
  });
  assert.equal(response.status, 201);
  return { ...(await response.json()), issuer: target.issuer };
}

async function useServer(auth: Authorizer): Promise<Headers[]> {
  const { fetch: recorded, sent } = recordFetch();
  const client = await connect(await serverUrl('oauth'), { auth, fetch: recorded });
  assert.deepEqual((await client.callTool('add', { a: 2, b: 3 })).content, [{ type: 'text', text: '5' }]);
  await client.close();
  return sent.map(({ headers }) => headers);
}

describe('a real authorization server', () => {
  it('is found, and registers the page [AU-05, AU-13, AU-16, AU-20]', async () => {
    const { target, url, pending } = await begin('oauth');
    assert.deepInclude(target, {
      resource: await serverUrl('oauth'),
      hasMetadata: true,
      dpop: 'none',
      resourceScopes: ['mcp:read'],
    });
    assert.equal(url.origin, target.issuer);
    assert.include(pending.scope, 'mcp:read');
  });

  it('refuses a code that it never issued', async () => {
    const { pending } = await begin('oauth');
    const error = await authErrorOf(finishAuthorization(pending, answerOf(pending), sending), 'refused');
    assert.equal(error.oauthError, 'invalid_grant');
  });

  it('identifies itself in its answers, and is trusted only then [AU-57]', async () => {
    const { target, pending } = await begin('oauth');
    assert.isTrue(target.authorizationServer.authorization_response_iss_parameter_supported);
    const answer = answerOf(pending);
    answer.delete('iss');
    await authErrorOf(finishAuthorization(pending, answer, sending), 'invalid-response');
  });

  it('that wants nonces in proofs gets them [AX-17]', async () => {
    const { target, pending } = await begin('oauth-dpop');
    assert.equal(target.dpop, 'required');
    const dpop = createDpop(
      await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    );
    // It checks the proof first, so only a correct one gets as far as the code.
    const error = await authErrorOf(finishAuthorization(pending, answerOf(pending), { ...sending, dpop }), 'refused');
    assert.equal(error.oauthError, 'invalid_grant');
  });

  it('revokes tokens, known ones or not', async () => {
    const {
      pending: { target, client },
    } = await begin('oauth');
    await revokeTokens({ target, client, tokens: { accessToken: 'gone', tokenType: 'bearer', scope: [] } }, sending);
  });
});

describe('a client without a user', () => {
  it('signs in with a secret, and its token goes with every request [AU-08, AX-01]', async () => {
    const {
      client_id: clientId,
      client_secret: clientSecret,
      issuer,
    } = await register('oauth', { token_endpoint_auth_method: 'client_secret_basic' });
    const [first, ...others] = await useServer(clientCredentials({ clientId, clientSecret, issuer }));
    assert.isFalse(first?.has('Authorization'));
    assert.isAtLeast(others.length, 2);
    for (const headers of others) assert.match(headers.get('Authorization') ?? '', /^Bearer \S+$/);
  });

  it('signs in with a key that never leaves the browser [AX-02]', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    const key = {
      ...(await crypto.subtle.exportKey('jwk', publicKey)),
      kid: 'kiosk',
      use: 'sig',
      alg: 'ES256',
      key_ops: undefined,
    };
    const { client_id: clientId, issuer } = await register('oauth', {
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [key] },
    });
    await useServer(clientCredentials({ clientId, privateKey, keyId: 'kiosk', issuer }));
  });

  it('with the wrong secret is told so', async () => {
    const { client_id: clientId, issuer } = await register('oauth', {
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const error = await authErrorOf(
      useServer(clientCredentials({ clientId, clientSecret: 'wrong', issuer })),
      'registration',
    );
    assert.equal(error.oauthError, 'invalid_client');
  });
});
