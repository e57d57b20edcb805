import { assert } from 'chai';
import { startAuthorization } from '../../../../packages/client/src/oauth/endpoints/authorization.ts';
import { finishAuthorization } from '../../../../packages/client/src/oauth/endpoints/authorization.ts';
import type { PendingSignIn, TokenSet } from '../../../../packages/client/src/oauth/oauth-types.ts';
import { chooseScope } from '../../../../packages/client/src/oauth/endpoints/scopes.ts';
import { authErrorOf } from '../../../support/errors.ts';
import {
  client,
  ISSUER,
  pendingOf,
  type Said,
  scriptedSites,
  type SeenRequest,
  targetOf,
} from '../../../support/scripted-sites.ts';

const redirectUri = 'https://page.example/signed-in';
const request = { server: 'https://api.example/mcp', redirectUri, scope: ['read', 'write'] };
const issuerSaysIss = { authorization_response_iss_parameter_supported: true };

async function finish(
  answer: Record<string, string> | [string, string][],
  pending: Partial<PendingSignIn> = {},
  token: Said = { access_token: 'at', token_type: 'Bearer' },
): Promise<{ tokens: TokenSet; sent: SeenRequest[] }> {
  const { fetch, sent } = scriptedSites({ [`${ISSUER}/token`]: token });
  return { tokens: await finishAuthorization(pendingOf(pending), new URLSearchParams(answer), { fetch }), sent };
}

describe('an authorization request', () => {
  it('asks for a code with PKCE, state and the resource [AU-06, AU-47, AU-51, AU-52, AU-55]', async () => {
    const { url, pending } = await startAuthorization(
      targetOf({ authorization_endpoint: `${ISSUER}/authorize?tenant=1` }),
      client,
      request,
    );
    assert.equal(url.origin + url.pathname, `${ISSUER}/authorize`);
    const { state, code_challenge: challenge, ...others } = Object.fromEntries(url.searchParams);
    assert.deepEqual(others, {
      tenant: '1',
      response_type: 'code',
      client_id: 'us',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      resource: 'https://api.example/mcp',
      scope: 'read write',
    });
    assert.equal(state, pending.state);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier)));
    assert.equal(
      challenge,
      btoa(String.fromCharCode(...digest))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace('=', ''),
    );
    assert.match(pending.verifier, /^[\w-]{43}$/);
  });

  it('is bound to the issuer that it was made for, and never the same twice [AU-56]', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => startAuthorization(targetOf(), client, request)));
    assert.deepInclude(one?.pending, { server: request.server, redirectUri, scope: ['read', 'write'], client });
    assert.equal(one?.pending.target.issuer, ISSUER);
    assert.notEqual(one?.pending.state, two?.pending.state);
    assert.notEqual(one?.pending.verifier, two?.pending.verifier);
  });

  it('remembers where the user comes back to, where they leave the page for it', async () => {
    const returnTo = 'https://page.example/notes?open=1';
    const leaving = await startAuthorization(targetOf(), client, { ...request, returnTo });
    assert.equal(leaving.pending.returnTo, returnTo);
    const staying = await startAuthorization(targetOf(), client, request);
    assert.notProperty(staying.pending, 'returnTo');
  });

  it('names no scope where none is known, and asks the user for consent to a refresh token [AU-40]', async () => {
    const plain = await startAuthorization(targetOf(), client, { ...request, scope: [] });
    assert.isFalse(plain.url.searchParams.has('scope'));
    assert.isFalse(plain.url.searchParams.has('prompt'));
    const offline = await startAuthorization(targetOf(), client, { ...request, scope: ['read', 'offline_access'] });
    assert.equal(offline.url.searchParams.get('prompt'), 'consent');
    const one = await startAuthorization(targetOf(), client, { ...request, scope: ['read'] });
    assert.equal(one.url.searchParams.get('scope'), 'read');
  });

  it('is refused where the issuer does not say that it can do S256 [AU-53]', async () => {
    for (const methods of [undefined, [], ['plain'], ['s256']]) {
      await authErrorOf(
        startAuthorization(targetOf({ code_challenge_methods_supported: methods }), client, request),
        'discovery',
      );
    }
    await startAuthorization(
      targetOf({ code_challenge_methods_supported: undefined }, { hasMetadata: false }),
      client,
      request,
    );
    await authErrorOf(
      startAuthorization(targetOf({ authorization_endpoint: undefined }), client, request),
      'discovery',
    );
  });
});

describe('the scopes that are asked for', () => {
  const listed = targetOf({}, { resourceScopes: ['a', 'b'] });

  it('are those of the challenge, else all that the server lists, else none [AU-40, AU-41, AU-42]', () => {
    assert.deepEqual(chooseScope(listed, { scope: ['c'] }, []), ['c']);
    assert.deepEqual(chooseScope(listed, {}, []), ['a', 'b']);
    assert.deepEqual(chooseScope(targetOf(), {}, []), []);
  });

  it('keep what was asked for before [AU-43, SE-11]', () => {
    assert.deepEqual(chooseScope(listed, { scope: ['c', 'a'] }, ['a', 'z']), ['a', 'z', 'c']);
  });

  it('have offline_access only where the issuer lists it [AU-62]', () => {
    const offline = { scopes_supported: ['a', 'offline_access'] };
    assert.deepEqual(chooseScope(targetOf(offline), { scope: ['a'] }, []), ['a', 'offline_access']);
    assert.deepEqual(chooseScope(targetOf({ scopes_supported: ['a'] }), { scope: ['a', 'offline_access'] }, []), ['a']);
    assert.deepEqual(chooseScope(targetOf({}, { resourceScopes: ['a', 'offline_access'] }), {}, []), ['a']);
    assert.deepEqual(chooseScope(targetOf(offline), {}, []), [], 'alone it would ask for nothing else');
  });

  it('are those that the user was shown when they agreed to more, without an offline_access that nobody named', () => {
    const offline = targetOf({ scopes_supported: ['a', 'offline_access'] });
    assert.deepEqual(chooseScope(offline, { scope: ['c'] }, ['a'], true), ['a', 'c']);
    assert.deepEqual(chooseScope(offline, { scope: ['c', 'offline_access'] }, ['a'], true), [
      'a',
      'c',
      'offline_access',
    ]);
    assert.deepEqual(chooseScope(offline, { scope: ['c'] }, ['offline_access'], true), ['offline_access', 'c']);
  });
});

