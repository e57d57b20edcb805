import { assert } from 'chai';
import { type Authorizer, AuthError } from '@mcp-web/client';
import { clientCredentials, enterpriseManaged, workloadIdentity } from '@mcp-web/client/oauth-machine';
import { authErrorOf, errorOf, thrownBy } from '../../../support/errors.ts';
import { afterMs } from '../../../support/clock.ts';
import { eventually, liveStream } from '../../../support/scripted-server.ts';
import { ISSUER, issuerMetadata, type Said, scriptedSites, type SeenRequest } from '../../../support/scripted-sites.ts';

const SERVER = 'https://api.example/mcp';
const IDP = 'https://sso.example/token';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';
const unauthorized = (header = 'Bearer'): Response =>
  new Response('', { status: 401, headers: { 'WWW-Authenticate': header } });

interface World {
  ask: (init?: RequestInit, url?: string) => Promise<Response>;
  fetch: typeof fetch;
  sent: SeenRequest[];
  to: (url: string) => SeenRequest[];
}

/** A server that accepts the tokens `t1`, `t2`, … of its authorization server while they are valid. */
function world(
  make: (fetch: typeof globalThis.fetch) => Authorizer,
  answers: Record<string, Said> = {},
  metadata: object = {},
): World {
  let count = 0;
  const { fetch, sent } = scriptedSites({
    [SERVER]: ({ headers }) => (headers.get('Authorization') === `Bearer t${count}` ? 200 : unauthorized()),
    'https://api.example/.well-known/oauth-protected-resource/mcp': {
      resource: SERVER,
      authorization_servers: [ISSUER],
      scopes_supported: ['read', 'offline_access'],
    },
    [`${ISSUER}/.well-known/oauth-authorization-server`]: issuerMetadata(ISSUER, {
      scopes_supported: ['read', 'offline_access'],
      ...metadata,
    }),
    [`${ISSUER}/token`]: () => ({ access_token: `t${++count}`, token_type: 'Bearer' }),
    ...answers,
  });
  const send = make(fetch).authorize(new URL(SERVER), fetch);
  return {
    fetch,
    sent,
    ask: (init, url = SERVER) => send(url, init),
    to: (url) => sent.filter((request) => request.url === url),
  };
}

const secret = { clientId: 'kiosk', clientSecret: 's3cret' };

