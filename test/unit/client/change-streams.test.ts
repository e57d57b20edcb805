import { assert } from 'chai';
import { HttpError, type JsonObject, McpError, RpcError } from '@mcp-web/client';
import type { Interest } from '../../../packages/client/src/session/session.ts';
import {
  type ListenCallbacks,
  Subscriptions,
  type SubscriptionsOptions,
} from '../../../packages/client/src/session/modern/subscriptions.ts';
import { Reconnection } from '../../../packages/client/src/transports/reconnection.ts';
import { HurriedClock } from '../../support/clock.ts';
import { errorOf } from '../../support/errors.ts';
import { aWhile, rejection, until } from '../../support/scripted-server.ts';

const unreached = new McpError('network', 'Nobody there');
const gate = new McpError('not-mcp', 'A web page');
const refusal = new RpcError(-32_601, 'No such method');

/** No wait until the next attempt is longer, in ms. */
const RETRY_MS = 40_000;

/** A request for a stream of changes, as the server got it. */
interface Asked extends ListenCallbacks {
  readonly id: number;
  readonly filter: JsonObject;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

describe('a stream of changes', () => {
  let asked: Asked[];
  let heard: string[];
  let clock: HurriedClock;
  let answer: (one: Asked) => void;
  let subscriptions: Subscriptions;
  beforeEach(() => {
    [asked, heard] = [[], []];
    clock = new HurriedClock();
    answer = (one) => grant(one);
    subscriptions = open();
  });
  afterEach(() => {
    subscriptions.close();
    clock.stop();
  });

  const grant = ({ id, filter }: Asked, granted = filter): void =>
    subscriptions.acknowledge({ _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: granted });
  function open(options: Partial<SubscriptionsOptions> = {}): Subscriptions {
    return new Subscriptions({
      reconnection: new Reconnection(),
      canFallSilent: true,
      isShared: false,
      listen: ({ notifications }, callbacks, signal) =>
        new Promise((resolve, reject) => {
          const id = asked.length + 1;
          signal.addEventListener('abort', () => reject(signal.reason));
          const end = (): void => resolve(undefined);
          const one: Asked = { ...callbacks, id, filter: Object(notifications), signal, end, fail: reject };
          asked.push(one);
          callbacks.onopen(id);
          answer(one);
        }),
      timeoutMs: 60_000,
      ontasksheard: (taskIds) => heard.push(`tasks ${taskIds.join()}`),
      onmissed: ({ lists, uris, taskIds }) => heard.push(`missed ${lists} ${uris.join()} ${taskIds?.join() ?? ''}`),
      onchangeslost: ({ code }) => heard.push(`lost ${code}`),
      ...options,
    });
  }
  const last = (): Asked => asked.at(-1) ?? assert.fail('nothing was asked for');
  const want = (interest: Partial<Interest>): Promise<void> =>
    subscriptions.setInterest({ lists: false, uris: [], ...interest });
  const count = (number: number): Promise<void> => until(() => asked.length === number);

  it('is asked for what the page wants to hear of, and declares tasks only for them', async () => {
    await want({ lists: true });
    await want({ uris: ['a:1', 'a:2'] });
    await want({ uris: ['a:1'], taskIds: ['t'] });
    assert.deepEqual(
      asked.map(({ filter }) => filter),
      [
        { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
        { resourceSubscriptions: ['a:1', 'a:2'] },
        { resourceSubscriptions: ['a:1'], taskIds: ['t'] },
      ],
    );
    assert.deepEqual(
      asked.map(({ extras }) => Object.keys(extras)),
      [[], [], ['extensions']],
    );
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [true, true, false],
    );
    assert.deepEqual(heard, ['tasks t']);
    await want({});
    assert.isTrue(last().signal.aborted);
    assert.lengthOf(asked, 3, 'there is nothing to ask for');
  });

  it('stays as it was if the next one is granted for less', async () => {
    await want({ uris: ['a:1'] });
    answer = (one) => grant(one, { resourceSubscriptions: ['a:1'] });
    const { message } = await errorOf(want({ uris: ['a:1', 'a:2'] }), 'unsupported');
    assert.equal(message, 'The server does not announce changes of a:2.');
    answer = (one) => grant(one, {});
    await errorOf(want({ uris: ['a:3'] }), 'unsupported');
    assert.deepEqual(
      asked.map(({ signal }) => signal.aborted),
      [false, true, true],
    );
    assert.isEmpty(heard);
  });

  it('has missed what both want if the one before broke while it was opened', async () => {
    await want({ lists: true, uris: ['a:1', 'a:2'] });
    answer = (one) => {
      asked[0]?.end();
      void aWhile().then(() => grant(one));
    };
    clock.isStopped = true;
    clock.start(RETRY_MS);
    await want({ lists: false, uris: ['a:2', 'a:3'] });
    assert.deepEqual(heard, ['missed false a:2 ']);
  });

  it('that takes the place of one that was never granted may have missed what both want', async () => {
    answer = () => {};
    const first = rejection(want({ uris: ['a:1', 'a:2'] }));
    await count(1);
    answer = (one) => grant(one);
    await want({ uris: ['a:2'] });
    assert.deepEqual(heard, ['missed false a:2 ']);
    assert.isTrue(asked[0]?.signal.aborted);
    assert.instanceOf(await first, DOMException);
  });

  it('is granted in time, or given up', async () => {
    answer = () => {};
    subscriptions = open({ timeoutMs: 50 });
    const { message } = await errorOf(want({ uris: ['a:1'] }), 'timeout');
    assert.include(message, 'within 50 ms');
    await until(() => last().signal.aborted);
  });

  it('is opened again when it ends, and then may have missed something', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'] });
    assert.isEmpty(heard);
    last().end();
    await count(2);
    assert.deepEqual([heard, clock.doublings], [['missed false a:1 '], [0]]);
  });

  it('is opened again when the server ends it by its id, and by no other', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'] });
    for (const id of [2, '1', undefined, {}]) subscriptions.end(id);
    await aWhile();
    assert.isFalse(last().signal.aborted);
    subscriptions.end(1);
    await count(2);
    subscriptions.end(1);
    assert.isFalse(last().signal.aborted, 'that was another one');
  });