describe('the answer of an authorization server', () => {
  it('is exchanged for tokens with the verifier and the resource [AU-06, AU-47, AU-51]', async () => {
    const { tokens, sent } = await finish(
      { code: 'c0de', state: 'our-state' },
      {},
      { access_token: 'at', token_type: 'bearer', refresh_token: 'rt', scope: 'read' },
    );
    assert.deepEqual(tokens, { accessToken: 'at', tokenType: 'bearer', refreshToken: 'rt', scope: ['read'] });
    assert.lengthOf(sent, 1);
    assert.deepEqual(sent[0]?.body, {
      grant_type: 'authorization_code',
      code: 'c0de',
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
      resource: 'https://api.example/mcp',
      client_id: 'us',
    });
    assert.isFalse(sent[0]?.headers.has('authorization'));
    assert.deepInclude(sent[0]?.init, { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' });
  });

  it('is dropped without the state of this sign-in [AU-55]', async () => {
    for (const state of [
      [],
      [['state', '']],
      [['state', 'another']],
      [
        ['state', 'our-state'],
        ['state', 'our-state'],
      ],
    ] as [string, string][][]) {
      await authErrorOf(finishNowhere([['code', 'c0de'], ...state]), 'invalid-response');
    }
  });

  it('names its issuer where that was promised, and the right one where it names any [AU-57, SE-12]', async () => {
    const right = { code: 'c0de', state: 'our-state', iss: ISSUER };
    const { iss, ...silent } = right;
    const promised = { target: targetOf(issuerSaysIss) };
    assert.equal((await finish(right, promised)).tokens.accessToken, 'at');
    assert.equal((await finish(right)).tokens.accessToken, 'at', 'not promised, and right');
    assert.equal((await finish(silent)).tokens.accessToken, 'at', 'not promised, and not there');
    await authErrorOf(finishNowhere(silent, promised), 'invalid-response');
    for (const pending of [promised, {}]) {
      for (const wrong of ['https://evil.example', ''])
        await authErrorOf(finishNowhere({ ...right, iss: wrong }, pending), 'invalid-response');
    }
    assert.equal(iss, ISSUER);
  });

  it('is compared with its issuer letter by letter [AU-58]', async () => {
    for (const iss of [
      `${ISSUER}/`,
      'https://AS.example',
      'https://as.example:443',
      'https%3A%2F%2Fas.example',
      ` ${ISSUER}`,
    ]) {
      await authErrorOf(finishNowhere({ code: 'c0de', state: 'our-state', iss }), 'invalid-response');
    }
    await authErrorOf(
      finishNowhere([
        ['code', 'c0de'],
        ['state', 'our-state'],
        ['iss', ISSUER],
        ['iss', ISSUER],
      ]),
      'invalid-response',
    );
  });

  it('of another issuer is not repeated, not even its error [AU-59]', async () => {
    const error = await authErrorOf(
      finishNowhere({
        error: 'access_denied',
        error_description: 'call Mallory',
        error_uri: 'https://evil.example/help',
        state: 'our-state',
        iss: 'https://evil.example',
      }),
      'invalid-response',
    );
    assert.notMatch(`${error.message} ${JSON.stringify(error)} ${String(error.stack)}`, /access_denied|Mallory|evil/);
    assert.isUndefined(error.cause);
    assert.isUndefined(error.oauthError);
  });

  it('that says no says why', async () => {
    const error = await authErrorOf(
      finishNowhere({ error: 'access_denied', error_description: 'No\nthanks', state: 'our-state', iss: ISSUER }),
      'refused',
    );
    assert.equal(error.oauthError, 'access_denied');
    assert.include(error.message, 'access_denied: No thanks');
    assert.equal(error.issuer, ISSUER);
  });

  it('is dropped if it contains no code, or tokens', async () => {
    for (const answer of [
      { state: 'our-state' },
      { state: 'our-state', code: '' },
      { state: 'our-state', code: 'c', id_token: 'x' },
      { state: 'our-state', response: 'x' },
    ] as Record<string, string>[]) {
      await authErrorOf(finishNowhere(answer), 'invalid-response');
    }
  });

  it('whose code is refused says so', async () => {
    const refused = Response.json({ error: 'invalid_grant', error_description: 'used before' }, { status: 400 });
    const error = await authErrorOf(finish({ code: 'c', state: 'our-state' }, {}, refused), 'refused');
    assert.equal(error.oauthError, 'invalid_grant');
  });
});

/** Fails if anything is sent to anyone. */
async function finishNowhere(
  answer: Record<string, string> | [string, string][],
  pending: Partial<PendingSignIn> = {},
): Promise<unknown> {
  const { fetch, sent } = scriptedSites({});
  try {
    return await finishAuthorization(pendingOf(pending), new URLSearchParams(answer), { fetch });
  } finally {
    assert.isEmpty(sent);
  }
}
