import { assert } from 'chai';
import {
  fileUriOf,
  type HostServer,
  McpHost,
  type PendingRequest,
  type Root,
  type RootsDecision,
} from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { eventually } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { recordFetch, requestsFor } from '../../support/wire.ts';

const NOTES: Root = { uri: 'file:///home/ada/notes', name: 'Notes' };
const WORK: Root = { uri: 'file:///home/ada/work' };

for (const era of ['modern', 'legacy'] as const) {
  describe(`roots of a host, and a server of the ${era} era`, () => {
    let host: McpHost;
    let id: string;
    let sent: ReturnType<typeof recordFetch>['sent'];
    afterEach(() => host.close());

    async function open(options: ConstructorParameters<typeof McpHost>[0] = {}, hasResponder = true): Promise<void> {
      host = new McpHost({ consent: () => ({ action: 'allow' }), ...options });
      if (hasResponder) host.addResponder('roots');
      const recorded = recordFetch();
      ({ sent } = recorded);
      id = host.add(await serverUrl(era), { fetch: recorded.fetch });
      await listed(id);
    }
    const server = (of = id): HostServer => {
      const found = host.getSnapshot().servers.find((candidate) => candidate.id === of);
      assert.isDefined(found);
      return found;
    };
    const listed = (of: string) => eventually(() => server(of).tools.length > 0 && !server(of).isListing);
    const pending = (): readonly PendingRequest[] => host.getSnapshot().requests;
    const asked = (count = 1) => eventually(() => pending().length === count);
    const answer = (decision: RootsDecision, at = 0): boolean => host.respond(pending()[at]?.id ?? '', decision);
    /** What the server heard. */
    const ask = (of = id): Promise<readonly Root[]> => {
      const calling = host.callTool(of, 'ask', { kind: 'roots' }).then(({ content: [block] }): readonly Root[] => {
        const { roots } = Object(JSON.parse(block && 'text' in block ? String(block.text) : ''));
        return roots;
      });
      calling.catch(() => {});
      return calling;
    };
    const declared = (): unknown => {
      const isModern = era === 'modern';
      const { body: { params } = {} } = requestsFor(sent, isModern ? 'server/discover' : 'initialize').at(-1) ?? {};
      const capabilities: unknown = isModern
        ? params?._meta?.['io.modelcontextprotocol/clientCapabilities']
        : params?.['capabilities'];
      return Object(capabilities).roots;
    };
    const announced = (): number => requestsFor(sent, 'notifications/roots/list_changed').length;

    it('are not declared unless the page can ask the user, and none are told by default [RO-01][RO-02][RO-08]', async () => {
      await open({}, false);
      await host.roots.add(NOTES);
      assert.isUndefined(declared());
      const removeResponder = host.addResponder('roots');
      await eventually(() => declared() !== undefined && server().status === 'ready' && !server().isListing);
      assert.deepEqual(declared(), era === 'modern' ? {} : { listChanged: true });
      const asking = ask();
      await asked();
      assert.equal(pending()[0]?.kind, 'roots');
      assert.equal(pending()[0]?.request.server, server());
      // Nobody can answer any longer.
      removeResponder();
      await asking.then(
        () => assert.fail('it got roots'),
        () => {},
      );
      assert.isEmpty(pending());
    });

    it('are told as the user chose for this server, and asked about each time [RO-04][RO-07][RO-08]', async () => {
      await open();
      await host.roots.add(WORK);
      await host.roots.add(NOTES);
      let asking = ask();
      await asked();
      assert.isTrue(answer({ action: 'allow', uris: [NOTES.uri, 'file:///home/eve'] }));
      assert.deepEqual(await asking, [NOTES]);
      asking = ask();
      await asked();
      answer({ action: 'allow', uris: [] });
      assert.deepEqual(await asking, []);
      asking = ask();
      await asked();
      assert.throws(() => host.respond(pending()[0]?.id ?? '', { action: 'allow' }), /Answers/);
      answer({ action: 'deny', reason: 'Not now' });
      const error = await asking.then(
        () => assert.fail('it got roots'),
        (reason: unknown) => reason,
      );
      assert.instanceOf(error, Error);
      assert.deepEqual(host.roots.getSnapshot().shares, []);
      assert.deepEqual(host.roots.getSnapshot().asked, [id]);
    });

    it('are told without asking where the user wants that, to this server only [RO-07]', async () => {
      await open();
      await host.roots.add(NOTES);
      const [first, second] = [ask(), ask()];
      await asked(2);
      answer({ action: 'allow', uris: [NOTES.uri], permission: 'session' });
      // The answer is for all that waits.
      assert.deepEqual(await Promise.all([first, second]), [[NOTES], [NOTES]]);
      assert.deepEqual(await ask(), [NOTES]);
      assert.isEmpty(pending());
      const logged = Array.from(host.log.getSnapshot())
        .filter(({ kind, data }) => kind === 'decision' && Object(data).request === 'roots')
        .map(({ data }): unknown => JSON.parse(JSON.stringify(data)));
      assert.deepEqual(logged, [
        { request: 'roots', action: 'allow', by: 'user' },
        { request: 'roots', action: 'allow', isAnsweredAlong: true },
        { request: 'roots', action: 'allow', by: 'permission', permission: 'session', count: 1 },
      ]);
      assert.notInclude(JSON.stringify(logged), 'ada');
      assert.deepInclude(host.roots.getSnapshot().shares[0], { uris: [NOTES.uri], duration: 'session' });
      const other = host.add(await serverUrl(era === 'modern' ? 'legacy' : 'modern'));
      await listed(other);
      const asking = ask(other);
      await asked();
      answer({ action: 'allow', uris: [] });
      assert.deepEqual(await asking, []);
      await host.roots.forget(server().url);
      const again = ask();
      await asked();
      answer({ action: 'allow', uris: [] });
      assert.deepEqual(await again, []);
    });

    it('are announced to have changed to servers that would get others now, where the revision can [RO-03]', async () => {
      await open();
      await host.roots.add(NOTES);
      assert.equal(announced(), 0);
      const asking = ask();
      await asked();
      answer({ action: 'allow', uris: [NOTES.uri] });
      await asking;
      const isTold = async (count: number): Promise<void> => {
        await eventually(() => announced() === (era === 'legacy' ? count : 0));
        // What was announced before this call was sent before it.
        await host.callTool(id, 'echo', { message: 'hello' });
        assert.equal(announced(), era === 'legacy' ? count : 0);
      };
      // It has nothing to do with this server.
      await host.roots.add(WORK);
      await isTold(0);
      await host.roots.add({ ...NOTES, name: 'My notes' });
      await isTold(1);
      await host.roots.share(id, [WORK.uri]);
      await isTold(2);
      await host.roots.share(id, [WORK.uri]);
      await isTold(2);
      await host.roots.remove(WORK.uri);
      await isTold(3);
      assert.deepEqual(await ask(), []);
      await errorOf(host.roots.share('nobody', []), 'invalid-argument');
    });

    it('are no longer asked for by a server that the user muted', async () => {
      await open();
      await host.roots.add(NOTES);
      await host.roots.share(id, [NOTES.uri]);
      assert.deepEqual(await ask(), [NOTES]);
      host.mute(id);
      const error = await ask().then(
        () => assert.fail('it got roots'),
        (reason: unknown) => reason,
      );
      assert.instanceOf(error, Error);
      assert.equal(server().unseenRequests?.count, 1);
    });
  });
}

