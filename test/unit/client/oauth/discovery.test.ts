import { assert } from 'chai';
import {
  askForChallenge,
  discoverTarget,
  type DiscoveryOptions,
} from '../../../../packages/client/src/oauth/endpoints/discovery.ts';
import type { AuthorizationTarget, Challenge } from '../../../../packages/client/src/oauth/oauth-types.ts';
import { authErrorOf, errorOf } from '../../../support/errors.ts';
import { eventually, liveStream, rejection } from '../../../support/scripted-server.ts';
import { ISSUER, issuerMetadata, type Said, scriptedSites } from '../../../support/scripted-sites.ts';

const SERVER = 'https://api.example/public/mcp';
const RESOURCE = 'https://api.example/.well-known/oauth-protected-resource';
const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

const discover = (
  fetch: typeof globalThis.fetch,
  challenge: Challenge = {},
  options: Partial<DiscoveryOptions> = {},
  server = SERVER,
): Promise<AuthorizationTarget> => discoverTarget(new URL(server), challenge, { fetch, ...options });

const described = (issuers: unknown = [ISSUER], more: object = {}): object => ({
  resource: SERVER,
  authorization_servers: issuers,
  ...more,
});

/** A server with metadata, and an authorization server with metadata. */
const site = (resource: object = described(), metadata: Said = issuerMetadata()): Record<string, Said> => ({
  [`${RESOURCE}/public/mcp`]: resource,
  [`${ISSUER}${OAUTH}`]: metadata,
});

describe('a server that was not asked yet', () => {
  it('is asked without a token, with what changes nothing, for its challenge [AU-14, AU-68]', async () => {
    const refusal = new Response('', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer scope="a", resource_metadata="https://api.example/x"' },
    });
    const { fetch, sent } = scriptedSites({ [SERVER]: refusal });
    assert.deepInclude(await askForChallenge(new URL(SERVER), { fetch }), {
      scope: ['a'],
      resourceMetadata: 'https://api.example/x',
    });
    assert.deepEqual(
      sent.map(({ method, body }) => [method, body['method']]),
      [['POST', 'ping']],
    );
    assert.isFalse(sent[0]?.headers.has('authorization'));
    assert.equal(sent[0]?.headers.get('content-type'), 'application/json');
    assert.deepInclude(sent[0]?.init, { credentials: 'omit', redirect: 'manual' });
    // As every request over Streamable HTTP: a server may refuse others before it asks for a token.
    assert.equal(sent[0]?.headers.get('accept'), 'application/json, text/event-stream');
  });

  it('is no longer waited for when the caller gives up', async () => {
    const giveUp = new AbortController();
    const fetch = (): Promise<Response> => {
      giveUp.abort('enough');
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    const asking = askForChallenge(new URL(SERVER), { fetch, signal: giveUp.signal });
    assert.equal(await rejection(asking), 'enough');
  });

  it('is released with what it says beside its challenge', async () => {
    const { response, isLetGo } = liveStream();
    await askForChallenge(new URL(SERVER), { fetch: async () => response });
    await eventually(isLetGo);
  });

  it('may be away, or let everybody in', async () => {
    for (const said of [200, 404, new TypeError('Failed to fetch')])
      assert.deepEqual(await askForChallenge(new URL(SERVER), scriptedSites({ [SERVER]: said })), {});
  });
});

