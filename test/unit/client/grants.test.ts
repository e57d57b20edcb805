import { assert } from 'chai';
import { AuthError, McpError } from '../../../packages/client/src/errors.ts';
import { Grants, storeGrant, type Renew } from '../../../packages/client/src/oauth/store/grants.ts';
import type { Grant } from '../../../packages/client/src/oauth/oauth-types.ts';
import { indexedDbVault } from '../../../packages/client/src/oauth/store/indexed-db-vault.ts';
import { recordName } from '../../../packages/client/src/oauth/store/record-name.ts';
import { memoryVault, type Vault } from '../../../packages/client/src/oauth/store/vault.ts';
import { authErrorOf, errorOf } from '../../support/errors.ts';

const server = 'https://example.com/mcp';

function grantOf(tokens: Partial<Grant['tokens']>): Omit<Grant, 'version'> {
  const issuer = 'https://as.example';
  return {
    server,
    target: { resource: server, issuer, authorizationServer: { issuer }, hasMetadata: true, dpop: 'none' },
    client: { issuer, clientId: 'us', authMethod: 'none', source: 'configured' },
    tokens: { accessToken: 'first', tokenType: 'bearer', refreshToken: 'r1', scope: [], ...tokens },
    requested: [],
  };
}

/** An authorization server that rotates refresh tokens: using an old one ends the grant. */
function rotatingIssuer(): { renew: Renew; used: string[] } {
  const used: string[] = [];
  return {
    used,
    renew: async ({ tokens: { refreshToken = '' } }) => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (used.includes(refreshToken)) throw new AuthError('refused', 'reuse', { oauthError: 'invalid_grant' });
      used.push(refreshToken);
      return {
        accessToken: `access-${used.length}`,
        tokenType: 'bearer',
        refreshToken: `r${used.length + 1}`,
        expiresAt: Date.now() + 3_600_000,
        scope: [],
      };
    },
  };
}

async function expired(vault: Vault): Promise<void> {
  await storeGrant(vault, grantOf({ expiresAt: Date.now() - 1 }));
}