describe('a client without a user', () => {
  it('gets a token when the server wants one, and sends it with every request [AU-08, AX-01]', async () => {
    const { ask, to } = world(
      (fetch) => clientCredentials({ ...secret, fetch }),
      {},
      { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
    );
    for (const method of ['POST', 'GET', 'DELETE']) assert.equal((await ask({ method })).status, 200);
    assert.deepEqual(
      to(SERVER).map(({ method, headers }) => [method, headers.get('Authorization')]),
      [
        ['POST', null],
        ['POST', 'Bearer t1'],
        ['GET', 'Bearer t1'],
        ['DELETE', 'Bearer t1'],
      ],
    );
    const [request] = to(`${ISSUER}/token`);
    assert.deepEqual(request?.body, { grant_type: 'client_credentials', resource: SERVER, scope: 'read' });
    assert.equal(request?.headers.get('Authorization'), `Basic ${btoa('kiosk:s3cret')}`);
  });

  it('never sends the token to another origin, nor in an address [AU-09, AU-50]', async () => {
    const { ask, sent } = world((fetch) => clientCredentials({ ...secret, fetch }));
    await ask();
    await ask({}, 'https://elsewhere.example/mcp');
    assert.isFalse(sent.at(-1)?.headers.has('Authorization'));
    for (const { url } of sent) assert.notInclude(url, 't1');
  });

  it('asks once for all who wait', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }));
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask()));
    assert.isTrue(answers.every(({ status }) => status === 200));
    assert.lengthOf(to(`${ISSUER}/token`), 1);
  });

  it('gets a new token before the old one ends, and when the server takes it no longer', async () => {
    let count = 0;
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [SERVER]: ({ headers }) =>
        headers.get('Authorization') === `Bearer t${count}` && count !== 2 ? 200 : unauthorized(),
      [`${ISSUER}/token`]: () => ({
        access_token: `t${++count}`,
        token_type: 'bearer',
        expires_in: count === 1 ? 5 : 3600,
      }),
    });
    await ask();
    await ask();
    assert.lengthOf(to(`${ISSUER}/token`), 3, 't1 ends in five seconds, and t2 is not taken');
    assert.lengthOf(
      to(SERVER).filter(({ headers }) => headers.get('Authorization') === 'Bearer t1'),
      1,
    );
  });

  it('keeps its token until shortly before it ends', async () => {
    let count = 0;
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [SERVER]: ({ headers }) => (headers.has('Authorization') ? 200 : unauthorized()),
      [`${ISSUER}/token`]: () => ({ access_token: `t${++count}`, token_type: 'bearer', expires_in: 60 }),
    });
    await ask();
    await ask();
    assert.lengthOf(to(`${ISSUER}/token`), 1);
    await afterMs(45_000, () => ask());
    assert.lengthOf(to(`${ISSUER}/token`), 1);
    await afterMs(55_000, () => ask());
    assert.lengthOf(to(`${ISSUER}/token`), 2);
  });

  it('asks for the scopes that the server names when it refuses, and lets that answer go', async () => {
    const { response, isLetGo } = liveStream({ 'WWW-Authenticate': 'Bearer scope="special"' });
    const refused = new Response(response.body, { status: 401, headers: response.headers });
    const { fetch, to } = world((own) => clientCredentials({ ...secret, fetch: own }));
    const send = clientCredentials({ ...secret, fetch }).authorize(new URL(SERVER), async (_input, init) =>
      new Headers(init?.headers).has('Authorization') ? new Response('') : refused,
    );
    assert.equal((await send(SERVER)).status, 200);
    assert.equal(to(`${ISSUER}/token`)[0]?.body['scope'], 'special');
    await eventually(isLetGo);
  });

  it('asks for no scope where nobody names one', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      'https://api.example/.well-known/oauth-protected-resource/mcp': {
        resource: SERVER,
        authorization_servers: [ISSUER],
      },
    });
    await ask();
    assert.notProperty(to(`${ISSUER}/token`)[0]?.body, 'scope');
  });

  it('gets the answer of a server that is not interested in another token', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), { [SERVER]: 403 });
    assert.equal((await ask({ signal: null })).status, 403);
    assert.lengthOf(to(SERVER), 1);
    assert.isEmpty(to(`${ISSUER}/token`));
  });

  it('asks with the fetch of the platform where the page gives none', async () => {
    const { fetch, to } = world((own) => clientCredentials({ ...secret, fetch: own }));
    const { fetch: platform } = globalThis;
    globalThis.fetch = fetch;
    try {
      const send = clientCredentials(secret).authorize(new URL(SERVER), fetch);
      assert.equal((await send(SERVER)).status, 200);
    } finally {
      globalThis.fetch = platform;
    }
    assert.lengthOf(to(`${ISSUER}/token`), 1);
  });

  it('does not go round in circles with a server that takes no token at all', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), { [SERVER]: unauthorized });
    await authErrorOf(ask(), 'invalid-response');
    assert.lengthOf(to(`${ISSUER}/token`), 1);
  });

  it('says which permission it lacks [AU-12, AU-45, AX-04]', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [SERVER]: ({ headers }) =>
        headers.has('Authorization')
          ? new Response('', {
              status: 403,
              headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="write"' },
            })
          : unauthorized(),
    });
    assert.equal((await ask()).status, 403, "the first answer is the server's own");
    const error = await authErrorOf(ask(), 'insufficient-scope');
    assert.include(error.message, 'write');
    assert.lengthOf(to(`${ISSUER}/token`), 1);
  });

  it('shows its credentials to no other authorization server than its own [AU-37, AU-39]', async () => {
    const { ask, to } = world((fetch) => clientCredentials({ ...secret, issuer: 'https://ours.example', fetch }));
    await authErrorOf(ask(), 'registration');
    assert.isEmpty(to(`${ISSUER}/token`));
  });

  it('is told why it was refused', async () => {
    const { ask } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [`${ISSUER}/token`]: Response.json({ error: 'invalid_client', error_description: 'who?' }, { status: 401 }),
    });
    const error = await authErrorOf(ask(), 'registration');
    assert.include(error.message, 'invalid_client: who?');
    const other = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [`${ISSUER}/token`]: Response.json({ error: 'invalid_scope' }, { status: 400 }),
    });
    await authErrorOf(other.ask(), 'refused');
  });

  it('asks for everything by the relay of its connection', async () => {
    const asked: string[] = [];
    const relayed: typeof fetch = (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input).origin);
      return Promise.resolve(new Response('{}', { headers: { 'Mcp-Relay': 'forwarded' } }));
    };
    const relay = new URL('https://page.example/relay');
    const auth = clientCredentials({ ...secret, fetch: relayed });
    const send = auth.authorize(new URL(SERVER), () => Promise.resolve(unauthorized()), { relay });
    await authErrorOf(send(SERVER), 'discovery');
    assert.deepEqual([...new Set(asked)], [relay.origin]);
  });

  it('stops waiting when the caller does', async () => {
    const giveUp = new AbortController();
    const { ask } = world((fetch) => clientCredentials({ ...secret, fetch }), {
      [`${ISSUER}/token`]: () => {
        giveUp.abort('enough');
        return new Promise(() => {});
      },
    });
    assert.equal(await ask({ signal: giveUp.signal }).catch((error: unknown) => error), 'enough');
  });
});

