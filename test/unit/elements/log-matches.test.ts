import type { LogEntry } from '@mcp-web/client';
import { assert } from 'chai';
import { indexOfId } from '../../../packages/elements/src/internal/lists/list-rows.ts';
import { Matches } from '../../../packages/elements/src/log-viewer/search/matches.ts';

const entry = (id: number): LogEntry => ({
  id,
  time: 0,
  kind: 'log',
  serverId: 'a',
  serverName: 'A',
  level: 'info',
  data: id,
});
const range = (from: number, to: number): LogEntry[] =>
  Array.from({ length: to - from }, (_, index) => entry(from + index));
const idsOf = (matches: Matches): number[] => matches.slice().map(({ id }) => id);
const isEven = ({ id }: LogEntry): boolean => id % 2 === 0;

describe('the matches in a log', () => {
  it('are found where the user looks first, and stop when the time is over', () => {
    const rows = range(0, 1_000);
    const matches = new Matches(isEven, 500);
    matches.update(rows, 0);
    const ids = idsOf(matches);
    assert.isAbove(ids.length, 0);
    assert.isBelow(ids.length, 100);
    assert.equal(ids[0], 500);
    assert.isFalse(matches.isDone);
    assert.isBelow(matches.share, 0.1);
  });

  it('are all found in the end, in their order, however short the turns', () => {
    const rows = range(-20, 1_000);
    for (const start of [-20, 0, 333, 999, 1_000, 5_000]) {
      const matches = new Matches(isEven, start);
      let turns = 0;
      for (; !matches.isDone; turns++) matches.update(rows, 0);
      assert.isAbove(turns, 10);
      assert.deepEqual(
        idsOf(matches),
        rows.filter(isEven).map(({ id }) => id),
      );
      assert.equal(matches.at(0)?.id, -20);
      assert.equal(matches.at(-1)?.id, 998);
      assert.equal(matches.at(indexOfId(matches, 401))?.id, 402);
      assert.isUndefined(matches.at(matches.length));
      assert.isUndefined(matches.at(-1 - matches.length));
    }
  });

  it('follow the log: what comes is looked at, what comes back too, and what is forgotten is gone', () => {
    const looked = new Map<number, number>();
    const matches = new Matches((one) => {
      looked.set(one.id, (looked.get(one.id) ?? 0) + 1);
      return isEven(one);
    }, 50);
    const after = (from: number, to: number): (number | undefined)[] => {
      do matches.update(range(from, to), 0);
      while (!matches.isDone);
      return [matches.length, matches.at(0)?.id, matches.at(-1)?.id];
    };
    assert.deepEqual(after(0, 100), [50, 0, 98]);
    assert.deepEqual(after(0, 201), [101, 0, 200]);
    assert.deepEqual(after(-10, 201), [106, -10, 200]);
    assert.deepEqual(after(30, 201), [86, 30, 200]);
    assert.deepEqual(after(190, 221), [16, 190, 220]);
    assert.deepEqual(after(300, 300), [0, undefined, undefined]);
    assert.deepEqual(after(300, 311), [6, 300, 310]);
    assert.deepEqual([...new Set(looked.values())], [1]);
  });
});
