import { assert } from 'chai';
import { Log } from '@mcp-web/client';
import { eventually } from '../../support/scripted-server.ts';

const NAME = 'stored-log-test';
const append = (log: Log, ...data: unknown[]): void => {
  for (const one of data) log.append({ serverId: 'a', serverName: 'A', data: one });
};
const dataOf = (log: Log): unknown[] => [...log.getSnapshot()].map(({ data }) => data);

/** A log of another visit, with what was stored. */
async function nextVisit(options: { maxEntries?: number } = {}): Promise<Log> {
  const log = new Log();
  const stored = await log.store({ name: NAME, ...options });
  stored.stop();
  return log;
}

/** Stores a log until all that it has is written: what is under way would come after the end of the test. */
async function storedOnce(log: Log): Promise<void> {
  const stored = await log.store({ name: NAME });
  await stored.flush();
  stored.stop();
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

  it('has a name of its own where the page gives it none, so that the next visit finds it', async () => {
    const log = new Log();
    const stored = await log.store();
    try {
      assert.equal(stored.name, 'mcp-web-log');
      append(log, 'kept');
      await stored.flush();
      stored.stop();
      const next = new Log();
      const found = await next.store({ name: 'mcp-web-log' });
      assert.deepEqual(dataOf(next), ['kept']);
      found.stop();
    } finally {
      indexedDB.deleteDatabase('mcp-web-log');
    }
  });

  it('is there again on the next visit, before what is new, without what looks like a secret [LG-05]', async () => {
    const log = new Log();
    append(log, 'before it was stored');
    const stored = await log.store({ name: NAME });
    append(log, 'after', { password: 'hunter2' });
    await stored.flush();
    await stored.flush();
    const next = new Log();
    append(next, 'new');
    await next.store({ name: NAME });
    assert.deepEqual(dataOf(next), ['before it was stored', 'after', { password: '[redacted]' }, 'new']);
    assert.deepEqual(
      [...next.getSnapshot()].map(({ id }) => id),
      [-2, -1, 0, 1],
    );
    assert.equal(next.getSnapshot().at(0)?.time, log.getSnapshot().at(0)?.time);
    next.stored?.stop();
    stored.stop();
  });

  it('takes no more room on the disk than so many entries, and what was written last [LG-06]', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME, maxEntries: 50 });
    for (let round = 0; round < 4; round++) {
      append(log, ...Array.from({ length: 30 }, (_, index) => round * 30 + index));
      await stored.flush();
    }
    stored.stop();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      Array.from({ length: 60 }, (_, index) => 60 + index),
    );
    const next = await nextVisit({ maxEntries: 50 });
    assert.deepEqual([next.getSnapshot().length, dataOf(next).at(0), dataOf(next).at(-1)], [50, 70, 119]);
  });

  it('stores more from then on when it is asked for again with other limits', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME, maxEntries: 3 });
    for (let index = 0; index < 10; index++) append(log, index);
    await stored.flush();
    assert.isAtMost((await onDisk()).length, 3);
    assert.equal(await log.store({ name: NAME, maxEntries: 100 }), stored);
    for (let index = 10; index < 30; index++) append(log, index);
    await stored.flush();
    assert.isAtLeast((await onDisk()).length, 20);
    assert.lengthOf(dataOf(log), 30);
    stored.stop();
  });

  it('keeps what the tab wants that chose last, whatever another tab was told before', async () => {
    const few = new Log();
    const first = await few.store({ name: NAME, maxEntries: 3 });
    const many = new Log();
    const second = await many.store({ name: NAME, maxEntries: 100 });
    for (let index = 0; index < 20; index++) {
      append(many, index);
      // Each in a piece of its own: pieces are deleted whole.
      await second.flush();
    }
    // A tab that was told less before writes now, and tries again later, as after a failure.
    append(few, 'of the other tab');
    await first.flush();
    await few.store({ name: NAME, maxEntries: 3 });
    append(few, 'once more');
    await first.flush();
    assert.lengthOf(await onDisk(), 22);
    // So does a visit that wants no number.
    assert.lengthOf(dataOf(await nextVisit()), 22);
    await few.store({ name: NAME, maxEntries: 2 });
    append(many, 'and on');
    await second.flush();
    assert.isAtMost((await onDisk()).length, 2);
    first.stop();
    second.stop();
  });

  for (const [what, last] of [
    ['another number', { maxEntries: 3 }],
    ['no number', {}],
  ] as const)
    it(`keeps as many as the page said last, also when ${what} comes while the first is written`, async () => {
      const log = new Log();
      const first = 'maxEntries' in last ? 100 : 3;
      const [stored] = await Promise.all([
        log.store({ name: NAME, maxEntries: first }),
        log.store({ name: NAME, ...last }),
      ]);
      assert.equal(stored.maxEntries, 3);
      for (let index = 0; index < 10; index++) {
        append(log, index);
        await stored.flush();
      }
      assert.lengthOf(await onDisk(), 3);
      stored.stop();
    });

  it('brings back what is stored when the disk is so full that no number can be noted', async () => {
    const log = new Log();
    append(log, 'kept');
    await storedOnce(log);
    const original = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const next = new Log();
    try {
      const stored = await next.store({ name: NAME, maxEntries: 50 });
      assert.isTrue(stored.isFailing);
      stored.stop();
    } finally {
      if (original) Object.defineProperty(IDBObjectStore.prototype, 'put', original);
    }
    assert.deepEqual(dataOf(next), ['kept']);
  });

  it('can be used on from the version that had no limits in it', async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('pieces');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('pieces', 'readwrite');
    transaction
      .objectStore('pieces')
      .add(
        { entries: [{ level: 'info', time: 1, kind: 'log', serverId: 'a', serverName: 'A', data: 'old' }] },
        [1, 100],
      );
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
    assert.deepEqual(dataOf(await nextVisit()), ['old']);
  });

  it('takes no more room on the disk than so many bytes, and what was written last [LG-06]', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME, maxBytes: 100_000 });
    for (let round = 0; round < 8; round++) {
      append(log, `${round}${'x'.repeat(20_000)}`);
      await stored.flush();
    }
    assert.deepEqual(
      (await onDisk()).map(({ data }) => String(data).charAt(0)),
      ['3', '4', '5', '6', '7'],
    );
    append(log, `8${'x'.repeat(500_000)}`);
    await stored.flush();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => String(data).charAt(0)),
      ['8'],
    );
    stored.stop();
  });

  it('stores 10,000 entries unless the page says otherwise', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    for (const count of [10_000, 2_000]) {
      append(log, ...Array.from({ length: count }, (_none, index) => index));
      await stored.flush();
    }
    stored.stop();
    assert.isAtMost((await onDisk()).length, 11_000);
    assert.lengthOf(dataOf(await nextVisit()), 10_000);
  });

  it('is under the name that the page gave last, and nothing more comes under the one before', async () => {
    const other = `${NAME}-other`;
    const log = new Log();
    append(log, 'one');
    const first = await log.store({ name: NAME });
    await first.flush();
    const second = await log.store({ name: other });
    try {
      assert.notEqual(second, first);
      assert.equal(log.stored, second);
      assert.deepEqual([first.isActive, second.isActive], [false, true]);
      append(log, 'two');
      await Promise.all([first.flush(), second.flush()]);
      assert.deepEqual(
        (await onDisk()).map(({ data }) => data),
        ['one'],
      );
    } finally {
      second.stop();
      indexedDB.deleteDatabase(other);
    }
  });

  it('brings back no more than there is room for, the newest, and drops nothing by that', async () => {
    const visits: [own: string[], expected: string[]][] = [
      [[], ['one', 'two', 'three']],
      [['new'], ['two', 'three', 'new']],
      [
        ['new', 'newer', 'newest'],
        ['new', 'newer', 'newest'],
      ],
    ];
    for (const [own, expected] of visits) {
      const before = new Log();
      append(before, 'one', 'two', 'three');
      const stored = await before.store({ name: NAME });
      await stored.delete();
      append(before, 'one', 'two', 'three');
      await stored.flush();
      stored.stop();
      const log = new Log({ maxEntries: 3 });
      append(log, ...own);
      await storedOnce(log);
      assert.deepEqual(dataOf(log), expected);
      assert.equal(log.dropped, 0);
      assert.equal(log.getSnapshot().at(0)?.data, expected[0]);
    }
  });

  it('brings back no more bytes than there is room for', async () => {
    const before = new Log();
    append(before, ...Array.from({ length: 30 }, () => 'x'.repeat(10_000)));
    const stored = await before.store({ name: NAME });
    await stored.flush();
    stored.stop();
    const log = new Log({ maxBytes: 1_000_000 });
    append(log, ...Array.from({ length: 30 }, () => 'y'.repeat(10_000)));
    await storedOnce(log);
    assert.isAtMost(log.getSnapshot().length, 50);
    assert.isAtLeast(log.getSnapshot().length, 45);
    assert.isAbove(log.dropped, 0);
  });

  it('comes back once, however often it is asked for', async () => {
    const log = new Log();
    append(log, 'one');
    const stored = await log.store({ name: NAME });
    await stored.flush();
    stored.stop();
    append(log, 'two');
    assert.equal(await log.store({ name: NAME }), stored);
    await stored.flush();
    assert.deepEqual(dataOf(log), ['one', 'two']);
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      ['one', 'two'],
    );
    stored.stop();
  });

  it('is written as entries come, without anybody asking for it', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    append(log, 'one');
    while ((await onDisk()).length < 1) await new Promise((resolve) => setTimeout(resolve, 50));
    append(log, 'two');
    while ((await onDisk()).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    stored.stop();
    assert.isFalse(stored.isActive);
    append(log, 'three');
    await stored.flush();
    assert.lengthOf(await onDisk(), 2);
  });

  it('tells listeners of the log when it begins, ends or fails', async () => {
    const log = new Log();
    const told = (): Promise<void> =>
      new Promise((resolve) => {
        const end = log.subscribe(() => resolve(end()));
      });
    let next = told();
    const stored = await log.store({ name: NAME });
    await next;
    assert.isTrue(stored.isActive);
    assert.equal(stored.name, NAME);
    next = told();
    stored.stop();
    await next;
  });

  it('has a thousand entries at most in one piece, and all of a flood', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    append(log, ...Array.from({ length: 2_500 }, (_none, index) => index));
    await stored.flush();
    stored.stop();
    const pieces: { entries: unknown[] }[] = await inDatabase((store) => store.getAll());
    assert.deepEqual(
      pieces.map(({ entries }) => entries.length),
      [1_000, 1_000, 500],
    );
  });

  it('is gone when it is cleared', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    append(log, 'one');
    await stored.flush();
    log.clear();
    await stored.delete();
    stored.stop();
    assert.deepEqual(dataOf(await nextVisit()), []);
  });

  it('says when the browser cannot store more, and continues in memory', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    const original = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'add');
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      append(log, 'one');
      await stored.flush();
    } finally {
      if (original) Object.defineProperty(IDBObjectStore.prototype, 'add', original);
    }
    assert.isTrue(stored.isFailing);
    append(log, 'two');
    assert.deepEqual(dataOf(log), ['one', 'two']);
    // There is room again, and nothing is missing.
    await log.store({ name: NAME });
    await stored.flush();
    assert.isFalse(stored.isFailing);
    stored.stop();
    assert.deepEqual(dataOf(await nextVisit()), ['one', 'two']);
  });

  it('says so when the store does not answer, continues in memory, and stores later what came meanwhile', async () => {
    // Another page holds the database open that a third one wants to delete, so later pages have to wait.
    const other = await open();
    const removal = indexedDB.deleteDatabase(NAME);
    await new Promise((resolve) => (removal.onblocked = resolve));
    const log = new Log();
    append(log, 'before');
    const stored = await log.store({ name: NAME });
    assert.deepEqual([stored.isFailing, stored.isActive], [true, true]);
    append(log, 'meanwhile');
    other.close();
    while (stored.isFailing) await new Promise((resolve) => setTimeout(resolve, 20));
    await stored.flush();
    stored.stop();
    assert.deepEqual(dataOf(log), ['before', 'meanwhile']);
    assert.deepEqual(dataOf(await nextVisit()), ['before', 'meanwhile']);
  });

  it('ignores records that it did not write', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    append(log, 'one');
    await stored.flush();
    stored.stop();
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
    const stored = await log.store({ name: NAME });
    let count = 0;
    const coming = setInterval(() => append(log, count++), 50);
    try {
      await eventually(() => count > 15);
      const cleared = count;
      log.clear();
      append(log, 'right after');
      assert.isTrue(await stored.delete());
      append(log, 'later');
      await stored.flush();
      const kinds = (await onDisk()).map(({ data }) => data);
      assert.isEmpty(kinds.filter((data) => typeof data === 'number' && data < cleared));
      assert.include(kinds, 'later');
    } finally {
      clearInterval(coming);
      stored.stop();
    }
  });

  it('has what comes right after it was cleared, even during a write', async () => {
    const log = new Log();
    const stored = await log.store({ name: NAME });
    append(log, 'old');
    const writing = stored.flush();
    log.clear();
    append(log, 'new');
    await Promise.all([writing, stored.flush()]);
    stored.stop();
    assert.deepEqual(
      (await onDisk()).map(({ data }) => data),
      ['new'],
    );
  });

  it('does not bring back what was cleared while it was read', async () => {
    const before = new Log();
    append(before, 'of the last visit');
    const first = await before.store({ name: NAME });
    await first.flush();
    first.stop();
    for (const isLoaded of [false, true]) {
      const log = new Log();
      const keeping = log.store({ name: NAME });
      if (isLoaded) await eventually(() => log.stored);
      log.clear();
      append(log, 'new');
      const stored = await keeping;
      assert.deepEqual(dataOf(log), ['new']);
      await stored.flush();
      stored.stop();
      assert.deepEqual(
        (await onDisk()).map(({ data }) => data),
        ['new'],
      );
    }
  });
});
