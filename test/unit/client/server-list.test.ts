/** The user's list of servers, and what is stored of it. */
import { assert } from 'chai';
import { indexedDbPermissionStore, type PermissionStore } from '@mcp-web/client';
import { indexedDbVault, memoryVault } from '@mcp-web/client/oauth';
import { connectionHeaders, type HeaderVault, ServerList } from '@mcp-web/client/servers';
import { quickConsentStore } from '../../support/quick-consent-store.ts';

const A = 'https://a.example/mcp';
const B = 'https://b.example/mcp';
const KEY = { name: 'X-Key', value: 'secret' };

/** A vault on a disk that is always there. */
function quickVault(): HeaderVault & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    read: async (name) => (values.has(name) ? { value: values.get(name) } : undefined),
    write: async (name, value) => {
      values.set(name, value);
      return 'stored';
    },
    remove: async (name) => values.delete(name),
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
    assert.include(a, { alias: 'Notes', isOn: true, areHeadersStored: false });
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
    const vault = quickVault();
    const list = new ServerList({ store, vault: async () => vault });
    await list.read();
    list.add({ url: A, alias: 'Notes', headers: [KEY] });
    await list.settled();
    assert.equal(store.records.size, 0);
    list.setStored(true);
    await list.settled();
    assert.include(textOf(store.records), A);
    assert.notInclude(textOf(store.records), 'secret');
    assert.equal(vault.values.size, 0);
    const next = new ServerList({ store, vault: async () => vault });
    await next.read();
    assert.isTrue(next.getSnapshot().isStored);
    assert.include(next.getSnapshot().servers[0], { url: A, alias: 'Notes' });
    assert.isUndefined(connectionHeaders(next.getSnapshot().servers[0] ?? assert.fail()));
    next.setStored(false);
    await next.settled();
    assert.equal(store.records.size, 0);
    assert.deepEqual(urls(next), [A]);
  });

  it('stores the values of headers in the vault where the user wants that, and forgets them with the server', async () => {
    const store = quickConsentStore();
    const vault = quickVault();
    const make = () => new ServerList({ store, vault: async () => vault });
    const list = make();
    list.setStored(true);
    const { id } = list.add({ url: A, headers: [KEY], areHeadersStored: true });
    await list.settled();
    assert.notInclude(textOf(store.records), 'secret');
    assert.equal(vault.values.size, 1);
    const next = make();
    await next.read();
    assert.deepEqual(connectionHeaders(next.getSnapshot().servers[0] ?? assert.fail()), [['X-Key', 'secret']]);
    next.update(id, { areHeadersStored: false });
    await next.settled();
    assert.equal(vault.values.size, 0);
    next.update(id, { areHeadersStored: true });
    await next.settled();
    assert.equal(vault.values.size, 1);
    const undo = next.remove(id);
    await next.settled();
    assert.equal(vault.values.size, 0);
    undo();
    await next.settled();
    assert.equal(vault.values.size, 1);
  });

  it('forgets the values for a server whose user has signed out, also those of what was removed before', async () => {
    const store = quickConsentStore();
    const vault = quickVault();
    const list = new ServerList({ store, vault: async () => vault });
    list.setStored(true);
    const { id } = list.add({ url: A, headers: [KEY], areHeadersStored: true });
    list.add({ url: B, headers: [KEY], areHeadersStored: true });
    await list.settled();
    const undo = list.remove(id);
    list.forgetHeaders(A);
    undo();
    await list.settled();
    const [a, b] = list.getSnapshot().servers;
    assert.isUndefined(connectionHeaders(a ?? assert.fail()));
    assert.isDefined(connectionHeaders(b ?? assert.fail()));
    assert.notInclude([...vault.values.keys()].join(), id);
  });

  it('clears everything when the user of the page leaves, also what it has not read, and puts nothing back', async () => {
    const store = quickConsentStore();
    const vault = quickVault();
    const make = () => new ServerList({ store, vault: async () => vault });
    const list = make();
    list.setStored(true);
    const { id } = list.add({ url: A, headers: [KEY], areHeadersStored: true });
    await list.settled();
    const undo = list.remove(id);
    undo();
    await list.settled();
    const late = list.remove(id);
    late();
    await list.settled();
    await make().clear();
    assert.equal(store.records.size, 0);
    assert.equal(vault.values.size, 0);
    await list.clear();
    late();
    assert.isEmpty(urls(list));
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

    const forgetful = new ServerList({ store, vault: async () => memoryVault() });
    forgetful.setStored(true);
    forgetful.add({ url: A, headers: [KEY], areHeadersStored: true });
    await forgetful.settled();
    assert.equal(forgetful.getSnapshot().problem?.code, 'storage');
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
    const make = () =>
      new ServerList({ store: indexedDbPermissionStore(name), vault: async () => indexedDbVault(`${name}-headers`) });
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
    const { id } = one.add({ url: A, headers: [KEY], areHeadersStored: true });
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
