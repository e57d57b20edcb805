import { assert } from 'chai';
import { Log, McpHost } from '@mcp-web/client';
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

  it('gives out what it was at that moment, whatever it forgets later', () => {
    const log = new Log({ maxEntries: 100 });
    append(log, 100);
    const before = log.getSnapshot();
    append(log, 500);
    assert.deepEqual([before.length, before.at(0)?.data, before.at(-1)?.data, before.at(100)], [100, 0, 99, undefined]);
    log.clear();
    assert.equal(log.getSnapshot().length, 0);
    assert.equal(before.at(50)?.data, 50);
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

  it('tells of a burst once', async () => {
    const log = new Log();
    let calls = 0;
    log.subscribe(() => calls++);
    const next = told(log);
    append(log, 1_000);
    await next;
    assert.equal(calls, 1);
    assert.equal(log.getSnapshot(), log.getSnapshot());
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