describe('client credentials', () => {
  it('can be proved with a key: the assertion is for this issuer, short-lived and unique [AX-02]', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    const { ask, to } = world((fetch) => clientCredentials({ clientId: 'kiosk', privateKey, keyId: 'k1', fetch }));
    await ask();
    const { client_assertion: assertion, client_assertion_type: type } = to(`${ISSUER}/token`)[0]?.body ?? {};
    assert.equal(type, 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    const [header = '', payload = '', signature = ''] = String(assertion).split('.');
    const bytes = (part: string): Uint8Array<ArrayBuffer> =>
      Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const read = (part: string): Record<string, unknown> => Object(JSON.parse(new TextDecoder().decode(bytes(part))));
    assert.deepInclude(read(header), { alg: 'ES256', kid: 'k1' });
    const claims = read(payload);
    assert.deepInclude(claims, { iss: 'kiosk', sub: 'kiosk', aud: ISSUER });
    assert.isAtMost(Number(claims['exp']) - Number(claims['iat']), 300);
    assert.isString(claims['jti']);
    assert.isTrue(
      await crypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        publicKey,
        bytes(signature),
        new TextEncoder().encode(`${header}.${payload}`),
      ),
    );
  });

  it('can be proved by somebody who keeps the key [AX-03]', async () => {
    const { ask, to } = world((fetch) =>
      clientCredentials({ clientId: 'kiosk', signAssertion: async (audience) => `signed for ${audience}`, fetch }),
    );
    await ask();
    assert.deepInclude(to(`${ISSUER}/token`)[0]?.body, {
      client_id: 'kiosk',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: `signed for ${ISSUER}`,
    });
  });

  it('need one proof, and only one', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    for (const wrong of [{ clientId: 'x' }, { ...secret, privateKey }])
      assert.match(thrownBy(() => clientCredentials(wrong), 'invalid-argument').message, /exactly one/);
  });
});

