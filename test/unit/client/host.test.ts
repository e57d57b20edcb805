import { assert } from 'chai';
import { type ConsentRequest, type HostServer, McpHost } from '@mcp-web/client';
import { errorOf, thrownBy } from '../../support/errors.ts';
import { until } from '../../support/scripted-server.ts';
import { faultUrl, serverUrl } from '../../support/servers.ts';

/** Resolves with the server once it is connected and listed, or has failed. */
function settled(host: McpHost, id: string): Promise<HostServer> {
  return new Promise((resolve) => {
    const look = (): void => {
      const server = host.getSnapshot().servers.find((candidate) => candidate.id === id);
      if (
        !server ||
        server.status === 'connecting' ||
        server.isListing ||
        (server.status === 'ready' && server.tools.length === 0)
      )
        return;
      unsubscribe();
      resolve(server);
    };
    const unsubscribe = host.subscribe(look);
    look();
  });
}

/** Resolves when a request waits for the user. */
function asked(host: McpHost): Promise<string> {
  return new Promise((resolve) => {
    const unsubscribe = host.subscribe(() => {
      const [pending] = host.getSnapshot().requests;
      if (!pending) return;
      unsubscribe();
      resolve(pending.id);
    });
  });
}

describe('a host', () => {
  let host: McpHost;
  beforeEach(() => (host = new McpHost({ clientInfo: { name: 'host-test', version: '1.0.0' } })));
  afterEach(() => host.close());

  it('connects to servers of both eras and lists what they offer', async () => {
    const [modern, legacy] = await Promise.all([
      settled(host, host.add(await serverUrl('modern'))),
      settled(host, host.add(await serverUrl('legacy'))),
    ]);
    assert.equal(modern.era, 'modern');
    assert.equal(legacy.era, 'legacy');
    for (const server of [modern, legacy]) {
      assert.equal(server.status, 'ready');
      assert.include(
        server.tools.map(({ name }) => name),
        'echo',
      );
      assert.isNotEmpty(server.prompts);
      assert.isNotEmpty(server.resources);
    }
  });

  it('keeps one frozen snapshot until something changes', async () => {
    const id = host.add(await serverUrl('dual'));
    await settled(host, id);
    const snapshot = host.getSnapshot();
    assert.equal(host.getSnapshot(), snapshot);
    assert.isFrozen(snapshot);
    assert.isFrozen(snapshot.servers);
    for (const server of snapshot.servers) assert.isFrozen(server);
    host.remove(id);
    assert.notEqual(host.getSnapshot(), snapshot);
    assert.lengthOf(snapshot.servers, 1);
  });

  it('says why a server failed and connects on retry', async () => {
    const id = host.add(await faultUrl('connect/html'));
    const failed = await settled(host, id);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error?.code, 'not-mcp');
    host.retry(id);
    assert.equal(host.getSnapshot().servers[0]?.status, 'connecting');
    assert.equal((await settled(host, id)).status, 'failed');
  });

  it('refuses what is not a URL at once', () => {
    assert.match(thrownBy(() => host.add('my server'), 'invalid-argument').message, /is not a URL/);
    assert.match(thrownBy(() => host.add('file:///etc/passwd'), 'invalid-argument').message, /http/);
    assert.isEmpty(host.getSnapshot().servers);
  });

  it('tells listeners once of all changes in one task', async () => {
    const url = await serverUrl('dual');
    let calls = 0;
    const unsubscribe = host.subscribe(() => calls++);
    host.remove(host.add(url, { id: 'a' }));
    host.add(url, { id: 'b' });
    await Promise.resolve();
    assert.equal(calls, 1);
    unsubscribe();
    host.remove('b');
    await Promise.resolve();
    assert.equal(calls, 1);
  });

  it('keeps what servers log, with its source', async () => {
    const id = host.add(await serverUrl('dual'));
    await settled(host, id);
    await host.setLogLevel(id, 'debug');
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const changed = new Promise<void>((resolve) => void host.log.subscribe(resolve));
    await host.callTool(id, 'log');
    await changed;
    const entry = [...host.log.getSnapshot()].find(({ kind }) => kind === 'log');
    assert.equal(entry?.serverId, id);
    assert.isNotEmpty(entry?.serverName);
    assert.equal(entry?.kind, 'log');
    assert.equal(host.log.getSnapshot(), host.log.getSnapshot());
  });
});

