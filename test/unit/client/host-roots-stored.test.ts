/** What a host and its store know of roots: what fails, what other tabs do, and in which order. */
import { assert } from 'chai';
import { type HostServer, McpHost, type PermissionStore, type Root } from '@mcp-web/client';
import { whileTimersEndAt } from '../../support/clock.ts';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { eventually } from '../../support/scripted-server.ts';

const NOTES: Root = { uri: 'file:///home/ada/notes', name: 'Notes' };
const WORK: Root = { uri: 'file:///home/ada/work' };
const AWAY = 'https://away.example/mcp';
const idOfShare = (url: string): string => JSON.stringify(['root-share', url]);
const idOfRoot = ({ uri }: Root): string => JSON.stringify(['root', uri]);
const never = (): Promise<never> => new Promise(() => {});
const broken = (): Promise<never> => Promise.reject(new Error('The disk is broken'));

describe('what a host stores of its roots', () => {
  const hosts: McpHost[] = [];
  let store: PermissionStore & { records: Map<string, unknown> };
  let listeners: Set<() => void>;
  let host: McpHost;
  let id: string;

  beforeEach(() => {
    listeners = new Set();
    store = {
      ...quickConsentStore(),
      watch: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    host = visit();
    id = host.add(AWAY, { fetch: never });
  });
  afterEach(() => {
    for (const one of hosts.splice(0)) one.close();
  });

  function visit(): McpHost {
    const opened = new McpHost({ permissionStore: store });
    hosts.push(opened);
    opened.addResponder('roots');
    return opened;
  }
  const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');
  const snapshot = () => host.roots.getSnapshot();
  /** What the server is told without asking the user, after the store was read. */
  const told = async (): Promise<readonly Root[] | undefined> => (await host.roots.of(server()))?.roots;
  const urisIn = (): unknown => Object(store.records.get(idOfShare(AWAY))).uris;
  const storeAsAnotherTab = (...roots: Root[]): void => {
    for (const root of roots) store.records.set(idOfRoot(root), { id: idOfRoot(root), ...root });
  };
  const shareAsAnotherTab = (...uris: string[]): void =>
    void store.records.set(idOfShare(AWAY), { id: idOfShare(AWAY), serverUrl: AWAY, serverName: 'x', uris, time: 1 });

  it('is shared for the session by default, with what the server is called, in up to 200 characters', async () => {
    await host.roots.add(NOTES);
    await host.roots.share(id, [NOTES.uri]);
    assert.deepInclude(snapshot().shares[0], { serverUrl: AWAY, serverName: 'away.example', duration: 'session' });
    assert.isUndefined(urisIn());
    assert.deepEqual(await told(), [NOTES]);
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`;
    const other = host.add(`https://${long}/`, { fetch: never });
    await host.roots.share(other, [NOTES.uri]);
    assert.include(
      snapshot().shares.map(({ serverName }) => serverName),
      long.slice(0, 200),
    );
  });

  it('is shared with nobody whom the host does not know', async () => {
    await host.roots.add(NOTES);
    await errorOf(host.roots.share('nobody', [NOTES.uri]), 'invalid-argument');
    assert.isEmpty(snapshot().shares);
  });

  it('is no longer shared when that is forgotten, here or, where the store fails, until a reload', async () => {
    await host.roots.add(NOTES);
    await host.roots.share(id, [NOTES.uri], { duration: 'always' });
    assert.deepEqual(urisIn(), [NOTES.uri]);
    const working = { ...store };
    store.remove = broken;
    await errorOf(host.roots.forget(AWAY), 'storage');
    assert.isUndefined(await told());
    assert.isEmpty(snapshot().shares);
    Object.assign(store, working);
    await host.roots.forget(AWAY);
    assert.isUndefined(urisIn());
    assert.isUndefined(await told());
  });

  it('is told as the user just chose, and again without asking only where they wanted that', async () => {
    await host.roots.add(NOTES);
    assert.deepEqual(await host.roots.choose(server(), [NOTES.uri, WORK.uri], undefined), [NOTES]);
    assert.deepEqual(snapshot().asked, [id]);
    assert.isUndefined(await told());
    assert.deepEqual(await host.roots.choose(server(), [NOTES.uri], 'session'), [NOTES]);
    assert.deepEqual(await told(), [NOTES]);
    host.remove(id);
    assert.isEmpty(snapshot().asked);
  });

  it('is told as the user chose though nothing can be stored, until the page is closed', async () => {
    await host.roots.add(NOTES);
    store.write = broken;
    assert.deepEqual(await host.roots.choose(server(), [NOTES.uri], 'always'), [NOTES]);
    await eventually(() => snapshot().shares[0]?.duration === 'session');
    assert.deepEqual(await told(), [NOTES]);
  });

  it('says that a share lasts as long as the page where it could not be stored', async () => {
    await host.roots.add(NOTES);
    store.write = broken;
    let changes = 0;
    host.roots.subscribe(() => changes++);
    await errorOf(host.roots.share(id, [NOTES.uri], { duration: 'always' }), 'storage');
    await eventually(() => changes > 0);
    assert.equal(snapshot().shares[0]?.duration, 'session');
    assert.deepEqual(await told(), [NOTES]);
  });

  it('stays while the page is open if it could not be stored, whatever is read', async () => {
    store.write = broken;
    await errorOf(host.roots.add(NOTES), 'storage');
    assert.isUndefined(await told());
    assert.deepEqual(snapshot().roots, [NOTES]);
  });

  it('goes when another tab removes it', async () => {
    await host.roots.add(NOTES);
    await host.roots.share(id, [NOTES.uri], { duration: 'always' });
    assert.deepEqual(await told(), [NOTES]);
    store.records.delete(idOfShare(AWAY));
    assert.isUndefined(await told());
    store.records.delete(idOfRoot(NOTES));
    await told();
    assert.isEmpty(snapshot().roots);
  });

  it('does not come back where the store would not remove it, unless the user adds it again', async () => {
    await host.roots.add(NOTES);
    const working = { ...store };
    store.remove = broken;
    await errorOf(host.roots.remove(NOTES.uri), 'storage');
    await told();
    assert.isEmpty(snapshot().roots);
    Object.assign(store, working);
    await host.roots.add(NOTES);
    await told();
    assert.deepEqual(snapshot().roots, [NOTES]);
  });

  it('comes back when another tab adds and shares it after it was removed', async () => {
    await host.roots.add(NOTES);
    await host.roots.share(id, [NOTES.uri], { duration: 'always' });
    await host.roots.remove(NOTES.uri);
    await host.roots.forget(AWAY);
    storeAsAnotherTab(NOTES);
    shareAsAnotherTab(NOTES.uri);
    assert.deepEqual(await told(), [NOTES]);
    assert.deepEqual(snapshot().roots, [NOTES]);
  });

  it('is not there while it cannot be read, and is when it can', async () => {
    storeAsAnotherTab(WORK, NOTES);
    shareAsAnotherTab(WORK.uri);
    assert.deepEqual(await told(), [WORK]);
    assert.deepEqual(snapshot().roots, [NOTES, WORK], 'in the order of their URIs');
    const working = { ...store };
    store.read = broken;
    assert.isUndefined(await told());
    assert.isEmpty(snapshot().roots);
    Object.assign(store, working);
    assert.deepEqual(await told(), [WORK]);
  });

  it('is what the host stored, and nothing that does not fit', async () => {
    storeAsAnotherTab(NOTES);
    shareAsAnotherTab(NOTES.uri);
    const right = Object(store.records.get(idOfShare(AWAY)));
    assert.equal((await host.roots.of(server()))?.duration, 'always');
    for (const wrong of [
      { ...right, id: idOfShare('https://other.example/mcp') },
      { ...right, serverUrl: 'https://other.example/mcp' },
      { ...right, id: JSON.stringify(['root-share', 7]), serverUrl: 7 },
      { ...right, serverName: 7 },
      { ...right, uris: NOTES.uri },
      { ...right, time: 'now' },
      { id: JSON.stringify(['root', 7]), uri: 7 },
      'rubbish',
      null,
    ]) {
      store.records.set(idOfShare(AWAY), wrong);
      assert.isUndefined(await told(), JSON.stringify(wrong));
      assert.isEmpty(snapshot().shares, JSON.stringify(wrong));
      assert.deepEqual(snapshot().roots, [NOTES]);
    }
  });

  it('is shared with the next user as soon as they want that', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const other = new McpHost({ auth });
    hosts.push(other);
    const away = other.add(AWAY, { fetch: never });
    await other.roots.add(NOTES);
    for (let users = 0; users < 2; users++) {
      auth.become({ state: 'signed-out' });
      auth.become(SIGNED_IN);
      await other.roots.share(away, [NOTES.uri]);
      assert.lengthOf(other.roots.getSnapshot().shares, 1);
    }
  });

  it('is the same object until something changes', async () => {
    storeAsAnotherTab(NOTES);
    shareAsAnotherTab(NOTES.uri);
    await told();
    const before = snapshot();
    await told();
    assert.equal(snapshot(), before);
  });

  it('is not stored where nothing can be, and stays while the page is open', async () => {
    const working = { ...store };
    store.read = broken;
    const other = visit();
    await eventually(() => other.getSnapshot().consent.always === 'failed');
    Object.assign(store, working);
    await other.roots.add(NOTES);
    const away = other.add(AWAY, { fetch: never });
    await other.roots.share(away, [NOTES.uri], { duration: 'always' });
    assert.isEmpty(store.records);
    assert.deepEqual(other.roots.getSnapshot().roots, [NOTES]);
    assert.equal(other.roots.getSnapshot().shares[0]?.duration, 'session');
  });

  it('is heard of when another tab changes it, until the host is closed, and again when somebody listens', async () => {
    const own = listeners.size;
    const stop = host.roots.subscribe(() => {});
    await eventually(() => listeners.size === own + 1);
    storeAsAnotherTab(NOTES);
    for (const listener of listeners) listener();
    await eventually(() => snapshot().roots.length === 1);
    stop();
    host.close();
    assert.equal(listeners.size, own - 1);
    host.roots.subscribe(() => {});
    await eventually(() => listeners.size === own);
    host.roots.close();
  });

  it('is no longer shared before it is removed, and not shared again before it is added', async () => {
    storeAsAnotherTab(NOTES);
    shareAsAnotherTab(NOTES.uri);
    const done: string[] = [];
    const working = { ...store };
    let running = 0;
    const slowly = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      assert.equal(++running, 1, 'one thing at a time');
      await new Promise((resolve) => setTimeout(resolve));
      done.push(what);
      return work().finally(() => running--);
    };
    store.write = (record) => slowly(`write ${record.id}`, () => working.write(record));
    store.remove = (ids) => slowly(`remove ${ids.join()}`, () => working.remove(ids));
    await Promise.all([host.roots.remove(NOTES.uri), host.roots.add(NOTES), host.roots.add(WORK)]);
    assert.deepEqual(done, [
      `write ${idOfShare(AWAY)}`,
      `remove ${idOfRoot(NOTES)}`,
      `write ${idOfRoot(NOTES)}`,
      `write ${idOfRoot(WORK)}`,
    ]);
    assert.deepEqual(urisIn(), []);
  });

  it('does not wait for a store that does not answer', async () => {
    store.write = never;
    await whileTimersEndAt(3_000, () => errorOf(host.roots.add(NOTES), 'storage'));
    assert.deepEqual(snapshot().roots, [NOTES]);
  });
});
