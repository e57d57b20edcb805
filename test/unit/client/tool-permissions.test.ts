/** Allow, ask or block, for each tool: one view of what consent stores and of what is switched off. */
import { assert } from 'chai';
import {
  type HostServer,
  indexedDbPermissionStore,
  type McpHost,
  type PermissionStore,
  type Tool,
} from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { eventually } from '../../support/scripted-server.ts';
import { hostOf, textResult, toolServer } from '../../support/tool-servers.ts';

const NOTES = 'https://notes.example/mcp';

describe('host.toolPermissions', () => {
  const hosts: McpHost[] = [];
  let name = '';
  beforeEach(() => (name = `tool-permissions-${crypto.randomUUID()}`));
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
    indexedDB.deleteDatabase(name);
  });

  let ran = 0;
  const tidy = (description = 'Tidies.') => ({
    name: 'tidy',
    description,
    inputSchema: { type: 'object', properties: { where: { type: 'string' }, when: { type: 'string' } } },
    run: () => (ran++, textResult('tidied')),
  });

  async function open(
    server = toolServer([tidy()]),
    permissionStore: PermissionStore = indexedDbPermissionStore(name),
  ): Promise<McpHost> {
    const host = await hostOf({ [NOTES]: server }, { permissionStore });
    hosts.push(host);
    await eventually(() => host.getSnapshot().consent.isKnown);
    return host;
  }
  const parts = (host: McpHost): [HostServer, Tool] => {
    const [server] = host.getSnapshot().servers;
    const tool = server?.tools[0];
    if (!server || !tool) throw new Error('no tool');
    return [server, tool];
  };
  const of = (host: McpHost) => host.toolPermissions.of(...parts(host));
  const set = (host: McpHost, permission: 'allow' | 'ask' | 'block') =>
    host.toolPermissions.set(parts(host)[0].id, 'tidy', permission, { by: 'user' });
  const call = (host: McpHost, by: 'model' | 'user' = 'model') => host.callTool(parts(host)[0].id, 'tidy', {}, { by });

  it('asks about every tool at first', async () => {
    assert.equal(of(await open()), 'ask');
  });

  it('lets an allowed tool run without asking, also after a reload, until it is asked about again', async () => {
    const first = await open();
    assert.equal(await set(first, 'allow'), 'allow');
    assert.equal(of(first), 'allow');
    await call(first);
    await eventually(() => first.getSnapshot().consent.permissions[0]?.duration === 'always');
    const second = await open();
    assert.equal(of(second), 'allow');
    await call(second);
    assert.equal(await set(second, 'ask'), 'ask');
    assert.equal(of(second), 'ask');
    assert.isEmpty(second.getSnapshot().consent.permissions);
    await errorOf(call(second), 'denied');
  });

  it('is the same as a permission that the user gave in a dialog, and as a tool that is switched off', async () => {
    const host = await open();
    host.addResponder('consent');
    const running = call(host);
    const waiting = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(waiting.id, { action: 'allow', permission: 'session' });
    await running;
    assert.equal(of(host), 'allow');
    await host.setToolEnabled(parts(host)[0].id, 'tidy', false);
    assert.equal(of(host), 'block');
    await host.setToolEnabled(parts(host)[0].id, 'tidy', true);
    assert.equal(of(host), 'allow');
    await host.revokePermissions();
    assert.equal(of(host), 'ask');
  });

  it('answers a call that waits when its tool is allowed', async () => {
    const host = await open();
    host.addResponder('consent');
    const before = ran;
    const running = call(host);
    await eventually(() => host.getSnapshot().requests.length === 1);
    await set(host, 'allow');
    await running;
    assert.equal(ran, before + 1);
  });

  it('hides a blocked tool from models and denies their calls with a reason, and the user can still run it', async () => {
    const host = await open();
    await set(host, 'allow');
    const tools = modelTools(host);
    const [model] = tools.list;
    await set(host, 'block');
    assert.equal(of(host), 'block');
    assert.isEmpty(tools.list);
    assert.isEmpty(parts(host)[0].enabledTools);
    assert.isEmpty(host.getSnapshot().consent.permissions);
    const before = ran;
    const error = await errorOf(call(host), 'denied');
    assert.include(error.message, 'switched tidy off for models');
    assert.isTrue((await tools.call(model?.name ?? '', {})).isError);
    assert.equal(ran, before);
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await call(host, 'user');
    assert.equal(ran, before + 1);
    assert.equal(of(await open()), 'block');
  });

  it('asks again about an allowed tool that changed, and keeps a changed tool blocked', async () => {
    const server = toolServer([tidy()]);
    const host = await open(server);
    await set(host, 'allow');
    await server.change([tidy('Tidies, and deletes.')]);
    await eventually(() => parts(host)[1].description === 'Tidies, and deletes.');
    assert.equal(of(host), 'ask');
    await errorOf(call(host), 'denied');
    await set(host, 'block');
    await server.change([tidy('Tidies.')]);
    await eventually(() => parts(host)[1].description === 'Tidies.');
    assert.equal(of(host), 'block');
  });

  it('takes the order of members in a definition for nothing', async () => {
    const required = ['where', 'when'];
    const { properties } = tidy().inputSchema;
    const server = toolServer([{ ...tidy(), inputSchema: { type: 'object', properties, required } }]);
    const host = await open(server);
    await set(host, 'allow');
    const before = parts(host)[1];
    const { where, when } = properties;
    await server.change([{ ...tidy(), inputSchema: { required, properties: { when, where }, type: 'object' } }]);
    await eventually(() => parts(host)[1] !== before);
    assert.equal(of(host), 'allow');
  });

  for (const [what, before, after] of [
    ['has another value', { enum: ['here'] }, { enum: ['there'] }],
    ['has more values', { enum: ['here'] }, { enum: ['here', 'there'] }],
    ['has fewer values', { enum: ['here', 'there'] }, { enum: ['here'] }],
    ['has one more member', { title: 'Where' }, { title: 'Where', format: 'uri' }],
    ['has one less member', { title: 'Where', format: 'uri' }, { title: 'Where' }],
    ['has another member', { title: 'Where' }, { format: 'Where' }],
    ['has a list instead of an object', { default: {} }, { default: [] }],
    ['has an object instead of a list', { default: [] }, { default: { length: 0 } }],
  ] as const)
    it(`asks again about an allowed tool that ${what} in its definition`, async () => {
      const defined = (where: object) => ({ ...tidy(), inputSchema: { type: 'object', properties: { where } } });
      const server = toolServer([defined(before)]);
      const host = await open(server, quickConsentStore());
      await set(host, 'allow');
      assert.equal(of(host), 'allow');
      const [, tool] = parts(host);
      await server.change([defined(after)]);
      await eventually(() => parts(host)[1] !== tool);
      assert.equal(of(host), 'ask');
    });

  const decisions = (host: McpHost): string[] =>
    [...host.log.getSnapshot()].flatMap(({ kind, data }) =>
      kind === 'decision' ? [`${Object(data).decision} by ${Object(data).by}`] : [],
    );

  it('logs who decided', async () => {
    const host = await open();
    await set(host, 'allow');
    await set(host, 'block');
    await set(host, 'ask');
    assert.deepEqual(decisions(host), [
      'allowed by user',
      'switched-off by user',
      'revoked by user',
      'switched-on by user',
    ]);
  });

  it('logs as a notice how long a tool is allowed, also where it was before', async () => {
    const host = await open(undefined, quickConsentStore());
    const { id } = parts(host)[0];
    await set(host, 'allow');
    await set(host, 'allow');
    await set(host, 'ask');
    await host.toolPermissions.set(id, 'tidy', 'allow', { duration: 'session' });
    assert.deepEqual(
      [...host.log.getSnapshot()].map(({ level, data }) => [level, Object(data).decision, Object(data).permission]),
      [
        ['notice', 'allowed', 'always'],
        ['notice', 'allowed', 'always'],
        ['notice', 'revoked', 'always'],
        ['notice', 'allowed', 'session'],
      ],
    );
  });

  it('logs that the page decided unless it says that its user did', async () => {
    const host = await open(undefined, quickConsentStore());
    const { id } = parts(host)[0];
    for (const permission of ['allow', 'block', 'ask'] as const) await host.toolPermissions.set(id, 'tidy', permission);
    assert.deepEqual(decisions(host), [
      'allowed by page',
      'switched-off by page',
      'revoked by page',
      'switched-on by page',
    ]);
  });

  for (const [permission, logged] of [
    ['allow', ['allowed by user', 'allowed by user']],
    ['ask', []],
    ['block', ['switched-off by user']],
  ] as const)
    it(`changes nothing where the same is decided once more: ${permission}`, async () => {
      const host = await open(undefined, quickConsentStore());
      await set(host, permission);
      const { consent } = host.getSnapshot();
      assert.equal(await set(host, permission), permission);
      assert.equal(host.getSnapshot().consent, consent);
      assert.deepEqual(decisions(host), [...logged]);
    });

  for (const permission of ['ask', 'allow'] as const)
    it(`shows a blocked tool to models again when it is decided: ${permission}`, async () => {
      const store = quickConsentStore();
      const host = await open(undefined, store);
      await set(host, 'block');
      assert.equal(await set(host, permission), permission);
      assert.equal(of(host), permission);
      assert.deepEqual(
        parts(host)[0].enabledTools.map((tool) => tool.name),
        ['tidy'],
      );
      const next = await open(undefined, store);
      assert.equal(of(next), permission);
    });

  it('decides in the order that it was told, and the last decision is what the next page has', async () => {
    const host = await open();
    const allowing = set(host, 'allow');
    assert.equal(await set(host, 'block'), 'block');
    await allowing;
    assert.equal(of(host), 'block');
    assert.isEmpty(host.getSnapshot().consent.permissions);
    const next = await open();
    assert.equal(of(next), 'block');
    assert.isEmpty(next.getSnapshot().consent.permissions);
  });

  it('revokes what another page stored a moment ago', async () => {
    const store = quickConsentStore();
    const [one, other] = await Promise.all([open(undefined, store), open(undefined, store)]);
    await set(one, 'allow');
    await eventually(() => store.records.size === 1);
    await set(other, 'ask');
    assert.isEmpty(store.records);
  });

  it('allows a tool for the session only, if that is wanted', async () => {
    const host = await open();
    await set(host, 'allow');
    await host.toolPermissions.set(parts(host)[0].id, 'tidy', 'allow', { by: 'user', duration: 'session' });
    assert.deepEqual(
      host.getSnapshot().consent.permissions.map(({ duration }) => duration),
      ['session'],
    );
    assert.equal(of(await open()), 'ask');
  });

  it('decides in the order that it was told, also when the first decision is in force before the last is made', async () => {
    const host = await open(undefined, quickConsentStore());
    const first = set(host, 'allow');
    const second = set(host, 'block');
    await first;
    assert.equal(await set(host, 'allow'), 'allow');
    await second;
    assert.equal(of(host), 'allow');
    assert.deepEqual(decisions(host).slice(1), [
      'switched-off by user',
      'revoked by user',
      'allowed by user',
      'switched-on by user',
    ]);
  });

  it('revokes nothing where a tool is allowed for the session once more', async () => {
    const host = await open(undefined, quickConsentStore());
    for (let times = 0; times < 2; times++)
      await host.toolPermissions.set(parts(host)[0].id, 'tidy', 'allow', { duration: 'session' });
    assert.deepEqual(decisions(host), ['allowed by page', 'allowed by page']);
  });

  it('goes on asking about a tool whose definition is too deep to be recognized', async () => {
    let deep = {};
    for (let depth = 0; depth < 1_100; depth++) deep = { items: deep };
    const host = await open(toolServer([{ ...tidy(), inputSchema: { type: 'object', ...deep } }]), quickConsentStore());
    assert.equal(await set(host, 'allow'), 'ask');
    assert.equal(of(host), 'ask');
    assert.isEmpty(decisions(host));
  });

  it('says so where a reload will block a tool again that was shown again', async () => {
    const remove = (): Promise<never> => Promise.reject(new Error('The disk is broken'));
    const host = await open(undefined, { ...quickConsentStore(), remove });
    await set(host, 'block');
    await errorOf(set(host, 'ask'), 'storage');
    assert.equal(of(host), 'ask');
  });

  it('asks again about a tool that was allowed for the session', async () => {
    const host = await open(undefined, quickConsentStore());
    const { id } = parts(host)[0];
    await host.toolPermissions.set(id, 'tidy', 'allow', { duration: 'session' });
    assert.equal(of(host), 'allow');
    await set(host, 'ask');
    assert.equal(of(host), 'ask');
    assert.isEmpty(host.getSnapshot().consent.permissions);
  });

  it('leaves what was decided about other tools and for other servers alone', async () => {
    const other = 'https://other.example/mcp';
    const tools = () => toolServer([tidy(), { ...tidy(), name: 'wipe' }]);
    const host = await hostOf({ [NOTES]: tools(), [other]: tools() }, { permissionStore: quickConsentStore() });
    hosts.push(host);
    await eventually(() => host.getSnapshot().consent.isKnown);
    const all = (): string[] =>
      host.getSnapshot().servers.flatMap((server) => server.tools.map((tool) => host.toolPermissions.of(server, tool)));
    for (const { id, tools: offered } of host.getSnapshot().servers)
      for (const tool of offered) await host.toolPermissions.set(id, tool.name, 'allow');
    assert.deepEqual(all(), ['allow', 'allow', 'allow', 'allow']);
    await set(host, 'ask');
    assert.deepEqual(all(), ['ask', 'allow', 'allow', 'allow']);
    await set(host, 'block');
    assert.deepEqual(all(), ['block', 'allow', 'allow', 'allow']);
  });

  it('allows nothing for another server that has the id by then', async () => {
    const host = await open(undefined, quickConsentStore());
    const [{ id }] = parts(host);
    const allowing = set(host, 'allow');
    host.remove(id);
    host.add('https://other.example/mcp', { id, fetch: toolServer([tidy()]).fetch });
    await errorOf(allowing, 'closed');
    assert.isEmpty(host.getSnapshot().consent.permissions);
  });

  it('allows nothing for the user who comes after the one who decided', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const host = await hostOf({ [NOTES]: toolServer([tidy()]) }, { auth, permissionStore: quickConsentStore() });
    hosts.push(host);
    await eventually(() => host.getSnapshot().consent.isKnown);
    const allowing = set(host, 'allow');
    auth.become({ state: 'signed-out' });
    await errorOf(allowing, 'closed');
    assert.isEmpty(host.getSnapshot().consent.permissions);
  });

  it('keeps a tool blocked when its server is removed before it is shown again', async () => {
    const store = quickConsentStore();
    const host = await open(undefined, store);
    await set(host, 'block');
    const asking = set(host, 'ask');
    host.remove(parts(host)[0].id);
    await errorOf(asking, 'closed');
    assert.equal(of(await open(undefined, store)), 'block');
  });

  it('allows nothing for a server that is removed in the meantime', async () => {
    const host = await open();
    const allowing = set(host, 'allow');
    host.remove(parts(host)[0].id);
    await errorOf(allowing, 'closed');
    assert.isEmpty(host.getSnapshot().consent.permissions);
  });

  it('says so when the server or the tool is unknown', async () => {
    const host = await open();
    await errorOf(host.toolPermissions.set('nobody', 'tidy', 'ask'), 'invalid-argument');
    const noTool = await errorOf(host.toolPermissions.set(parts(host)[0].id, 'nothing', 'allow'), 'invalid-argument');
    assert.include(noTool.message, '"nothing"');
  });
});