describe('discovery', () => {
  it('looks where WWW-Authenticate says, and nowhere else [AU-13, AU-15, AU-16]', async () => {
    const { fetch, urls } = scriptedSites({
      'https://api.example/about-me': described(),
      [`${ISSUER}${OAUTH}`]: issuerMetadata(),
    });
    const target = await discover(fetch, { resourceMetadata: 'https://api.example/about-me' });
    assert.deepEqual(urls(), ['https://api.example/about-me', `${ISSUER}${OAUTH}`]);
    assert.deepInclude(target, { resource: SERVER, issuer: ISSUER, hasMetadata: true, dpop: 'none' });
  });

  it('learns which scopes the server has [AU-40]', async () => {
    const { fetch } = scriptedSites(site(described([ISSUER], { scopes_supported: ['read', 'write'] })));
    assert.deepInclude(await discover(fetch), { resourceScopes: ['read', 'write'] });
    assert.notProperty(await discover(scriptedSites(site()).fetch), 'resourceScopes');
  });

  it('names no relay where the connection has none', async () => {
    assert.notProperty(await discover(scriptedSites(site()).fetch), 'relay');
  });

  it('tries the path and then the root of the site without it [AU-16]', async () => {
    const { fetch, urls } = scriptedSites({
      [RESOURCE]: described([ISSUER], { resource: 'https://api.example' }),
      [`${ISSUER}${OAUTH}`]: issuerMetadata(),
    });
    const { resource } = await discover(fetch);
    assert.deepEqual(urls().slice(0, 2), [`${RESOURCE}/public/mcp`, RESOURCE]);
    assert.equal(resource, 'https://api.example', 'tokens are asked for what the metadata names');
  });

  it('asks a server at the root of its site only once', async () => {
    const { fetch, urls } = scriptedSites({
      [RESOURCE]: described([ISSUER], { resource: 'https://api.example/' }),
      [`${ISSUER}${OAUTH}`]: issuerMetadata(),
    });
    await discover(fetch, {}, {}, 'https://api.example/');
    assert.deepEqual(urls(), [RESOURCE, `${ISSUER}${OAUTH}`]);
    const silent = scriptedSites({});
    await discover(silent.fetch, {}, {}, 'https://api.example/');
    assert.equal(silent.urls().filter((url) => url === RESOURCE).length, 1);
  });

  it('goes on when a place is missing, is a web page, is broken or refuses the page [AU-16]', async () => {
    const page = new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
    for (const obstacle of [404, 500, page, new TypeError('Failed to fetch'), Response.json(['a list'])]) {
      const { fetch } = scriptedSites({ 'https://api.example/x': obstacle, ...site() });
      assert.equal((await discover(fetch, { resourceMetadata: 'https://api.example/x' })).issuer, ISSUER);
    }
  });

  it('sends no header that needs a preflight, no cookie, no referrer, and follows no redirect [SE-10]', async () => {
    const { fetch, sent } = scriptedSites(site());
    await discover(fetch);
    for (const { headers, init } of sent) {
      assert.deepEqual([...headers], [['accept', 'application/json']]);
      assert.equal(init.method, 'GET');
      assert.deepInclude(init, { credentials: 'omit', redirect: 'manual', referrerPolicy: 'no-referrer' });
    }
  });

  it('stops at metadata for another server [AU-18]', async () => {
    for (const resource of ['https://evil.example/public/mcp', 'https://api.example/other', 'not a URL']) {
      const { fetch, urls } = scriptedSites(site(described([ISSUER], { resource })));
      const error = await authErrorOf(discover(fetch), 'discovery');
      assert.include(error.message, resource);
      assert.lengthOf(urls(), 1, 'nobody else was asked');
    }
  });

  it('looks for an issuer with a path in three places [AU-20]', async () => {
    const issuer = `${ISSUER}/tenant1`;
    const places = [`${ISSUER}${OAUTH}/tenant1`, `${ISSUER}${OPENID}/tenant1`, `${issuer}${OPENID}`];
    for (const [index, place] of places.entries()) {
      const { fetch, urls } = scriptedSites({
        [`${RESOURCE}/public/mcp`]: described([issuer]),
        [place]: issuerMetadata(issuer),
      });
      assert.equal((await discover(fetch)).issuer, issuer);
      assert.deepEqual(urls().slice(1), places.slice(0, index + 1));
    }
  });

  it('looks for an issuer without a path in two places [AU-19, AU-20]', async () => {
    for (const issuer of [ISSUER, `${ISSUER}/`]) {
      const { fetch, urls } = scriptedSites({
        [`${RESOURCE}/public/mcp`]: described([issuer]),
        [`${ISSUER}${OPENID}`]: issuerMetadata(issuer),
      });
      assert.equal((await discover(fetch)).issuer, issuer);
      assert.deepEqual(urls().slice(1), [`${ISSUER}${OAUTH}`, `${ISSUER}${OPENID}`]);
    }
  });

  it('uses no metadata whose issuer is not the same to the letter [AU-21, AU-22]', async () => {
    for (const issuer of [`${ISSUER}/`, 'https://AS.example', 'https://as.example:443', 'https://evil.example', '']) {
      const { fetch, urls } = scriptedSites({
        ...site(described(), { ...issuerMetadata(), issuer }),
        [`${ISSUER}${OPENID}`]: issuerMetadata(),
      });
      const { message } = await authErrorOf(discover(fetch), 'discovery');
      assert.lengthOf(urls(), 2, 'and it does not look for a better one');
      if (issuer) assert.include(message, `the issuer ${issuer}, not to ${ISSUER}`);
    }
  });

  it('refuses endpoints that are not https, and ones that run code [SE-01, SE-02, SE-06, AU-11]', async () => {
    for (const endpoint of [
      'authorization_endpoint',
      'token_endpoint',
      'registration_endpoint',
      'revocation_endpoint',
    ]) {
      for (const address of [
        'http://as.example/x',
        'javascript:alert(1)',
        'data:text/html,x',
        '/relative',
        'https://user:password@as.example/',
      ]) {
        const { fetch } = scriptedSites(site(described(), issuerMetadata(ISSUER, { [endpoint]: address })));
        const error = await authErrorOf(discover(fetch), 'discovery');
        assert.include(error.message, endpoint);
      }
    }
  });

  it('refuses an authorization server, or a description, that is not https [SE-01, SE-06, AU-11]', async () => {
    for (const issuer of ['http://as.example', 'javascript:alert(1)', 'as.example']) {
      const { fetch, urls } = scriptedSites(site(described([issuer])));
      await authErrorOf(discover(fetch), 'discovery');
      assert.lengthOf(urls(), 1);
    }
    const { fetch, urls } = scriptedSites(site());
    await authErrorOf(discover(fetch, { resourceMetadata: 'http://api.example/x' }), 'discovery');
    assert.deepEqual(urls(), []);
  });

  it('wants no token for a server that is not https [AU-11]', async () => {
    const { fetch, urls } = scriptedSites({});
    await authErrorOf(discover(fetch, {}, {}, 'http://api.example/mcp'), 'discovery');
    assert.deepEqual(urls(), []);
  });

  it('says which member of a document is not what it should be', async () => {
    const wrong: [Record<string, Said>, string][] = [
      [site({ authorization_servers: [ISSUER] }), '.resource: expected a string, got nothing'],
      [site(described('https://as.example')), '.authorization_servers: expected an array, got a string'],
      [site(described([7])), '.authorization_servers[0]: expected a string, got a number'],
      [site(described(), { issuer: ISSUER }), '.token_endpoint: expected a string, got nothing'],
      [
        site(described(), issuerMetadata(ISSUER, { authorization_response_iss_parameter_supported: 'yes' })),
        '.authorization_response_iss_parameter_supported: expected',
      ],
    ];
    for (const [answers, problem] of wrong)
      assert.include((await authErrorOf(discover(scriptedSites(answers).fetch), 'discovery')).message, problem);
  });

  it('lets the page choose among several authorization servers, and takes the first without a choice [AU-17]', async () => {
    const other = 'https://other.example';
    const answers = { ...site(described([ISSUER, other])), [`${other}${OAUTH}`]: issuerMetadata(other) };
    assert.equal((await discover(scriptedSites(answers).fetch)).issuer, ISSUER);
    const chosen = await discover(
      scriptedSites(answers).fetch,
      {},
      { chooseIssuer: (issuers) => Promise.resolve(issuers[1] ?? '') },
    );
    assert.equal(chosen.issuer, other);
    await errorOf(
      discover(scriptedSites(answers).fetch, {}, { chooseIssuer: () => 'https://third.example' }),
      'invalid-argument',
    );
  });

  it('asks no other authorization server than the one that the user agreed to, even if the page would choose it', async () => {
    const agreed = 'https://agreed.example';
    const chooseIssuer = (): string => assert.fail('was asked to choose');
    const moved = scriptedSites(site());
    const error = await authErrorOf(discover(moved.fetch, {}, { issuer: agreed, chooseIssuer }), 'discovery');
    assert.propertyVal(error, 'issuer', agreed);
    assert.include(error.message, `(${ISSUER})`);
    assert.isEmpty(moved.urls().filter((url) => url.startsWith(ISSUER)));
    const both = scriptedSites({ ...site(described([agreed, ISSUER])) });
    assert.equal((await discover(both.fetch, {}, { issuer: ISSUER, chooseIssuer })).issuer, ISSUER);
    const silent = scriptedSites({});
    await authErrorOf(discover(silent.fetch, {}, { issuer: agreed }), 'discovery');
    const origin = 'https://api.example';
    assert.equal((await discover(silent.fetch, {}, { issuer: origin })).issuer, origin);
  });

  it('takes the site of a server without a description for its issuer [AU-01, AU-02, AU-68]', async () => {
    const origin = 'https://api.example';
    for (const issuer of [origin, `${origin}/`]) {
      const { fetch, urls } = scriptedSites({ [`${origin}${OAUTH}`]: issuerMetadata(issuer) });
      const target = await discover(fetch);
      assert.deepInclude(target, { resource: SERVER, issuer, hasMetadata: true });
      assert.deepEqual(urls(), [`${RESOURCE}/public/mcp`, RESOURCE, `${origin}${OAUTH}`]);
    }
    await authErrorOf(
      discover(scriptedSites({ [`${origin}${OAUTH}`]: issuerMetadata('https://elsewhere.example') }).fetch),
      'discovery',
    );
  });

  it('takes the default endpoints of a site that has no metadata at all [AU-03, AU-68]', async () => {
    const { issuer, hasMetadata, authorizationServer } = await discover(scriptedSites({}).fetch);
    assert.equal(issuer, 'https://api.example');
    assert.isFalse(hasMetadata);
    assert.deepEqual(authorizationServer, {
      issuer,
      authorization_endpoint: 'https://api.example/authorize',
      token_endpoint: 'https://api.example/token',
      registration_endpoint: 'https://api.example/register',
    });
  });

  it('guesses nothing where nothing answers, and says what to look at', async () => {
    const error = await authErrorOf(
      discover(() => Promise.reject(new TypeError('Failed to fetch'))),
      'discovery',
    );
    assert.match(error.message, /WWW-Authenticate.*CORS.*\/oauth-protected-resource\/public\/mcp could not be reached/);
    assert.include(error.message, `https://api.example${OAUTH} could not be reached`);
    // A site that is broken may have what it does not show now.
    await authErrorOf(
      discover(async () => new Response('', { status: 500 })),
      'discovery',
    );
    await authErrorOf(discover(scriptedSites({ [`${RESOURCE}/public/mcp`]: described() }).fetch), 'discovery');
  });

  it('says what each place had instead of metadata', async () => {
    const { message } = await authErrorOf(
      discover(scriptedSites(site(described(), new Response('<!doctype html>'))).fetch),
      'discovery',
    );
    assert.include(message, `${ISSUER}${OAUTH} is not a JSON object.`);
    assert.include(message, `${ISSUER}${OPENID} answered with status 404.`);
  });

  it('reads a document of up to 256 kB', async () => {
    const start = JSON.stringify(described()).slice(0, -1);
    const ofLength = (length: number): Response => new Response(`${start}${' '.repeat(length - start.length - 1)}}`);
    const asking = (length: number) =>
      discover(scriptedSites({ ...site(), [`${RESOURCE}/public/mcp`]: ofLength(length) }).fetch);
    assert.equal((await asking(256 * 1024)).issuer, ISSUER);
    await errorOf(asking(256 * 1024 + 1), 'too-large');
  });

  it('follows no redirect', async () => {
    const redirect = new Response(undefined, { status: 302, headers: { Location: 'https://evil.example' } });
    const error = await authErrorOf(discover(scriptedSites(site(described(), redirect)).fetch), 'discovery');
    assert.include(error.message, 'redirects');
  });

  it('reads no endless document', async () => {
    const endless = (): Response =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) }),
      );
    await errorOf(discover(scriptedSites({ [`${RESOURCE}/public/mcp`]: endless }).fetch), 'too-large');
  });

  it('waits for no slow document longer than a user would', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const waits: number[] = [];
    AbortSignal.timeout = (ms) => (waits.push(ms), timeout(10));
    try {
      const never = (_input: unknown, init?: RequestInit): Promise<Response> =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
      await errorOf(discover(never), 'timeout');
    } finally {
      AbortSignal.timeout = timeout;
    }
    assert.deepEqual(waits, [15_000], 'the first that is slow is the last that is asked');
  });

  it('ends with the reason of the caller', async () => {
    const giveUp = new AbortController();
    const { fetch } = scriptedSites({
      [`${RESOURCE}/public/mcp`]: ({ init }) =>
        new Promise((_resolve, reject) => {
          // Not what was given as the reason: an answer that breaks off says no more.
          init.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
          giveUp.abort('enough');
        }),
    });
    assert.equal(await rejection(discover(fetch, {}, { signal: giveUp.signal })), 'enough');
  });

  it('binds tokens to a key where both sides can, or the server takes no others [AX-19]', async () => {
    const can = { dpop_signing_alg_values_supported: ['ES256'] };
    const bindingOf = async (resource: object, metadata: object, challenge: Challenge = {}): Promise<string> =>
      (
        await discover(
          scriptedSites(site(described([ISSUER], resource), issuerMetadata(ISSUER, metadata))).fetch,
          challenge,
        )
      ).dpop;
    assert.equal(await bindingOf(can, can), 'supported');
    assert.equal(await bindingOf({}, can), 'none', 'a server that does not know the scheme would refuse it');
    assert.equal(await bindingOf(can, {}), 'none');
    assert.equal(await bindingOf(can, { dpop_signing_alg_values_supported: ['RS256'] }), 'none');
    assert.equal(await bindingOf({ dpop_bound_access_tokens_required: true }, {}), 'required');
    assert.equal(await bindingOf({}, can, { dpop: 'supported' }), 'supported');
    assert.equal(await bindingOf({}, can, { dpop: 'required' }), 'required');
  });
});
