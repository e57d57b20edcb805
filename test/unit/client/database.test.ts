import { assert } from 'chai';
import { indexedDbStore } from '@mcp-web/client';

describe('a store in IndexedDB', () => {
  afterEach(() => {
    Reflect.deleteProperty(indexedDB, 'open');
  });

  it('stores nothing while the browser refuses it, and is tried again with each use', async () => {
    const store = indexedDbStore(`test-${crypto.randomUUID()}`);
    // As in a page of another site, until the user gives it access to its storage.
    indexedDB.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
    await store.set('a', 1);
    assert.isUndefined(await store.get('a'));
    Reflect.deleteProperty(indexedDB, 'open');
    await store.set('a', 2);
    assert.equal(await store.get('a'), 2);
  });

  it('is tried again when it could not be opened', async () => {
    const name = `test-${crypto.randomUUID()}`;
    const settled = (request: IDBOpenDBRequest): Promise<void> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error ?? new Error('It failed.'));
      });
    // As a newer version of the page left it.
    const newer = indexedDB.open(name, 99);
    await settled(newer);
    newer.result.close();
    const store = indexedDbStore(name);
    assert.isUndefined(await store.get('a'));
    await settled(indexedDB.deleteDatabase(name));
    await store.set('a', 2);
    assert.equal(await store.get('a'), 2);
  });
});
