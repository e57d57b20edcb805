import { assert } from 'chai';
import {
  DeniedError,
  type PermissionStore,
  type HostServer,
  indexedDbPermissionStore,
  type JsonObject,
  type LogEntry,
  McpHost,
} from '@mcp-web/client';
import { digestOf } from '../../../packages/client/src/client/tools/definition.ts';
import { isChromium } from '../../support/engine.ts';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { eventually, json, legacyServer, rejection, result } from '../../support/scripted-server.ts';

const URL_ONE = 'https://one.example/mcp';
const URL_TWO = 'https://two.example/mcp';

/** A server with one tool, which a test may change, and any further tools it is given. */
function serverOf(
  tool: { description: string; inputSchema?: object; annotations?: object; icons?: object[] },
  others: readonly object[] = [],
): { fetch: typeof fetch; calls: JsonObject[] } {
  const calls: JsonObject[] = [];
  const { fetch } = legacyServer(
    ({ method, id, params }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' }, ...tool }, ...others] }));
      if (method !== 'tools/call') return undefined;
      calls.push(Object(params['arguments']));
      return json(result(id, { content: [{ type: 'text', text: 'tidied' }] }));
    },
    { tools: {} },
  );
  return { fetch, calls };
}

const ready = (host: McpHost, id: string): Promise<HostServer> =>
  eventually(() =>
    host.getSnapshot().servers.find((server) => server.id === id && !server.isListing && server.tools.length > 0),
  );
const asked = (host: McpHost) =>
  eventually(() => {
    const [pending] = host.getSnapshot().requests;
    return pending?.kind === 'consent' && pending;
  });

