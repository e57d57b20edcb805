import { assert } from 'chai';
import { AuthError, McpError } from '@mcp-web/client';
import { DpopKeys } from '../../../../packages/client/src/oauth/dpop.ts';
import { methodOf } from '../../../../packages/client/src/oauth/endpoints/client-authentication.ts';
import {
  type Announcement,
  announce,
  hearAnnouncements,
} from '../../../../packages/client/src/oauth/store/announcements.ts';
import { Grants, storeGrant } from '../../../../packages/client/src/oauth/store/grants.ts';
import { addReplaced, takeReplaced } from '../../../../packages/client/src/oauth/store/replaced-grants.ts';
import { storePendingSignIn, takePendingSignIn } from '../../../../packages/client/src/oauth/store/pending-sign-ins.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import type { Grant } from '../../../../packages/client/src/oauth/oauth-types.ts';
import { afterMs } from '../../../support/clock.ts';
import { authErrorOf, errorOf } from '../../../support/errors.ts';
import { rejection } from '../../../support/scripted-server.ts';
import { client, pendingOf, targetOf } from '../../../support/scripted-sites.ts';
import { slowVault } from '../../../support/slow-vault.ts';
import { until } from '../../../support/sign-in-page.ts';

const server = 'https://api.example/mcp';
const grantWith = (tokens: Partial<Grant['tokens']> = {}): Omit<Grant, 'version'> => ({
  server,
  target: targetOf(),
  client,
  tokens: { accessToken: 'first', tokenType: 'bearer', refreshToken: 'r1', scope: ['read'], ...tokens },
  requested: ['read'],
});
const refusal = (oauthError?: string): AuthError => new AuthError('refused', 'No.', { oauthError });

