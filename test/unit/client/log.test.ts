import { assert } from 'chai';
import { Log, McpHost } from '@mcp-web/client';
import { whileTimersEndAt, withoutTimersFrom } from '../../support/clock.ts';
import { serverUrl } from '../../support/servers.ts';

const append = (log: Log, count: number, data: (index: number) => unknown = (index) => index): void => {
  for (let index = 0; index < count; index++) log.append({ serverId: 'a', serverName: 'A', data: data(index) });
};

/** Waits until the log has reported its changes. */
const told = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    const stop = log.subscribe(() => resolve(stop()));
  });

describe('a log', () => {
  it('keeps the newest entries, oldest first', () => {
    for (const count of [99, 100, 101, 102, 103, 150, 1_234]) {
      const log = new Log({ maxEntries: 100 });
      append(log, count);
      const entries = log.getSnapshot();
      assert.lengthOf(entries.slice(), Math.min(100, count));
      assert.deepEqual([entries.at(0)?.data, entries.at(-1)?.data], [Math.max(0, count - 100), count - 1]);
      assert.deepEqual(
        [...entries].map(({ data }) => data),
        entries.slice().map(({ data }) => data),
      );
    }
  });

  it('keeps no more bytes than it may, but the newest entry whatever its size [LG-06]', () => {
    const log = new Log({ maxBytes: 1_000_000 });
    append(log, 100, () => 'x'.repeat(10_000));
    assert.isAtMost(log.getSnapshot().length, 50);
    assert.isAtLeast(log.getSnapshot().length, 45);
    append(log, 1, () => ['x'.repeat(2_000_000)]);
    assert.equal(log.getSnapshot().length, 1);
    append(log, 1, () => 'small');
    assert.deepEqual(
      [...log.getSnapshot()].map(({ data }) => data),
      ['small'],
    );
  });

  it('has all its room again once it was emptied', () => {
    const log = new Log({ maxBytes: 1_000_000 });
    append(log, 45, () => 'x'.repeat(10_000));
    log.clear();
    append(log, 45, () => 'x'.repeat(10_000));
    assert.equal(log.getSnapshot().length, 45);
  });

  it('counts what it dropped since it was last empty', () => {
    const log = new Log({ maxEntries: 100 });
    append(log, 100);
    assert.equal(log.dropped, 0);
    append(log, 5);
    assert.equal(log.dropped, 5);
    log.clear();
    assert.equal(log.dropped, 0);
    append(log, 101);
    assert.equal(log.dropped, 1);
  });

  it('gives out what it was at that moment, whatever it forgets or hears later', () => {
    for (const count of [99, 100]) {
      const log = new Log({ maxEntries: 100 });
      append(log, count);
      const before = log.getSnapshot();
      append(log, 500);
      assert.deepEqual([before.length, before.at(0)?.data, before.at(-1)?.data], [count, 0, count - 1]);
      assert.isUndefined(before.at(count));
      assert.lengthOf(before.slice(), count);
      log.clear();
      assert.equal(log.getSnapshot().length, 0);
      assert.equal(before.at(50)?.data, 50);
    }
  });

  it('numbers its entries without a gap, also after it was emptied', () => {
    const log = new Log();
    append(log, 2);
    log.clear();
    append(log, 2);
    assert.deepEqual(
      [...log.getSnapshot()].map(({ id }) => id),
      [3, 4],
    );
    assert.equal(log.getSnapshot().firstId, 3);
  });

  it('takes what the page knows of its own beside what servers log', () => {
    const log = new Log();
    append(log, 1);
    log.append({
      kind: 'decision',
      level: 'notice',
      serverId: 'a',
      serverName: 'A',
      data: { action: 'deny' },
      request: { id: 'call-1', method: 'tools/call', name: 'erase' },
    });
    assert.deepEqual(
      [...log.getSnapshot()].map(({ kind, level, request }) => [kind, level, request?.name]),
      [
        ['log', 'info', undefined],
        ['decision', 'notice', 'erase'],
      ],
    );
  });

  it('keeps 10,000 entries, and about 50 MB, unless the page says otherwise', () => {
    const log = new Log();
    append(log, 10_001);
    assert.deepEqual([log.getSnapshot().length, log.getSnapshot().at(0)?.data], [10_000, 1]);
    const large = new Log();
    append(large, 60, () => 'x'.repeat(500_000));
    assert.equal(large.getSnapshot().length, 49);
  });

  it('can be told to keep more or fewer, and drops at once what is too much', async () => {
    const log = new Log({ maxEntries: 100 });
    for (let index = 0; index < 300; index++) log.append({ serverId: 'a', serverName: 'A', data: index });
    assert.equal(log.dropped, 200);
    log.maxEntries = 1_000;
    for (let index = 300; index < 500; index++) log.append({ serverId: 'a', serverName: 'A', data: index });
    assert.equal(log.getSnapshot().length, 300);
    const told = new Promise<void>((resolve) => log.subscribe(resolve));
    log.maxEntries = 7;
    assert.equal(log.maxEntries, 7);
    assert.deepEqual(
      [...log.getSnapshot()].map(({ data }) => data),
      [493, 494, 495, 496, 497, 498, 499],
    );
    await told;
    log.maxEntries = 1_000;
    assert.isAtMost(log.getSnapshot().length, 30, 'they do not come back');
  });

  it('counts what members and items of an entry take, not only texts', () => {
    const sizes = [
      ['a'.repeat(1_000)],
      { member: { inner: 'a'.repeat(1_000) } },
      Array.from({ length: 125 }, () => null),
    ];
    for (const data of sizes) {
      const log = new Log({ maxBytes: 100_000 });
      append(log, 200, () => data);
      assert.closeTo(log.getSnapshot().length, 46, 3, JSON.stringify(data).slice(0, 30));
    }
  });

  it('has each entry at its index, from both ends, and nothing beyond', () => {
    const log = new Log({ maxEntries: 1_000 });
    append(log, 2_500);
    const entries = log.getSnapshot();
    for (let index = 0; index < 1_000; index++) {
      assert.equal(entries.at(index)?.data, 1_500 + index);
      assert.equal(entries.at(index - 1_000)?.data, 1_500 + index);
    }
    for (const index of [1_000, -1_001, 0.5, Number.NaN]) assert.isUndefined(entries.at(index), String(index));
  });

  it('has any part of its entries, without the one at the end of the part', () => {
    const log = new Log({ maxEntries: 100 });
    append(log, 250);
    const entries = log.getSnapshot();
    const partOf = (start?: number, end?: number): unknown[] => entries.slice(start, end).map(({ data }) => data);
    assert.deepEqual(partOf(0, 3), [150, 151, 152]);
    assert.deepEqual(partOf(97), [247, 248, 249]);
    assert.deepEqual(partOf(98, 1_000), [248, 249]);
    assert.deepEqual(partOf(50, 50), []);
    for (let start = 0; start < 99; start++) assert.deepEqual(partOf(start, start + 2), [150 + start, 151 + start]);
  });

  it('collects the names of up to a hundred loggers, until it is emptied', () => {
    const log = new Log();
    for (let index = 0; index < 150; index++)
      log.append({ serverId: 'a', serverName: 'A', data: index, logger: `logger-${index}` });
    append(log, 1);
    assert.deepEqual(
      [...log.loggers],
      Array.from({ length: 100 }, (_none, index) => `logger-${index}`),
    );
    log.clear();
    assert.isEmpty([...log.loggers]);
  });

  it('tells nobody who has ended their subscription, and others though one of them fails', async () => {
    const log = new Log();
    const heard: string[] = [];
    const reported: unknown[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (reason) => void reported.push(reason);
    const listener = (): void => void heard.push('twice');
    const stop = log.subscribe(() => heard.push('ended'));
    log.subscribe(() => {
      throw new Error('The page’s own mistake');
    });
    log.subscribe(listener);
    log.subscribe(listener)();
    stop();
    const next = told(log);
    append(log, 1);
    await next;
    globalThis.reportError = reportError;
    assert.deepEqual(heard, ['twice']);
    assert.match(String(reported), /own mistake/);
  });

  it('tells of changes in a hidden page and in a worker, which have no frames', async () => {
    const { requestAnimationFrame } = globalThis;
    try {
      for (const hasFrames of [true, false]) {
        // The frame comes when the page is shown again.
        const frames: FrameRequestCallback[] = [];
        Reflect.set(globalThis, 'requestAnimationFrame', hasFrames ? frames.push.bind(frames) : undefined);
        const log = new Log();
        let calls = 0;
        log.subscribe(() => calls++);
        append(log, 1);
        await told(log);
        assert.equal(calls, 1);
        for (const frame of frames) frame(performance.now());
        assert.equal(calls, 1);
      }
    } finally {
      globalThis.requestAnimationFrame = requestAnimationFrame;
    }
  });

  it('tells of a burst once', async () => {
    const log = new Log();
    let calls = 0;
    log.subscribe(() => calls++);
    const next = told(log);
    append(log, 1_000);
    await next;
    assert.equal(calls, 1);
    assert.equal(log.getSnapshot(), log.getSnapshot());
    const later = told(log);
    append(log, 1);
    await later;
    assert.equal(calls, 2);
  });

  it('tells that it was emptied', async () => {
    const log = new Log();
    append(log, 1);
    await told(log);
    assert.equal(log.getSnapshot().length, 1);
    const next = told(log);
    log.clear();
    assert.equal(log.getSnapshot().length, 0);
    await next;
  });

  it('tells with the next frame, and after a tenth of a second without one', async () => {
    await withoutTimersFrom(100, async () => {
      const log = new Log();
      append(log, 1);
      await told(log);
    });
    const { requestAnimationFrame } = globalThis;
    Reflect.set(globalThis, 'requestAnimationFrame', undefined);
    try {
      await whileTimersEndAt(100, async () => {
        const log = new Log();
        append(log, 1);
        await told(log);
      });
    } finally {
      globalThis.requestAnimationFrame = requestAnimationFrame;
    }
  });
});

for (const name of ['modern', 'legacy']) {
  describe(`the log of a host with ${name} servers`, () => {
    it('knows which request a line belongs to', async () => {
      const host = new McpHost({ consent: () => ({ action: 'allow' }) });
      const id = host.add(await serverUrl(name));
      await new Promise<void>(
        (resolve) => void host.subscribe(() => host.getSnapshot().servers[0]?.tools.length && resolve()),
      );
      await host.setLogLevel(id, 'debug');
      const next = told(host.log);
      await Promise.all([
        host.callTool(id, 'log', { levels: ['error'] }),
        host.callTool(id, 'log', { levels: ['alert'] }),
      ]);
      await next;
      const requests = [...host.log.getSnapshot()].filter(({ kind }) => kind === 'log').map(({ request }) => request);
      assert.deepEqual(
        requests.map((request) => [request?.method, request?.name]),
        [
          ['tools/call', 'log'],
          ['tools/call', 'log'],
        ],
      );
      assert.equal(new Set(requests.map((request) => request?.id)).size, 2);
      host.close();
    });
  });
}
