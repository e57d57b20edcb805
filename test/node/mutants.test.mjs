import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMutants, withMutants } from '../mutate/mutants.mjs';

const SOURCE = `
  const heard = [];
  const add = (word) => heard.push(word);
  export function sort(value) {
    heard.length = 0;
    if (value > 0) add('positive');
    else if (value < 0) add('negative');
    else add('zero');
    try {
      if (value === 2) throw new Error('two');
      else add('not two');
    } catch {
      add('two');
    }
    return heard.join();
  }
`;

const load = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);

test('a file that can be changed anywhere is as before while no change is on', async () => {
  const mutants = findMutants('sort.ts', SOURCE);
  const numbers = new Map(mutants.map((mutant, number) => [mutant, number]));
  let active = -1;
  globalThis.isMutant = (number) => number === active;
  const original = await load(SOURCE);
  const changed = await load(withMutants('sort.ts', SOURCE, numbers));
  for (const value of [-1, 0, 1, 2]) assert.equal(changed.sort(value), original.sort(value));
  const without = mutants.findIndex(({ before, after }) => before.includes("add('positive')") && after.endsWith(' ;'));
  active = without;
  assert.deepEqual([changed.sort(1), changed.sort(-1)], ['not two', 'negative,not two']);
  delete globalThis.isMutant;
});