describe('the user’s decisions about tools', () => {
  let name: string;
  const hosts: McpHost[] = [];
  beforeEach(() => (name = `consent-test-${crypto.randomUUID()}`));
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
    indexedDB.deleteDatabase(name);
  });

  /** A newly opened page: it knows what the store knows. */
  async function open(
    tool: Parameters<typeof serverOf>[0],
    {
      url = URL_ONE,
      permissionStore = indexedDbPermissionStore(name),
    }: { url?: string; permissionStore?: PermissionStore | undefined } = {},
  ) {
    const server = serverOf(tool);
    const host = new McpHost({ permissionStore });
    hosts.push(host);
    host.addResponder('consent');
    const id = host.add(url, { fetch: server.fetch });
    await ready(host, id);
    return { host, id, ...server };
  }
  const allow = async (host: McpHost, permission?: 'session' | 'always') =>
    host.respond((await asked(host)).id, { action: 'allow', ...(permission && { permission }) });
  const deny = async (host: McpHost) => host.respond((await asked(host)).id, { action: 'deny' });
  const stored = () => indexedDbPermissionStore(name).read();
  const written = async (count: number) => {
    for (;;) if ((await stored()).length === count) return;
  };

  it('“always” outlives the page, for this tool of this server', async () => {
    const first = await open({ description: 'tidies' });
    const call = first.host.callTool(first.id, 'tidy');
    await allow(first.host, 'always');
    await call;
    await written(1);
    first.host.close();

    const second = await open({ description: 'tidies' });
    await second.host.callTool(second.id, 'tidy', { room: 'kitchen' });
    assert.deepEqual(second.calls, [{ room: 'kitchen' }]);

    const elsewhere = await open({ description: 'tidies' }, { url: URL_TWO });
    const refused = errorOf(elsewhere.host.callTool(elsewhere.id, 'tidy'), 'denied');
    await deny(elsewhere.host);
    await refused;
  });

  for (const [what, changed] of Object.entries({
    description: { description: 'tidies, and sends me what it finds' },
    schema: { description: 'tidies', inputSchema: { type: 'object', properties: { password: { type: 'string' } } } },
    annotations: { description: 'tidies', annotations: { destructiveHint: true } },
  })) {
    it(`no longer hold for a tool whose ${what} changed, and the old definition is known`, async () => {
      const first = await open({ description: 'tidies' });
      const call = first.host.callTool(first.id, 'tidy');
      await allow(first.host, 'always');
      await call;
      await written(1);

      const second = await open(changed);
      const refused = errorOf(second.host.callTool(second.id, 'tidy'), 'denied');
      const { request } = await asked(second.host);
      assert.isUndefined(request.permission);
      assert.deepEqual(request.changedSince?.definition, {
        name: 'tidy',
        inputSchema: { type: 'object' },
        description: 'tidies',
      });
      await deny(second.host);
      await refused;
      // An earlier permission is still valid.
      const third = await open({ description: 'tidies' });
      await third.host.callTool(third.id, 'tidy');
    });
  }

  it('stay valid when members come in another order, or icons are new', async () => {
    const first = await open({
      description: 'tidies',
      inputSchema: { type: 'object', required: ['a'], properties: { a: {}, b: { type: 'string', title: 'B' } } },
    });
    const call = first.host.callTool(first.id, 'tidy', { a: 1 });
    await allow(first.host, 'always');
    await call;
    await written(1);
    const second = await open({
      icons: [{ src: 'https://one.example/icon.png' }],
      inputSchema: { properties: { b: { title: 'B', type: 'string' }, a: {} }, required: ['a'], type: 'object' },
      description: 'tidies',
    });
    await second.host.callTool(second.id, 'tidy', { a: 1 });
    assert.lengthOf(second.calls, 1);
  });

  it('are listed, and revoked in every tab at once', async () => {
    const here = await open({ description: 'tidies' });
    const there = await open({ description: 'tidies' });
    const call = here.host.callTool(here.id, 'tidy');
    await allow(here.host, 'always');
    await call;
    const [permission] = await eventually(
      () => there.host.getSnapshot().consent.permissions.length > 0 && there.host.getSnapshot().consent.permissions,
    );
    assert.deepInclude(permission, {
      serverUrl: URL_ONE,
      serverName: 'scripted',
      toolName: 'tidy',
      duration: 'always',
    });
    assert.match(permission?.digest ?? '', /^[0-9a-f]{64}$/);
    assert.approximately(permission?.time ?? 0, Date.now(), 60_000);
    await there.host.callTool(there.id, 'tidy');

    await there.host.revokePermissions();
    await eventually(() => here.host.getSnapshot().consent.permissions.length === 0);
    assert.isEmpty(await stored());
    for (const { host, id } of [here, there]) {
      const refused = errorOf(host.callTool(id, 'tidy'), 'denied');
      await deny(host);
      await refused;
    }
  });

  it('are revoked even in a tab that has not heard of it yet', async () => {
    const deaf: PermissionStore = { ...indexedDbPermissionStore(name), watch: () => () => {} };
    const here = await open({ description: 'tidies' }, { permissionStore: deaf });
    const call = here.host.callTool(here.id, 'tidy');
    await allow(here.host, 'always');
    await call;
    await written(1);
    const there = await open({ description: 'tidies' });
    await there.host.revokePermissions(
      await eventually(
        () => there.host.getSnapshot().consent.permissions.length > 0 && there.host.getSnapshot().consent.permissions,
      ),
    );
    const refused = errorOf(here.host.callTool(here.id, 'tidy'), 'denied');
    await deny(here.host);
    await refused;
  });

  it('are ignored in records that are not ours', async () => {
    const first = await open({ description: 'tidies' });
    const call = first.host.callTool(first.id, 'tidy');
    await allow(first.host, 'always');
    await call;
    await written(1);
    const [permission] = await stored();
    const forged = [
      null,
      'rubbish',
      {},
      { ...Object(permission), toolName: 'other' },
      { ...Object(permission), id: 'always' },
      { ...Object(permission), definition: 'x' },
      { ...Object(permission), digest: 7 },
      { ...Object(permission), time: 'now' },
      { ...Object(permission), serverName: null },
      // The id fits, and nothing else does.
      ...['nowhere', 7].map((serverUrl) => ({
        ...Object(permission),
        id: JSON.stringify(['always', serverUrl, 'tidy']),
        serverUrl,
      })),
      { ...Object(permission), id: JSON.stringify(['always', URL_ONE, 7]), toolName: 7 },
    ];
    const second = await open(
      { description: 'tidies' },
      { permissionStore: { ...indexedDbPermissionStore(name), read: () => Promise.resolve(forged) } },
    );
    assert.isEmpty(second.host.getSnapshot().consent.permissions);
    const refused = errorOf(second.host.callTool(second.id, 'tidy'), 'denied');
    await deny(second.host);
    await refused;
  });

  const broken = (): Promise<never> => Promise.reject(new Error('The disk is full'));
  it('last as long as the page if the disk is full, and the snapshot says so', async () => {
    const { host, id } = await open(
      { description: 'tidies' },
      { permissionStore: { ...indexedDbPermissionStore(name), write: broken } },
    );
    assert.equal(host.getSnapshot().consent.always, 'available');
    const call = host.callTool(id, 'tidy');
    await allow(host, 'always');
    await call;
    await eventually(() => host.getSnapshot().consent.always === 'failed');
    await eventually(() => host.getSnapshot().consent.permissions[0]?.duration === 'session');
    await host.callTool(id, 'tidy');
    await host.setToolEnabled(id, 'tidy', false);
    await errorOf(host.callTool(id, 'tidy'), 'denied');
  });

  it('last as long as the page if the store cannot be watched, and the servers connect', async () => {
    let canWatch = false;
    const store = indexedDbPermissionStore(name);
    const watch: PermissionStore['watch'] = (listener) => {
      if (!canWatch) throw new Error('The store is closed');
      return store.watch(listener);
    };
    const { host, id } = await open({ description: 'tidies' }, { permissionStore: { ...store, watch } });
    assert.equal(host.getSnapshot().consent.always, 'failed');
    const call = host.callTool(id, 'tidy');
    await allow(host, 'always');
    await call;
    assert.equal(host.getSnapshot().consent.permissions[0]?.duration, 'session');
    canWatch = true;
    await ready(host, host.add(URL_TWO, { fetch: serverOf({ description: 'tidies' }).fetch }));
    assert.equal(host.getSnapshot().consent.always, 'available');
  });

  // Waits 6 s for a limit that is the same in every engine.
  if (isChromium)
    it('do not wait for a store that does not answer', async () => {
      const never = (): Promise<never> => new Promise(() => {});
      const { host, id } = await open(
        { description: 'tidies' },
        { permissionStore: { read: never, write: never, remove: never, watch: () => () => {} } },
      );
      const call = host.callTool(id, 'tidy');
      await allow(host, 'session');
      await call;
      assert.equal(host.getSnapshot().consent.always, 'failed');
    });

  it('are revoked at once even if the store still has them, and the page learns of it', async () => {
    const { host, id } = await open(
      { description: 'tidies' },
      { permissionStore: { ...indexedDbPermissionStore(name), remove: broken } },
    );
    const call = host.callTool(id, 'tidy');
    await allow(host, 'always');
    await call;
    await written(1);
    await errorOf(host.revokePermissions(), 'storage');
    const refused = errorOf(host.callTool(id, 'tidy'), 'denied');
    await deny(host);
    await refused;
  });

  it('last as long as the page if the host has no store', async () => {
    const { fetch } = serverOf({ description: 'tidies' });
    const host = new McpHost();
    hosts.push(host);
    host.addResponder('consent');
    const id = host.add(URL_ONE, { fetch });
    await ready(host, id);
    const call = host.callTool(id, 'tidy');
    await allow(host, 'always');
    await call;
    assert.equal(host.getSnapshot().consent.always, 'off');
    assert.equal(host.getSnapshot().consent.permissions[0]?.duration, 'session');
    assert.isEmpty(await stored());
  });

  it('name a tool by the same digest, whatever the order of its members, also in the next version', async () => {
    const one = { to: { type: 'string' }, 10: { enum: [{ b: 1, a: null }, [2, 1]] }, é: {}, Z: {} };
    const other = { Z: {}, é: {}, 10: { enum: [{ a: null, b: 1 }, [2, 1]] }, to: { type: 'string' } };
    for (const properties of [one, other])
      assert.equal(
        await digestOf({ name: 'send', inputSchema: { type: 'object', properties } }),
        '320aaca469a0e6f75356fc2f0989cd582902527c75a797a28df7bdc4fa892542',
      );
  });

  it('are requested in the order of the calls, however long their definitions are', async () => {
    const small = ['wipe', 'rinse', 'dry'];
    const { fetch } = serverOf(
      { description: 'tidies '.repeat(200_000) },
      small.map((tool) => ({ name: tool, inputSchema: { type: 'object' } })),
    );
    const host = new McpHost({ permissionStore: undefined });
    hosts.push(host);
    host.addResponder('consent');
    const id = host.add(URL_ONE, { fetch });
    await ready(host, id);
    const names = ['tidy', ...small];
    for (const tool of names) host.callTool(id, tool).catch(() => {});
    await eventually(() => host.getSnapshot().requests.length === names.length);
    assert.deepEqual(
      host.getSnapshot().requests.map(({ request }) => 'tool' in request && request.tool.name),
      names,
    );
  });

  it('answer the waiting requests about the same tool', async () => {
    const { host, id, calls } = await open({ description: 'tidies' });
    const running = ['one', 'two', 'three'].map((room) => host.callTool(id, 'tidy', { room }));
    await eventually(() => host.getSnapshot().requests.length === 3);
    await allow(host, 'session');
    await Promise.all(running);
    assert.sameDeepMembers(calls, [{ room: 'one' }, { room: 'two' }, { room: 'three' }]);
    assert.isEmpty(host.getSnapshot().requests);
  });

  for (const permission of ['session', 'always'] as const)
    it(`are logged for each call that they allow, with how long they last: ${permission}`, async () => {
      const { host, id } = await open({ description: 'tidies' });
      const running = ['one', 'two'].map((room) => host.callTool(id, 'tidy', { room }));
      await eventually(() => host.getSnapshot().requests.length === 2);
      await allow(host, permission);
      await Promise.all(running);
      await host.callTool(id, 'tidy', { room: 'three' });
      const logged = [...host.log.getSnapshot()].filter(({ kind }) => kind === 'decision');
      assert.sameDeepMembers(
        logged.map(({ data }) => [Object(data).by, Object(data).decision, Object(data).permission]),
        [
          ['user', 'allowed', permission],
          ['permission', 'allowed', permission],
          ['permission', 'allowed', permission],
        ],
      );
    });

  it('answer no waiting request about another tool, nor about the same tool of another server', async () => {
    const { host, id, calls } = await open({ description: 'tidies' });
    const other = serverOf({ description: 'tidies' }, [{ name: 'sweep', inputSchema: { type: 'object' } }]);
    const otherId = host.add(URL_TWO, { fetch: other.fetch });
    await ready(host, otherId);
    const running = host.callTool(id, 'tidy', { room: 'one' });
    const waiting = ['tidy', 'sweep'].map((tool) => errorOf(host.callTool(otherId, tool, {}), 'denied'));
    await eventually(() => host.getSnapshot().requests.length === 3);
    await allow(host, 'session');
    await running;
    assert.lengthOf(host.getSnapshot().requests, 2);
    for (const { id: request } of host.getSnapshot().requests) host.respond(request, { action: 'deny' });
    await Promise.all(waiting);
    assert.deepEqual(calls, [{ room: 'one' }]);
    assert.isEmpty(other.calls);
  });

  it('count less than the no of a policy, which learns of the permission', async () => {
    const { host, id } = await open({ description: 'tidies' });
    const call = host.callTool(id, 'tidy');
    await allow(host, 'session');
    await call;
    const heard: (string | undefined)[] = [];
    host.addConsentPolicy(({ permission, arguments: { room } }) => {
      heard.push(permission?.duration);
      return room === 'safe' ? { action: 'deny', reason: 'not the safe' } : undefined;
    });
    assert.match((await errorOf(host.callTool(id, 'tidy', { room: 'safe' }), 'denied')).message, /not the safe/);
    await host.callTool(id, 'tidy', { room: 'kitchen' });
    assert.deepEqual(heard, ['session', 'session']);
  });

  it('run no call that was given up while a policy was asked, and the log says so', async () => {
    const { host, id, calls } = await open({ description: 'tidies' });
    const call = host.callTool(id, 'tidy');
    await allow(host, 'session');
    await call;
    const giveUp = new AbortController();
    host.addConsentPolicy(() => {
      giveUp.abort(new Error('enough'));
      return undefined;
    });
    assert.match(String(await rejection(host.callTool(id, 'tidy', {}, { signal: giveUp.signal }))), /enough/);
    assert.lengthOf(calls, 1);
    const decisions = [...host.log.getSnapshot()].filter(({ kind }) => kind === 'decision');
    assert.deepEqual(
      decisions.map(({ data }) => Object(data).decision),
      ['allowed', 'withdrawn'],
    );
  });

  it('are none for a call that is given up as the user allows it, and the log says so', async () => {
    const { host, id, calls } = await open({ description: 'tidies' });
    const giveUp = new AbortController();
    const call = rejection(host.callTool(id, 'tidy', {}, { signal: giveUp.signal }));
    await allow(host, 'session');
    giveUp.abort(new Error('enough'));
    assert.match(String(await call), /enough/);
    assert.isEmpty(calls);
    assert.isEmpty(host.getSnapshot().consent.permissions);
    assert.deepEqual(
      [...host.log.getSnapshot()].map(({ data }) => Object(data).decision),
      ['withdrawn'],
    );
  });

  it('a tool that was switched off is no model’s, here and in other tabs, until it is on again', async () => {
    const here = await open({ description: 'tidies' });
    const there = await open({ description: 'tidies' });
    const names = ({ host }: typeof here) => host.getSnapshot().servers[0]?.enabledTools.map((tool) => tool.name) ?? [];
    await eventually(() => names(here).join() === 'tidy');
    await here.host.setToolEnabled(here.id, 'tidy', false);
    assert.isEmpty(names(here));
    await eventually(() => names(there).length === 0);
    here.host.addConsentPolicy(() => ({ action: 'allow' }));
    const error = await errorOf(here.host.callTool(here.id, 'tidy'), 'denied');
    assert.match(error.message, /switched tidy off/);
    assert.instanceOf(error, DeniedError);
    await here.host.callTool(here.id, 'tidy', {}, { by: 'user' });
    const later = await open({ description: 'another description by now' });
    await eventually(() => later.host.getSnapshot().servers[0]?.enabledTools.length === 0);
    await later.host.setToolEnabled(later.id, 'tidy', true);
    await eventually(() => names(here).length === 1);
    await here.host.callTool(here.id, 'tidy');
  });

  it('are not lost, not even for a moment, if the store was being read at that time', async () => {
    const kept = indexedDbPermissionStore(name);
    let change = (): void => {};
    let answer: (() => void) | undefined;
    let isSlow = false;
    const { host, id } = await open(
      { description: 'tidies' },
      {
        permissionStore: {
          ...kept,
          watch: (listener) => {
            change = listener;
            return () => {};
          },
          read: async () => {
            const records = await kept.read();
            if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
            return records;
          },
        },
      },
    );
    const call = host.callTool(id, 'tidy');
    await asked(host);
    isSlow = true;
    change();
    await eventually(() => answer);
    await allow(host, 'always');
    await call;
    const switching = host.setToolEnabled(id, 'tidy', false);
    const seen: string[] = [];
    const look = (): void =>
      void seen.push(
        `${host.getSnapshot().consent.permissions.length} allowed, ${host.getSnapshot().servers[0]?.enabledTools.length} on`,
      );
    await eventually(() => host.getSnapshot().servers[0]?.enabledTools.length === 0);
    look();
    host.subscribe(look);
    isSlow = false;
    answer?.();
    await switching;
    assert.deepEqual([...new Set(seen)], ['1 allowed, 0 on']);
    await written(2);
  });

  it('show models nothing before it is known what is switched off', async () => {
    let answer: ((records: readonly unknown[]) => void) | undefined;
    const read = (): Promise<readonly unknown[]> => new Promise((resolve) => (answer = resolve));
    const { host } = await open(
      { description: 'tidies' },
      { permissionStore: { ...indexedDbPermissionStore(name), read } },
    );
    assert.isEmpty(host.getSnapshot().servers[0]?.enabledTools);
    (await eventually(() => answer))([]);
    await eventually(() => host.getSnapshot().servers[0]?.enabledTools.length === 1);
  });
});

