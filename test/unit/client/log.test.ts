import { assert } from 'chai';
import { Log } from '@mcp-web/client';

const append = (log: Log, count: number): void => {
  for (let index = 0; index < count; index++) log.append('a', 'A', { level: 'info', data: index });
};

describe('a log', () => {
  it('keeps the newest entries, oldest first', () => {
    const log = new Log(100);
    append(log, 1_234);
    const entries = log.getSnapshot();
    assert.lengthOf(entries, 100);
    assert.deepEqual([entries[0]?.data, entries.at(-1)?.data], [1_134, 1_233]);
  });

  it('tells of a burst once', async () => {
    const log = new Log();
    let calls = 0;
    const told = new Promise<void>((resolve) => void log.subscribe(() => { calls++; resolve(); }));
    append(log, 1_000);
    await told;
    assert.equal(calls, 1);
    assert.lengthOf(log.getSnapshot(), 1_000);
  });

  it('can be emptied', () => {
    const log = new Log();
    append(log, 3);
    log.clear();
    assert.isEmpty(log.getSnapshot());
  });
});
