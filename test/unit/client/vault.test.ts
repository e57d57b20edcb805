import { assert } from 'chai';
import { indexedDbVault, memoryVault, type Vault } from '../../../packages/client/src/oauth/vault.ts';

let count = 0;
const newName = (): string => `vault-test-${Date.now()}-${count++}`;

/** Everything in the vault's database, as far as a script can get at it. */
async function dump(name: string): Promise<unknown[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });
  const values: unknown[] = [];
  for (const store of database.objectStoreNames) {
    values.push(...await new Promise<unknown[]>((resolve) => {
      const request = database.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
    }));
  }
  database.close();
  return values;
}

const textOf = (value: unknown): string => {
  if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return String.fromCharCode(...new Uint8Array(value.buffer));
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join() : String(value);
};

for (const [kind, make] of [['in IndexedDB', () => indexedDbVault(newName())], ['in memory', memoryVault]] as const) {
  describe(`a vault ${kind}`, () => {
    it('gives back what was written, and counts the changes', async () => {
      const vault = make();
      assert.isUndefined(await vault.read('a'));
      await vault.write('a', { token: 'one' });
      await vault.write('a', { token: 'two' });
      assert.deepEqual(await vault.read('a'), { value: { token: 'two' }, version: 2 });
    });

    it('refuses to replace what somebody else changed in between', async () => {
      const vault = make();
      await vault.write('a', 1, 0);
      assert.equal(await vault.write('a', 2, 0), 'conflict');
      assert.notEqual(await vault.write('a', 3, 1), 'conflict');
      assert.deepEqual(await vault.read('a'), { value: 3, version: 2 });
    });

    it('gives a value that is taken to one taker only', async () => {
      const vault = make();
      await vault.write('state', 'verifier');
      const taken = await Promise.all([vault.take('state'), vault.take('state'), vault.take('state')]);
      assert.deepEqual(taken.filter((value) => value !== undefined), ['verifier']);
      assert.isUndefined(await vault.read('state'));
    });

    it('lists names by their beginning', async () => {
      const vault = make();
      for (const name of ['grant a', 'grant b', 'pending a']) await vault.write(name, 1);
      assert.sameMembers(await vault.names('grant '), ['grant a', 'grant b']);
    });

    it('makes one key pair for a name, of which the private half cannot be exported', async () => {
      const vault = make();
      const [first, second] = await Promise.all([vault.keyPair('a'), vault.keyPair('a')]);
      assert.isFalse(first.privateKey.extractable);
      const fingerprint = async ({ publicKey }: CryptoKeyPair): Promise<unknown> => (await crypto.subtle.exportKey('jwk', publicKey)).x;
      assert.equal(await fingerprint(first), await fingerprint(second));
      assert.equal(await fingerprint(first), await fingerprint(await vault.keyPair('a')));
    });

    it('keeps nothing when it is cleared', async () => {
      const vault = make();
      await vault.write('a', 1);
      await vault.clear();
      assert.isUndefined(await vault.read('a'));
      await vault.write('a', 2);
      assert.deepEqual((await vault.read('a'))?.value, 2);
    });
  });
}

describe('a vault on disk', () => {
  it('is there again on the next visit', async () => {
    const name = newName();
    await indexedDbVault(name).write('a', 'kept');
    assert.equal((await indexedDbVault(name).read('a'))?.value, 'kept');
  });

  it('writes no secret in clear text', async () => {
    const name = newName();
    await indexedDbVault(name).write('a', { accessToken: 'a-very-secret-token' });
    const values = await dump(name);
    assert.isNotEmpty(values);
    assert.notInclude(values.map(textOf).join(), 'a-very-secret-token');
  });

  it('reads nothing that was sealed with a key that is gone', async () => {
    const name = newName();
    const vault = indexedDbVault(name);
    await vault.write('a', 'lost');
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    await new Promise((resolve) => (database.transaction('keys', 'readwrite').objectStore('keys').clear().onsuccess = resolve));
    database.close();
    assert.isUndefined((await vault.read('a'))?.value);
    await vault.write('a', 'again');
    assert.equal((await vault.read('a'))?.value, 'again');
  });

  it('says which of two tabs was quicker', async () => {
    const name = newName();
    const [one, other] = [indexedDbVault(name), indexedDbVault(name)];
    await one.write('a', 'old');
    const written = await Promise.all([one.write('a', 'one', 1), other.write('a', 'other', 1)]);
    assert.sameMembers(written, ['kept', 'conflict']);
  });
});

describe('a vault whose disk refuses to write', () => {
  const { put } = IDBObjectStore.prototype;
  let vault: Vault;
  let name: string;

  beforeEach(async () => {
    name = newName();
    vault = indexedDbVault(name);
    await vault.write('a', 'old');
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

  afterEach(() => {
    IDBObjectStore.prototype.put = put;
  });

  it('holds the value for as long as the page lives, and says so', async () => {
    assert.equal(await vault.write('a', 'new', 1), 'held');
    assert.equal((await vault.read('a'))?.value, 'new');
  });

  it('leaves nothing out of date on disk', async () => {
    await vault.write('a', 'new', 1);
    assert.isUndefined((await indexedDbVault(name).read('a'))?.value);
  });

  it('goes back to the disk when that is to be had again', async () => {
    await vault.write('a', 'held', 1);
    IDBObjectStore.prototype.put = put;
    const { version } = (await vault.read('a')) ?? { version: 0 };
    assert.equal(await vault.write('a', 'kept', version), 'kept');
    assert.equal((await indexedDbVault(name).read('a'))?.value, 'kept');
  });
});

describe('a vault without a disk', () => {
  const { open } = IDBFactory.prototype;

  afterEach(() => {
    IDBFactory.prototype.open = open;
  });

  it('works from memory', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage here', 'SecurityError');
    };
    const vault = indexedDbVault(newName());
    assert.equal(await vault.write('a', 1), 'held');
    assert.equal((await vault.read('a'))?.value, 1);
    assert.equal(await vault.take('a'), 1);
    assert.isFalse((await vault.keyPair('a')).privateKey.extractable);
  });
});
