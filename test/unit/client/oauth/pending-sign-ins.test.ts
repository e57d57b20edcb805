/** Sign-ins that wait for the user: each is finished once, in time, and not at all once it was given up. */
import { assert } from 'chai';
import {
  endSignIn,
  giveUpSignIn,
  giveUpSignIns,
  removeOldPendingSignIns,
  serversOfSignIns,
  storePendingSignIn,
  takePendingSignIn,
} from '../../../../packages/client/src/oauth/store/pending-sign-ins.ts';
import { storeSignIn } from '../../../../packages/client/src/oauth/store/store-sign-in.ts';
import { memoryVault, type Vault } from '../../../../packages/client/src/oauth/store/vault.ts';
import { afterMs } from '../../../support/clock.ts';
import { client, pendingOf, targetOf } from '../../../support/scripted-sites.ts';
import { slowVault } from '../../../support/slow-vault.ts';

const MINUTES = 60_000;
const state = 'our-state';
const { server } = pendingOf();

describe('a sign-in that waits for the user', () => {
  let vault: Vault;
  beforeEach(async () => {
    vault = slowVault();
    await storePendingSignIn(vault, pendingOf({ state }));
  });
  const names = () => vault.names('');

  it('outlasts the page where the vault does', async () => {
    assert.isFalse(await storePendingSignIn(vault, pendingOf({ state })));
    const lasting: Vault = { ...vault, write: async () => 'stored' };
    assert.isTrue(await storePendingSignIn(lasting, pendingOf({ state })));
  });

  it('is finished by one page, however many try', async () => {
    const taken = await Promise.all([takePendingSignIn(vault, state), takePendingSignIn(vault, state)]);
    assert.lengthOf(
      taken.filter((one) => one !== undefined),
      1,
    );
    assert.isUndefined(await takePendingSignIn(vault, state));
  });

  it('is known by its state only, for ten minutes, whatever the clock did meanwhile', async () => {
    assert.isUndefined(await takePendingSignIn(vault, 'another'));
    for (const [passed, isKnown] of [
      [10 * MINUTES + 1_000, false],
      [-10 * MINUTES - 1_000, false],
      [10 * MINUTES - 1_000, true],
      [-10 * MINUTES + 1_000, true],
    ] as const) {
      await storePendingSignIn(vault, pendingOf({ state }));
      const taken = await afterMs(passed, () => takePendingSignIn(vault, state));
      assert.equal(taken !== undefined, isKnown, String(passed));
    }
  });

  it('keeps no secret while its code is exchanged, and leaves nothing', async () => {
    await takePendingSignIn(vault, state);
    const [name = ''] = await names();
    assert.hasAllKeys((await vault.read(name))?.value, ['server', 'startedAt', 'progress']);
    assert.isTrue(await endSignIn(vault, state));
    assert.isEmpty(await names());
    assert.isFalse(await endSignIn(vault, state));
  });

  it('is gone when it is given up, and nobody has to revoke anything', async () => {
    assert.isFalse(await giveUpSignIn(vault, state));
    assert.isEmpty(await names());
    assert.isUndefined(await takePendingSignIn(vault, state));
    assert.isFalse(await giveUpSignIn(vault, state));
  });

  it('is left to the page that exchanges its code when it is given up, however often', async () => {
    await takePendingSignIn(vault, state);
    assert.isTrue(await giveUpSignIn(vault, state));
    assert.isTrue(await giveUpSignIn(vault, state));
    const grant = {
      server,
      target: targetOf(),
      client,
      tokens: { accessToken: 'late', tokenType: 'bearer' as const, scope: [] },
      requested: [],
    };
    assert.deepEqual(await storeSignIn(vault, state, grant), { outcome: 'given-up', unused: grant });
    assert.isEmpty(await names());
  });

  it('is given up also if a page begins to exchange its code at that moment', async () => {
    const racing: Vault = {
      ...vault,
      remove: async (...args) => {
        await takePendingSignIn(vault, state);
        return vault.remove(...args);
      },
    };
    assert.isTrue(await giveUpSignIn(racing, state));
    assert.isFalse(await endSignIn(vault, state));
  });

  it('cannot be given up anymore once a page has stored its tokens, even if that was at this moment', async () => {
    await takePendingSignIn(vault, state);
    const racing: Vault = {
      ...vault,
      write: async (...args) => {
        await endSignIn(vault, state);
        return vault.write(...args);
      },
    };
    assert.isFalse(await giveUpSignIn(racing, state));
    assert.isEmpty(await names());
  });

  it('is given up with all others to the same server, and no other', async () => {
    await storePendingSignIn(vault, pendingOf({ state: 'second' }));
    await storePendingSignIn(vault, pendingOf({ state: 'elsewhere', server: 'https://other.example/mcp' }));
    await vault.write('pending nonsense', 7);
    assert.sameMembers(await serversOfSignIns(vault), [server, server, 'https://other.example/mcp']);
    await giveUpSignIns(vault, server);
    assert.deepEqual(await serversOfSignIns(vault), ['https://other.example/mcp']);
  });

  it('is removed when nobody finished it in time, with what is no sign-in, and others stay', async () => {
    await storePendingSignIn(vault, pendingOf({ state: 'old', startedAt: Date.now() - 10 * MINUTES - 1_000 }));
    await vault.write('pending nonsense', 7);
    await vault.write('grant of somebody', 7);
    await removeOldPendingSignIns(vault);
    assert.lengthOf(await names(), 2);
    assert.isDefined(await takePendingSignIn(vault, state));
  });
});

describe('a sign-in in the memory of a page', () => {
  it('can be taken there', async () => {
    const vault = memoryVault();
    await storePendingSignIn(vault, pendingOf({ state }));
    assert.equal((await takePendingSignIn(vault, state))?.verifier, pendingOf().verifier);
  });
});
