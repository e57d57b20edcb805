/** The tasks that a host knows, of real servers of both kinds. */
import { assert } from 'chai';
import { connect, type HostTask, McpHost } from '@mcp-web/client';
import { isChromium } from '../support/engine.ts';
import { errorOf } from '../support/errors.ts';
import { digestOf, leave, MemoryCalls } from '../support/memory-calls.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { allow } from '../support/tool-servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { textOf } from './support.ts';

const DIALECTS = [
  {
    dialect: 'core-tasks',
    work: (ask: boolean) => ({ steps: 20, ask }),
    done: 'Done for Ada',
    plain: 'Done for nobody',
  },
  {
    dialect: 'extension-tasks',
    work: (ask: boolean) => ({ workMs: 600, ask: ask ? ['name'] : [] }),
    done: 'Done (name: Ada)',
    plain: 'Done ()',
  },
] as const;

for (const { dialect, work, done, plain } of DIALECTS)
  describe(`a task of ${dialect} in a host`, () => {
    const hosts: McpHost[] = [];
    let url: string;
    let sent: SentRequest[];
    before(async () => void (url = new URL(await serverUrl(dialect)).href));
    afterEach(() => {
      for (const host of hosts.splice(0)) host.close();
    });

    /** @param answer answers a request of this method in place of the server */
    async function open(
      callStore?: MemoryCalls,
      answer?: (method: unknown) => Promise<Response | undefined>,
      asks = true,
    ): Promise<McpHost> {
      const host = new McpHost({ consent: allow, callStore });
      hosts.push(host);
      const recorded = recordFetch();
      ({ sent } = recorded);
      if (asks) host.addResponder('elicitation');
      const send: typeof fetch = async (input, init) => {
        const { method } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
        return (await answer?.(method)) ?? recorded.fetch(input, init);
      };
      host.add(url, { id: 'server', fetch: send });
      await host.ready('server');
      return host;
    }
    const tasks = (host: McpHost): readonly HostTask[] => host.tasks.getSnapshot();
    const only = (host: McpHost): HostTask => tasks(host)[0] ?? assert.fail('no task');
    const resultOf = ({ result }: HostTask): string => textOf(result ?? assert.fail('no result'));
    async function answer(host: McpHost, name: string): Promise<void> {
      const [request] = await eventually(() => host.getSnapshot().requests.length > 0 && host.getSnapshot().requests);
      assert.equal(request?.request.callId, only(host).id);
      host.respond(request?.id ?? '', { action: 'accept', content: { name } });
    }

    it('is none unless the page accepts tasks', async () => {
      const host = await open();
      assert.equal(textOf(await host.callTool('server', 'work', work(false))), 'Done at once');
      assert.isEmpty(tasks(host));
      const end = host.tasks.accept();
      assert.equal(textOf(await host.callTool('server', 'work', work(false))), plain);
      end();
      assert.equal(textOf(await host.callTool('server', 'work', work(false))), 'Done at once');
      assert.lengthOf(tasks(host), 1);
    });

    it('is there from its creation until it is dismissed, with what the server says and asks [TX-02, TX-10, TK-05]', async () => {
      const host = await open();
      host.tasks.accept();
      const seen: string[] = [];
      host.tasks.subscribe(() => seen.push(...tasks(host).map(({ status }) => status)));
      const calling = host.callTool('server', 'work', work(true), { callId: 'mine', task: { ttlMs: 60_000 } });
      await eventually(() => tasks(host).length === 1);
      assert.deepInclude(only(host), { id: 'mine', serverId: 'server', name: 'work' });
      assert.isFalse(host.tasks.dismiss('mine'), 'it runs');
      await answer(host, 'Ada');
      assert.equal(textOf(await calling), done);
      assert.includeMembers(seen, ['working', 'input_required']);
      assert.deepInclude(only(host), { id: 'mine', status: 'completed' });
      assert.equal(resultOf(only(host)), done);
      assert.isAtLeast(only(host).endedAt ?? 0, only(host).startedAt);
      const before = tasks(host);
      assert.equal(tasks(host), before);
      assert.isTrue(host.tasks.dismiss('mine'));
      assert.isEmpty(tasks(host));
      assert.isFalse(host.tasks.dismiss('mine'));
      assert.equal(host.calls.get('mine')?.state, 'done');
    });

    it('asks on its own, also among others', async () => {
      const host = await open();
      host.tasks.accept();
      const calls = ['one', 'two', 'three'].map((callId) => host.callTool('server', 'work', work(true), { callId }));
      await eventually(() => host.getSnapshot().requests.length === 3);
      const { requests } = host.getSnapshot();
      assert.sameMembers(
        requests.map(({ request }) => request.callId),
        ['one', 'two', 'three'],
      );
      for (const { id } of requests) host.respond(id, { action: 'accept', content: { name: 'Ada' } });
      for (const call of calls) assert.equal(textOf(await call), done);
    });

    it('is cancelled at the server, whose call fails with `task-cancelled`, and asked for nothing afterwards [TK-18]', async () => {
      const host = await open();
      host.tasks.accept();
      const calling = errorOf(
        host.callTool('server', 'work', { ...work(false), end: 'never' }, { callId: 'mine' }),
        'task-cancelled',
      );
      await eventually(() => tasks(host).length === 1);
      await host.tasks.cancel('mine');
      await calling;
      assert.equal(only(host).status, 'cancelled');
      assert.lengthOf(requestsFor(sent, 'tasks/cancel'), 1);
      // The task goes on at a server that only hears that nobody waits for the call: that would be the wrong word.
      const [call] = requestsFor(sent, 'tools/call');
      for (const { body } of requestsFor(sent, 'notifications/cancelled'))
        assert.notEqual(body.params?.['requestId'], call?.body.id);
      const asked = () => ['tasks/get', 'tasks/result'].flatMap((method) => requestsFor(sent, method)).length;
      const before = asked();
      await host.tasks.cancel('mine');
      await host.tasks.cancel('unknown');
      // Longer than both servers want between two polls.
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(asked(), before);
      assert.lengthOf(requestsFor(sent, 'tasks/cancel'), 1);
    });

    for (const [end, status] of [
      ['failed', 'failed'],
      ['tool-error', 'failed'],
      ['cancelled', 'cancelled'],
    ] as const)
      it(`is ${status} where it ends as ${end}`, async () => {
        const host = await open();
        host.tasks.accept();
        await host.callTool('server', 'work', { ...work(false), end }).catch(() => {});
        assert.equal(only(host).status, status);
        assert.isDefined(only(host).endedAt);
      });

    /** A task that an earlier page created and recorded. */
    async function leaveTask(store: MemoryCalls, args: object): Promise<string> {
      const client = await connect(url, { tasks: true, elicitation: { form: () => new Promise(() => {}) } });
      let task = '';
      const calling = client.callTool('work', { ...args }, { onTask: ({ id }) => (task = id) }).catch(() => {});
      await eventually(() => task !== '');
      await client.close();
      await calling;
      await leave(store, {
        id: crypto.randomUUID(),
        tool: 'work',
        server: await digestOf(url),
        task,
        stream: undefined,
      });
      return task;
    }

    it('that an earlier page left goes on by itself, asks again, and delivers its result once [TX-08]', async () => {
      const store = new MemoryCalls();
      // The official server of 2025-11-25 asks in the session of the earlier page only.
      const asks = dialect === 'extension-tasks';
      await leaveTask(store, work(asks));
      const host = await open(store);
      await eventually(() => tasks(host).length === 1);
      assert.equal(only(host).status, 'unknown');
      assert.lengthOf(host.getSnapshot().unfinished ?? [], 1);
      host.tasks.accept();
      await eventually(() => host.getSnapshot().unfinished?.length === 0);
      if (asks) await answer(host, 'Ada');
      await eventually(() => only(host).endedAt);
      assert.equal(resultOf(only(host)), asks ? done : plain);
      assert.lengthOf(tasks(host), 1);
      assert.deepInclude(host.calls.get(only(host).id), { isResumed: true, arguments: {}, name: 'work' });
      await eventually(() => store.only?.ended?.status === 'completed');
    });

    if (dialect === 'extension-tasks')
      it('that asks for what nothing in this page answers waits, and is answered once something does [TX-08]', async () => {
        const store = new MemoryCalls();
        await leaveTask(store, work(true));
        const host = await open(store, undefined, false);
        const seen = new Set<string>();
        host.tasks.subscribe(() => tasks(host).forEach(({ status }) => seen.add(status)));
        host.tasks.accept();
        await eventually(() => tasks(host)[0]?.status === 'input_required' && host.getSnapshot().unfinished?.length);
        assert.isUndefined(only(host).endedAt);
        assert.isUndefined(only(host).error);
        assert.equal(store.calls.size, 1);
        assert.isEmpty(requestsFor(sent, 'tasks/cancel'));
        const { id } = only(host);
        const refusal = await errorOf(host.tasks.cancel(id), 'unsupported');
        assert.include(refusal.message, 'cannot answer what the server asks for');
        assert.equal(only(host).status, 'input_required');
        host.addResponder('elicitation');
        await answer(host, 'Ada');
        await eventually(() => only(host).endedAt);
        assert.equal(resultOf(only(host)), done);
        assert.equal(only(host).id, id);
        assert.notInclude([...seen], 'lost');
      });

    it('that an earlier page left can be cancelled before the server has said how it is', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, { ...work(false), end: 'never' });
      const asked = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const host = await open(store, async (method) => {
        if (method !== 'tasks/get') return undefined;
        asked.resolve();
        await released.promise;
        return undefined;
      });
      host.tasks.accept();
      await asked.promise;
      assert.equal(only(host).status, 'unknown');
      const cancelling = host.tasks.cancel(only(host).id);
      released.resolve();
      await cancelling;
      await eventually(() => only(host).status === 'cancelled');
      await eventually(() => requestsFor(sent, 'tasks/cancel').length === 1);
      await eventually(() => store.only?.ended?.status === 'cancelled');
    });

    it('that an earlier page left keeps its place in the list when it goes on', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, { ...work(false), end: 'never' });
      const host = await open(store);
      await eventually(() => tasks(host).length === 1);
      const { id } = only(host);
      const lengths = new Set<number>();
      host.subscribe(() => lengths.add(tasks(host).length));
      host.calls.subscribe(() => lengths.add(tasks(host).length));
      host.tasks.accept();
      await eventually(() => only(host).status === 'working');
      assert.equal(only(host).id, id);
      assert.sameMembers([...lengths], [1]);
      await host.tasks.cancel(id);
    });

    it('that an earlier page left is forgotten when it is dismissed, and runs on', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, { ...work(false), end: 'never' });
      const host = await open(store);
      await eventually(() => tasks(host).length === 1);
      assert.isTrue(host.tasks.dismiss(only(host).id));
      await eventually(() => tasks(host).length === 0);
      assert.equal(store.calls.size, 0);
      assert.isEmpty(requestsFor(sent, 'tasks/cancel'));
    });

    // The pauses are long, and the same in every engine.
    if (isChromium)
      it('that cannot go on is lost, says why, and is tried again when the server is connected again', async () => {
        const store = new MemoryCalls();
        await leaveTask(store, { ...work(false), end: 'never' });
        let isBroken = true;
        const host = await open(store, async (method) =>
          isBroken && method === 'tasks/get' ? new Response('', { status: 403 }) : undefined,
        );
        host.tasks.accept();
        await eventually(() => tasks(host)[0]?.status === 'lost');
        assert.isDefined(only(host).endedAt);
        assert.equal(store.calls.size, 1);
        const { id } = only(host);
        isBroken = false;
        host.retry('server');
        await eventually(() => only(host).status === 'working');
        assert.equal(only(host).id, id);
        assert.isUndefined(only(host).endedAt);
        await host.tasks.cancel(id);
      });

    it('that an earlier page left keeps the connection that it runs on', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, { ...work(false), end: 'never' });
      const host = await open(store);
      host.tasks.accept();
      await eventually(() => tasks(host)[0]?.status === 'working');
      const seen: string[] = [];
      host.subscribe(() => seen.push(host.getSnapshot().servers[0]?.status ?? 'none'));
      // The server has to be told that the page answers these too, on a new connection.
      host.addResponder('sampling');
      const polls = requestsFor(sent, 'tasks/get').length;
      await eventually(() => requestsFor(sent, 'tasks/get').length > polls + 1);
      assert.notInclude(seen, 'connecting');
      await host.tasks.cancel(only(host).id);
      await eventually(() => seen.includes('connecting'));
    });

    it('keeps its place among others when it goes on [TX-08]', async () => {
      const store = new MemoryCalls();
      const host = await open(store);
      host.tasks.accept();
      await leaveTask(store, { ...work(false), end: 'never' });
      await eventually(() => tasks(host)[0]?.status === 'working');
      const calling = errorOf(
        host.callTool('server', 'work', { ...work(false), end: 'never' }, { callId: 'mine' }),
        'task-cancelled',
      );
      await eventually(() => tasks(host).length === 2);
      const ids = tasks(host).map(({ id }) => id);
      assert.equal(ids[1], 'mine');
      host.retry('server');
      await eventually(() => host.getSnapshot().servers[0]?.status === 'connecting');
      await eventually(() => tasks(host).every(({ status }) => status === 'working' || status === 'lost'));
      assert.deepEqual(
        tasks(host).map(({ id }) => id),
        ids,
      );
      for (const { id } of tasks(host)) await host.tasks.cancel(id);
      await calling.catch(() => {});
    });

    it('that an earlier page left is not in the list of a closed host', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, { ...work(false), end: 'never' });
      const host = await open(store);
      await eventually(() => tasks(host).length === 1);
      host.close();
      await eventually(() => host.getSnapshot().unfinished?.length === 0);
      assert.isEmpty(tasks(host));
    });

    it('that goes on by itself answers whoever resumes it', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, work(false));
      const host = await open(store);
      const [left] = await eventually(
        () => host.getSnapshot().unfinished?.length === 1 && host.getSnapshot().unfinished,
      );
      host.tasks.accept();
      await eventually(() => host.calls.getSnapshot().length === 1);
      assert.equal(textOf((await left?.resume()) ?? assert.fail('nothing was left')), plain);
      assert.lengthOf(host.calls.getSnapshot(), 1);
    });

    it('that an earlier page left goes on in one of two tabs, and is never lost in the other', async () => {
      const store = new MemoryCalls();
      await leaveTask(store, work(false));
      const both = [await open(store), await open(store)];
      const seen: string[] = [];
      for (const host of both) {
        host.tasks.subscribe(() => seen.push(...tasks(host).map(({ status }) => status)));
        host.tasks.accept();
      }
      await eventually(() => both.flatMap(tasks).some(({ status }) => status === 'completed'));
      await eventually(() => both.flatMap(tasks).every(({ status }) => status === 'completed'));
      await eventually(() => both.flatMap(tasks).some(({ isKept }) => isKept));
      assert.lengthOf(
        both.flatMap(tasks).filter(({ result }) => result),
        1,
      );
      assert.notInclude(seen, 'lost');
    });

    it('that the server no longer knows is lost, and leaves the records', async () => {
      const store = new MemoryCalls();
      await leave(store, { tool: 'work', server: await digestOf(url), task: 'forgotten', stream: undefined });
      const host = await open(store);
      host.tasks.accept();
      await eventually(() => tasks(host)[0]?.endedAt);
      assert.equal(only(host).status, 'lost');
      assert.propertyVal(only(host).error, 'code', 'task-lost');
      assert.equal(store.calls.size, 0);
    });

    it('of another tab is listed there too, and goes on here when that tab is gone [TX-08]', async () => {
      const store = new MemoryCalls();
      const mine = await open(store);
      mine.tasks.accept();
      await leaveTask(store, { ...work(false), end: 'never' });
      await eventually(() => tasks(mine)[0]?.status === 'working');
      const other = await open(store);
      other.tasks.accept();
      await eventually(() => tasks(other)[0]?.status === 'working');
      assert.isTrue(only(other).isElsewhere);
      assert.isUndefined(only(mine).isElsewhere);
      assert.isEmpty(other.calls.getSnapshot());
      mine.close();
      await eventually(() => only(other).status === 'working' && !only(other).isElsewhere);
      await other.tasks.cancel(only(other).id);
      await eventually(() => only(other).status === 'cancelled');
      assert.lengthOf(tasks(other), 1);
    });
  });