describe('a store of what the user decided', () => {
  const hosts: McpHost[] = [];
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
  });

  /** A store that a test changes as another tab would, and that fails while the test wants it to. */
  function storeOf() {
    const store = quickConsentStore();
    const failing = new Set<'read' | 'write' | 'remove'>();
    const listeners = new Set<() => void>();
    const unless = async <T>(what: 'read' | 'write' | 'remove', work: () => Promise<T>): Promise<T> => {
      if (failing.has(what)) throw new Error(`The disk cannot ${what}`);
      return work();
    };
    const permissionStore: PermissionStore = {
      read: () => unless('read', () => store.read()),
      write: (record) => unless('write', () => store.write(record)),
      remove: (ids) => unless('remove', () => store.remove(ids)),
      watch: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const announce = (): void => listeners.forEach((listener) => listener());
    return { records: store.records, failing, listeners, permissionStore, announce };
  }

  async function open({ permissionStore }: ReturnType<typeof storeOf>, description = 'tidies') {
    const server = serverOf({ description }, [{ name: 'wipe', inputSchema: { type: 'object' } }]);
    const host = new McpHost({ permissionStore });
    hosts.push(host);
    const id = host.add(URL_ONE, { fetch: server.fetch });
    await ready(host, id);
    await eventually(() => host.getSnapshot().consent.isKnown);
    return { host, id, calls: server.calls };
  }
  const consentOf = (host: McpHost) => host.getSnapshot().consent;
  const on = (host: McpHost) => host.getSnapshot().servers[0]?.enabledTools.map(({ name }) => name);
  /** Looking a tool up reads the store, after everything else that was wanted of it. */
  const readBy = (host: McpHost, id: string) => host.toolPermissions.set(id, 'wipe', 'ask');

  it('that was read again and has nothing new changes nothing', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await host.setToolEnabled(id, 'wipe', false);
    await eventually(() => store.records.size === 2);
    const before = host.getSnapshot();
    store.announce();
    await host.toolPermissions.set(id, 'wipe', 'block');
    assert.equal(host.getSnapshot(), before);
  });

  it('that has as many decisions as before, but others, is heeded', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await host.setToolEnabled(id, 'wipe', false);
    await eventually(() => store.records.size === 2);
    const other = storeOf();
    const elsewhere = await open(other, 'tidies better');
    await elsewhere.host.toolPermissions.set(elsewhere.id, 'tidy', 'allow');
    await elsewhere.host.setToolEnabled(elsewhere.id, 'tidy', false);
    await eventually(() => other.records.size === 2);
    store.records.clear();
    for (const [key, record] of other.records) store.records.set(key, record);
    store.announce();
    await eventually(() => on(host)?.join() === 'wipe');
    assert.equal(consentOf(host).permissions[0]?.definition['description'], 'tidies better');
  });

  it('that cannot be read costs permissions, but no tool is on that was off, until it can be read again', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await host.setToolEnabled(id, 'wipe', false);
    await eventually(() => store.records.size === 2);
    store.failing.add('read');
    store.announce();
    await eventually(() => consentOf(host).always === 'failed');
    assert.isEmpty(consentOf(host).permissions);
    assert.deepEqual(on(host), ['tidy']);
    await errorOf(host.callTool(id, 'tidy'), 'denied');
    store.failing.clear();
    store.announce();
    await eventually(() => consentOf(host).always === 'available');
    assert.lengthOf(consentOf(host).permissions, 1);
    assert.deepEqual(on(host), ['tidy']);
    await host.callTool(id, 'tidy');
  });

  it('that cannot be read keeps nothing of what was allowed for the session from counting', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow', { duration: 'session' });
    store.failing.add('read');
    store.announce();
    await eventually(() => consentOf(host).always === 'failed');
    await host.callTool(id, 'tidy');
  });

  it('that could not be written counts as failing until it could, which listeners hear', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    store.failing.add('write');
    await host.setToolEnabled(id, 'tidy', false);
    assert.equal(consentOf(host).always, 'failed');
    await readBy(host, id);
    assert.deepEqual(on(host), ['wipe']);
    store.failing.clear();
    await host.setToolEnabled(id, 'wipe', false);
    assert.equal(consentOf(host).always, 'available');
    assert.isEmpty(on(host));
    await host.setToolEnabled(id, 'tidy', true);
    assert.deepEqual(on(host), ['tidy']);
  });

  it('that kept a tool off against the user’s wish still keeps it off when they want that again', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.setToolEnabled(id, 'tidy', false);
    store.failing.add('remove');
    await errorOf(host.setToolEnabled(id, 'tidy', true), 'storage');
    await readBy(host, id);
    assert.deepEqual(on(host), ['tidy', 'wipe']);
    await host.setToolEnabled(id, 'tidy', false);
    await readBy(host, id);
    assert.deepEqual(on(host), ['wipe']);
  });

  it('that kept a permission against the user’s wish has it again when they allow the tool once more', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await eventually(() => store.records.size === 1);
    store.failing.add('remove');
    await errorOf(host.toolPermissions.set(id, 'tidy', 'ask'), 'storage');
    await readBy(host, id);
    assert.isEmpty(consentOf(host).permissions);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await readBy(host, id);
    await host.callTool(id, 'tidy');
    assert.equal(consentOf(host).permissions[0]?.duration, 'always');
  });

  it('that could remove a permission at last lets another tab store it anew', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    await eventually(() => store.records.size === 1);
    const stored = new Map(store.records);
    await host.toolPermissions.set(id, 'tidy', 'ask');
    for (const [key, record] of stored) store.records.set(key, record);
    store.announce();
    await host.callTool(id, 'tidy');
  });

  it('that could not write a permission does not bring it back after the user revoked it', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    store.failing.add('write');
    const allowing = host.toolPermissions.set(id, 'tidy', 'allow');
    await allowing;
    await host.revokePermissions();
    await eventually(() => consentOf(host).always === 'failed');
    assert.isEmpty(consentOf(host).permissions);
    await readBy(host, id);
    await errorOf(host.callTool(id, 'tidy'), 'denied');
  });

  it('does one thing after the other, in the order in which the user decided', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    let running = 0;
    let most = 0;
    const working = { ...store.permissionStore };
    const slowly = async <T>(work: () => Promise<T>): Promise<T> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve));
      return work().finally(() => running--);
    };
    Object.assign(store.permissionStore, {
      read: () => slowly(() => working.read()),
      write: (record: Parameters<PermissionStore['write']>[0]) => slowly(() => working.write(record)),
      remove: (ids: readonly string[]) => slowly(() => working.remove(ids)),
    });
    await Promise.all([
      host.setToolEnabled(id, 'tidy', false),
      host.setToolEnabled(id, 'tidy', true),
      host.toolPermissions.set(id, 'wipe', 'allow'),
      host.setToolEnabled(id, 'tidy', false),
    ]);
    await readBy(host, id);
    assert.equal(most, 1);
    assert.lengthOf(
      [...store.records.keys()].filter((key) => key.includes('tidy')),
      1,
    );
  });

  it('keeps nothing that a user allowed who has signed out, in whichever tab they did, and nothing of others is lost', async () => {
    const store = storeOf();
    const auth = new FakeSignIn(SIGNED_IN);
    const tools = () => serverOf({ description: 'tidies' }).fetch;
    const host = new McpHost({ permissionStore: store.permissionStore, auth });
    hosts.push(host);
    await ready(host, host.add(URL_ONE, { fetch: tools() }));
    // Nobody tells this host of what comes next.
    const elsewhere = new McpHost({ permissionStore: store.permissionStore });
    hosts.push(elsewhere);
    for (const url of [URL_ONE, URL_TWO]) {
      const id = elsewhere.add(url, { fetch: tools() });
      await ready(elsewhere, id);
      await elsewhere.toolPermissions.set(id, 'tidy', 'allow');
    }
    await eventually(() => store.records.size === 2);
    auth.become({ state: 'signed-out' });
    await eventually(() => store.records.size === 1);
    assert.include([...store.records.keys()][0], URL_TWO);
    await eventually(() => {
      const { permissions } = consentOf(host);
      return permissions.length === 1 && permissions[0]?.serverUrl === URL_TWO;
    });
  });

  it('is told nothing of what lasts for the session only', async () => {
    const store = storeOf();
    const { host, id } = await open(store);
    await host.toolPermissions.set(id, 'tidy', 'allow', { duration: 'session' });
    store.failing.add('remove');
    await host.revokePermissions();
    await readBy(host, id);
    assert.isEmpty(store.records);
    assert.isEmpty(consentOf(host).permissions);
  });

  it('is no longer watched by a host that was closed, and watched once by one that is open', async () => {
    const store = storeOf();
    const { host } = await open(store);
    await ready(host, host.add(URL_TWO, { fetch: serverOf({ description: 'tidies' }).fetch }));
    assert.equal(store.listeners.size, 1);
    host.close();
    assert.equal(store.listeners.size, 0);
  });

  it('has 200 characters of what a server calls itself', async () => {
    const store = storeOf();
    const name = 'Notes '.repeat(100);
    const { fetch } = legacyServer(({ method, id }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }));
      if (method !== 'initialize') return undefined;
      const told = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name, version: '1' } };
      return json(result(id, told));
    });
    const host = new McpHost({ permissionStore: store.permissionStore });
    hosts.push(host);
    const id = host.add(URL_ONE, { fetch });
    await ready(host, id);
    await host.toolPermissions.set(id, 'tidy', 'allow');
    assert.equal(consentOf(host).permissions[0]?.serverName, name.slice(0, 200));
  });
});

