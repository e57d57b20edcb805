import { assert } from 'chai';
import type { Grant, TokenSet } from '../../../../packages/client/src/oauth/oauth-types.ts';
import { revokeTokens } from '../../../../packages/client/src/oauth/endpoints/tokens.ts';
import { refreshTokens } from '../../../../packages/client/src/oauth/endpoints/tokens.ts';
import { whileTimeStands } from '../../../support/clock.ts';
import { authErrorOf, errorOf } from '../../../support/errors.ts';
import { rejection } from '../../../support/scripted-server.ts';
import {
  client,
  ISSUER,
  type Said,
  scriptedSites,
  type SeenRequest,
  targetOf,
} from '../../../support/scripted-sites.ts';

const grantOf = (more: Partial<Grant> = {}): Grant => ({
  server: 'https://api.example/mcp',
  target: targetOf(),
  client,
  tokens: { accessToken: 'old', tokenType: 'bearer', refreshToken: 'rt1', scope: ['a', 'b'] },
  requested: ['a', 'b'],
  version: 1,
  ...more,
});

async function refresh(answer: Said, grant: Partial<Grant> = {}): Promise<{ tokens: TokenSet; sent: SeenRequest[] }> {
  const { fetch, sent } = scriptedSites({ [`${ISSUER}/token`]: answer });
  return { tokens: await refreshTokens(grantOf(grant), { fetch }), sent };
}

const bearer = { access_token: 'new', token_type: 'Bearer' };

describe('refreshing', () => {
  it('sends the refresh token in the body, with the resource [AU-47, AU-60]', async () => {
    const { sent } = await refresh(bearer);
    assert.equal(sent[0]?.url, `${ISSUER}/token`);
    assert.deepEqual(sent[0]?.body, {
      grant_type: 'refresh_token',
      refresh_token: 'rt1',
      resource: 'https://api.example/mcp',
      client_id: 'us',
    });
  });

  it('keeps the old refresh token and scope where no new ones come [AU-63]', async () => {
    assert.deepEqual((await refresh(bearer)).tokens, {
      accessToken: 'new',
      tokenType: 'bearer',
      refreshToken: 'rt1',
      scope: ['a', 'b'],
    });
    assert.deepInclude((await refresh({ ...bearer, refresh_token: 'rt2', scope: 'a' })).tokens, {
      refreshToken: 'rt2',
      scope: ['a'],
    });
    for (const nothing of ['', null, 7])
      assert.equal((await refresh({ ...bearer, refresh_token: nothing })).tokens.refreshToken, 'rt1');
  });

  it('keeps whose tokens they are', async () => {
    const { tokens } = grantOf();
    const renewed = await refresh(bearer, { tokens: { ...tokens, subject: 'ada' } });
    assert.equal(renewed.tokens.subject, 'ada');
  });

  it('says when the grant has ended, and when the page is no longer known', async () => {
    const ended = await authErrorOf(
      refresh(Response.json({ error: 'invalid_grant' }, { status: 400 })),
      'sign-in-required',
    );
    assert.equal(ended.oauthError, 'invalid_grant');
    for (const error of ['invalid_client', 'unauthorized_client'])
      await authErrorOf(refresh(Response.json({ error }, { status: 401 })), 'registration');
    for (const error of ['temporarily_unavailable', 'server_error', 'slow_down']) {
      const later = await authErrorOf(refresh(Response.json({ error }, { status: 400 })), 'unreachable');
      assert.equal(later.oauthError, error);
    }
    await authErrorOf(
      refresh(bearer, { tokens: { accessToken: 'x', tokenType: 'bearer', scope: [] } }),
      'sign-in-required',
    );
  });

  it('distinguishes a network failure from a refusal', async () => {
    await errorOf(refresh(new TypeError('Failed to fetch')), 'network');
    const error = await authErrorOf(refresh(503), 'unreachable');
    assert.isUndefined(error.oauthError);
    const broken = new RangeError('The page’s own fetch is broken');
    assert.equal(await rejection(refresh(broken)), broken);
  });

  it('takes no refusal for one that is not OAuth’s, and quotes of one what is text', async () => {
    for (const json of [{}, { error: '' }, { error: 7 }])
      await authErrorOf(refresh(Response.json(json, { status: 400 })), 'invalid-response');
    for (const error_description of ['', 7, null]) {
      const refusal = Response.json({ error: 'invalid_grant', error_description }, { status: 400 });
      const { message } = await authErrorOf(refresh(refusal), 'sign-in-required');
      assert.isTrue(message.endsWith('invalid_grant.'), message);
    }
  });

  it('is possible at an authorization server on this device, which need not have https', async () => {
    const { fetch, sent } = scriptedSites({ 'http://localhost:9000/token': bearer });
    const target = targetOf({ issuer: 'http://localhost:9000', token_endpoint: 'http://localhost:9000/token' });
    assert.equal((await refreshTokens(grantOf({ target }), { fetch })).accessToken, 'new');
    assert.lengthOf(sent, 1);
  });
});

