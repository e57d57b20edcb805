// A browser lists the names of an object in one go, 20 ms for a hundred thousand: late in a check, there is no time for that.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stretchesOf } from '../fuzz/clock.mjs';
import { load } from '../fuzz/load.mjs';

const { readSchema } = await load('packages/client/src/schema/read-schema.ts');

const many = Object.fromEntries(Array.from({ length: 50_000 }, (_none, index) => [`k${index}`, 0]));
// Takes all the time there is, or half of it: 1 ms passes with each look at the clock.
const slow = { pattern: '(a|aa)+b' };
const textFor = (ms) => 'a'.repeat(ms * 600);

/** How many ms had passed when the names of the large object were listed. */
function listedAfter(run) {
  const { keys } = Object;
  const times = [];
  let passed = 0;
  stretchesOf(() => {
    const now = performance.now;
    performance.now = () => (passed = now());
    Object.keys = (value) => {
      if (value === many) times.push(passed);
      return keys(value);
    };
    try {
      run();
    } finally {
      Object.keys = keys;
    }
  });
  return { times, passed };
}

describe('the names of a large object', () => {
  for (const [keyword, part] of Object.entries({
    minProperties: { minProperties: 1 },
    propertyNames: { propertyNames: { maxLength: 10 } },
    additionalProperties: { additionalProperties: { type: 'number' } },
    uniqueItems: { uniqueItems: true },
    const: { const: { a: 1 } },
  }))
    test(`are listed while there is time, and once: ${keyword}`, () => {
      const schema = readSchema({ properties: { text: slow, many: part } });
      for (const ms of [3, 12, 18, 24, 100]) {
        const value = { text: textFor(ms), many: keyword === 'uniqueItems' ? [many] : many };

        const { times, passed } = listedAfter(() => {
          try {
            schema.problemsOf(value);
          } catch (error) {
            assert.equal(error.message, 'it takes more than 25 ms');
          }
        });
        assert.ok(passed >= Math.min(ms, 25) / 2, `the text takes ${passed} ms`);
        assert.ok(times.length === 1 && times.every((time) => time <= 12), `after ${times.join()} ms`);
      }
    });
});
