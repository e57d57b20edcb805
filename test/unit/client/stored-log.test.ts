import { assert } from 'chai';
import { Log } from '@mcp-web/client';
import { eventually } from '../../support/scripted-server.ts';

const NAME = 'kept-log-test';
const append = (log: Log, ...data: unknown[]): void => {
  for (const one of data) log.append({ serverId: 'a', serverName: 'A', data: one });
};
const dataOf = (log: Log): unknown[] => [...log.getSnapshot()].map(({ data }) => data);

/** A log of another visit, with what was kept. */
async function nextVisit(options: { maxEntries?: number } = {}): Promise<Log> {
  const log = new Log();
  const kept = await log.keep({ name: NAME, ...options });
  kept.stop();
  return log;
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const request = indexedDB.open(NAME);
    request.onsuccess = () => resolve(request.result);
  });

async function inDatabase<T>(work: (pieces: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  const transaction = database.transaction('pieces', 'readwrite');
  const request = work(transaction.objectStore('pieces'));
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
  return request.result;
}

/** Everything that takes space, whether or not a visit can use it. */
async function onDisk(): Promise<{ data: unknown }[]> {
  const pieces: { entries: { data: unknown }[] }[] = await inDatabase((store) => store.getAll());
  return pieces.flatMap(({ entries }) => entries);
}

describe('a stored log', () => {
  afterEach(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.deleteDatabase(NAME).onsuccess = () => resolve();
      }),
  );

  it('is there again on the next visit, before what is new, without what looks like a secret [LG-05]', async () => {
    const log = new Log();
    append(log, 'before it was kept');
    const kept = await log.keep({ name: NAME });
    append(log, 'after', { password: 'hunter2' });
    await kept.flush();
    await kept.flush();
    const next = new Log();
    append(next, 'new');
    await next.keep({ name: NAME });
    assert.deepEqual(dataOf(next), ['before it was kept', 'after', { password: '[redacted]' }, 'new']);
    assert.deepEqual(
      [...next.getSnapshot()].map(({ id }) => id),
      [-2, -1, 0, 1],
    );
    assert.equal(next.getSnapshot().at(0)?.time, log.getSnapshot().at(0)?.time);
    next.kept?.stop();
    kept.stop();
  });

  it('takes no more room on the disk than so many entries, and what was written last [LG-06]', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME, maxEntries: 50 });
    for (let round = 0; round < 4; round++) {
      append(log, ...Array.from({ length: 30 }, (_, index) => round * 30 + index));
      await kept.flush();
    }
    kept.stop();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      Array.from({ length: 60 }, (_, index) => 60 + index),
    );
    const next = await nextVisit({ maxEntries: 50 });
    assert.deepEqual([next.getSnapshot().length, dataOf(next).at(0), dataOf(next).at(-1)], [50, 70, 119]);
  });

  it('takes no more room on the disk than so many bytes, and what was written last [LG-06]', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME, maxBytes: 100_000 });
    for (let round = 0; round < 8; round++) {
      append(log, `${round}${'x'.repeat(20_000)}`);
      await kept.flush();
    }
    assert.deepEqual(
      (await onDisk()).map(({ data }) => String(data).charAt(0)),
      ['3', '4', '5', '6', '7'],
    );
    append(log, `8${'x'.repeat(500_000)}`);
    await kept.flush();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => String(data).charAt(0)),
      ['8'],
    );
    kept.stop();
  });

  it('comes back once, however often it is asked for', async () => {
    const log = new Log();
    append(log, 'one');
    const kept = await log.keep({ name: NAME });
    await kept.flush();
    kept.stop();
    append(log, 'two');
    assert.equal(await log.keep({ name: NAME }), kept);
    await kept.flush();
    assert.deepEqual(dataOf(log), ['one', 'two']);
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      ['one', 'two'],
    );
    kept.stop();
  });

  it('is gone when it is cleared', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME });
    append(log, 'one');
    await kept.flush();
    log.clear();
    await kept.forget();
    kept.stop();
    assert.deepEqual(dataOf(await nextVisit()), []);
  });

  it('says when the browser cannot store more, and continues in memory', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME });
    const original = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'add');
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      append(log, 'one');
      await kept.flush();
    } finally {
      if (original) Object.defineProperty(IDBObjectStore.prototype, 'add', original);
    }
    assert.isTrue(kept.isFailing);
    append(log, 'two');
    assert.deepEqual(dataOf(log), ['one', 'two']);
    // There is room again, and nothing is missing.
    await log.keep({ name: NAME });
    await kept.flush();
    assert.isFalse(kept.isFailing);
    kept.stop();
    assert.deepEqual(dataOf(await nextVisit()), ['one', 'two']);
  });

  it('says so when the store does not answer, continues in memory, and stores later what came meanwhile', async () => {
    // Another page holds the database open that a third one wants to delete, so later pages have to wait.
    const other = await open();
    const removal = indexedDB.deleteDatabase(NAME);
    await new Promise((resolve) => (removal.onblocked = resolve));
    const log = new Log();
    append(log, 'before');
    const kept = await log.keep({ name: NAME });
    assert.deepEqual([kept.isFailing, kept.isActive], [true, true]);
    append(log, 'meanwhile');
    other.close();
    while (kept.isFailing) await new Promise((resolve) => setTimeout(resolve, 20));
    await kept.flush();
    kept.stop();
    assert.deepEqual(dataOf(log), ['before', 'meanwhile']);
    assert.deepEqual(dataOf(await nextVisit()), ['before', 'meanwhile']);
  });

  it('ignores records that it did not write', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME });
    append(log, 'one');
    await kept.flush();
    kept.stop();
    await inDatabase((pieces) =>
      pieces.add(
        {
          entries: [
            null,
            { level: 'loud', time: 1, kind: 'log', serverId: 'a', serverName: 'A' },
            { level: 'info', time: 'x' },
          ],
        },
        [4, 999],
      ),
    );
    assert.deepEqual(dataOf(await nextVisit()), ['one']);
  });

  it('is gone when it is cleared while entries keep coming, and has what came after', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME });
    let count = 0;
    const coming = setInterval(() => append(log, count++), 50);
    try {
      await eventually(() => count > 15);
      const cleared = count;
      log.clear();
      append(log, 'right after');
      assert.isTrue(await kept.forget());
      append(log, 'later');
      await kept.flush();
      const kinds = (await onDisk()).map(({ data }) => data);
      assert.isEmpty(kinds.filter((data) => typeof data === 'number' && data < cleared));
      assert.include(kinds, 'later');
    } finally {
      clearInterval(coming);
      kept.stop();
    }
  });

  it('has what comes right after it was cleared, even during a write', async () => {
    const log = new Log();
    const kept = await log.keep({ name: NAME });
    append(log, 'old');
    const writing = kept.flush();
    log.clear();
    append(log, 'new');
    await Promise.all([writing, kept.flush()]);
    kept.stop();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      ['new'],
    );
  });

  it('does not bring back what was cleared while it was read', async () => {
    const before = new Log();
    append(before, 'of the last visit');
    const first = await before.keep({ name: NAME });
    await first.flush();
    first.stop();
    for (const isLoaded of [false, true]) {
      const log = new Log();
      const keeping = log.keep({ name: NAME });
      if (isLoaded) await eventually(() => log.kept);
      log.clear();
      append(log, 'new');
      const kept = await keeping;
      assert.deepEqual(dataOf(log), ['new']);
      await kept.flush();
      kept.stop();
      assert.deepEqual(
        (await onDisk()).map(({ data }) => data),
        ['new'],
      );
    }
  });
});
