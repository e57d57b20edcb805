import { assert } from 'chai';
import {
  type HostServer,
  indexedDbPermissionStore,
  McpHost,
  type PermissionDuration,
  type SignInStatus,
} from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { eventually } from '../../support/scripted-server.ts';
import { FakeSignIn, ISSUER, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { serverUrl } from '../../support/servers.ts';

describe('a host whose servers sign users in', () => {
  let auth: FakeSignIn;
  let host: McpHost;
  let id: string;
  let url: string;

  afterEach(() => host.close());

  async function add(begin = new FakeSignIn()): Promise<void> {
    auth = begin;
    host = new McpHost({ auth });
    url = new URL(await serverUrl('dual')).href;
    id = host.add(url);
  }

  const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');

  function untilServer(isSo: (server: HostServer) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isSo(server())) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = host.subscribe(look);
      look();
    });
  }

  it('says that the user has to sign in, and opens no window by itself', async () => {
    await add();
    await untilServer(({ status }) => status === 'failed');
    assert.equal(server().error?.code, 'unauthorized');
    assert.equal(server().signIn?.state, 'signed-out');
    assert.deepEqual(
      auth.authorizeOptions.map((options) => options?.mayOpenWindow),
      auth.authorizeOptions.map(() => false),
    );
    assert.isNotEmpty(auth.authorizeOptions);
  });

  it('connects by itself when the user has signed in, in whichever tab', async () => {
    await add();
    await untilServer(({ status }) => status === 'failed');
    auth.become({ state: 'signing-in' });
    assert.equal(server().status, 'failed');
    auth.become(SIGNED_IN);
    await untilServer(({ status }) => status === 'ready');
    assert.equal(server().signIn, SIGNED_IN);
  });

  it('is not ready without its user, and ready after their sign-in', async () => {
    await add();
    assert.propertyVal(await errorOf(host.ready(id), 'unauthorized'), 'reason', 'sign-in-required');
    auth.become({ state: 'signing-in' });
    await errorOf(host.ready(id), 'unauthorized');
    auth.become(SIGNED_IN);
    assert.isNotEmpty((await host.ready(id)).enabledTools);
  });

  it('begins without the failure of a server that was removed', async () => {
    await add();
    await untilServer(({ status }) => status === 'failed');
    auth.become({ state: 'signed-out', reason: 'discovery', message: 'It did not say where to sign in.' });
    assert.propertyVal(server().signIn, 'reason', 'discovery');
    host.remove(id);
    id = host.add(url);
    assert.deepEqual(server().signIn, { state: 'signed-out' });
    const required = { state: 'signed-out', reason: 'sign-in-required', message: 'Sign in.' } as const;
    auth.become(required);
    host.remove(id);
    id = host.add(url);
    assert.deepEqual(server().signIn, required, 'what the server requires stays so');
    auth.become({ state: 'signed-out', reason: 'discovery', message: 'It did not say where to sign in.' });
    host.remove(id);
    id = host.add(url);
    // A change of another server's status says nothing about this one.
    auth.dispatchEvent(new Event('statuschange'));
    assert.deepEqual(server().signIn, { state: 'signed-out' });
  });

  it('no longer says that the user has to sign in where the server takes the headers of the page', async () => {
    const required = { state: 'signed-out', reason: 'sign-in-required', message: 'Sign in.' } as const;
    auth = new FakeSignIn(SIGNED_IN);
    host = new McpHost({ auth });
    url = new URL(await serverUrl('dual')).href;
    auth.become(required);
    const refused = host.add(url);
    assert.deepEqual(server().signIn, required);
    host.remove(refused);
    // As the authorizer of an app that lets requests with a key through.
    auth.become(required);
    const withKey = { authorize: (_server: URL, send: typeof fetch) => send };
    id = host.add(url, { headers: { 'X-Key': 'abc' }, auth: Object.assign(auth, withKey) });
    await host.ready(id);
    assert.deepEqual(server().signIn, { state: 'signed-out' });
    const again = { ...required };
    auth.become(again);
    assert.equal(server().signIn, again, 'a call may need the user all the same');
  });

  it('connects again after an attempt that began before the user signed in', async () => {
    await add();
    auth.become(SIGNED_IN);
    await untilServer(({ status }) => status === 'ready');
  });

  it('shows nothing of one user to the next', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    await untilServer(({ tools }) => tools.length > 0);
    auth.become({ state: 'signed-out' });
    await untilServer(({ status }) => status === 'failed');
    assert.isEmpty(server().tools);
    assert.isEmpty(server().resources);
  });

  it('keeps what it shows when a session ends, until the user returns', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    await untilServer(({ tools }) => tools.length > 0);
    auth.become({ state: 'expired' });
    await untilServer(({ status }) => status === 'failed');
    assert.isNotEmpty(server().tools);
  });

  for (const [permission, end, isAskedAgain] of [
    ['session', 'signed-out', true],
    ['always', 'signed-out', true],
    ['session', 'expired', true],
    ['always', 'expired', false],
  ] as const satisfies [PermissionDuration, string, boolean][]) {
    it(`${isAskedAgain ? 'asks' : 'does not ask'} the next user about a tool that was allowed ${permission === 'session' ? 'for the session' : 'for good'} before the state was ${end}`, async () => {
      const name = `host-sign-in-test-${crypto.randomUUID()}`;
      auth = new FakeSignIn(SIGNED_IN);
      host = new McpHost({ auth, permissionStore: indexedDbPermissionStore(name) });
      host.addResponder('consent');
      id = host.add(await serverUrl('dual'));
      await untilServer(({ tools }) => tools.length > 0);
      const first = host.callTool(id, 'echo', { message: 'from Ada' });
      await eventually(() => host.getSnapshot().requests.length > 0);
      host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'allow', permission });
      await first;
      await host.callTool(id, 'echo', { message: 'allowed' });

      auth.become({ state: end });
      await untilServer(({ status }) => status === 'failed');
      auth.become(SIGNED_IN);
      await untilServer(({ status, tools, isListing }) => status === 'ready' && tools.length > 0 && !isListing);
      const second = host.callTool(id, 'echo', { message: 'from Bob' });
      if (isAskedAgain) {
        const asked = await eventually(() => host.getSnapshot().requests[0]);
        host.respond(asked.id, { action: 'deny' });
        await errorOf(second, 'denied');
        assert.isEmpty(host.getSnapshot().consent.permissions);
        assert.isEmpty(await indexedDbPermissionStore(name).read());
      } else await second;
      indexedDB.deleteDatabase(name);
    });
  }

  it('asks the next user about a tool that was allowed for the session before the server was removed', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    host.addResponder('consent');
    await untilServer(({ tools }) => tools.length > 0);
    const first = host.callTool(id, 'echo', { message: 'from Ada' });
    await eventually(() => host.getSnapshot().requests.length > 0);
    host.respond(host.getSnapshot().requests[0]?.id ?? '', { action: 'allow', permission: 'session' });
    await first;
    host.remove(id);
    auth.become({ state: 'signed-out' });
    auth.become(SIGNED_IN);
    id = host.add(url);
    await untilServer(({ tools }) => tools.length > 0);
    const second = host.callTool(id, 'echo', { message: 'from Bob' });
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'deny' });
    await errorOf(second, 'denied');
    assert.isEmpty(host.getSnapshot().consent.permissions);
  });

  for (const [what, path, isGone] of [
    ['signs out after the session has ended', [{ state: 'expired' }, { state: 'signed-out' }], true],
    [
      'signs out after trying in vain to sign in again',
      [
        { state: 'expired' },
        { state: 'signing-in' },
        { state: 'signed-out', reason: 'cancelled', message: 'cancelled' },
        { state: 'signed-out' },
      ],
      true,
    ],
    [
      'cannot sign in again after the session has ended',
      [
        { state: 'expired' },
        { state: 'signing-in' },
        { state: 'signed-out', reason: 'cancelled', message: 'cancelled' },
      ],
      false,
    ],
  ] as const satisfies [string, SignInStatus[], boolean][]) {
    it(`${isGone ? 'forgets' : 'remembers'} a user who ${what}`, async () => {
      const name = `host-sign-in-test-${crypto.randomUUID()}`;
      const store = indexedDbPermissionStore(name);
      auth = new FakeSignIn(SIGNED_IN);
      host = new McpHost({ auth, permissionStore: store });
      host.addResponder('consent');
      id = host.add(await serverUrl('dual'));
      await untilServer(({ tools }) => tools.length > 0);
      const call = host.callTool(id, 'echo', { message: 'from Ada' });
      const asked = await eventually(() => host.getSnapshot().requests[0]);
      host.respond(asked.id, { action: 'allow', permission: 'always' });
      await call;
      await eventually(async () => (await store.read()).length === 1);

      for (const status of path) auth.become(status);
      await untilServer(({ status }) => status === 'failed');
      if (isGone) await eventually(async () => (await store.read()).length === 0);
      assert.equal((await store.read()).length, isGone ? 0 : 1);
      assert.equal(host.getSnapshot().consent.permissions.length, isGone ? 0 : 1);
      assert.equal(server().tools.length === 0, isGone);
      assert.equal(server().signOuts, isGone ? 1 : undefined);
      const revoked = [...host.log.getSnapshot()].filter(({ data }) => JSON.stringify(data).includes('revoked'));
      assert.deepEqual(
        revoked.map(({ serverId, data }) => ({ serverId, data })),
        isGone ? [{ serverId: id, data: { tool: 'echo', decision: 'revoked', by: 'user', permission: 'always' } }] : [],
      );
      indexedDB.deleteDatabase(name);
    });
  }

  it('asks nobody what the user who signed out was asked', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    host.addResponder('consent');
    await untilServer(({ tools }) => tools.length > 0);
    let waiting: Promise<unknown> | undefined;
    const running = host.callTool(
      id,
      'countdown',
      { steps: 3, delayMs: 200 },
      { onprogress: () => void (waiting ??= errorOf(host.callTool(id, 'echo', { message: 'from Ada' }), 'denied')) },
    );
    const asked = await eventually(() => host.getSnapshot().requests[0]);
    host.respond(asked.id, { action: 'allow' });
    await eventually(() => host.getSnapshot().requests.some(({ id: other }) => other !== asked.id));
    auth.become({ state: 'signed-out' });
    assert.isEmpty(host.getSnapshot().requests);
    await Promise.all([waiting, running]);
  });

  it('lets calls end that are under way when the user signs out', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    await untilServer(({ tools }) => tools.length > 0);
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const calling = host.callTool(
      id,
      'countdown',
      { steps: 3, delayMs: 100 },
      { onprogress: () => auth.become({ state: 'signed-out' }) },
    );
    assert.include(JSON.stringify(await calling), 'Lift-off');
    await untilServer(({ status }) => status === 'failed');
  });

  it('stays connected whether or not the user agrees to more scopes', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    await untilServer(({ status }) => status === 'ready');
    const statuses = new Set<string>();
    const unsubscribe = host.subscribe(() => statuses.add(server().status));
    auth.become({ state: 'signing-in', issuer: ISSUER });
    auth.become({ state: 'signed-in', issuer: ISSUER, scope: ['notes:read', 'notes:write'] });
    await new Promise((resolve) => setTimeout(resolve, 50));
    unsubscribe();
    assert.deepEqual([...statuses], ['ready']);
  });

  it('asks the user for more scopes, naming the server and the issuer', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    host.addResponder('step-up');
    for (const action of ['allow', 'deny'] as const) {
      const asking = auth.stepUp(url, ['notes:write']);
      const [pending] = host.getSnapshot().requests;
      assert.deepEqual(
        pending?.kind === 'step-up' && [pending.request.server.id, pending.request.issuer, pending.request.scope],
        [id, ISSUER, ['notes:write']],
      );
      host.respond(pending?.id ?? '', action === 'allow' ? { action } : { action });
      assert.equal(await asking, action === 'allow');
    }
    const entries = [...host.log.getSnapshot()].flatMap(({ kind, serverId, level, data }) =>
      'request' in Object(data) ? [{ kind, serverId, level, ...Object(data) }] : [],
    );
    const of = {
      kind: 'sign-in',
      serverId: id,
      request: 'step-up',
      issuer: ISSUER,
      scope: ['notes:write'],
      by: 'user',
    };
    assert.deepEqual(entries, [
      { ...of, level: 'info', action: 'allow' },
      { ...of, level: 'notice', action: 'deny' },
    ]);
  });

  it('leaves a request for more scopes open if nobody asks the user, and for servers of others', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    assert.isUndefined(await auth.stepUp(url, ['notes:write']));
    host.addResponder('step-up');
    assert.isUndefined(await auth.stepUp('https://elsewhere.example/mcp', ['notes:write']));
    host.remove(id);
    assert.equal(auth.policies.size, 0);
  });

  it('withdraws the request when the call that needed it is given up', async () => {
    await add(new FakeSignIn(SIGNED_IN));
    host.addResponder('step-up');
    const caller = new AbortController();
    const asking = auth.stepUp(url, ['notes:write'], caller.signal);
    caller.abort(new Error('given up'));
    assert.equal(
      await asking.then(
        () => 'answered',
        (error: unknown) => String(error),
      ),
      'Error: given up',
    );
    assert.isEmpty(host.getSnapshot().requests);
  });

  it('is logged when the user signs in and out, without private data', async () => {
    await add();
    auth.become({ state: 'signed-in', issuer: ISSUER, scope: ['notes:read'] });
    auth.become({ state: 'signed-out' });
    const entries = [...host.log.getSnapshot()].flatMap(({ kind, level, serverId, serverName, data }) =>
      kind === 'sign-in' ? [{ level, serverId, serverName, data }] : [],
    );
    const of = { level: 'info', serverId: id, serverName: new URL(url).host } as const;
    assert.deepEqual(
      entries,
      ['signed-in', 'signed-out'].map((state) => ({ ...of, data: { state } })),
    );
  });

  it('is logged when signing in failed, with the reason, and when the user did not want to', async () => {
    await add();
    const refused = { reason: 'refused', message: 'https://login.example refused: server_error.' } as const;
    const outcomes = [
      { state: 'signed-out', ...refused },
      { state: 'expired', ...refused },
      { state: 'signed-out', reason: 'cancelled', message: 'The sign-in window was closed: try again.' },
      { state: 'signed-out', reason: 'refused', message: 'It was refused.', oauthError: 'access_denied' },
      { state: 'signed-out', reason: 'sign-in-required', message: 'Sign in.' },
    ] as const satisfies SignInStatus[];
    for (const outcome of outcomes) {
      auth.become({ state: 'signing-in' });
      auth.become(outcome);
    }
    assert.deepEqual(
      [...host.log.getSnapshot()].flatMap(({ kind, level, serverName, data }) =>
        kind === 'sign-in' && serverName === new URL(url).host ? [{ level, data }] : [],
      ),
      [
        { level: 'error', data: { state: 'failed', ...refused } },
        { level: 'error', data: { state: 'failed', ...refused } },
        { level: 'info', data: { state: 'cancelled' } },
        { level: 'info', data: { state: 'denied' } },
      ],
    );
  });

  it('passes on what the user wants', async () => {
    await add();
    await host.signIn(id);
    host.cancelSignIn(id);
    await host.signOut(id);
    assert.deepEqual(auth.calls, ['signIn', 'cancelSignIn', 'signOut']);
  });

  it('says what is missing where nothing signs users in', async () => {
    host = new McpHost();
    id = host.add(await serverUrl('dual'));
    assert.isUndefined(server().signIn);
    await errorOf((async () => host.signIn(id))(), 'invalid-argument');
  });
});
