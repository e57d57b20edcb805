import { assert } from 'chai';
import { type CallToolResult, type HostServer, McpHost } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import {
  aWhile,
  done,
  json,
  modernServer,
  rejection,
  result,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';
import { faultUrl, serverUrl } from '../../support/servers.ts';

const said = ({ content: [block] }: CallToolResult): string | undefined =>
  block?.type === 'text' ? block.text : undefined;

const CALLS: Readonly<Record<string, (host: McpHost, id: string, signal?: AbortSignal) => Promise<unknown>>> = {
  'a tool call': (host, id, signal) => host.callTool(id, 'echo', { message: 'hi' }, { signal }),
  'a prompt': (host, id, signal) => host.getPrompt(id, 'greet', { name: 'Ada' }, { signal }),
  'a resource read': (host, id, signal) => host.readResource(id, 'test://notes/today', { signal }),
};

describe('while its server is connecting', () => {
  let host: McpHost;
  let release: () => void;
  let held: Promise<void>;
  /** The descriptions of the tools for which consent was requested. */
  let asked: unknown[];
  beforeEach(() => {
    asked = [];
    host = new McpHost({
      consent: ({ tool }) => {
        asked.push(tool.description);
        return { action: 'allow' };
      },
    });
    held = new Promise((resolve) => (release = resolve));
  });
  afterEach(() => host.close());

  const server = (): HostServer => host.getSnapshot().servers[0] ?? assert.fail('no server');

  it('a call waits, and goes on with what the server offers', async () => {
    const id = host.add(await serverUrl('dual'));
    const [called, prompt, read] = await Promise.all([
      host.callTool(id, 'echo', { message: 'hi' }),
      host.getPrompt(id, 'greet', { name: 'Ada' }),
      host.readResource(id, 'test://notes/today'),
    ]);
    assert.equal(said(called), 'Echo: hi');
    assert.isNotEmpty(prompt.messages);
    assert.isNotEmpty(read.contents);
  });

  it('a call waits for the connection that takes its place, however often', async () => {
    const id = host.add(await serverUrl('dual'));
    await until(() => server().tools.length > 0);
    host.retry(id);
    const calling = host.callTool(id, 'echo', { message: 'hi' });
    const reading = host.readResource(id, 'test://notes/today');
    host.retry(id);
    await Promise.resolve();
    host.retry(id);
    assert.equal(said(await calling), 'Echo: hi');
    assert.isNotEmpty((await reading).contents);
  });

  it('only a call of a tool waits for the list of tools, across connections', async () => {
    const { fetch } = modernServer(
      async ({ method, id }) => {
        if (method === 'tools/call') return json(result(id, { resultType: 'complete', ...done }));
        if (method === 'resources/read') return json(result(id, { resultType: 'complete', contents: [] }));
        if (method !== 'tools/list') return undefined;
        await held;
        return json(result(id, { resultType: 'complete', tools: [{ name: 'look', inputSchema: { type: 'object' } }] }));
      },
      { tools: {} },
    );
    const id = host.add(URL_OF_SCRIPT, { fetch });
    const calling = host.callTool(id, 'look');
    await host.readResource(id, 'test://notes/today');
    assert.isTrue(server().isListing);
    host.retry(id);
    await host.readResource(id, 'test://notes/today');
    assert.isUndefined(await Promise.race([calling, aWhile()]), 'still waits');
    release();
    assert.equal(said(await calling), 'done');
  });

  it('a call of a tool waits for no other list', async () => {
    const { fetch } = modernServer(
      async ({ method, id }) => {
        if (method === 'tools/call') return json(result(id, { resultType: 'complete', ...done }));
        if (method === 'tools/list')
          return json(
            result(id, { resultType: 'complete', tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
          );
        if (method === 'resources/list') await held;
        return undefined;
      },
      { tools: {}, resources: {} },
    );
    assert.equal(said(await host.callTool(host.add(URL_OF_SCRIPT, { fetch }), 'look')), 'done');
    assert.isTrue(server().isListing);
  });

  it('nobody is asked about an outdated definition of a tool', async () => {
    let description = 'Looks.';
    const { fetch } = modernServer(
      async ({ method, id }) => {
        if (method === 'tools/call') return json(result(id, { resultType: 'complete', ...done }));
        if (asked.length > 0) await aWhile();
        return method === 'tools/list'
          ? json(
              result(id, {
                resultType: 'complete',
                tools: [{ name: 'look', description, inputSchema: { type: 'object' } }],
              }),
            )
          : undefined;
      },
      { tools: {} },
    );
    const id = host.add(URL_OF_SCRIPT, { fetch });
    await host.callTool(id, 'look');
    description = 'Looks, and tells everybody.';
    host.retry(id);
    await host.callTool(id, 'look');
    assert.deepEqual(asked, ['Looks.', 'Looks, and tells everybody.']);
  });

  it('a call is sent with the arguments that it was made with', async () => {
    const id = host.add(await serverUrl('dual'));
    const args = { message: 'as it was' };
    const calling = host.callTool(id, 'echo', args);
    args.message = 'as it is';
    assert.equal(said(await calling), 'Echo: as it was');
  });

  for (const [name, call] of Object.entries(CALLS)) {
    it(`${name} fails as the connection does`, async () => {
      const id = host.add(await faultUrl('connect/html'));
      const error = await errorOf(call(host, id), 'not-mcp');
      assert.strictEqual(error, server().error);
    });

    it(`${name} ends with its caller’s signal`, async () => {
      const id = host.add(URL_OF_SCRIPT, { fetch: () => new Promise(() => {}) });
      const reason = new Error('not anymore');
      const giveUp = new AbortController();
      const calling = rejection(call(host, id, giveUp.signal));
      await aWhile();
      giveUp.abort(reason);
      assert.strictEqual(await calling, reason);
      assert.equal(server().status, 'connecting');
    });

    it(`${name} ends when the server is removed, even while the connection hangs`, async () => {
      const never = (): Promise<never> => new Promise(() => {});
      const id = host.add(URL_OF_SCRIPT, { fetch: never, store: { get: never, set: never, delete: never } });
      const calling = errorOf(call(host, id), 'closed');
      await aWhile();
      host.remove(id);
      assert.match((await calling).message, /was closed/);
    });

    it(`${name} fails at once when nothing is under way, and says what to do`, async () => {
      const auth = new FakeSignIn();
      host.add(await serverUrl('dual'), { id: 'signed-out', auth });
      host.add(await faultUrl('connect/html'), { id: 'failed' });
      await until(() => host.getSnapshot().servers.every(({ status }) => status === 'failed'));
      auth.become({ state: 'signing-in' });
      for (const id of ['signed-out', 'failed'])
        assert.match((await errorOf(call(host, id), 'closed')).message, /retry.*sign in/);
    });
  }

  it('a call waits for the connection of the user who signed in meanwhile', async () => {
    const auth = new FakeSignIn();
    const id = host.add(await serverUrl('dual'), { auth });
    const calling = host.callTool(id, 'echo', { message: 'hi' });
    auth.become(SIGNED_IN);
    assert.equal(said(await calling), 'Echo: hi');
  });
});
