/** Tasks that have ended stay listed over a reload and in other tabs, and their results come from their servers. */
import { assert } from 'chai';
import { type HostTask, McpHost } from '@mcp-web/client';
import { isChromium } from '../support/engine.ts';
import { errorOf } from '../support/errors.ts';
import { digestOf, leave, MemoryCalls } from '../support/memory-calls.ts';
import { eventually } from '../support/scripted-server.ts';
import { serverUrl } from '../support/servers.ts';
import { allow } from '../support/tool-servers.ts';
import { recordFetch, requestsFor, type SentRequest } from '../support/wire.ts';
import { textOf } from './support.ts';

const DIALECTS = [
  { dialect: 'core-tasks', work: { steps: 20, ask: false }, result: 'Done for nobody', asks: 'tasks/result' },
  { dialect: 'extension-tasks', work: { workMs: 600, ask: [] }, result: 'Done ()', asks: 'tasks/get' },
] as const;

const broken = (id: unknown): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'Out of order' } });

for (const { dialect, work, result, asks } of DIALECTS)
  describe(`a task of ${dialect} that has ended`, () => {
    const hosts: McpHost[] = [];
    let url: string;
    let sent: SentRequest[];
    let store: MemoryCalls;
    before(async () => void (url = new URL(await serverUrl(dialect)).href));
    beforeEach(() => void (store = new MemoryCalls()));
    afterEach(() => {
      for (const host of hosts.splice(0)) host.close();
    });

    /** @param answer answers a request of this method in place of the server */
    async function open(
      answer?: (method: unknown, id: unknown, signal: AbortSignal) => Response | Promise<Response> | undefined,
    ): Promise<McpHost> {
      const host = new McpHost({ consent: allow, callStore: store });
      hosts.push(host);
      host.tasks.accept();
      const recorded = recordFetch();
      ({ sent } = recorded);
      const send: typeof fetch = async (input, init) => {
        const { method, id } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
        return (
          (await answer?.(method, id, init?.signal ?? new AbortController().signal)) ?? recorded.fetch(input, init)
        );
      };
      host.add(url, { id: 'server', fetch: send });
      await host.ready('server');
      return host;
    }
    async function reload(host: McpHost, ...options: Parameters<typeof open>): Promise<McpHost> {
      await eventually(() => store.only?.ended);
      host.close();
      return open(...options);
    }
    const tasks = (host: McpHost): readonly HostTask[] => host.tasks.getSnapshot();
    const only = (host: McpHost): Promise<HostTask> => eventually(() => tasks(host).length === 1 && tasks(host)[0]);

    it('is listed after a reload with how it ended, and nothing is asked about it', async () => {
      const before = await open();
      await before.callTool('server', 'work', work);
      const { startedAt, endedAt = 0 } = await only(before);
      const host = await reload(before);
      const task = await only(host);
      assert.include(task, { serverId: 'server', name: 'work', status: 'completed', isKept: true });
      assert.closeTo(task.startedAt, startedAt, 1_000);
      assert.closeTo(task.endedAt ?? 0, endedAt, 1_000);
      assert.isUndefined(task.result);
      assert.isEmpty(host.getSnapshot().unfinished);
      assert.isEmpty(requestsFor(sent, asks));
      await eventually(() => tasks(host)[0]?.tool?.name === 'work');
      assert.equal(tasks(host), tasks(host));
    });

    it('brings its result when it is asked for, once and after the next reload again', async () => {
      let host = await open();
      await host.callTool('server', 'work', work);
      for (const _reload of ['first', 'second']) {
        host = await reload(host);
        const { id, endedAt } = await only(host);
        const seen: HostTask[] = [];
        const end = host.tasks.subscribe(() => seen.push(...tasks(host)));
        const [one, other] = await Promise.all([host.tasks.fetchResult(id), host.tasks.fetchResult(id)]);
        assert.equal(textOf(one), result);
        assert.equal(other, one);
        end();
        assert.isTrue(seen.every(({ status }) => status === 'completed'));
        const task = await only(host);
        assert.include(task, { id, status: 'completed' });
        assert.isUndefined(task.isKept);
        assert.equal(textOf(task.result ?? assert.fail('no result')), result);
        await errorOf(host.tasks.fetchResult(id), 'invalid-argument');
        await eventually(() => store.only?.ended?.time === endedAt);
      }
      assert.isEmpty(requestsFor(sent, 'tools/call'));
    });

    it('stays away after the next reload when it was dismissed, here or before', async () => {
      const first = await open();
      await first.callTool('server', 'work', work);
      const { id } = await only(first);
      await eventually(() => store.only?.ended);
      assert.isTrue(first.tasks.dismiss(id));
      await eventually(() => store.calls.size === 0);
      const second = await open();
      assert.isEmpty(tasks(second));
      await second.callTool('server', 'work', work);
      const third = await reload(second);
      assert.isTrue(third.tasks.dismiss((await only(third)).id));
      assert.isEmpty(tasks(third));
      await eventually(() => store.calls.size === 0);
    });

    it('leaves no record when it is dismissed at once', async () => {
      const host = await open();
      await host.callTool('server', 'work', work);
      assert.isTrue(host.tasks.dismiss((await only(host)).id));
      await eventually(() => store.calls.size === 0);
      await new Promise((resolve) => setTimeout(resolve, 400));
      assert.equal(store.calls.size, 0);
    });

    it('is listed by the other tabs too, until it is dismissed in one of them', async () => {
      const [mine, other] = [await open(), await open()];
      await mine.callTool('server', 'work', work);
      await eventually(() => tasks(other)[0]?.isKept);
      const { id, status, isElsewhere } = await only(other);
      assert.equal(status, 'completed');
      assert.isUndefined(isElsewhere);
      assert.equal(textOf(await other.tasks.fetchResult(id)), result);
      assert.isTrue(other.tasks.dismiss(id));
      assert.isEmpty(tasks(other));
      await eventually(() => store.calls.size === 0);
      assert.equal((await only(mine)).status, 'completed', 'it has the result');
    });

    it('is still listed as cancelled', async () => {
      const before = await open();
      const calling = errorOf(before.callTool('server', 'work', { ...work, end: 'never' }), 'task-cancelled');
      await eventually(() => tasks(before)[0]?.status === 'working');
      await before.tasks.cancel((await only(before)).id);
      await calling;
      const host = await reload(before);
      assert.include(await only(host), { status: 'cancelled', isKept: true });
    });

    // The pauses are long, and the same in every engine.
    if (isChromium)
      it('stays in the list when the server cannot be reached for its result', async () => {
        const before = await open();
        await before.callTool('server', 'work', work);
        const host = await reload(before, (method) =>
          method === asks ? new Response('', { status: 403 }) : undefined,
        );
        const { id } = await only(host);
        await errorOf(host.tasks.fetchResult(id), 'http');
        await eventually(() => tasks(host)[0]?.isKept);
        assert.include(await only(host), { id, status: 'completed' });
        assert.isEmpty(host.getSnapshot().unfinished);
        assert.equal(store.calls.size, 1);
      });

    it('stays as it ended when the server answers with an error, or the user gives up, and another page keeps its session', async () => {
      const before = await open();
      await before.callTool('server', 'work', work);
      let answer: ((id: unknown, signal: AbortSignal) => Response | Promise<Response>) | undefined = broken;
      const host = await reload(before, (method, id, signal) =>
        method === 'tasks/get' || method === 'tasks/result' ? answer?.(id, signal) : undefined,
      );
      const { id } = await only(host);
      await errorOf(host.tasks.fetchResult(id), 'rpc');
      await eventually(() => tasks(host)[0]?.isKept);
      answer = (_id, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      const fetching = host.tasks.fetchResult(id).catch((error: unknown) => error);
      await eventually(() => host.calls.getSnapshot().length === 1);
      assert.isFalse(host.tasks.dismiss(id), 'while its result is asked for');
      const givenUpAt = performance.now();
      host.calls.cancel(id);
      assert.instanceOf(await fetching, Error);
      assert.include(await only(host), { id, status: 'completed', isKept: true });
      answer = undefined;
      assert.equal(textOf(await host.tasks.fetchResult(id)), result);
      // What was given up does not keep the record until its request has timed out.
      assert.isBelow(performance.now() - givenUpAt, 20_000);
      assert.isEmpty(sent.filter(({ method }) => method === 'DELETE'));
      assert.isEmpty(requestsFor(sent, 'tasks/cancel'));
    });

    it('is listed for the server that comes in place of its own, and its record goes even when no server is there', async () => {
      const before = await open();
      await before.callTool('server', 'work', work);
      const host = await reload(before);
      await only(host);
      host.remove('server');
      host.add(url, { id: 'server' });
      await host.ready('server');
      const { id } = await only(host);
      assert.equal(textOf(await host.tasks.fetchResult(id)), result);
      host.remove('server');
      await only(host);
      assert.isTrue(host.tasks.dismiss(id));
      await eventually(() => store.calls.size === 0);
    });

    it('leaves no record when it was resumed, failed at once, and was dismissed', async () => {
      await leave(store, { tool: 'work', server: await digestOf(url), task: 'unknown', stream: undefined });
      const host = await open((method, id) =>
        method === 'tasks/get' || method === 'tasks/result' ? broken(id) : undefined,
      );
      await eventually(() => tasks(host)[0]?.endedAt);
      assert.isTrue(host.tasks.dismiss((await only(host)).id));
      await eventually(() => store.calls.size === 0);
      assert.isEmpty(tasks(host));
    });

    it('whose server has forgotten it is lost when its result is asked for', async () => {
      const ended = { status: 'completed', time: Date.now() } as const;
      await leave(store, { tool: 'work', server: await digestOf(url), task: 'forgotten', stream: undefined, ended });
      const host = await open();
      const { id } = await only(host);
      await errorOf(host.tasks.fetchResult(id), 'task-lost');
      assert.include(await only(host), { id, status: 'lost' });
      await eventually(() => store.calls.size === 0);
      assert.isTrue(host.tasks.dismiss(id));
      assert.isEmpty(tasks(host));
    });

    it('is not recorded for a page that lists no tasks', async () => {
      const host = new McpHost({ consent: allow, callStore: store });
      hosts.push(host);
      host.add(url, { id: 'server' });
      await host.ready('server');
      await host.callTool('server', 'work', work, { onTask: () => {} });
      await eventually(() => store.calls.size === 0);
    });
  });

describe('tasks that have ended', () => {
  it('are kept up to fifty, so that calls that run have their place', async () => {
    const store = new MemoryCalls();
    const url = new URL(await serverUrl('extension-tasks')).href;
    const server = await digestOf(url);
    for (let time = 1; time <= 60; time++) {
      const ended = { status: 'completed', time: Date.now() - 1_000 + time } as const;
      await leave(store, { tool: `tool ${time}`, server, task: `task ${time}`, stream: undefined, ended });
    }
    const host = new McpHost({ callStore: store });
    host.tasks.accept();
    host.add(url, { id: 'server' });
    try {
      await eventually(() => store.calls.size === 50);
      await eventually(() => host.tasks.getSnapshot().length === 50);
      const names = host.tasks.getSnapshot().map(({ name }) => name);
      assert.notInclude(names, 'tool 10');
      assert.include(names, 'tool 11');
    } finally {
      host.close();
    }
  });
});