describe('the audit of tool calls', () => {
  let host: McpHost;
  let id: string;
  beforeEach(async () => {
    host = new McpHost();
    host.addResponder('consent');
    id = host.add(URL_ONE, { fetch: serverOf({ description: 'tidies' }).fetch });
    await ready(host, id);
  });
  afterEach(() => host.close());
  const entries = (): LogEntry[] => [...host.log.getSnapshot()];
  const facts = (): unknown[] =>
    entries().map(({ kind, data }) => {
      const { durationMs, ...rest } = Object(data);
      if (durationMs !== undefined) assert.isNumber(durationMs);
      return { kind, ...rest };
    });

  it('says who allowed a call, what was sent and what came of it [TO-11]', async () => {
    const call = host.callTool(id, 'tidy', { room: 'kitchen' });
    host.respond((await asked(host)).id, { action: 'allow', arguments: { room: 'hall' }, permission: 'session' });
    await call;
    await host.callTool(id, 'tidy', {}, { by: 'user' });
    const sent = (args: object) => [
      { kind: 'call', tool: 'tidy', status: 'sent', arguments: args },
      { kind: 'call', tool: 'tidy', status: 'done' },
    ];
    assert.deepEqual(JSON.parse(JSON.stringify(facts())), [
      {
        kind: 'decision',
        tool: 'tidy',
        decision: 'allowed',
        by: 'user',
        permission: 'session',
        isEdited: true,
        wantedBy: 'model',
      },
      ...sent({ room: 'hall' }),
      {
        kind: 'decision',
        tool: 'tidy',
        decision: 'allowed',
        by: 'permission',
        permission: 'session',
        wantedBy: 'user',
      },
      ...sent({}),
    ]);
    const [first, second] = [0, 3].map((at) => entries()[at]?.request?.id);
    assert.notEqual(first, second);
    assert.deepEqual(
      entries().map(({ request }) => request?.id),
      [first, first, first, second, second, second],
    );
  });

  it('says who took a permission back, the page or its user', async () => {
    for (const options of [undefined, { by: 'user' as const }]) {
      const call = host.callTool(id, 'tidy');
      host.respond((await asked(host)).id, { action: 'allow', permission: 'session' });
      await call;
      await host.revokePermissions(undefined, options);
    }
    const revoked = (by: string) => ({
      kind: 'decision',
      tool: 'tidy',
      decision: 'revoked',
      by,
      permission: 'session',
    });
    assert.deepEqual(
      facts().filter((fact) => Object(fact).decision === 'revoked'),
      [revoked('page'), revoked('user')],
    );
  });

  it('says who denied a call and why, and which requests nobody answered', async () => {
    const denied = errorOf(host.callTool(id, 'tidy'), 'denied');
    host.respond((await asked(host)).id, { action: 'deny', reason: 'too early' });
    await denied;
    const remove = host.addConsentPolicy(() => ({ action: 'deny' }));
    await errorOf(host.callTool(id, 'tidy'), 'denied');
    remove();
    await host.setToolEnabled(id, 'tidy', false, { by: 'user' });
    await errorOf(host.callTool(id, 'tidy'), 'denied');
    await host.setToolEnabled(id, 'tidy', true);
    const controller = new AbortController();
    const withdrawn = host.callTool(id, 'tidy', {}, { signal: controller.signal }).catch(() => {});
    await asked(host);
    controller.abort(new Error('no longer wanted'));
    await withdrawn;
    const seen: { decision: string; by?: string; reason?: string }[] = entries().map(({ data }) => Object(data));
    assert.deepEqual(
      seen.map(({ decision, by }) => [decision, by]),
      [
        ['denied', 'user'],
        ['denied', 'policy'],
        ['switched-off', 'user'],
        ['denied', undefined],
        ['switched-on', 'page'],
        ['withdrawn', undefined],
      ],
    );
    assert.equal(seen[0]?.reason, 'too early');
    assert.match(seen[3]?.reason ?? '', /switched tidy off/);
    assert.equal(seen[5]?.reason, 'no longer wanted');
  });

  it('has another request if the tool changed while the user was asked, and nothing ran before its answer', async () => {
    const tool = { description: 'tidies' };
    const server = serverOf(tool);
    const changing = host.add('https://changing.example/mcp', { fetch: server.fetch });
    await ready(host, changing);
    const calling = host.callTool(changing, 'tidy', { room: 'kitchen' });
    const first = await asked(host);
    await host.refresh(changing);
    tool.description = 'throws everything away';
    await host.refresh(changing);
    host.respond(first.id, { action: 'allow' });
    const second = await eventually(() =>
      host.getSnapshot().requests.find(({ kind, id: other }) => kind === 'consent' && other !== first.id),
    );
    assert.equal(second.kind === 'consent' && second.request.tool.description, 'throws everything away');
    assert.isEmpty(server.calls);
    host.respond(second.id, { action: 'allow' });
    await calling;
    assert.deepEqual(server.calls, [{ room: 'kitchen' }]);
    const decisions: unknown[] = entries().flatMap(({ kind, data }) =>
      kind === 'decision' ? [Object(data).decision] : [],
    );
    assert.deepEqual(decisions, ['allowed', 'withdrawn', 'allowed']);
  });

  it('has no other request if only the list was fetched again', async () => {
    const calling = host.callTool(id, 'tidy');
    const request = await asked(host);
    await host.refresh(id);
    host.respond(request.id, { action: 'allow' });
    await calling;
  });

  it('only names arguments that are long', async () => {
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(id, 'tidy', { text: 'x'.repeat(5_000) });
    assert.deepEqual(facts()[1], {
      kind: 'call',
      tool: 'tidy',
      status: 'sent',
      argumentNames: ['text'],
      argumentCharacters: 5_011,
    });
  });
});
