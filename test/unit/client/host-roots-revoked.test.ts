/** What a server is no longer told of: removed roots, shares that ended, what a user allowed who has left. */
import { assert } from 'chai';
import { McpHost, type PermissionStore, type Root } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { eventually, rejection } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';

const NOTES: Root = { uri: 'file:///home/ada/notes', name: 'Notes' };
const WORK: Root = { uri: 'file:///home/ada/work' };
const AWAY = 'https://away.example/mcp';
const idOfShare = (url: string): string => JSON.stringify(['root-share', url]);
const idOfRoot = ({ uri }: Root): string => JSON.stringify(['root', uri]);

describe('roots that a server is no longer told of', () => {
  const hosts: McpHost[] = [];
  let permissionStore: ReturnType<typeof quickConsentStore>;
  beforeEach(() => (permissionStore = quickConsentStore()));
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
  });

  function visit(store: PermissionStore | undefined = permissionStore): McpHost {
    const host = new McpHost({ permissionStore: store });
    hosts.push(host);
    host.addResponder('roots');
    return host;
  }
  /** A host that has read its store. */
  async function read(count: number): Promise<McpHost> {
    const host = visit();
    host.roots.subscribe(() => {});
    await eventually(() => host.roots.getSnapshot().roots.length === count);
    return host;
  }
  /** What an earlier visit stored for a server, which need not be connected now. */
  const stored = (url: string, uris: readonly string[]): void =>
    void permissionStore.records.set(idOfShare(url), {
      id: idOfShare(url),
      serverUrl: url,
      serverName: 'Away',
      uris,
      time: 1,
    });
  const storedRoot = (root: Root): void =>
    void permissionStore.records.set(idOfRoot(root), { id: idOfRoot(root), ...root });
  const urisOf = (url: string): unknown => Object(permissionStore.records.get(idOfShare(url))).uris;
  const shared = (host: McpHost): unknown[] => host.roots.getSnapshot().shares.map(({ uris }) => uris);
  /** Asks as the host does when a server asks. */
  const toldTo = async (host: McpHost, id: string): Promise<unknown> => {
    const server = host.getSnapshot().servers.find((one) => one.id === id) ?? assert.fail();
    return (await host.roots.of(server))?.roots;
  };

  for (const duration of ['session', 'always'] as const)
    it(`are not told of again when the user removes one and adds it again: allowed ${duration} [RO-08]`, async () => {
      const host = visit();
      const id = host.add(await serverUrl('modern'));
      await host.roots.add(NOTES);
      await host.roots.add(WORK);
      await host.roots.share(id, [NOTES.uri, WORK.uri], { duration });
      await host.roots.remove(NOTES.uri);
      assert.deepEqual(shared(host), [[WORK.uri]]);
      await host.roots.add(NOTES);
      assert.deepEqual(await toldTo(host, id), [WORK]);
      assert.deepEqual(shared(host), [[WORK.uri]]);
    });

  it('are taken out of what is stored for servers that are not connected, and was not read', async () => {
    storedRoot(NOTES);
    stored(AWAY, [NOTES.uri, WORK.uri]);
    const host = visit();
    await host.roots.remove(NOTES.uri);
    assert.deepEqual(urisOf(AWAY), [WORK.uri]);
    await host.roots.add(NOTES);
    const next = await read(1);
    assert.deepEqual(shared(next), [[WORK.uri]]);
  });

  it('end the whole share where less cannot be written', async () => {
    storedRoot(NOTES);
    stored(AWAY, [NOTES.uri]);
    const host = await read(1);
    permissionStore.write = () => Promise.reject(new Error('The disk is full'));
    await host.roots.remove(NOTES.uri);
    assert.isEmpty(permissionStore.records);
  });

  it('stay unshared in this page when the store could not be changed, and in the store once it can', async () => {
    storedRoot(NOTES);
    stored(AWAY, [NOTES.uri]);
    const host = await read(1);
    const working = { ...permissionStore };
    permissionStore.write = permissionStore.remove = () => Promise.reject(new Error('The disk is full'));
    await errorOf(host.roots.remove(NOTES.uri), 'storage');
    await errorOf(host.roots.add(NOTES), 'storage');
    const id = host.add(AWAY);
    assert.deepEqual(await toldTo(host, id), []);
    Object.assign(permissionStore, working);
    await host.roots.add(NOTES);
    assert.deepEqual(urisOf(AWAY), []);
    assert.deepEqual(await toldTo(host, id), []);
  });

  it('are withdrawn from shares of other tabs too', async () => {
    storedRoot(NOTES);
    const [here, there] = [await read(1), await read(1)];
    const id = there.add(AWAY);
    await there.roots.share(id, [NOTES.uri]);
    await here.roots.remove(NOTES.uri);
    assert.deepEqual(await toldTo(there, id), []);
    await here.roots.add(NOTES);
    assert.deepEqual(await toldTo(there, id), []);
    assert.deepEqual(shared(there), [[]]);
  });

  for (const change of ['forget', 'share', 'remove'] as const)
    it(`leave the store after a permission could not be written: ${change}`, async () => {
      storedRoot(NOTES);
      const host = await read(1);
      const id = host.add(await serverUrl('modern'));
      const url = host.getSnapshot().servers[0]?.url ?? '';
      await host.ready(id);
      await host.roots.share(id, [NOTES.uri], { duration: 'always' });
      const working = { ...permissionStore };
      permissionStore.write = () => Promise.reject(new Error('The disk is full'));
      await host.setToolEnabled(id, 'ask', false);
      assert.equal(host.getSnapshot().consent.always, 'failed');
      Object.assign(permissionStore, working);
      if (change === 'forget') await host.roots.forget(url);
      else if (change === 'share') await host.roots.share(id, [NOTES.uri]);
      else await host.roots.remove(NOTES.uri);
      if (change === 'remove') assert.isEmpty(urisOf(url));
      else assert.isUndefined(urisOf(url));
      assert.equal(permissionStore.records.has(idOfRoot(NOTES)), change !== 'remove');
    });

  it('are still read after a permission could not be written: what another tab revoked does not count', async () => {
    storedRoot(NOTES);
    stored(AWAY, [NOTES.uri]);
    const host = await read(1);
    const id = host.add(await serverUrl('modern'));
    await host.ready(id);
    const away = host.add(AWAY);
    assert.deepEqual(await toldTo(host, away), [NOTES]);
    permissionStore.write = () => Promise.reject(new Error('The disk is full'));
    await host.setToolEnabled(id, 'ask', false);
    permissionStore.records.delete(idOfShare(AWAY));
    assert.isUndefined(await toldTo(host, away));
  });

  it('cost the store nothing where the user who has signed out allowed this server nothing', async () => {
    storedRoot(NOTES);
    stored('https://other.example/mcp', []);
    permissionStore.remove = () => assert.fail('nothing is there to remove');
    await visit().roots.forgetUser(AWAY, true);
  });

  it('are not said to be forgotten where the store keeps what a user allowed who has signed out', async () => {
    stored(AWAY, []);
    const full = new Error('The disk is full');
    permissionStore.remove = () => Promise.reject(full);
    assert.equal(await rejection(visit().roots.forgetUser(AWAY, true)), full);
  });

  it('are no longer stored as allowed always once they are shared for the session, read before or not', async () => {
    stored(AWAY, []);
    const host = visit();
    const id = host.add(AWAY);
    await host.roots.share(id, []);
    assert.isUndefined(urisOf(AWAY));
  });

  it('are no longer stored as allowed always when the session’s choice comes while that is written', async () => {
    const host = visit();
    const id = host.add(AWAY);
    await host.roots.add(NOTES);
    const always = host.roots.share(id, [NOTES.uri], { duration: 'always' });
    await host.roots.share(id, [NOTES.uri]);
    await always;
    assert.isUndefined(urisOf(AWAY));
    assert.equal(host.roots.getSnapshot().shares[0]?.duration, 'session');
  });

  for (const when of ['before anything of roots is loaded', 'and nothing was read', 'after it was read'] as const)
    it(`are asked about anew once the user has signed out: ${when}; the roots stay`, async () => {
      storedRoot(NOTES);
      stored(AWAY, [NOTES.uri]);
      stored('https://other.example/mcp', [NOTES.uri]);
      const host = when === 'after it was read' ? await read(1) : visit();
      if (when === 'and nothing was read') await host.roots.add(WORK);
      const auth = new FakeSignIn(SIGNED_IN);
      host.add(AWAY, { auth, fetch: () => Promise.reject(new TypeError('There is no network')) });
      auth.become({ state: 'signed-out' });
      await eventually(() => !permissionStore.records.has(idOfShare(AWAY)));
      assert.deepEqual(urisOf('https://other.example/mcp'), [NOTES.uri]);
      assert.isTrue(permissionStore.records.has(idOfRoot(NOTES)));
      if (when === 'after it was read') assert.deepEqual(shared(host), [[NOTES.uri]]);
    });

  it('are not told to the next user because of what one chose just before they signed out', async () => {
    storedRoot(NOTES);
    const host = visit();
    const auth = new FakeSignIn(SIGNED_IN);
    const id = host.add(AWAY, { auth, fetch: () => Promise.reject(new TypeError('There is no network')) });
    const working = { ...permissionStore };
    let go = (): void => {};
    const isOpen = new Promise<void>((resolve) => (go = resolve));
    let reads = 0;
    permissionStore.read = async () => {
      reads++;
      await isOpen;
      return working.read();
    };
    const sharing = host.roots.share(id, [NOTES.uri], { duration: 'always' });
    await eventually(() => reads > 0);
    auth.become({ state: 'signed-out' });
    go();
    await sharing;
    assert.isUndefined(await toldTo(host, id));
    assert.isEmpty(shared(host));
    assert.isUndefined(urisOf(AWAY));
  });

  it('are asked about anew where they were shared for the session, once the page removed the server, and not where always', async () => {
    const host = visit();
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('There is no network'));
    const [session, always] = [AWAY, `${AWAY}/2`].map((url) =>
      host.add(url, { auth: new FakeSignIn(SIGNED_IN), fetch }),
    );
    assert.isDefined(session);
    assert.isDefined(always);
    await host.roots.add(NOTES);
    await host.roots.share(session, [NOTES.uri]);
    await host.roots.share(always, [NOTES.uri], { duration: 'always' });
    for (const id of [session, always]) host.remove(id);
    await eventually(() => host.roots.getSnapshot().shares.length === 1);
    assert.equal(host.roots.getSnapshot().shares[0]?.duration, 'always');
    assert.deepEqual(urisOf(`${AWAY}/2`), [NOTES.uri]);
  });

  it('are not watched in the store by a host that was closed while it loaded', async () => {
    let watches = 0;
    permissionStore.watch = () => {
      watches++;
      return () => void watches--;
    };
    const host = visit();
    host.add(AWAY);
    const server = host.getSnapshot().servers[0] ?? assert.fail();
    host.roots.subscribe(() => {});
    host.close();
    await host.roots.add(NOTES);
    await host.roots.of(server);
    assert.equal(watches, 0);
    // Whoever shows it again watches again.
    host.roots.subscribe(() => {});
    await eventually(() => watches === 1);
  });
});
