import { assert } from 'chai';
import { callRoll } from '../../../packages/client/src/session/shared/roll-call.ts';
import { aWhile, until } from '../../support/scripted-server.ts';

describe('the tab that leads', () => {
  const { setTimeout: set } = globalThis;
  /** What waits for seconds, and for how many. */
  let waits: { seconds: number; end: () => void }[] = [];
  beforeEach(() => {
    waits = [];
    const late = (work: () => void, ms = 0): unknown =>
      ms < 1_000 ? set(work, ms) : waits.push({ seconds: ms / 1_000, end: work });
    globalThis.setTimeout = Object.assign(late, set);
  });
  afterEach(() => {
    globalThis.setTimeout = set;
  });

  const roll = (known: string[], present: Map<string, unknown>) => {
    const called = { asked: 0, absent: [] as string[], isOver: false, hasEnded: false, leaving: new AbortController() };
    const calling = callRoll({
      present,
      known,
      ask: () => called.asked++,
      onabsent: (tab) => called.absent.push(tab),
      isOver: () => called.isOver,
      signal: called.leaving.signal,
    });
    void calling.then(() => (called.hasEnded = true));
    return called;
  };
  /** Lets this wait end, and resolves when the next one has begun. */
  const end = async (index: number): Promise<void> => {
    waits[index]?.end();
    await until(() => waits.length === index + 2);
  };

  it('calls the roll every two minutes, and drops who says nothing for half a minute', async () => {
    const present = new Map<string, unknown>([['here', 1]]);
    const called = roll(['here', 'gone'], present);
    await until(() => waits.length === 1);
    assert.deepEqual([called.asked, called.absent], [0, []]);
    await end(0);
    assert.deepEqual([called.asked, called.absent], [0, ['gone']]);
    present.set('new', 1);
    await end(1);
    assert.deepEqual([called.asked, called.absent, [...present]], [1, ['gone'], []]);
    present.set('new', 1);
    await end(2);
    assert.deepEqual(called.absent, ['gone', 'here']);
    await end(3);
    assert.equal(called.asked, 2);
    await end(4);
    assert.deepEqual(called.absent, ['gone', 'here', 'new']);
    await end(5);
    assert.equal(called.asked, 2, 'there is nobody to ask');
    assert.deepEqual(
      waits.map(({ seconds }) => seconds),
      [5, 120, 30, 120, 30, 120, 30],
    );
  });

  for (const [when, count] of [
    ['as it begins to lead', 1],
    ['between two calls', 2],
    ['while it waits for answers', 3],
  ] as const)
    it(`asks nobody and drops nobody once another one leads, also if that begins ${when}`, async () => {
      const called = roll([], new Map([['silent', 1]]));
      await until(() => waits.length === 1);
      for (let index = 0; index < count - 1; index++) await end(index);
      const { asked } = called;
      called.isOver = true;
      if (count === 2) called.leaving.abort();
      else waits.at(-1)?.end();
      await until(() => called.hasEnded);
      await aWhile();
      assert.deepEqual([called.asked, called.absent, waits.length], [asked, [], count]);
    });
});