describe('a token answer', () => {
  it('counts the life of a token, if that makes sense', async () => {
    const lifeOf = async (life: unknown): Promise<number | undefined> => {
      return await whileTimeStands(async () => {
        const { expiresAt } = (await refresh({ ...bearer, expires_in: life })).tokens;
        return expiresAt === undefined ? undefined : Math.round((expiresAt - Date.now()) / 1000);
      });
    };
    assert.equal(await lifeOf(3600), 3600);
    assert.equal(await lifeOf(1), 1);
    assert.equal(await lifeOf('3600'), 3600);
    const day = 24 * 60 * 60;
    assert.equal(await lifeOf(365 * day), 365 * day);
    for (const nonsense of [undefined, null, 0, -5, '', 'soon', 1e300, 4e9, 366 * day, 367 * day, [], {}])
      assert.isUndefined(await lifeOf(nonsense), JSON.stringify(nonsense));
  });

  it('takes no token of an unknown type, for a key that is not there, or that no header can carry [AX-21]', async () => {
    for (const answer of [
      {},
      { access_token: 'x' },
      { ...bearer, token_type: 'mac' },
      { ...bearer, token_type: 7 },
      { ...bearer, token_type: 'DPoP' },
      { ...bearer, access_token: '' },
      { ...bearer, access_token: 'a\r\nb' },
      { ...bearer, access_token: ['x'] },
    ])
      await authErrorOf(refresh(answer), 'invalid-response');
    await authErrorOf(refresh(bearer, { target: targetOf({}, { dpop: 'required' }) }), 'invalid-response');
    const type = 'mac'.repeat(100);
    const { message } = await authErrorOf(refresh({ ...bearer, token_type: type }), 'invalid-response');
    assert.include(message, `token_type is ${JSON.stringify(type).slice(0, 50)}, which`);
  });

  it('that is no JSON, or a redirect, is none', async () => {
    await authErrorOf(refresh(new Response('<html>', { status: 200 })), 'invalid-response');
    for (const status of [300, 301, 302, 303, 307, 308]) {
      const redirect = new Response(undefined, { status, headers: { Location: 'https://evil.example' } });
      assert.include((await authErrorOf(refresh(redirect), 'invalid-response')).message, 'redirects');
    }
  });

  it('may come with an ID token that is out of date by the clock here', async () => {
    const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
    const idToken = `${part({ alg: 'RS256' })}.${part({ iss: 'x', aud: 'y', sub: 'z', iat: 1, exp: 2 })}.c2ln`;
    assert.equal((await refresh({ ...bearer, id_token: idToken })).tokens.accessToken, 'new');
  });
});