describe('enterprise-managed authorization', () => {
  const options = {
    clientId: 'notes',
    clientSecret: 's',
    identityProvider: { tokenEndpoint: IDP, clientId: 'notes-at-sso', clientSecret: 's2' },
    subjectToken: () => 'the-id-token',
  };
  const grant = { access_token: 'the-grant', issued_token_type: ID_JAG, token_type: 'N_A', expires_in: 300 };

  it("exchanges the user's token for a grant, and the grant for an access token [AX-05, AX-07, AX-08, AX-11, AX-12]", async () => {
    const { ask, to } = world(
      (fetch) => enterpriseManaged({ ...options, fetch }),
      { [IDP]: grant },
      { token_endpoint_auth_methods_supported: ['client_secret_basic'] },
    );
    assert.equal((await ask()).status, 200);
    const [exchange] = to(IDP);
    assert.deepEqual(exchange?.body, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: ID_JAG,
      audience: ISSUER,
      resource: SERVER,
      scope: 'read',
      subject_token: 'the-id-token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    });
    assert.equal(exchange?.headers.get('Authorization'), `Basic ${btoa('notes-at-sso:s2')}`);
    const [token] = to(`${ISSUER}/token`);
    assert.deepEqual(token?.body, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'the-grant',
      resource: SERVER,
      scope: 'read',
    });
    assert.equal(token?.headers.get('Authorization'), `Basic ${btoa('notes:s')}`);
  });

  it('needs no secret at an identity provider that knows the page without one, and waits for the token of the user', async () => {
    const identityProvider = { tokenEndpoint: IDP, clientId: 'notes-at-sso' };
    const subjectToken = async (): Promise<string> => 'the-id-token';
    const { ask, to } = world((fetch) => enterpriseManaged({ ...options, identityProvider, subjectToken, fetch }), {
      [IDP]: grant,
    });
    assert.equal((await ask()).status, 200);
    const [exchange] = to(IDP);
    assert.isFalse(exchange?.headers.has('Authorization'));
    assert.deepInclude(exchange?.body, { client_id: 'notes-at-sso', subject_token: 'the-id-token' });
  });

  it('can begin with a refresh token [AX-09]', async () => {
    const { ask, to } = world((fetch) => enterpriseManaged({ ...options, subjectTokenType: 'refresh_token', fetch }), {
      [IDP]: grant,
    });
    await ask();
    assert.equal(to(IDP)[0]?.body['subject_token_type'], 'urn:ietf:params:oauth:token-type:refresh_token');
  });

  it('puts no token into an address, a referrer or another site [AX-10]', async () => {
    const { ask, sent } = world((fetch) => enterpriseManaged({ ...options, fetch }), { [IDP]: grant });
    await ask();
    for (const { url, init } of sent) {
      assert.notMatch(url, /the-grant|the-id-token|t1/);
      if (!url.startsWith('https://api.example/mcp')) assert.equal(init.referrerPolicy, 'no-referrer');
    }
    const holders = (text: string): string[] =>
      sent.filter(({ body }) => JSON.stringify(body).includes(text)).map(({ url }) => url);
    assert.deepEqual(holders('the-grant'), [`${ISSUER}/token`]);
    assert.deepEqual(holders('the-id-token'), [IDP]);
  });

  it('takes nothing else for a grant [AX-12]', async () => {
    for (const wrong of [
      {},
      { ...grant, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' },
      { ...grant, access_token: '' },
      new Response('<!doctype html>'),
    ]) {
      const { ask, to } = world((fetch) => enterpriseManaged({ ...options, fetch }), { [IDP]: wrong });
      await authErrorOf(ask(), 'invalid-response');
      assert.isEmpty(to(`${ISSUER}/token`));
    }
  });

  it('is not tried where the authorization server says that it takes other grants [AX-06]', async () => {
    const { ask, to } = world(
      (fetch) => enterpriseManaged({ ...options, fetch }),
      { [IDP]: grant },
      { authorization_grant_profiles_supported: ['other'] },
    );
    await authErrorOf(ask(), 'discovery');
    assert.isEmpty(to(IDP));
  });

  it('is tried where the authorization server says that it takes them [AX-06]', async () => {
    const { ask, to } = world(
      (fetch) => enterpriseManaged({ ...options, fetch }),
      { [IDP]: grant },
      { authorization_grant_profiles_supported: ['other', 'urn:ietf:params:oauth:grant-profile:id-jag'] },
    );
    assert.equal((await ask()).status, 200);
    assert.lengthOf(to(IDP), 1);
  });

  it('wants https everywhere [AX-13]', () => {
    const insecure = {
      ...options,
      identityProvider: { ...options.identityProvider, tokenEndpoint: 'http://sso.example/token' },
    };
    assert.throws(() => enterpriseManaged(insecure), AuthError, /https/);
  });

  it('says what the identity provider said', async () => {
    const { ask } = world((fetch) => enterpriseManaged({ ...options, fetch }), {
      [IDP]: Response.json({ error: 'invalid_grant', error_description: 'not yours' }, { status: 400 }),
    });
    const error = await authErrorOf(ask(), 'refused');
    assert.include(error.message, 'https://sso.example refused: invalid_grant: not yours');
  });
});

describe('workload identity', () => {
  it('shows the JWT of the workload [AX-22]', async () => {
    const { ask, to } = world((fetch) =>
      workloadIdentity({ assertion: async (audience) => `jwt for ${audience}`, fetch }),
    );
    assert.equal((await ask()).status, 200);
    assert.deepEqual(to(`${ISSUER}/token`)[0]?.body, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `jwt for ${ISSUER}`,
      resource: SERVER,
      scope: 'read',
    });
  });

  it('tries nothing else when it is refused [AX-22]', async () => {
    for (const error of ['invalid_grant', 'invalid_scope', 'unauthorized_client']) {
      const { ask, to } = world((fetch) => workloadIdentity({ assertion: () => 'jwt', clientId: 'w', fetch }), {
        [`${ISSUER}/token`]: Response.json({ error }, { status: 400 }),
      });
      await errorOf(ask(), 'unauthorized');
      assert.lengthOf(to(`${ISSUER}/token`), 1);
    }
  });
});
