/** What must outlast the worker: the signing key, and which codes, refresh tokens and grants have ended. */
const DATABASE = 'playground-sign-in';

/** The key of this browser's authorization server, created if there is none. It cannot leave the browser. */
export async function signingKey(): Promise<CryptoKey> {
  const known: unknown = await inStore('keys', 'readonly', (store) => store.get('signing'));
  if (known instanceof CryptoKey) return known;
  const created = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  // If two requests create a key at the same time, both use the one that was stored first.
  return (await isFirst('keys', 'signing', created)) ? created : signingKey();
}

/**
 * Marks something as used or ended.
 *
 * @param until when it expires anyway, in ms since 1970
 * @returns false if it had already ended
 */
export async function end(id: string, until: number): Promise<boolean> {
  await inStore('ended', 'readwrite', (store) => {
    const old = store.openCursor();
    old.onsuccess = () => {
      const cursor = old.result;
      if (typeof cursor?.value === 'number' && cursor.value < Date.now()) cursor.delete();
      cursor?.continue();
    };
    return old;
  });
  return isFirst('ended', id, until);
}

export async function hasEnded(id: string): Promise<boolean> {
  return (await inStore('ended', 'readonly', (store) => store.getKey(id))) !== undefined;
}

async function isFirst(store: string, key: string, value: unknown): Promise<boolean> {
  try {
    await inStore(store, 'readwrite', (objects) => objects.add(value, key));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'ConstraintError') return false;
    throw error;
  }
}

async function inStore<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => {
    for (const store of ['keys', 'ended']) opening.result.createObjectStore(store);
  };
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(name, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
    });
    const request = work(transaction.objectStore(name));
    await done;
    return request.result;
  } finally {
    // Closed at once, so that clearing the site's data need not wait.
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database cannot be opened.'));
  });
}
