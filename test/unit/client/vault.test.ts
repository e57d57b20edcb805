import { assert } from 'chai';
import { indexedDbVault } from '../../../packages/client/src/oauth/store/indexed-db-vault.ts';
import { memoryVault, type Vault } from '../../../packages/client/src/oauth/store/vault.ts';

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
    values.push(
      ...(await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      })),
    );
  }
  database.close();
  return values;
}

const versionOf = async (vault: Vault, name: string): Promise<number> => (await vault.read(name))?.version ?? 0;

const textOf = (value: unknown): string => {
  if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return String.fromCharCode(...new Uint8Array(value.buffer));
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join() : String(value);
};

const fingerprint = async ({ publicKey }: Pick<CryptoKeyPair, 'publicKey'>): Promise<unknown> =>
  (await crypto.subtle.exportKey('jwk', publicKey)).x;

for (const [kind, make] of [
  ['in IndexedDB', () => indexedDbVault(newName())],
  ['in memory', memoryVault],
] as const) {
  describe(`a vault ${kind}`, () => {
    it('gives back what was written, with another version each time', async () => {
      const vault = make();
      assert.isUndefined(await vault.read('a'));
      await vault.write('a', { token: 'one' });
      const first = await vault.read('a');
      await vault.write('a', { token: 'two' });
      const second = await vault.read('a');
      assert.deepEqual([first?.value, second?.value], [{ token: 'one' }, { token: 'two' }]);
      assert.notEqual(second?.version, first?.version);
    });

    it('refuses to replace what somebody else changed in between', async () => {
      const vault = make();
      await vault.write('a', 1, 0);
      assert.equal(await vault.write('a', 2, 0), 'conflict');
      assert.notEqual(await vault.write('a', 3, await versionOf(vault, 'a')), 'conflict');
      assert.equal((await vault.read('a'))?.value, 3);
    });

    it('does not take what is kept anew for what was removed', async () => {
      const vault = make();
      await vault.write('a', 'before');
      const version = await versionOf(vault, 'a');
      await vault.remove('a');
      assert.equal(await vault.write('a', 'renewed', version), 'conflict');
      await vault.write('a', 'anew');
      assert.equal(await vault.write('a', 'renewed', version), 'conflict');
      assert.equal((await vault.read('a'))?.value, 'anew');
    });

    it('removes only what was read, where that is said', async () => {
      const vault = make();
      await vault.write('a', 'old');
      const version = await versionOf(vault, 'a');
      await vault.write('a', 'new');
      assert.isFalse(await vault.remove('a', version));
      assert.equal((await vault.read('a'))?.value, 'new');
      assert.isTrue(await vault.remove('a', await versionOf(vault, 'a')));
      assert.isUndefined(await vault.read('a'));
    });

    it('gives a value that is taken to one taker only', async () => {
      const vault = make();
      await vault.write('state', 'verifier');
      const taken = await Promise.all([vault.take('state'), vault.take('state'), vault.take('state')]);
      assert.deepEqual(
        taken.filter((value) => value !== undefined),
        ['verifier'],
      );
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
      assert.equal(await fingerprint(first), await fingerprint(second));
      assert.equal(await fingerprint(first), await fingerprint(await vault.keyPair('a')));
    });

    it('keeps nothing when it is cleared', async () => {
      const vault = make();
      await vault.write('a', 1);
      const { publicKey } = await vault.keyPair('a');
      await vault.clear();
      assert.isUndefined(await vault.read('a'));
      assert.isEmpty(await vault.names(''));
      assert.notDeepEqual(await fingerprint(await vault.keyPair('a')), await fingerprint({ publicKey }));
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

  it('has the same key pairs on the next visit', async () => {
    const name = newName();
    const first = await fingerprint(await indexedDbVault(name).keyPair('a'));
    assert.equal(await fingerprint(await indexedDbVault(name).keyPair('a')), first);
    assert.notEqual(await fingerprint(await indexedDbVault(name).keyPair('b')), first);
  });

  it('says that what it holds outlasts the page, unlike one in memory', async () => {
    assert.equal(await indexedDbVault(newName()).write('a', 1), 'stored');
    assert.equal(await memoryVault().write('a', 1), 'in-memory');
  });

  it('seals with a key that no script can export, each time in another way', async () => {
    const name = newName();
    const vault = indexedDbVault(name);
    await vault.write('a', 'same');
    await vault.write('b', 'same');
    const values = await dump(name);
    const keys = values.filter((value) => value instanceof CryptoKey);
    assert.deepEqual(
      keys.map(({ type, extractable }) => [type, extractable]),
      [['secret', false]],
    );
    const sealed = values.filter((value) => !(value instanceof CryptoKey)).map(textOf);
    assert.equal(new Set(sealed).size, 2);
  });

  it('writes no secret in clear text', async () => {
    const name = newName();
    await indexedDbVault(name).write('a', { accessToken: 'a-very-secret-token' });
    const values = await dump(name);
    assert.isNotEmpty(values);
    assert.notInclude(values.map(textOf).join(), 'a-very-secret-token');
  });

  it('does not keep what an older version stored under addresses of servers', async () => {
    const name = newName();
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('keys');
        request.result.createObjectStore('secrets').put({}, 'grant https://example.com/mcp?key=s3cret');
      };
      request.onsuccess = () => resolve(request.result.close());
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
    const vault = indexedDbVault(name);
    assert.isEmpty(await vault.names('grant '));
    assert.equal(await vault.write('a', 'stored'), 'stored');
  });

  it('reads nothing that was sealed with a key that is gone', async () => {
    const name = newName();
    const vault = indexedDbVault(name);
    await vault.write('a', 'lost');
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    await new Promise(
      (resolve) => (database.transaction('keys', 'readwrite').objectStore('keys').clear().onsuccess = resolve),
    );
    database.close();
    assert.isUndefined((await vault.read('a'))?.value);
    await vault.write('a', 'again');
    assert.equal((await vault.read('a'))?.value, 'again');
  });

  it('says which of two tabs was quicker', async () => {
    const name = newName();
    const [one, other] = [indexedDbVault(name), indexedDbVault(name)];
    await one.write('a', 'old');
    const version = await versionOf(one, 'a');
    const written = await Promise.all([one.write('a', 'one', version), other.write('a', 'other', version)]);
    assert.sameMembers(written, ['stored', 'conflict']);
  });
});

describe('a vault whose disk refuses to write', () => {
  const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') ?? {};
  let vault: Vault;
  let name: string;
  let version: number;

  beforeEach(async () => {
    name = newName();
    vault = indexedDbVault(name);
    await vault.write('a', 'old');
    version = await versionOf(vault, 'a');
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

  afterEach(() => {
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
  });

  it('holds the value for as long as the page lives, and says so', async () => {
    assert.equal(await vault.write('a', 'new', version), 'in-memory');
    assert.equal((await vault.read('a'))?.value, 'new');
  });

  it('leaves nothing out of date on disk', async () => {
    await vault.write('a', 'new', version);
    assert.isUndefined((await indexedDbVault(name).read('a'))?.value);
  });

  it('gives way to what another tab keeps later', async () => {
    await vault.write('a', 'held', version);
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
    await indexedDbVault(name).write('a', 'newer');
    assert.equal((await vault.read('a'))?.value, 'newer');
    await indexedDbVault(name).remove('a');
    assert.isUndefined(await vault.read('a'), 'and does not come back after it');
  });

  it('writes over what another tab keeps later only when that was read', async () => {
    await vault.write('a', 'held', version);
    const before = await versionOf(vault, 'a');
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
    await indexedDbVault(name).write('a', 'newer');
    assert.equal(await vault.write('a', 'renewed', before), 'conflict');
    assert.equal((await vault.read('a'))?.value, 'newer');
  });

  it('gives up what it holds, and nothing else', async () => {
    assert.isUndefined(await vault.takeFromMemory('a'));
    assert.equal((await vault.read('a'))?.value, 'old');
    await vault.write('a', 'held', version);
    assert.equal(await vault.takeFromMemory('a'), 'held');
    assert.isUndefined(await vault.read('a'));
  });

  it('does not go back to what the disk would not give up either', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- put back as it was
    const { delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      await vault.write('a', 'held', version);
      assert.equal((await vault.read('a'))?.value, 'held');
      await vault.remove('a');
      assert.isUndefined(await vault.read('a'));
    } finally {
      IDBObjectStore.prototype.delete = remove;
    }
  });

  it('goes back to the disk when that is to be had again', async () => {
    await vault.write('a', 'held', version);
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
    assert.equal(await vault.write('a', 'kept', await versionOf(vault, 'a')), 'stored');
    assert.equal((await indexedDbVault(name).read('a'))?.value, 'kept');
    await indexedDbVault(name).remove('a');
    assert.isUndefined(await vault.read('a'), 'what it held does not come back');
  });

  it('holds the value, too, where the disk refuses only when the write ends', async () => {
    Object.defineProperty(IDBObjectStore.prototype, 'put', put);
    // oxlint-disable-next-line typescript/unbound-method -- put back as it was
    const { commit } = IDBTransaction.prototype;
    IDBTransaction.prototype.commit = function () {
      this.abort();
    };
    try {
      assert.equal(await vault.write('a', 'held', version), 'in-memory');
      assert.equal((await vault.read('a'))?.value, 'held');
    } finally {
      IDBTransaction.prototype.commit = commit;
    }
  });

  it('lists what it holds, by its beginning, and forgets that when it is cleared', async () => {
    await vault.write('grant b', 'held');
    await vault.write('pending c', 'held');
    assert.deepEqual(await vault.names('grant '), ['grant b']);
    await vault.clear();
    assert.isUndefined(await vault.read('grant b'));
    assert.isEmpty(await vault.names(''));
  });
});

describe('a vault without a disk', () => {
  const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open') ?? {};

  afterEach(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', open);
  });

  it('works from memory', async () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage here', 'SecurityError');
    };
    const vault = indexedDbVault(newName());
    assert.equal(await vault.write('a', 1), 'in-memory');
    assert.equal((await vault.read('a'))?.value, 1);
    assert.deepEqual(await vault.names(''), ['a']);
    const pair = await fingerprint(await vault.keyPair('a'));
    assert.equal(await fingerprint(await vault.keyPair('a')), pair);
    await vault.clear();
    assert.notEqual(await fingerprint(await vault.keyPair('a')), pair);
    await vault.write('a', 1);
    const version = await versionOf(vault, 'a');
    assert.equal(await vault.take('a'), 1);
    assert.equal(await vault.write('a', 2, version), 'conflict', 'what was taken away does not come back');
    assert.isFalse((await vault.keyPair('a')).privateKey.extractable);
  });
});