describe('stored tokens', () => {
  let vault: Vault;
  let renewals = 0;
  let renew: (grant: Grant) => Promise<Grant['tokens']>;
  let grants: Grants;
  beforeEach(() => {
    vault = memoryVault();
    renewals = 0;
    renew = async () => ({ accessToken: `renewed ${renewals}`, tokenType: 'bearer', scope: ['read'] });
    grants = new Grants(vault, (grant) => (renewals++, renew(grant)));
  });

  it('are used until a tenth of their life is left, or half a minute, and then renewed', async () => {
    for (const [lifeMs, restMs] of [
      [100_000, 10_000],
      [3_600_000, 30_000],
    ] as const) {
      renewals = 0;
      await storeGrant(vault, grantWith({ expiresAt: Date.now() + lifeMs }));
      const token = async (): Promise<unknown> => (await grants.current(server))?.tokens.accessToken;
      assert.equal(await afterMs(lifeMs - restMs - 500, token), 'first', String(lifeMs));
      assert.equal(await afterMs(lifeMs - restMs + 500, token), 'renewed 1', String(lifeMs));
    }
  });

  it('that do not say when they end, or cannot be renewed, are used until the server refuses them', async () => {
    const day = 24 * 3_600_000;
    await storeGrant(vault, grantWith());
    assert.equal((await afterMs(day, () => grants.current(server)))?.tokens.accessToken, 'first');
    await storeGrant(vault, grantWith({ expiresAt: Date.now() + 1_000, refreshToken: undefined }));
    assert.equal((await afterMs(day, () => grants.current(server)))?.tokens.accessToken, 'first');
    assert.equal(renewals, 0);
  });

  it('are those of the server that they were stored for, or none', async () => {
    assert.isUndefined(await grants.current(server));
    await storeGrant(vault, grantWith());
    assert.isUndefined(await grants.read(`${server}/other`));
    await vault.write('grant of nobody', { server: 'https://nobody.example/mcp' });
    assert.deepEqual(await grants.servers(), [server]);
  });

  it('are renewed once for all who want that at the same time, and keep the refresh token if no new one comes', async () => {
    await storeGrant(vault, grantWith());
    const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
    const both = await Promise.all([grants.renewed(stale), grants.renewed(stale)]);
    assert.deepEqual(
      both.map(({ tokens }) => [tokens.accessToken, tokens.refreshToken]),
      [
        ['renewed 1', 'r1'],
        ['renewed 1', 'r1'],
      ],
    );
    assert.equal((await grants.renewed(stale)).tokens.accessToken, 'renewed 1', 'what is stored is newer already');
    assert.equal(renewals, 1);
    await grants.renewed(both[0] ?? stale);
    assert.equal(renewals, 2);
  });

  it('are renewed once for all who want that at the same time, also in a browser without Web Locks', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      await storeGrant(vault, grantWith());
      const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
      const both = await Promise.all([grants.renewed(stale), grants.renewed(stale)]);
      assert.equal(both[0].tokens.accessToken, 'renewed 1');
      assert.equal(both[1].tokens.accessToken, 'renewed 1');
      assert.equal(renewals, 1);
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('are not renewed where the server refused others than those that are stored', async () => {
    await storeGrant(vault, grantWith());
    const refused = (await grants.read(server)) ?? assert.fail('nothing is stored');
    await storeGrant(vault, grantWith());
    const again = await grants.renewed(refused);
    assert.equal(again.tokens.accessToken, 'first');
    const { tokens } = again;
    await grants.renewed({ ...again, tokens: { ...tokens, accessToken: 'another' } });
    assert.equal(renewals, 0);
  });

  it('that are gone when the answer to their renewal comes have ended', async () => {
    for (const answer of [
      async () => ({ accessToken: 'late', tokenType: 'bearer' as const, scope: [] }),
      () => Promise.reject(refusal('invalid_grant')),
    ]) {
      await storeGrant(vault, grantWith());
      const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
      renew = async () => {
        await vault.clear();
        return answer();
      };
      await authErrorOf(grants.renewed(stale), 'sign-in-required');
      assert.isUndefined(await grants.read(server));
    }
  });

  it('are all gone when everything is forgotten, with what else the vault has', async () => {
    vault = slowVault();
    grants = new Grants(vault, (grant) => renew(grant));
    await storeGrant(vault, grantWith());
    await storePendingSignIn(vault, pendingOf({ server }));
    await vault.write('client of this page', { clientId: 'us' });
    await grants.forget();
    assert.isEmpty(await vault.names(''));
  });

  it('are gone when a sign-out has ended, with sign-ins under way and what they replaced', async () => {
    vault = slowVault();
    grants = new Grants(vault, (grant) => renew(grant));
    await storeGrant(vault, grantWith({ accessToken: 'newest' }));
    await addReplaced(vault, grantWith({ accessToken: 'older' }));
    await storePendingSignIn(vault, pendingOf({ server }));
    const { grant, replaced } = await grants.signOut(server);
    assert.isEmpty(await vault.names(''));
    assert.deepEqual(
      [grant, ...replaced].map((one) => one?.tokens.accessToken),
      ['newest', 'older'],
    );
  });

  it('that only the memory of a page holds can be taken from there, with those that they replaced', async () => {
    vault = slowVault();
    grants = new Grants(vault, (grant) => renew(grant));
    assert.isEmpty(await grants.takeFromMemory(server));
    await addReplaced(vault, grantWith({ accessToken: 'older' }));
    const taken = async (): Promise<string[]> =>
      (await grants.takeFromMemory(server)).map(({ tokens }) => tokens.accessToken);
    assert.deepEqual(await taken(), ['older']);
    await storeGrant(vault, grantWith());
    await addReplaced(vault, grantWith({ accessToken: 'older' }));
    assert.deepEqual(await taken(), ['first', 'older']);
    assert.isEmpty(await vault.names(''));
  });

  it('have ended when the authorization server refuses to renew them, and not when it has no time', async () => {
    for (const error of ['temporarily_unavailable', 'server_error', 'slow_down', undefined]) {
      await storeGrant(vault, grantWith());
      renew = () => Promise.reject(refusal(error));
      const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
      await authErrorOf(grants.renewed(stale), 'refused');
      assert.isDefined(await grants.read(server), error);
    }
    renew = () => Promise.reject(new McpError('network', 'Away'));
    const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
    await errorOf(grants.renewed(stale), 'network');
    renew = () => Promise.reject(refusal('invalid_grant'));
    const ended = await authErrorOf(grants.renewed(stale), 'sign-in-required');
    assert.deepInclude(ended, { issuer: stale.target.issuer, oauthError: 'invalid_grant' });
    assert.instanceOf(ended.cause, AuthError);
    assert.isUndefined(await grants.read(server));
    await authErrorOf(grants.renewed(stale), 'sign-in-required');
  });

  it('without a refresh token end when the server refuses them', async () => {
    await storeGrant(vault, grantWith({ refreshToken: undefined }));
    const stale = (await grants.read(server)) ?? assert.fail('nothing is stored');
    const ended = await authErrorOf(grants.renewed(stale), 'sign-in-required');
    assert.isUndefined(ended.cause);
    assert.equal(renewals, 0);
    assert.isUndefined(await grants.read(server));
  });

  it('that still count are used when they cannot be renewed for now', async () => {
    const life = 100_000;
    await storeGrant(vault, grantWith({ expiresAt: Date.now() + life }));
    renew = () => Promise.reject(new McpError('network', 'Away'));
    assert.equal((await afterMs(life - 5_000, () => grants.current(server)))?.tokens.accessToken, 'first');
    await errorOf(
      afterMs(life + 1_000, () => grants.current(server)),
      'network',
    );
  });

  it('that ended are gone in all tabs, unless newer ones were stored meanwhile', async () => {
    const heard: Announcement[] = [];
    const listening = new AbortController();
    hearAnnouncements((announcement) => heard.push(announcement), listening.signal);
    await storeGrant(vault, grantWith());
    const old = (await grants.read(server)) ?? assert.fail('nothing is stored');
    await storeGrant(vault, grantWith({ accessToken: 'second' }));
    assert.isFalse(await grants.expire(old));
    assert.equal((await grants.read(server))?.tokens.accessToken, 'second');
    const now = (await grants.read(server)) ?? assert.fail('nothing is stored');
    assert.isTrue(await grants.expire(now));
    announce({ type: 'forgotten' });
    await until(() => heard.some(({ type }) => type === 'forgotten'));
    assert.deepEqual(
      heard.filter(({ type }) => type === 'removed'),
      [{ type: 'removed', server, hasExpired: true }],
    );
    listening.abort();
  });

  it('end with a sign-out from that server alone, and so do sign-ins to it', async () => {
    const other = 'https://other.example/mcp';
    await storeGrant(vault, grantWith());
    await storeGrant(vault, { ...grantWith(), server: other });
    await storePendingSignIn(vault, pendingOf({ state: 'here', server }));
    await storePendingSignIn(vault, pendingOf({ state: 'there', server: other }));
    assert.equal((await grants.signOut(server)).grant?.server, server);
    assert.deepEqual(await grants.servers(), [other]);
    assert.isUndefined(await takePendingSignIn(vault, 'here'));
    assert.isDefined(await takePendingSignIn(vault, 'there'));
  });

  it('that were replaced are in the vault when that is said', async () => {
    vault = slowVault();
    await addReplaced(vault, grantWith());
    assert.match((await vault.names('')).join(), /^replaced /);
  });

  it('that were replaced wait for the sign-out: the newest twenty that can still do harm', async () => {
    const life = 100_000;
    await addReplaced(vault, grantWith({ accessToken: 'ends', refreshToken: undefined, expiresAt: Date.now() + life }));
    await addReplaced(vault, grantWith({ accessToken: 'stays', refreshToken: undefined }));
    const names = async (): Promise<string[]> =>
      (await takeReplaced(vault, server)).map(({ tokens }) => tokens.accessToken);
    await afterMs(life + 1, () => addReplaced(vault, grantWith({ accessToken: 'next' })));
    assert.deepEqual(await names(), ['next', 'stays']);
    assert.deepEqual(await names(), []);
    for (let index = 0; index < 25; index++) await addReplaced(vault, grantWith({ accessToken: `token ${index}` }));
    assert.deepEqual(
      await names(),
      Array.from({ length: 20 }, (_none, index) => `token ${24 - index}`),
    );
  });
});

describe('the secret of a page', () => {
  it('is sent as the authorization server takes it, and not where it takes none', () => {
    const methodFor = (methods: string[] | undefined, secret: string | undefined): string =>
      methodOf(targetOf({ token_endpoint_auth_methods_supported: methods }), secret);
    assert.equal(methodFor(['client_secret_post'], undefined), 'none');
    assert.equal(methodFor(undefined, 's'), 'client_secret_basic');
    assert.equal(methodFor(['client_secret_post', 'client_secret_basic'], 's'), 'client_secret_basic');
    assert.equal(methodFor(['none', 'client_secret_post'], 's'), 'client_secret_post');
    assert.equal(methodFor(['private_key_jwt'], 's'), 'client_secret_post');
    assert.equal(methodFor(['none', 'private_key_jwt'], 's'), 'none');
  });
});

describe('the keys that tokens are bound to', () => {
  it('are one for each issuer, in the vault, and none where tokens are not bound', async () => {
    const names: string[] = [];
    const vault = memoryVault();
    const keys = new DpopKeys({ ...vault, keyPair: (name) => (names.push(name), vault.keyPair(name)) });
    assert.isUndefined(await keys.for(targetOf()));
    const one = await keys.for(targetOf({}, { dpop: 'required' }));
    assert.isDefined(one);
    assert.equal(await keys.for(targetOf({}, { dpop: 'supported' })), one);
    const other = await keys.for(targetOf({}, { dpop: 'required', issuer: 'https://other.example' }));
    assert.notEqual(other, one);
    assert.lengthOf(names, 2);
    for (const name of names) assert.match(name, /^dpop /);
    keys.forget();
    assert.notEqual(await keys.for(targetOf({}, { dpop: 'required' })), one);
    assert.deepEqual(names[2], names[0]);
  });

  it('are asked for again after the vault failed', async () => {
    let isBroken = true;
    const vault = memoryVault();
    const keyPair = (name: string): Promise<CryptoKeyPair> =>
      isBroken ? Promise.reject(new Error('The disk is full')) : vault.keyPair(name);
    const keys = new DpopKeys({ ...vault, keyPair });
    const target = targetOf({}, { dpop: 'required' });
    assert.match(String(await rejection(keys.for(target))), /disk/);
    isBroken = false;
    assert.isDefined(await keys.for(target));
  });
});