describe('the tokens for a server', () => {
  it('are used as they are while they last', async () => {
    const vault = memoryVault();
    await storeGrant(vault, grantOf({ expiresAt: Date.now() + 3_600_000 }));
    const { renew, used } = rotatingIssuer();
    assert.equal((await new Grants(vault, renew).current(server))?.tokens.accessToken, 'first');
    assert.isEmpty(used);
  });

  it('are renewed some time before they end', async () => {
    const vault = memoryVault();
    await storeGrant(vault, grantOf({ expiresAt: Date.now() + 3_600_000 }));
    const { renew } = rotatingIssuer();
    const grants = new Grants(vault, renew);
    const { now } = Date;
    Date.now = () => now() + 3_600_000 - 20_000;
    try {
      assert.equal((await grants.current(server))?.tokens.accessToken, 'access-1');
    } finally {
      Date.now = now;
    }
  });

  it('are used until the server refuses them if their lifetime is unknown', async () => {
    const vault = memoryVault();
    await storeGrant(vault, grantOf({}));
    assert.equal((await new Grants(vault, rotatingIssuer().renew).current(server))?.tokens.accessToken, 'first');
  });

  it('are renewed once, however many ask and in however many tabs', async () => {
    const name = `grants-test-${Date.now()}`;
    await expired(indexedDbVault(name));
    const { renew, used } = rotatingIssuer();
    const tabs = Array.from({ length: 8 }, () => new Grants(indexedDbVault(name), renew));
    const found = await Promise.all(tabs.flatMap((grants) => Array.from({ length: 25 }, () => grants.current(server))));
    assert.deepEqual([...new Set(found.map((grant) => grant?.tokens.accessToken))], ['access-1']);
    assert.deepEqual(used, ['r1']);
  });

  it('are renewed once for those whom the server refuses at different times', async () => {
    const vault = memoryVault();
    await storeGrant(vault, grantOf({}));
    const { renew, used } = rotatingIssuer();
    const grants = new Grants(vault, renew);
    const stale = await grants.read(server);
    if (!stale) throw new Error('nothing kept');
    await grants.renewed(stale);
    assert.equal((await grants.renewed(stale)).tokens.accessToken, 'access-1');
    assert.deepEqual(used, ['r1']);
  });

  it('keep the refresh token of an issuer that sends no new one', async () => {
    const vault = memoryVault();
    await expired(vault);
    const grants = new Grants(vault, () => Promise.resolve({ accessToken: 'second', tokenType: 'bearer', scope: [] }));
    assert.equal((await grants.current(server))?.tokens.refreshToken, 'r1');
  });

  it('are still of the same sign-in when they are renewed', async () => {
    const vault = memoryVault();
    await storeGrant(vault, { ...grantOf({ expiresAt: Date.now() - 1 }), signIn: 'Ada' });
    const renewed = await new Grants(vault, rotatingIssuer().renew).current(server);
    assert.equal(renewed?.tokens.accessToken, 'access-1');
    assert.equal(renewed?.signIn, 'Ada');
  });

  it('are forgotten when the issuer refuses to renew them, and the user has to sign in again', async () => {
    const vault = memoryVault();
    await expired(vault);
    const grants = new Grants(vault, () =>
      Promise.reject(new AuthError('refused', 'no', { oauthError: 'invalid_grant' })),
    );
    const error = await errorOf(grants.current(server), 'unauthorized');
    assert.equal(error instanceof AuthError && error.reason, 'sign-in-required');
    assert.isUndefined(await grants.read(server));
  });

  it('outlive an issuer that cannot be reached', async () => {
    const vault = memoryVault();
    await expired(vault);
    const grants = new Grants(vault, () => Promise.reject(new McpError('network', 'away')));
    await errorOf(grants.current(server), 'network');
    assert.equal((await grants.read(server))?.tokens.refreshToken, 'r1');
  });

  it('are renewed half a minute before they end, or a tenth of their lifetime if that is shorter', async () => {
    const { now } = Date;
    for (const [lifetimeS, leftS, isRenewed] of [
      [3_600, 31, false],
      [3_600, 29, true],
      [60, 7, false],
      [60, 5, true],
    ] as const) {
      const vault = memoryVault();
      await storeGrant(vault, grantOf({ expiresAt: now() + lifetimeS * 1_000 }));
      const { renew, used } = rotatingIssuer();
      Date.now = () => now() + (lifetimeS - leftS) * 1_000;
      try {
        await new Grants(vault, renew).current(server);
      } finally {
        Date.now = now;
      }
      assert.lengthOf(used, isRenewed ? 1 : 0, `${leftS} of ${lifetimeS} s are left`);
    }
  });

  it('outlive an issuer that only cannot renew them now, and end with one that refuses, which the error names', async () => {
    for (const oauthError of ['temporarily_unavailable', 'server_error', 'slow_down', undefined]) {
      const vault = memoryVault();
      await expired(vault);
      const grants = new Grants(vault, () => Promise.reject(new AuthError('refused', 'no', { oauthError })));
      await errorOf(grants.current(server), 'unauthorized');
      assert.isDefined(await grants.read(server), oauthError);
    }
    const vault = memoryVault();
    await expired(vault);
    const cause = new AuthError('refused', 'no', { oauthError: 'invalid_grant' });
    const error = await authErrorOf(new Grants(vault, () => Promise.reject(cause)).current(server), 'sign-in-required');
    assert.deepInclude(error, { issuer: 'https://as.example', oauthError: 'invalid_grant', cause });
  });

  it('are those of the user who signed in again while the issuer refused the ones before', async () => {
    const vault = memoryVault();
    await expired(vault);
    const grants = new Grants(vault, async () => {
      await storeGrant(vault, grantOf({ accessToken: 'of the next sign-in' }));
      throw new AuthError('refused', 'no', { oauthError: 'invalid_grant' });
    });
    assert.equal((await grants.current(server))?.tokens.accessToken, 'of the next sign-in');
    assert.isDefined(await grants.read(server));
  });

  it('are used while they are valid, although they could not be renewed in time', async () => {
    const vault = memoryVault();
    const dueWith = async (tokens: Partial<Grant['tokens']>): Promise<void> =>
      void (await vault.write(await recordName('grant', server), { ...grantOf(tokens), renewAt: Date.now() - 1 }));
    let failure: Error = new McpError('network', 'away');
    let attempts = 0;
    const grants = new Grants(vault, () => (attempts++, Promise.reject(failure)));
    await dueWith({ expiresAt: Date.now() + 60_000 });
    assert.equal((await grants.current(server))?.tokens.accessToken, 'first');
    assert.equal(attempts, 1);
    failure = new AuthError('refused', 'no', { oauthError: 'invalid_grant' });
    await authErrorOf(grants.current(server), 'sign-in-required');
    await dueWith({ expiresAt: Date.now() + 60_000, refreshToken: undefined });
    assert.equal((await grants.current(server))?.tokens.accessToken, 'first');
    assert.equal(attempts, 2, 'nothing renews them');
  });

  it('are gone for every tab before the vault is cleared, when all are forgotten', async () => {
    const vault = memoryVault();
    await expired(vault);
    const { renew, used } = rotatingIssuer();
    let found: Grant | undefined;
    const clear = async (): Promise<void> => {
      found = await new Grants(vault, renew).current(server);
      await vault.clear();
    };
    await new Grants({ ...vault, clear }, renew).forget();
    assert.isUndefined(found);
    assert.isEmpty(used);
    assert.isEmpty(await vault.names(''));
  });

  it('are those of this server, or none', async () => {
    const vault = memoryVault();
    await vault.write(await recordName('grant', server), { ...grantOf({}), server: 'https://other.example/mcp' });
    assert.isUndefined(await new Grants(vault, rotatingIssuer().renew).current(server));
  });

  it('are ignored if the stored value is not a grant', async () => {
    const vault = memoryVault();
    await vault.write(await recordName('grant', server), { server, tokens: 'rubbish' });
    assert.isUndefined(await new Grants(vault, rotatingIssuer().renew).current(server));
  });
});
