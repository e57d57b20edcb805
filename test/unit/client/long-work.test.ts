import { assert } from 'chai';
import { textUpTo } from '../../../packages/client/src/wire/answer-text.ts';
import { inSlices, Slices } from '../../../packages/client/src/wire/slices.ts';
import { writeJson } from '../../../packages/client/src/wire/write-json.ts';
import { letPageWork } from '../../../packages/elements/src/internal/base/let-page-work.ts';
import { turnsDuring, whileWorkTakes } from '../../support/clock.ts';

describe('long work', () => {
  it('may go on for 8 ms, and for as long again after a pause', () =>
    whileWorkTakes(async (pass) => {
      const slices = new Slices();
      pass(7);
      assert.isFalse(slices.isOver);
      pass(1);
      assert.isTrue(slices.isOver);
      await slices.pause();
      assert.isFalse(slices.isOver);
      pass(7);
      assert.isFalse(slices.isOver);
      pass(1);
      assert.isTrue(slices.isOver);
    }));

  it('continues when the page aborts the task in which it began', async function test() {
    // Not every engine has tasks that can be aborted.
    if (!('scheduler' in globalThis && 'TaskController' in globalThis)) return this.skip();
    const controller = new TaskController();
    const slices = new Slices();
    let work: Promise<void> | undefined;
    const begin = async (): Promise<void> => {
      for (let pause = 0; pause < 4; pause++) await slices.pause();
      await letPageWork();
    };
    await scheduler.postTask(() => void (work = begin()), { signal: controller.signal });
    controller.abort();
    await work;
  });

  it('in short steps looks at the clock once for 32 of them', () =>
    whileWorkTakes(async (pass) => {
      const slices = new Slices();
      for (let step = 0; step < 100; step++) assert.isFalse(slices.isOverAfterStep(), 'no time has passed');
      pass(8);
      const answers = Array.from({ length: 64 }, () => slices.isOverAfterStep());
      assert.equal(answers.indexOf(true), 27, 'the 128th step');
      assert.lengthOf(answers.filter(Boolean), 2);
    }));

  it('begins anew after a wait in which the page had its turn, and not after a short one', () =>
    whileWorkTakes(async (pass) => {
      const slices = new Slices();
      const waitFor = (ms: number): Promise<number> =>
        slices.waitFor(
          Promise.resolve().then(() => {
            pass(ms);
            return ms;
          }),
        );
      pass(1);
      assert.equal(await waitFor(7), 7);
      assert.isTrue(slices.isOver);
      assert.equal(await waitFor(8), 8);
      assert.isFalse(slices.isOver);
      pass(7);
      assert.isFalse(slices.isOver);
      pass(1);
      assert.isTrue(slices.isOver);
    }));

  it('lets everything run that waits, at the latest in its third pause', async () => {
    const slices = new Slices();
    let hasRun = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      hasRun = true;
      port1.close();
    };
    await slices.pause();
    await slices.pause();
    port2.postMessage(null);
    await slices.pause();
    // Without `scheduler.yield()`, each pause is a message of its own, and messages on two channels come in any order.
    for (let more = 0; !('scheduler' in globalThis) && !hasRun && more < 9; more++) await slices.pause();
    assert.isTrue(hasRun);
  });

  it('that is short is done at once, and otherwise pauses whenever a slice is over', () =>
    whileWorkTakes(async (pass) => {
      function* count(steps: number, ms: number): Generator<undefined, number> {
        for (let step = 0; step < steps; step++) {
          pass(ms);
          yield;
        }
        return steps;
      }
      assert.equal(await inSlices(count(1_000, 0)), 1_000);
      let result: number | undefined;
      const turns = await turnsDuring(inSlices(count(960, 0.25)).then((done) => (result = done)));
      assert.equal(result, 960);
      assert.isAtLeast(turns, 8);
    }));
});

describe('JSON that is written step by step', () => {
  const writtenOf = (...args: Parameters<typeof writeJson>): { text: string; steps: number } => {
    const work = writeJson(...args);
    for (let steps = 0; ; steps++) {
      const { done, value } = work.next();
      if (done) return { text: value, steps };
    }
  };

  it('is that of JSON.stringify', () => {
    const hidden = { run: () => 1, [Symbol('name')]: 1, nothing: undefined, sign: Symbol('value') };
    for (const value of [
      null,
      1,
      '"\n\ud800',
      NaN,
      [],
      {},
      [[], {}, [[]]],
      { a: {}, b: [], c: '' },
      [undefined, () => 1, Symbol('value'), null],
      { ...hidden },
      { a: 1, ...hidden, b: [1, { ...hidden, c: true }, 2] },
      { ['a"b']: 'c' },
    ])
      assert.equal(writtenOf(value).text, JSON.stringify(value));
    assert.equal(writtenOf(undefined).text, 'null');
  });

  it('takes a step for each value', () => {
    assert.equal(writtenOf(1).steps, 0);
    assert.equal(writtenOf(Array.from({ length: 100 }, () => 1)).steps, 101);
  });

  it('has what stands for each value, which depends on its name and on how deep it is', () => {
    const seen: unknown[][] = [];
    const { text } = writtenOf({ a: [1, { b: 2 }], c: 3 }, (value, name, depth) => {
      seen.push([name, depth]);
      return typeof value === 'number' ? -value : value;
    });
    assert.equal(text, '{"a":[-1,{"b":-2}],"c":-3}');
    assert.deepEqual(seen, [
      [undefined, 0],
      ['a', 1],
      [undefined, 2],
      [undefined, 2],
      ['b', 3],
      ['c', 1],
    ]);
  });
});

describe('the text of an answer', () => {
  it('is its JSON, however many items it has', async () => {
    for (const count of [0, 1, 7, 8, 9, 16, 17, 1_000]) {
      const tools = Array.from({ length: count }, (_, index) => ({ name: `t${index}`, nested: [index, { a: 'b' }] }));
      const answer = { tools, ttlMs: 7, _meta: { a: [] }, nothing: null, text: 'x' };
      assert.equal(await textUpTo(1e9, answer), JSON.stringify(answer));
    }
    assert.equal(await textUpTo(2, {}), '{}');
  });

  it('is nothing when it is longer than wanted, or has no JSON', async () => {
    for (const answer of [
      { contents: [{ uri: 'a:b', text: 'x'.repeat(100) }], a: 1 },
      { a: 'x'.repeat(50) },
      { a: [1, 2, 3] },
    ]) {
      const { length } = JSON.stringify(answer);
      assert.equal(await textUpTo(length, answer), JSON.stringify(answer));
      for (let most = 0; most < length; most++) assert.isUndefined(await textUpTo(most, answer));
    }
    const circle: { self?: unknown } = {};
    circle.self = circle;
    assert.isUndefined(await textUpTo(1e9, circle));
  });
});