  it('brings word when the server is not reached three times in a row, and when it is heard again', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'] });
    answer = (one) => (one.id < 6 ? one.fail(unreached) : grant(one));
    last().end();
    await count(6);
    clock.isStopped = true;
    assert.deepEqual(heard, ['lost network', 'lost network', 'missed false a:1 ']);
    assert.deepEqual(clock.doublings.slice(0, 5), [0, 1, 2, 3, 4]);
  });

  it('is given up when the server refuses it for good, which the page hears if it was granted before', async () => {
    clock.start(RETRY_MS);
    answer = (one) => one.fail(refusal);
    assert.equal(await rejection(want({ uris: ['a:1'] })), refusal);
    assert.isEmpty(heard);
    answer = (one) => (one.id === 2 ? grant(one) : one.fail(refusal));
    await want({ uris: ['a:1'] });
    last().end();
    await until(() => heard.length === 1);
    await aWhile();
    assert.deepEqual([heard, asked.length], [['lost rpc'], 3]);
    answer = (one) => grant(one);
    await want({ uris: ['a:1'] });
    assert.lengthOf(asked, 4, 'the page asks again');
  });

  it('is asked for five times where something else may have answered, once it was granted', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'] });
    answer = (one) => one.fail(gate);
    last().end();
    await count(6);
    await aWhile();
    assert.deepEqual([heard, asked.length], [Array.from({ length: 5 }, () => 'lost not-mcp'), 6]);
    assert.equal(await rejection(want({ uris: ['a:2'] })), gate);
    assert.lengthOf(asked, 7, 'not where the page waits for it');
  });

  it('is asked for again and again where the server has no time, and the page waits', async () => {
    clock.start(RETRY_MS);
    answer = (one) => (one.id < 8 ? one.fail(new HttpError(503, 'Not now')) : grant(one));
    await want({ uris: ['a:1'] });
    assert.deepEqual([heard, asked.length], [[], 8]);
  });

  it('that held for a while is opened again as soon as at first', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'] });
    for (let stream = 1; stream < 4; stream++) {
      clock.passedMs += 6_000;
      last().end();
      await count(stream + 1);
    }
    clock.isStopped = true;
    assert.deepEqual(clock.doublings, [0, 0, 0]);
    clock.isStopped = false;
    clock.waits.length = 0;
    last().end();
    await count(5);
    last().end();
    await count(6);
    clock.isStopped = true;
    assert.deepEqual(clock.doublings.slice(0, 2), [1, 2]);
  });

  for (const canFallSilent of [true, false])
    it(`that falls silent is ${canFallSilent ? 'opened again at once' : 'left alone where no network is in between'}`, async () => {
      const now = performance.now.bind(performance);
      subscriptions = open({ canFallSilent });
      await want({ uris: ['a:1'] });
      const show = async (passedMs: number): Promise<void> => {
        performance.now = () => now() + passedMs;
        globalThis.dispatchEvent(new Event('pageshow'));
        await aWhile();
      };
      try {
        performance.now = () => now() + 20_000;
        last().onpiece();
        await show(25_000);
        assert.lengthOf(asked, 1, 'something came');
        await show(31_000);
        assert.lengthOf(asked, canFallSilent ? 2 : 1);
        assert.deepEqual(heard, canFallSilent ? ['missed false a:1 '] : []);
      } finally {
        Reflect.deleteProperty(performance, 'now');
      }
    });

  it('ends when the client is closed, and cannot be had then', async () => {
    answer = () => {};
    const waiting = rejection(want({ uris: ['a:1'] }));
    await count(1);
    subscriptions.close();
    assert.propertyVal(await waiting, 'code', 'closed');
    assert.isTrue(last().signal.aborted);
    await errorOf(want({ uris: ['a:1'] }), 'closed');
    assert.lengthOf(asked, 1);
  });

  it('stays when only tasks have ended, and is asked for without them when it breaks', async () => {
    clock.start(RETRY_MS);
    await want({ uris: ['a:1'], taskIds: ['t1', 't2'] });
    await want({ uris: ['a:1'], taskIds: ['t2'] });
    assert.lengthOf(asked, 1);
    last().end();
    await count(2);
    assert.deepEqual(last().filter, { resourceSubscriptions: ['a:1'], taskIds: ['t2'] });
    await want({ uris: ['a:1'], taskIds: ['t2', 't3'] });
    await want({ uris: ['a:2'], taskIds: ['t2'] });
    assert.lengthOf(asked, 4);
  });

  it('carries no tasks of a server that grants none, and ends if it was for nothing else', async () => {
    answer = (one) => grant(one, { resourceSubscriptions: one.filter['resourceSubscriptions'] });
    await want({ taskIds: ['t1'] });
    await until(() => last().signal.aborted);
    assert.deepEqual(heard, ['tasks ']);
    await want({ uris: ['a:1'], taskIds: ['t1'] });
    assert.deepEqual(last().filter, { resourceSubscriptions: ['a:1'] });
  });

  it('tells of the tasks that are granted, and of no others', async () => {
    answer = (one) => grant(one, { taskIds: ['t2', 't9'] });
    await want({ taskIds: ['t1', 't2'] });
    assert.deepEqual(heard, ['tasks t2']);
    assert.isFalse(last().signal.aborted);
  });

  it('is asked for without tasks that the server refuses, and with others twice at most', async () => {
    const invalid = new RpcError(-32_602, 'Unknown task');
    answer = (one) => (one.filter['taskIds'] ? one.fail(invalid) : grant(one));
    await want({ uris: ['a:1'], taskIds: ['t1'] });
    assert.lengthOf(asked, 2);
    assert.deepEqual([last().filter, heard], [{ resourceSubscriptions: ['a:1'] }, ['tasks ']]);
    await want({ uris: ['a:1'], taskIds: ['t1', 't2'] });
    assert.deepEqual(asked[2]?.filter, { resourceSubscriptions: ['a:1'], taskIds: ['t2'] });
    assert.lengthOf(asked, 4);
    await want({ uris: ['a:2'], taskIds: ['t3'] });
    assert.deepEqual(asked[4]?.filter, { resourceSubscriptions: ['a:2'] }, 'it does not know what they are for');
  });

  it('is asked for with other tasks again and again by a client to which the server has told of some', async () => {
    await want({ uris: ['a:1'], taskIds: ['t0'] });
    const invalid = new RpcError(-32_602, 'Unknown task');
    answer = (one) => (one.filter['taskIds'] ? one.fail(invalid) : grant(one));
    for (const id of ['t1', 't2', 't3']) await want({ uris: ['a:1', id], taskIds: [id] });
    assert.deepEqual(
      asked.flatMap(({ filter }) => filter['taskIds'] ?? []),
      ['t0', 't1', 't2', 't3'],
    );
    answer = (one) => (one.filter['taskIds'] ? one.fail(refusal) : grant(one));
    await want({ uris: ['a:1', 't4'], taskIds: ['t4'] });
    await want({ uris: ['a:1', 't5'], taskIds: ['t5'] });
    assert.notInclude(
      asked.flatMap(({ filter }) => filter['taskIds'] ?? []),
      't5',
      'it has no such thing anymore',
    );
  });
});