describe('roots of a host', () => {
  it('are there on the next visit, with what the user allowed always, and only then', async () => {
    const permissionStore = quickConsentStore();
    const url = new URL(await serverUrl('modern')).href;
    const visit = (): McpHost => {
      const host = new McpHost({ permissionStore });
      host.addResponder('roots');
      return host;
    };
    let host = visit();
    const id = host.add(url);
    await host.roots.add(NOTES);
    await host.roots.add(WORK);
    await host.roots.share(id, [NOTES.uri], { duration: 'always' });
    host.close();
    host = visit();
    const stop = host.roots.subscribe(() => {});
    await eventually(() => host.roots.getSnapshot().roots.length === 2);
    assert.deepEqual(host.roots.getSnapshot().roots, [NOTES, WORK]);
    assert.deepInclude(host.roots.getSnapshot().shares[0], { serverUrl: url, uris: [NOTES.uri], duration: 'always' });
    // For the session is less than always.
    const again = host.add(url);
    await host.roots.share(again, [WORK.uri]);
    await host.roots.remove(NOTES.uri);
    stop();
    host.close();
    host = visit();
    host.roots.subscribe(() => {});
    await eventually(() => host.roots.getSnapshot().roots.length === 1);
    assert.deepEqual(host.roots.getSnapshot().roots, [WORK]);
    assert.isEmpty(host.roots.getSnapshot().shares);
    host.close();
  });

  for (const duration of ['session', 'always'] as const)
    it(`of an earlier visit can be shared before anything was read: ${duration}`, async () => {
      const permissionStore = quickConsentStore();
      const earlier = new McpHost({ permissionStore });
      await earlier.roots.add(NOTES);
      earlier.close();
      const host = new McpHost({ permissionStore });
      host.addResponder('roots');
      const id = host.add(await serverUrl('modern'));
      await host.roots.share(id, [NOTES.uri, 'file:///home/eve'], { duration });
      assert.deepInclude(host.roots.getSnapshot().shares[0], { uris: [NOTES.uri], duration });
      host.close();
    });

  it('are not read from records that are not its own', async () => {
    const permissionStore = quickConsentStore();
    const url = await serverUrl('modern');
    for (const record of [
      { id: '["root","file:///a/../b"]', uri: 'file:///a/../b' },
      { id: '["root","file:///a"]', uri: 'file:///b' },
      { id: '["root","https://example.com/"]', uri: 'https://example.com/' },
      { id: '["root-share","https://other.example/"]', serverUrl: url, serverName: 'x', uris: [], time: 1 },
      { id: '["root","file:///fine"]', uri: 'file:///fine', name: 7 },
    ])
      permissionStore.records.set(record.id, record);
    const host = new McpHost({ permissionStore });
    host.roots.subscribe(() => {});
    await eventually(() => host.roots.getSnapshot().roots.length > 0);
    assert.deepEqual(host.roots.getSnapshot().roots, [{ uri: 'file:///fine' }]);
    assert.isEmpty(host.roots.getSnapshot().shares);
    host.close();
  });

  it('last as long as the page where the store fails, which is said', async () => {
    const permissionStore = quickConsentStore();
    const host = new McpHost({ permissionStore });
    permissionStore.write = permissionStore.remove = () => Promise.reject(new Error('The disk is full'));
    await errorOf(host.roots.add(NOTES), 'storage');
    assert.deepEqual(host.roots.getSnapshot().roots, [NOTES]);
    await errorOf(host.roots.remove(NOTES.uri), 'storage');
    assert.isEmpty(host.roots.getSnapshot().roots);
    host.close();
  });

  for (const uri of [
    'https://example.com/',
    'file:notes',
    'file:///a/../b',
    'file:///a%2f..%2Fb',
    'file:///a?b',
    'file:///a#b',
    'file://ada:secret@host/a',
    'file:///a\n',
    'file:///a\u202eb',
  ]) {
    it(`are no ${JSON.stringify(uri)} [RO-04][RO-07]`, async () => {
      const host = new McpHost();
      await errorOf(host.roots.add({ uri }), 'invalid-argument');
      assert.isEmpty(host.roots.getSnapshot().roots);
      host.close();
    });
  }
});

describe('the file:// URI of a path', () => {
  for (const [path, uri] of [
    ['/home/ada/my notes', 'file:///home/ada/my%20notes'],
    [' /srv/a#1?/ü@x ', 'file:///srv/a%231%3F/%C3%BC%40x'],
    ['C:\\Users\\ada', 'file:///C:/Users/ada'],
    ['"D:/my notes"', 'file:///D:/my%20notes'],
    ['\\\\server\\share\\a b', 'file://server/share/a%20b'],
    ['file:///home/ada', 'file:///home/ada'],
    ['/', 'file:///'],
  ] as const)
    it(`${path} is ${uri}`, () => assert.equal(fileUriOf(path), uri));

  for (const path of ['', 'notes', './notes', '/a/../b', 'C:notes', '//host/a', 'https://example.com', 'file://a/..'])
    it(`is not made of ${JSON.stringify(path)} [RO-07]`, async () => {
      await errorOf(
        Promise.resolve().then(() => fileUriOf(path)),
        'invalid-argument',
      );
    });
});