describe('a client with a secret', () => {
  const secret = { clientId: 'id-with_odd.chars:%', clientSecret: 'päss word~*' };

  it('sends it as forms are encoded, in the way that was agreed on [AU-64]', async () => {
    const { sent } = await refresh(bearer, { client: { ...client, ...secret, authMethod: 'client_secret_basic' } });
    assert.equal(
      atob(sent[0]?.headers.get('authorization')?.slice('Basic '.length) ?? ''),
      'id-with_odd.chars%3A%25:p%C3%A4ss+word%7E*',
    );
    assert.notProperty(sent[0]?.body, 'client_secret');
    const posted = await refresh(bearer, { client: { ...client, ...secret, authMethod: 'client_secret_post' } });
    assert.deepInclude(posted.sent[0]?.body, { client_id: secret.clientId, client_secret: secret.clientSecret });
    assert.isFalse(posted.sent[0]?.headers.has('authorization'));
    for (const without of [
      { ...secret, authMethod: 'none' },
      { clientId: 'us', authMethod: 'client_secret_basic' },
      { clientId: 'us', authMethod: 'client_secret_post' },
    ] as const) {
      const { sent: bare } = await refresh(bearer, { client: { ...client, ...without } });
      assert.isFalse(bare[0]?.headers.has('authorization'));
      assert.notProperty(bare[0]?.body, 'client_secret');
      assert.equal(bare[0]?.body['client_id'], without.clientId);
    }
  });
});

describe('revocation', () => {
  it('sends the refresh token and the access token, if it is still valid, in the body', async () => {
    const { fetch, sent } = scriptedSites({ [`${ISSUER}/revoke`]: 200 });
    const bodies = async (tokens: TokenSet): Promise<unknown[]> => {
      await revokeTokens(grantOf({ tokens }), { fetch });
      return sent.splice(0).map(({ body }) => body);
    };
    const access = { token: 'at', token_type_hint: 'access_token', client_id: 'us' };
    const refresh = { token: 'rt1', token_type_hint: 'refresh_token', client_id: 'us' };
    const tokens: TokenSet = { accessToken: 'at', tokenType: 'bearer', scope: [] };
    assert.sameDeepMembers(await bodies({ ...tokens, refreshToken: 'rt1' }), [refresh, access]);
    assert.deepEqual(await bodies({ ...tokens, refreshToken: 'rt1', expiresAt: Date.now() - 1 }), [refresh]);
    assert.deepEqual(await bodies(tokens), [access]);
  });

  it('ends when both were answered', async () => {
    let answer = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isLetGo = false;
    const { fetch } = scriptedSites({
      [`${ISSUER}/revoke`]: async ({ body }: SeenRequest) => {
        if (body['token_type_hint'] === 'refresh_token') return new Response('');
        await isAsked;
        isLetGo = true;
        return new Response('');
      },
    });
    const revoking = revokeTokens(grantOf(), { fetch }).then(() => isLetGo);
    setTimeout(answer, 50);
    assert.isTrue(await revoking);
  });

  it('fails only if the refresh token stays: access tokens end with it, or soon, or cannot be revoked', async () => {
    const revoking = (refused: string): Promise<void> =>
      revokeTokens(grantOf(), {
        fetch: scriptedSites({
          [`${ISSUER}/revoke`]: ({ body }: SeenRequest) =>
            body['token_type_hint'] === refused
              ? Response.json({ error: 'unsupported_token_type' }, { status: 400 })
              : new Response(''),
        }).fetch,
      });
    await revoking('access_token');
    await authErrorOf(revoking('refresh_token'), 'refused');
  });

  it('is not tried where the issuer has none, and says so when it is refused', async () => {
    const { fetch, sent } = scriptedSites({});
    await revokeTokens(grantOf({ target: targetOf({ revocation_endpoint: undefined }) }), { fetch });
    assert.isEmpty(sent);
    await authErrorOf(
      revokeTokens(grantOf(), {
        fetch: scriptedSites({
          [`${ISSUER}/revoke`]: Response.json({ error: 'unsupported_token_type' }, { status: 400 }),
        }).fetch,
      }),
      'refused',
    );
  });
});
