/** What a page sees of the tool calls of its host. */
import { assert } from 'chai';
import { type CallToolOptions, type HostCall, type HostCallState, McpHost } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { eventually, liveStream, rejection } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { allow, hostOf, listed, textResult, type ScriptedTool, toolServer } from '../../support/tool-servers.ts';

const NOTES = 'https://notes.example/mcp';

describe('the calls that a host knows', () => {
  const hosts: McpHost[] = [];
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
  });

  async function open(tools: ScriptedTool[], options?: ConstructorParameters<typeof McpHost>[0]): Promise<McpHost> {
    const host = await hostOf({ [NOTES]: toolServer(tools) }, options ?? { consent: allow });
    hosts.push(host);
    return host;
  }
  const idOf = (host: McpHost): string => host.getSnapshot().servers[0]?.id ?? '';
  const run = (host: McpHost, name: string, options: CallToolOptions = {}, args = {}): Promise<unknown> =>
    host.callTool(idOf(host), name, args, options).catch((error: unknown) => error);
  const get = (host: McpHost, id: string): HostCall => host.calls.get(id) ?? assert.fail(`no call ${id}`);

  it('have the id that the caller gave, from the start, and everything that came of them', async () => {
    const host = await open([{ name: 'echo', run: ({ text }) => textResult(String(text)) }]);
    const seen: HostCallState[] = [];
    host.calls.subscribe(() => seen.push(get(host, 'mine').state));
    const calling = run(host, 'echo', { callId: 'mine', by: 'user' }, { text: 'hello' });
    const { state, startedAt, serverName, serverId } = get(host, 'mine');
    assert.equal(state, 'waiting');
    assert.closeTo(startedAt, Date.now(), 1_000);
    assert.deepEqual([serverId, serverName], [idOf(host), 'notes.example']);
    await calling;
    const call = get(host, 'mine');
    assert.isFrozen(call);
    assert.deepInclude(call, { name: 'echo', by: 'user', state: 'done', arguments: { text: 'hello' } });
    assert.equal(call.tool?.name, 'echo');
    assert.deepEqual(call.result?.content, [{ type: 'text', text: 'hello' }]);
    assert.isAtLeast(call.endedAt ?? 0, call.sentAt ?? Infinity);
    await eventually(() => seen.at(-1) === 'done');
    assert.include(seen, 'running');
  });

  it('are one array until something changes, the oldest first', async () => {
    const host = await open([{ name: 'echo' }]);
    assert.isEmpty(host.calls.getSnapshot());
    await run(host, 'echo', { callId: 'a' });
    await run(host, 'echo', { callId: 'b' });
    const calls = host.calls.getSnapshot();
    assert.deepEqual(
      calls.map(({ id }) => id),
      ['a', 'b'],
    );
    assert.isFrozen(calls);
    assert.equal(host.calls.getSnapshot(), calls);
    await run(host, 'echo');
    assert.lengthOf(host.calls.getSnapshot(), 3);
    assert.lengthOf(calls, 2);
    await run(host, 'echo', { callId: 'a' });
    assert.deepEqual(
      host.calls.getSnapshot().flatMap(({ id }) => (id.length === 1 ? id : [])),
      ['b', 'a'],
    );
  });

  it('are told of once for all that changes in one task, as long as somebody listens', async () => {
    const host = await open([{ name: 'echo' }], {});
    const heard: number[] = [];
    const listener = (): void => void heard.push(host.calls.getSnapshot().length);
    const stop = host.calls.subscribe(listener);
    host.calls.subscribe(listener)();
    const running = [run(host, 'echo', { callId: 'a' }), run(host, 'echo', { callId: 'b' })];
    assert.isEmpty(heard);
    await Promise.resolve();
    assert.deepEqual(heard, [2]);
    await Promise.all(running);
    assert.isAbove(heard.length, 1);
    stop();
    heard.length = 0;
    await run(host, 'echo');
    assert.isEmpty(heard);
  });

  it('say that they were allowed before they are sent, and not at all if they were not', async () => {
    const happened: string[] = [];
    const { fetch } = toolServer([{ name: 'echo', run: () => (happened.push('sent'), textResult('')) }]);
    const host = new McpHost();
    hosts.push(host);
    host.add(NOTES, { fetch });
    await listed(host);
    const onconsent = (): void => void happened.push('allowed');
    await errorOf(host.callTool(idOf(host), 'echo', {}, { onconsent }), 'denied');
    assert.isEmpty(happened);
    host.addConsentPolicy(allow);
    await host.callTool(idOf(host), 'echo', {}, { onconsent });
    assert.deepEqual(happened, ['allowed', 'sent']);
  });

  it('name their server by its host before it says what it is called', async () => {
    const host = new McpHost({ consent: allow });
    hosts.push(host);
    const id = host.add(NOTES, { fetch: () => new Promise(() => {}) });
    const calling = rejection(host.callTool(id, 'echo', {}, { callId: 'mine' }));
    assert.equal(get(host, 'mine').serverName, 'notes.example');
    host.remove(id);
    await calling;
  });

  it('know their arguments as JSON from the start', async () => {
    const host = await open([{ name: 'echo' }], {});
    host.addResponder('consent');
    void run(host, 'echo', { callId: 'mine' }, { at: new Date(0), none: undefined });
    await eventually(() => host.getSnapshot().requests.length > 0);
    assert.deepEqual(get(host, 'mine').arguments, { at: '1970-01-01T00:00:00.000Z' });
  });

  it('fail with the error of the tool, with what went wrong, or as denied', async () => {
    const host = await open(
      [
        { name: 'bad', run: () => ({ ...textResult('No'), isError: true }) },
        { name: 'broken', run: () => new Response('', { status: 400 }) },
        { name: 'risky' },
      ],
      { consent: ({ tool }) => ({ action: tool.name === 'risky' ? 'deny' : 'allow' }) },
    );
    for (const name of ['bad', 'broken', 'risky', 'missing']) await run(host, name, { callId: name });
    assert.equal(get(host, 'bad').state, 'failed');
    assert.isTrue(get(host, 'bad').result?.isError);
    assert.equal(get(host, 'broken').state, 'failed');
    assert.propertyVal(get(host, 'broken').error, 'code', 'http');
    assert.equal(get(host, 'risky').state, 'denied');
    assert.isUndefined(get(host, 'risky').sentAt);
    assert.propertyVal(get(host, 'missing').error, 'code', 'invalid-argument');
  });

  it('wait for the user under the id that the request names, and take the arguments that the user allowed', async () => {
    const host = await open([{ name: 'echo' }], {});
    host.addResponder('consent');
    const calling = run(host, 'echo', { callId: 'mine' }, { text: 'a' });
    const [pending] = await eventually(() => host.getSnapshot().requests.length > 0 && host.getSnapshot().requests);
    assert.equal(pending?.request.callId, 'mine');
    assert.equal(get(host, 'mine').state, 'waiting');
    host.respond(pending?.id ?? '', { action: 'allow', arguments: { text: 'b' } });
    await calling;
    assert.deepEqual(get(host, 'mine').arguments, { text: 'b' });
  });

  it('can be cancelled by their id, which the server and the caller hear', async () => {
    let wasCancelled = false;
    const host = await open([
      {
        name: 'wait',
        run: (_args, { signal }) => {
          signal?.addEventListener('abort', () => (wasCancelled = true));
          return liveStream().response;
        },
      },
    ]);
    const calling = rejection(host.callTool(idOf(host), 'wait', {}, { callId: 'mine' }));
    await eventually(() => get(host, 'mine').state === 'running');
    assert.isTrue(host.calls.cancel('mine'));
    assert.propertyVal(await calling, 'name', 'AbortError');
    assert.equal(get(host, 'mine').state, 'cancelled');
    await eventually(() => wasCancelled);
    assert.isFalse(host.calls.cancel('mine'));
    assert.isFalse(host.calls.cancel('nobody'));
  });

  it('show the progress that the server reports, although the caller does not ask for it', async () => {
    const host = new McpHost({ consent: allow });
    hosts.push(host);
    const id = host.add(await serverUrl('modern'));
    await listed(host);
    const steps: (number | undefined)[] = [];
    host.calls.subscribe(() => steps.push(host.calls.get('mine')?.progress?.progress));
    await host.callTool(id, 'countdown', { steps: 3 }, { callId: 'mine' });
    await eventually(() => steps.includes(3));
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }): void => void heard.push(progress);
    await host.callTool(id, 'countdown', { steps: 2 }, { onprogress });
    assert.include(heard, 2, 'and callers who ask hear it');
  });

  it('have ids of their own: a second with the same id is refused until the first has ended, and then takes its place', async () => {
    let answer = (): void => {};
    const host = await open([
      { name: 'wait', run: () => new Promise((resolve) => (answer = () => resolve(textResult('one')))) },
    ]);
    const first = run(host, 'wait', { callId: 'mine' });
    await errorOf(host.callTool(idOf(host), 'wait', {}, { callId: 'mine' }), 'invalid-argument');
    await eventually(() => get(host, 'mine').state === 'running');
    answer();
    await first;
    void run(host, 'wait', { callId: 'mine' });
    await eventually(() => get(host, 'mine').state === 'running');
    assert.isUndefined(get(host, 'mine').result);
    assert.lengthOf(host.calls.getSnapshot(), 1);
  });

  it('are forgotten when the user signs out, even if they are answered later', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    let answer = (): void => {};
    const host = new McpHost({ auth, consent: allow });
    hosts.push(host);
    const { fetch } = toolServer([
      { name: 'read', run: () => textResult('of Ada') },
      { name: 'wait', run: () => new Promise((resolve) => (answer = () => resolve(textResult('of Ada')))) },
    ]);
    host.add(NOTES, { fetch });
    await listed(host);
    await run(host, 'read', { callId: 'ended' });
    const waiting = run(host, 'wait', { callId: 'late' });
    await eventually(() => get(host, 'late').state === 'running');
    auth.become({ state: 'signed-out' });
    await eventually(() => host.calls.getSnapshot().length === 0);
    answer();
    await waiting;
    assert.isEmpty(host.calls.getSnapshot());
  });

  it('are bounded in number and in size, but the one that ended last is there whole', async function () {
    this.timeout(20_000);
    const big = 'x'.repeat(6_000_000);
    const host = await open([{ name: 'big', run: () => textResult(big) }, { name: 'small' }]);
    for (let at = 0; at < 3; at++) await run(host, 'big', { callId: `big-${at}` });
    assert.deepEqual(
      host.calls.getSnapshot().map(({ id }) => id),
      ['big-2'],
    );
    for (let at = 0; at < 510; at++) await run(host, 'small', { callId: `small-${at}` });
    assert.lengthOf(host.calls.getSnapshot(), 500);
    assert.isUndefined(host.calls.get('small-9'));
    assert.equal(get(host, 'small-509').state, 'done');
  });

  for (const era of ['modern', 'legacy'] as const) {
    it(`name the one that a server of the ${era} era asks for, also among several`, async () => {
      const host = new McpHost({ consent: allow });
      hosts.push(host);
      host.addResponder('elicitation');
      const id = host.add(await serverUrl(era));
      await listed(host);
      const params = { mode: 'form', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
      for (const callId of ['one', 'two'])
        void run(host, 'elicit', { callId }, { params: { ...params, message: callId } });
      const requests = await eventually(() => host.getSnapshot().requests.length === 2 && host.getSnapshot().requests);
      for (const { kind, request } of requests) {
        if (kind !== 'elicitation') assert.fail(kind);
        assert.equal(request.callId, request.params.message);
        assert.equal(request.server.id, id);
        assert.equal(get(host, request.params.message).state, 'running');
      }
    });
  }
});
