import { assert } from 'chai';
import { type HostUnfinishedCall, type LogEntry, McpHost } from '@mcp-web/client';
import { lockOf } from '../../../packages/client/src/client/unfinished/call-store.ts';
import { whileTimersEndAt } from '../../support/clock.ts';
import { errorOf } from '../../support/errors.ts';
import { digestOf, leave, MemoryCalls } from '../../support/memory-calls.ts';
import {
  aWhile,
  done,
  error,
  event,
  eventually,
  legacyServer,
  liveStream,
  type Received,
  rejection,
  result,
  stream,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const isResumed = ({ httpMethod, headers }: Received): boolean =>
  httpMethod === 'GET' && headers.get('Last-Event-ID') !== null;

describe('a call that an earlier page left to a host', () => {
  let store: MemoryCalls;
  let host: McpHost;
  let reads = 0;
  beforeEach(() => {
    store = new MemoryCalls();
    reads = 0;
    const read = store.read.bind(store);
    store.read = () => (reads++, read());
    host = new McpHost({ callStore: store });
  });
  afterEach(() => host.close());
  const unfinished = (): readonly HostUnfinishedCall[] => host.getSnapshot().unfinished ?? [];
  /** The first unfinished call, of a server that answers like this when it is resumed. */
  async function left(answer: (message: Received) => Response): Promise<HostUnfinishedCall> {
    await leave(store, { id: 'left' });
    const { fetch } = legacyServer((message) => (isResumed(message) ? answer(message) : undefined));
    host.add(URL_OF_SCRIPT, { id: 'server', fetch });
    const [call] = await eventually(() => unfinished().length === 1 && unfinished());
    return call ?? assert.fail('nothing is unfinished');
  }
  const answered = (message: object): Response => stream(`id: e6\n${event(message)}`);
  const entries = (): LogEntry[] => [...host.log.getSnapshot()];
  const said = (): unknown[] =>
    entries().map(({ kind, level, data }) => {
      const { durationMs, ...rest } = Object(data);
      assert.equal(
        typeof durationMs,
        rest.status === 'resumed' || rest.status === 'forgotten' ? 'undefined' : 'number',
      );
      return { kind, level, ...rest };
    });
  const resumed = { kind: 'call', level: 'info', tool: 'slow', status: 'resumed' };

  it('is in the log when it is resumed and when it is done, with the server and the request', async () => {
    const call = await left(() => answered(result(7, done)));
    assert.deepEqual(await call.resume(), done);
    assert.deepEqual(said(), [resumed, { ...resumed, status: 'done' }]);
    const [known] = host.calls.getSnapshot();
    assert.deepInclude(known, { name: 'slow', serverId: 'server', state: 'done', by: 'user', isResumed: true });
    assert.deepEqual(known?.result, done);
    for (const { serverId, serverName, request } of entries())
      assert.deepEqual(
        { serverId, serverName, request },
        { serverId: 'server', serverName: 'scripted', request: { id: 'left', method: 'tools/call', name: 'slow' } },
      );
    await eventually(() => unfinished().length === 0);
  });

  it('is a warning in the log if the tool complains, an error with its code if it fails, a notice if it is given up', async () => {
    const complains = await left(() => answered(result(7, { ...done, isError: true })));
    await complains.resume();
    assert.deepEqual(said().at(-1), { ...resumed, level: 'warning', status: 'tool-error' });
    host.close();
    host = new McpHost({ callStore: store });
    const fails = await left(() => answered(error(7, -32_603, 'Broken')));
    await errorOf(fails.resume(), 'rpc');
    const failure = said().at(-1);
    assert.deepInclude(failure, { ...resumed, level: 'error', status: 'failed', code: 'rpc' });
    assert.match(Object(failure).message, /Broken/);
    host.close();
    host = new McpHost({ callStore: store });
    const hangs = await left(() => liveStream().response);
    const controller = new AbortController();
    const resuming = rejection(hangs.resume({ signal: controller.signal }));
    await aWhile();
    controller.abort();
    await resuming;
    assert.deepEqual(said().at(-1), { ...resumed, level: 'notice', status: 'cancelled' });
  });

  it('is not offered while it goes on, and is again when it could not', async () => {
    const live = liveStream();
    const call = await left(() => live.response);
    const resuming = rejection(call.resume({ timeoutMs: 300 }));
    await eventually(() => unfinished().length === 0);
    await resuming;
    await eventually(() => unfinished().length === 1);
  });

  it('can be forgotten, which is in the log', async () => {
    const call = await left(() => new Response());
    await call.forget();
    assert.deepEqual(said(), [{ ...resumed, level: 'notice', status: 'forgotten' }]);
    assert.equal(store.calls.size, 0);
    await eventually(() => unfinished().length === 0);
  });

  it('is offered when the page that still held it is gone', async () => {
    let release = (): void => {};
    await new Promise<void>((locked) => {
      void navigator.locks.request(lockOf('left'), () => {
        locked();
        return new Promise<void>((resolve) => (release = resolve));
      });
    });
    await leave(store, { id: 'left' });
    const { fetch } = legacyServer(() => undefined);
    host.add(URL_OF_SCRIPT, { fetch });
    await eventually(() => reads > 0);
    await aWhile();
    const before = unfinished();
    release();
    assert.isEmpty(before);
    await eventually(() => unfinished().length === 1);
  });

  it('stays the same object while others come and go', async () => {
    const call = await left(() => new Response());
    await leave(store, { id: 'other', tool: 'other' });
    await eventually(() => unfinished().length === 2);
    assert.include(unfinished(), call);
    await store.remove(['other']);
    await eventually(() => unfinished().length === 1);
    assert.equal(unfinished()[0], call);
    const before = unfinished();
    await store.write({ ...Object(store.only), server: 'another', id: 'of another server' });
    await aWhile();
    assert.equal(unfinished(), before, 'nothing changed for this host');
  });

  it('is described anew when more is recorded of it', async () => {
    const call = await left(() => new Response());
    assert.isFalse(call.isTask);
    await leave(store, { id: 'left', task: 'task-1' });
    const next = await eventually(() => unfinished()[0]?.isTask && unfinished()[0]);
    assert.notEqual(next, call);
    assert.lengthOf(unfinished(), 1);
  });

  it('gives way to another that comes as it goes', async () => {
    const call = await left(() => new Response());
    await Promise.all([store.remove(['left']), leave(store, { id: 'next', tool: 'next' })]);
    await eventually(() => unfinished()[0]?.tool === 'next');
    assert.notInclude(unfinished(), call);
    assert.lengthOf(unfinished(), 1);
  });

  it('is offered with others in the order in which they were made, with what is known of each', async () => {
    const now = Date.now();
    await leave(store, { id: 'newest', tool: 'third', time: now - 1_000 });
    await leave(store, { id: 'oldest', tool: 'first', time: now - 3_000 });
    await leave(store, { id: 'between', tool: 'second', time: now - 2_000 });
    const { fetch } = legacyServer(() => undefined);
    host.add(URL_OF_SCRIPT, { id: 'server', fetch });
    await eventually(() => unfinished().length === 3);
    assert.deepEqual(
      unfinished().map(({ id, tool, serverId, time }) => [id, tool, serverId, now - time]),
      [
        ['oldest', 'first', 'server', 3_000],
        ['between', 'second', 'server', 2_000],
        ['newest', 'third', 'server', 1_000],
      ],
    );
    assert.isFrozen(unfinished());
    assert.isFrozen(unfinished()[0]);
  });

  it('is offered once the store can be read, which is tried again', async () => {
    const read = store.read.bind(store);
    let failures = 0;
    store.read = () => (failures++, Promise.reject(new Error('The disk is busy')));
    await leave(store, { id: 'left' });
    await whileTimersEndAt(5_000, async () => {
      const { fetch } = legacyServer(() => undefined);
      host.add(URL_OF_SCRIPT, { fetch });
      await eventually(() => failures > 2);
      assert.isEmpty(unfinished());
      store.read = read;
      await eventually(() => unfinished().length === 1);
    });
  });

  it('is not offered by a host that was closed, which does not look at the store anymore', async () => {
    await left(() => new Response());
    host.close();
    await eventually(() => unfinished().length === 0);
    const before = reads;
    await leave(store, { id: 'other' });
    await aWhile();
    assert.equal(reads, before);
    assert.isEmpty(unfinished());
  });

  it('of a server that the host does not have is not offered', async () => {
    await leave(store, { server: await digestOf('https://elsewhere.example/mcp') });
    await left(() => new Response());
    assert.lengthOf(unfinished(), 1);
  });

  it('costs nothing while nothing changes: the store is read when it changed', async () => {
    await left(() => new Response());
    await aWhile();
    const before = reads;
    await aWhile();
    await aWhile();
    assert.equal(reads, before);
  });
});
