import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { digestOfText } from '../../../packages/client/src/wire/digest.ts';
import {
  aWhile,
  done,
  json,
  legacyServer,
  type LiveStream,
  liveStream,
  result,
  type Scripted,
  until,
} from '../../support/scripted-server.ts';
import { setVisibility } from '../../support/visibility.ts';

/** An older server with a session for each client. `restart` forgets them all. */
function restartingServer(): Scripted & { restart: () => void; streams: LiveStream[] } {
  const streams: LiveStream[] = [];
  const sessions = new Set<string | null>();
  const scripted = legacyServer(({ httpMethod, method, id, headers }) => {
    if (method === 'initialize') {
      const session = crypto.randomUUID();
      sessions.add(session);
      const capabilities = { tools: { listChanged: true } };
      const serverInfo = { name: 'restarting', version: '1.0.0' };
      const answer = result(id, { protocolVersion: '2025-11-25', capabilities, serverInfo });
      return json(answer, { 'Mcp-Session-Id': session });
    }
    if (!sessions.has(headers.get('Mcp-Session-Id'))) return new Response(undefined, { status: 404 });
    if (httpMethod === 'GET') {
      const live = liveStream();
      streams.push(live);
      return live.response;
    }
    if (method === 'ping') return json(result(id));
    return method === 'tools/call' ? json(result(id, done)) : undefined;
  });
  return Object.assign(scripted, { restart: () => sessions.clear(), streams });
}

// Several clients of one page share as tabs do.
describe('clients of an older server that share a stream', () => {
  const clients: McpClient[] = [];
  afterEach(async () => {
    setVisibility(undefined);
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  it('call once after the server was restarted, also if they do not hear of its end themselves', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    const { fetch, receivedFor, restart } = restartingServer();
    // The first one leads, and the second one is that which the user looks at.
    for (let count = 0; count < 3; count++)
      clients.push(await connect(url, { fetch, revision: '2025-11-25', shareWithTabs: true }));
    restart();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await clients[2]!.callTool('echo');
    assert.lengthOf(receivedFor('tools/call'), 1);
    assert.lengthOf(receivedFor('initialize'), 4);
  });

  it('call in a new session when the stream that a call needs is refused with the old one [TR-24]', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    const { fetch, receivedFor, restart, streams } = restartingServer();
    const elicitation = { form: () => ({ action: 'decline' as const }) };
    for (let count = 0; count < 2; count++)
      clients.push(await connect(url, { fetch, revision: '2025-11-25', shareWithTabs: true, elicitation }));
    await until(() => streams.length === 2);
    setVisibility('hidden');
    await aWhile();
    restart();
    assert.deepEqual(await clients[1]!.callTool('echo'), done);
    assert.lengthOf(receivedFor('tools/call'), 1);
    assert.lengthOf(receivedFor('initialize'), 3);
  });

  for (const [who, index, isSeen] of [
    ['leads, and another one that the user looks at has a place', 0, true],
    ['is the one that the user looks at, whose stream has a place already', 1, true],
    ['is seen by nobody: the stream that its calls need has a place, once for all of them', 1, false],
  ] as const)
    it(`call three at a time in one that ${who} [BR-06]`, async () => {
      const url = `http://${crypto.randomUUID()}.example/mcp`;
      const { fetch, streams } = restartingServer();
      const elicitation = { form: () => ({ action: 'decline' as const }) };
      let calls = 0;
      const hanging: typeof globalThis.fetch = (input, init) => {
        if (typeof init?.body !== 'string' || !init.body.includes('tools/call')) return fetch(input, init);
        calls++;
        return new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch'))),
        );
      };
      const options = { fetch: hanging, revision: '2025-11-25', shareWithTabs: true, elicitation } as const;
      for (let tab = 0; tab < 2; tab++) clients.push(await connect(url, options));
      await until(() => streams.length === 2);
      if (!isSeen) setVisibility('hidden');
      await aWhile();
      for (let call = 0; call < 6; call++) clients[index]!.callTool('echo').catch(() => {});
      await until(() => calls === 3);
      await aWhile();
      assert.equal(calls, 3);
    });

  it('leave the place of the one that the user looks at to others when that is closed', async () => {
    const origin = `http://${crypto.randomUUID()}.example`;
    const { fetch, streams } = restartingServer();
    for (let count = 0; count < 2; count++)
      clients.push(await connect(`${origin}/mcp`, { fetch, revision: '2025-11-25', shareWithTabs: true }));
    const name = `mcp-web call ${await digestOfText(origin)}`;
    const held = async (): Promise<number> =>
      (await navigator.locks.query()).held?.filter((lock) => lock.name?.startsWith(name)).length ?? 0;
    await until(() => streams.length === 2);
    assert.equal(await held(), 2, 'its place, and that there is one for a tab that the user looks at');
    await clients[1]!.close();
    while ((await held()) > 0) await aWhile();
  });

  it('hear that they may have missed something when they listen for themselves again', async () => {
    const url = `http://${crypto.randomUUID()}.example/mcp`;
    const { fetch, streams } = restartingServer();
    for (let count = 0; count < 2; count++)
      clients.push(await connect(url, { fetch, revision: '2025-11-25', shareWithTabs: true }));
    const missed = [0, 0];
    for (const [index, client] of clients.entries())
      client.addEventListener('listchange', () => (missed[index] = missed[index]! + 1));
    await until(() => streams.length === 2);
    // The stream of the second one breaks, and that of the first one, which leads, does not.
    streams[1]!.end();
    await until(() => streams.length === 3 && missed[1]! > 0);
    setVisibility('hidden');
    await aWhile();
    missed[1] = 0;
    setVisibility('visible');
    await until(() => streams.length === 4 && missed[1]! > 0);
    assert.equal(missed[0], 0);
  });
});
