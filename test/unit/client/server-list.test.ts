/** The user's list of servers, and what is stored of it. */
import { assert } from 'chai';
import { indexedDbPermissionStore, type PermissionStore } from '@mcp-web/client';
import { connectionHeaders, ServerList } from '@mcp-web/client/servers';
import { quickConsentStore } from '../../support/quick-consent-store.ts';

const A = 'https://a.example/mcp';
const B = 'https://b.example/mcp';
const KEY = { name: 'X-Key', value: 'secret' };

/** A store that tells other tabs, and itself, of changes. */
function sharedStore(): ReturnType<typeof quickConsentStore> {
  const store = quickConsentStore();
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => queueMicrotask(listener));
  return {
    ...store,
    write: async (record) => store.write(record).then(tell),
    remove: async (ids) => store.remove(ids).then(tell),
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const urls = (list: ServerList) => list.getSnapshot().servers.map(({ url }) => url);
const textOf = (records: Map<string, unknown>) => JSON.stringify([...records]);

describe('a list of servers', () => {
  it('adds, names, orders and removes, each at once, and puts back what was removed where it was', () => {
    const list = new ServerList();
    const a = list.add({ url: A, alias: '  Notes ' });
    const b = list.add({ url: 'b.example/mcp' });
    assert.deepEqual(urls(list), [A, B]);
    assert.include(a, { alias: 'Notes', isOn: true });
    assert.isTrue(list.move(b.id, -1));
    assert.isFalse(list.move(b.id, -1));
    assert.deepEqual(urls(list), [B, A]);
    list.update(a.id, { isOn: false, alias: '' });
    assert.deepInclude(list.getSnapshot().servers[1], { alias: undefined, isOn: false });
    const undo = list.remove(b.id);
    assert.deepEqual(urls(list), [A]);
    list.add({ url: 'https://c.example/' });
    undo();
    undo();
    assert.deepEqual(urls(list), [B, A, 'https://c.example/']);
    assert.throws(() => list.add({ url: 'javascript:alert(1)' }), 'is not the URL of a server');
    assert.throws(() => list.update(a.id, { url: 'file:///' }), 'is not the URL of a server');
  });

  it('tells of each change once, and gives the same snapshot until then', async () => {
    const list = new ServerList();
    let changes = 0;
    list.subscribe(() => changes++);
    list.add({ url: A });
    list.add({ url: B });
    assert.equal(list.getSnapshot(), list.getSnapshot());
    await list.settled();
    await Promise.resolve();
    assert.equal(changes, 1);
    assert.isTrue(Object.isFrozen(list.getSnapshot().servers));
  });

  it('gives no header to another origin', () => {
    const list = new ServerList();
    const { id } = list.add({ url: A, headers: [KEY] });
    list.update(id, { url: 'https://a.example/other' });
    assert.deepEqual(connectionHeaders(list.getSnapshot().servers[0] ?? assert.fail()), [['X-Key', 'secret']]);
    list.update(id, { url: B });
    const moved = list.getSnapshot().servers[0] ?? assert.fail();
    assert.isUndefined(connectionHeaders(moved));
    assert.deepEqual(moved.headers, [{ name: 'X-Key', template: undefined }]);
  });

  it('stores nothing before the user wants it, no values of headers even then, and nothing when they no longer do', async () => {
    const store = quickConsentStore();
    const list = new ServerList({ store });
    await list.read();
    list.add({ url: A, alias: 'Notes', headers: [KEY] });
    await list.settled();
    assert.equal(store.records.size, 0);
    list.setStored(true);
    await list.settled();
    assert.include(textOf(store.records), A);
    assert.notInclude(textOf(store.records), 'secret');
    const next = new ServerList({ store });
    await next.read();
    assert.isTrue(next.getSnapshot().isStored);
    assert.include(next.getSnapshot().servers[0], { url: A, alias: 'Notes' });
    assert.isUndefined(connectionHeaders(next.getSnapshot().servers[0] ?? assert.fail()));
    next.setStored(false);
    await next.settled();
    assert.equal(store.records.size, 0);
    assert.deepEqual(urls(next), [A]);
  });

  it('forgets the values for a server whose user has signed out, also those of what was removed before', () => {
    const list = new ServerList();
    const { id } = list.add({ url: A, headers: [KEY] });
    list.add({ url: B, headers: [KEY] });
    const undo = list.remove(id);
    list.forgetHeaders(A);
    undo();
    const [a, b] = list.getSnapshot().servers;
    assert.isUndefined(connectionHeaders(a ?? assert.fail()));
    assert.isDefined(connectionHeaders(b ?? assert.fail()));
  });

  it('sends one header of each name, the last one', () => {
    const list = new ServerList();
    const { id } = list.add({ url: A, headers: [KEY, { name: 'x-key', value: 'new' }] });
    assert.deepEqual(connectionHeaders(list.getSnapshot().servers[0] ?? assert.fail()), [['x-key', 'new']]);
    list.update(id, { headers: [KEY, { name: 'X-KEY', value: 'newer' }] });
    assert.deepEqual(connectionHeaders(list.getSnapshot().servers[0] ?? assert.fail()), [['X-KEY', 'newer']]);
  });

  it('puts a server back at its own place, and moves those with the same place', async () => {
    const list = new ServerList();
    list.add({ url: A });
    const b = list.add({ url: B });
    const undo = list.remove(b.id);
    const c = list.add({ url: 'https://c.example/' });
    undo();
    assert.deepEqual(urls(list), [A, B, 'https://c.example/']);
    list.move(c.id, -1);
    assert.deepEqual(urls(list), [A, 'https://c.example/', B]);

    const store = quickConsentStore();
    const [one, other] = [new ServerList({ store }), new ServerList({ store })];
    for (const tab of [one, other]) {
      await tab.read();
      tab.setStored(true);
    }
    // At the same time in two tabs.
    const first = one.add({ url: A });
    other.add({ url: B });
    await Promise.all([one.settled(), other.settled()]);
    const tab = new ServerList({ store });
    await tab.read();
    const before = urls(tab);
    assert.lengthOf(before, 2);
    tab.move(first.id, before[0] === A ? 1 : -1);
    assert.deepEqual(urls(tab), before.toReversed());
  });

  it('clears everything when the user of the page leaves, also what it has not read, and puts nothing back', async () => {
    const store = quickConsentStore();
    const list = new ServerList({ store });
    await list.read();
    list.setStored(true);
    const { id } = list.add({ url: A, headers: [KEY] });
    const late = list.remove(id);
    late();
    await list.settled();
    await new ServerList({ store }).clear();
    assert.notInclude(textOf(store.records), A);
    await list.clear();
    late();
    assert.isEmpty(urls(list));
    // It can be used again.
    list.add({ url: B });
    list.setStored(true);
    await list.settled();
    const next = new ServerList({ store });
    await next.read();
    assert.deepEqual(urls(next), [B]);
  });

  it('takes nothing of the user who has left from a read that was under way', async () => {
    const store = quickConsentStore();
    const before = new ServerList({ store });
    before.setStored(true);
    before.add({ url: A });
    await before.settled();
    const reads: (() => void)[] = [];
    let isSlow = true;
    const slow: PermissionStore = {
      ...store,
      read: async () => {
        const records = await store.read();
        if (isSlow) await new Promise<void>((resolve) => reads.push(resolve));
        return records;
      },
    };
    const list = new ServerList({ store: slow });
    const reading = list.read();
    while (reads.length === 0) await new Promise((resolve) => setTimeout(resolve));
    const clearing = list.clear();
    isSlow = false;
    reads[0]?.();
    await Promise.all([reading, clearing]);
    assert.isEmpty(urls(list));
    assert.isFalse(list.getSnapshot().isStored);
    list.add({ url: B });
    await list.settled();
    assert.notInclude(textOf(store.records), A);
    assert.notInclude(textOf(store.records), B);
  });

  it('is empty in every tab once it was cleared in one, and nothing of another tab comes back later', async () => {
    const store = sharedStore();
    const [one, other, deaf] = [0, 1, 2].map(() => new ServerList({ store }));
    if (!one || !other || !deaf) assert.fail();
    for (const tab of [one, other, deaf]) await tab.read();
    one.setStored(true);
    one.add({ url: A, headers: [KEY] });
    await one.settled();
    await other.settled();
    await deaf.settled();
    other.add({ url: B, headers: [KEY] });
    await other.settled();
    deaf.close();
    await one.clear();
    await other.settled();
    assert.deepEqual([urls(one), urls(other)], [[], []]);
    // A tab that has not heard of it finds out when it changes something.
    deaf.add({ url: 'https://c.example/' });
    await deaf.settled();
    assert.isFalse(urls(deaf).includes(A));
    one.add({ url: 'https://new.example/' });
    one.setStored(true);
    await one.settled();
    const next = new ServerList({ store });
    await next.read();
    assert.deepEqual(urls(next), ['https://new.example/']);
  });

  it('says so when nothing can be stored or read, and loses nothing', async () => {
    const store = quickConsentStore();
    let isFull = true;
    const full: PermissionStore = {
      ...store,
      write: async (record) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError');
        await store.write(record);
      },
    };
    const list = new ServerList({ store: full });
    list.setStored(true);
    list.add({ url: A });
    await list.settled();
    assert.equal(list.getSnapshot().problem?.code, 'storage');
    assert.deepEqual(urls(list), [A]);
    isFull = false;
    list.add({ url: B });
    await list.settled();
    assert.isUndefined(list.getSnapshot().problem);
    assert.include(textOf(store.records), A);

    const blocked = new ServerList({ store: { ...store, read: () => Promise.reject(new Error('Blocked')) } });
    await blocked.read();
    assert.equal(blocked.getSnapshot().problem?.code, 'storage');
    assert.isTrue(blocked.getSnapshot().isRead);
    blocked.add({ url: B });
    assert.deepEqual(urls(blocked), [B]);
  });

  it('takes nothing from the disk that is no server', async () => {
    const store = quickConsentStore();
    const list = new ServerList({ store });
    list.setStored(true);
    list.add({ url: A });
    await list.settled();
    const [id, record] = [...store.records].find(([key]) => key !== 'stored') ?? assert.fail();
    const forged: unknown[] = [
      { ...Object(record), url: 'javascript:alert(1)' },
      { ...Object(record), url: 'example.com' },
      { ...Object(record), id: 'other' },
      { ...Object(record), position: 'first' },
      { ...Object(record), serverId: 7 },
      null,
      'text',
    ];
    for (const one of forged) {
      store.records.set(id, one);
      const next = new ServerList({ store });
      await next.read();
      assert.isEmpty(urls(next), JSON.stringify(one));
    }
    store.records.set(id, {
      ...Object(record),
      alias: 7,
      headers: [null, { name: 'X Y' }, { name: 'X' }],
      isOn: 'yes',
    });
    const next = new ServerList({ store });
    await next.read();
    assert.deepInclude(next.getSnapshot().servers[0], {
      alias: undefined,
      isOn: false,
      headers: [{ name: 'X', value: undefined }],
    });
  });

  it('is the same in all tabs, on a real disk', async () => {
    const name = `servers-${Math.random()}`;
    const make = () => new ServerList({ store: indexedDbPermissionStore(name) });
    const [one, other] = [make(), make()];
    await Promise.all([one.read(), other.read()]);
    const changed = (list: ServerList, isSo: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (isSo()) resolve();
        };
        list.subscribe(look);
        look();
      });
    one.setStored(true);
    const { id } = one.add({ url: A, headers: [KEY] });
    one.add({ url: B });
    await changed(other, () => urls(other).length === 2);
    assert.isTrue(other.getSnapshot().isStored);
    other.update(id, { alias: 'Notes' });
    await changed(one, () => one.getSnapshot().servers[0]?.alias === 'Notes');
    assert.isDefined(connectionHeaders(one.getSnapshot().servers[0] ?? assert.fail()), 'the values stay');
    other.remove(id);
    await changed(one, () => urls(one).length === 1);
    one.close();
    other.close();
    await one.clear();
  });
});