describe('consent', () => {
  let host: McpHost;
  let id: string;
  beforeEach(async () => {
    host = new McpHost();
    id = host.add(await serverUrl('dual'));
    await settled(host, id);
  });
  afterEach(() => host.close());

  it('is denied when nobody can be asked', async () => {
    const error = await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'denied');
    assert.match(error.message, /mcp-tool-consent/);
  });

  it('is asked of the user, who sees server, tool and arguments, and may change these', async () => {
    host.addResponder('consent');
    const calling = host.callTool(id, 'echo', { message: 'hi' });
    const pendingId = await asked(host);
    const [pending] = host.getSnapshot().requests;
    assert.equal(pending?.request.server.url, new URL(await serverUrl('dual')).href);
    assert.equal(pending?.kind === 'consent' && pending.request.tool.name, 'echo');
    assert.deepEqual(pending?.kind === 'consent' && pending.request.arguments, { message: 'hi' });
    assert.isTrue(host.respond(pendingId, { action: 'allow', arguments: { message: 'edited' } }));
    assert.isFalse(host.respond(pendingId, { action: 'allow' }));
    assert.include(JSON.stringify(await calling), 'edited');
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('ends the call when it is denied, with the reason', async () => {
    host.addResponder('consent');
    const calling = host.callTool(id, 'echo', { message: 'hi' });
    host.respond(await asked(host), { action: 'deny', reason: 'not today' });
    assert.match((await errorOf(calling, 'denied')).message, /not today/);
    const silently = host.callTool(id, 'echo', { message: 'hi' });
    host.respond(await asked(host), { action: 'deny' });
    assert.equal((await errorOf(silently, 'denied')).message, 'The call of echo was not allowed.');
  });

  it('for the session holds for this tool of this server and for no other [SE-20]', async () => {
    host.addResponder('consent');
    const calling = host.callTool(id, 'echo', { message: 'one' });
    host.respond(await asked(host), { action: 'allow', permission: 'session' });
    await calling;
    await host.callTool(id, 'echo', { message: 'two' });

    const other = host.callTool(id, 'add', { a: 1, b: 2 });
    host.respond(await asked(host), { action: 'deny' });
    await errorOf(other, 'denied');

    await host.revokePermissions();
    const again = host.callTool(id, 'echo', { message: 'three' });
    host.respond(await asked(host), { action: 'deny' });
    await errorOf(again, 'denied');
  });

  it('is the first opinion of the page’s policies', async () => {
    const seen: ConsentRequest[] = [];
    host.addConsentPolicy((request) => void seen.push(request));
    const remove = host.addConsentPolicy(async ({ tool }) => (tool.name === 'echo' ? { action: 'allow' } : undefined));
    await host.callTool(id, 'echo', { message: 'hi' });
    assert.lengthOf(seen, 1);
    await errorOf(host.callTool(id, 'add', { a: 1, b: 2 }), 'denied');
    remove();
    await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'denied');
  });

  it('is asked for every call, in their order, that came while what asks was on its way', async () => {
    host.addResponder('consent');
    const calls = ['one', 'two', 'three'].map((message) => host.callTool(id, 'echo', { message }));
    await until(() => host.getSnapshot().requests.length === 3);
    const asked = host
      .getSnapshot()
      .requests.map(({ request }) => ('arguments' in request ? request.arguments['message'] : undefined));
    assert.deepEqual(asked, ['one', 'two', 'three']);
    for (const { id: pending } of host.getSnapshot().requests) host.respond(pending, { action: 'allow' });
    assert.deepEqual(
      (await Promise.all(calls)).map(({ content: [block] }) => block?.type === 'text' && block.text),
      ['Echo: one', 'Echo: two', 'Echo: three'],
    );
  });

  it('is not asked for a call that was given up while what asks was on its way', async () => {
    host.addResponder('consent');
    const reason = new Error('not anymore');
    const giveUp = new AbortController();
    const calling = host.callTool(id, 'echo', { message: 'hi' }, { signal: giveUp.signal });
    giveUp.abort(reason);
    assert.strictEqual(
      await calling.then(
        () => undefined,
        (error: unknown) => error,
      ),
      reason,
    );
    assert.lengthOf(host.getSnapshot().requests, 0);
  });

  it('is no longer asked when the caller gives up', async () => {
    host.addResponder('consent');
    const controller = new AbortController();
    const calling = host.callTool(id, 'echo', { message: 'hi' }, { signal: controller.signal });
    await asked(host);
    controller.abort();
    await calling.then(
      () => assert.fail('was not cancelled'),
      (error: unknown) => assert.propertyVal(error, 'name', 'AbortError'),
    );
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('is no longer asked when the server is removed', async () => {
    host.addResponder('consent');
    const calling = host.callTool(id, 'echo', { message: 'hi' });
    await asked(host);
    host.remove(id);
    await errorOf(calling, 'closed');
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('is given for the arguments as they were when it was asked', async () => {
    host.addResponder('consent');
    const args = { message: 'shown' };
    const calling = host.callTool(id, 'echo', args);
    const pendingId = await asked(host);
    args.message = 'changed behind the user’s back';
    host.respond(pendingId, { action: 'allow' });
    assert.include(JSON.stringify(await calling), 'shown');
  });

  it('is never needed for arguments that are not JSON: those fail before', async () => {
    host.addResponder('consent');
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    await errorOf(host.callTool(id, 'echo', cycle), 'invalid-argument');
    assert.isEmpty(host.getSnapshot().requests);
  });
});
