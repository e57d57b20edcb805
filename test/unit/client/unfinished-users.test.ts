/** An unfinished call belongs to whoever made it, and to nobody who comes after them. */
import { assert } from 'chai';
import { connect, type ConnectOptions, McpHost, type StoredCall, unfinishedCalls } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { digestOf, leave, MemoryCalls } from '../../support/memory-calls.ts';
import {
  aWhile,
  done,
  event,
  eventually,
  json,
  legacyServer,
  liveStream,
  result,
  stream,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

describe('the unfinished call of one user', () => {
  let callStore: MemoryCalls;
  beforeEach(() => void (callStore = new MemoryCalls()));

  /** A call that is recorded, and whose page dies. */
  async function callAndDie(options: ConnectOptions): Promise<StoredCall> {
    const live = liveStream();
    const { fetch } = legacyServer(({ method }) => (method === 'tools/call' ? live.response : undefined));
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore, ...options });
    const calling = client.callTool('slow');
    live.send('id: e1\ndata:\n\n');
    const left = structuredClone(
      await eventually(() => callStore.only?.stream?.lastEventId !== undefined && callStore.only),
    );
    await client.close();
    await errorOf(calling, 'closed');
    await eventually(() => callStore.calls.size === 0);
    await callStore.write(left);
    return left;
  }

  const toolsOf = async (options: ConnectOptions): Promise<string[]> =>
    (await unfinishedCalls(URL_OF_SCRIPT, { callStore, ...options })).map(({ tool }) => tool);

  it('is not that of the next one who signs in at the same issuer', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    await callAndDie({ auth });
    assert.deepEqual(await toolsOf({ auth }), ['slow']);
    auth.become({ state: 'signed-out' });
    assert.isEmpty(await toolsOf({ auth }));
    auth.become(SIGNED_IN);
    assert.isEmpty(await toolsOf({ auth }));
  });

  it('is not in the snapshot of the next one, who signs in after the session has ended', async () => {
    await leave(callStore, {}, 'sign-in 1');
    const auth = new FakeSignIn(SIGNED_IN);
    const { fetch } = legacyServer(() => undefined);
    const host = new McpHost({ auth, callStore });
    host.add(URL_OF_SCRIPT, { fetch });
    await eventually(() => host.getSnapshot().unfinished?.length === 1);
    auth.become({ state: 'expired' });
    await eventually(() => host.getSnapshot().unfinished?.length === 0);
    auth.become(SIGNED_IN);
    await eventually(() => host.getSnapshot().servers[0]?.signIn?.state === 'signed-in');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.isEmpty(host.getSnapshot().unfinished);
    host.close();
  });

  it('is not resumed for another principal, whose page still shows it', async () => {
    await leave(callStore, {}, 'principal ada');
    let principal = 'ada';
    const { fetch, received } = legacyServer(({ headers }) =>
      headers.get('Last-Event-ID') ? stream(`id: e6\n${event(result(7, done))}`) : undefined,
    );
    const host = new McpHost({ callStore });
    const serverId = host.add(URL_OF_SCRIPT, {
      fetch,
      principal: () => principal,
      headers: () => ({ 'X-User': principal }),
    });
    const [call] = await eventually(() => host.getSnapshot().unfinished?.length === 1 && host.getSnapshot().unfinished);
    principal = 'eve';
    await errorOf(call?.resume() ?? Promise.resolve(), 'closed');
    await call?.forget();
    assert.isEmpty(received.filter(({ headers }) => headers.get('Mcp-Session-Id') === 'earlier'));
    assert.equal(callStore.calls.size, 1, 'it is still the first one’s');
    host.retry(serverId);
    await eventually(() => host.getSnapshot().unfinished?.length === 0);
    principal = 'ada';
    host.retry(serverId);
    await eventually(() => host.getSnapshot().unfinished?.length === 1);
    host.close();
  });

  it('is not recorded where nobody can tell who is signed in', async () => {
    const seen: number[] = [];
    const { fetch } = legacyServer(({ method, id }) => {
      if (method !== 'tools/call') return undefined;
      seen.push(callStore.calls.size);
      return json(result(id, done));
    });
    const auth: ConnectOptions['auth'] = { authorize: (_server, send) => send };
    const ofNobody: ConnectOptions['auth'] = { ...auth, currentSignIn: async () => undefined };
    const ofAda: ConnectOptions['auth'] = { ...auth, currentSignIn: async () => 'ada’s' };
    const failing: ConnectOptions['auth'] = { ...auth, currentSignIn: () => Promise.reject(new Error('No vault')) };
    for (const one of [auth, ofNobody, failing, ofAda]) {
      const client = await connect(URL_OF_SCRIPT, { fetch, callStore, auth: one });
      await client.callTool('slow');
      await client.close();
    }
    assert.deepEqual(seen, [0, 1, 0, 1]);
  });

  it('is recorded while nobody is signed in, and no longer once the call has waited for a sign-in', async () => {
    let user: string | undefined;
    const live = liveStream();
    const { fetch } = legacyServer(({ method }) => (method === 'tools/call' ? live.response : undefined));
    const auth: ConnectOptions['auth'] = { authorize: (_server, send) => send, currentSignIn: async () => user };
    const client = await connect(URL_OF_SCRIPT, { fetch, callStore, auth });
    const calling = client.callTool('slow');
    calling.catch(() => {});
    await eventually(() => callStore.only?.stream);
    user = 'ada’s';
    live.send('id: e1\ndata:\n\n');
    await eventually(() => callStore.calls.size === 0);
    await client.close();
  });

  it('is recorded by a host for the user who is signed in', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const live = liveStream();
    const { fetch } = legacyServer(
      ({ method, id }) =>
        method === 'tools/list'
          ? json(result(id, { tools: [{ name: 'slow', inputSchema: { type: 'object' } }] }))
          : method === 'tools/call'
            ? live.response
            : undefined,
      { tools: {} },
    );
    const host = new McpHost({ auth, callStore, consent: () => ({ action: 'allow' }) });
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await host.ready(id);
    host.callTool(id, 'slow').catch(() => {});
    const call = await eventually(() => callStore.only);
    assert.equal(call.owner, await digestOf('sign-in 1'));
    host.close();
  });

  it('stays when another user of the same server signs out', async () => {
    await leave(callStore, { tool: 'own' }, 'sign-in 1');
    await leave(callStore, { tool: 'others' }, 'principal ada');
    const auth = new FakeSignIn(SIGNED_IN);
    const { fetch } = legacyServer(() => undefined);
    const host = new McpHost({ auth, callStore });
    host.add(URL_OF_SCRIPT, { fetch });
    await eventually(() => host.getSnapshot().unfinished?.length === 1);
    auth.become({ state: 'signed-out' });
    await eventually(() => callStore.calls.size === 1);
    await aWhile();
    assert.equal(callStore.only?.tool, 'others');
    host.close();
  });
});
