// Searches for a few seconds for inputs that keep the page busy. `pnpm fuzz` searches for as long as you like.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finds } from '../fuzz/finds.mjs';
import { grammars } from '../fuzz/grammars.mjs';
import { randomFrom } from '../fuzz/random.mjs';
import { measure, search } from '../fuzz/search.mjs';

// The same inputs each time, so that what one person finds, another can repeat.
const SEED = 14;
const SECONDS = 10;
// A task may take 50 ms. On a slow machine it takes longer, but what is not limited takes seconds.
const MAX_MS = 500;

for (const grammar of grammars) {
  describe(`the fuzzer's ${grammar.name} (seed ${SEED})`, () => {
    for (const { title, input } of finds.filter(({ name }) => name === grammar.name))
      test(`do not keep the page busy as once: ${title}`, () => assertQuick(grammar, input));

    test('have no slow one among them that is found in a few seconds', () => {
      const seconds = SECONDS / grammars.length;
      const { runs, worst } = search(grammar, { random: randomFrom(SEED), seconds });
      assert.ok(runs > 0);
      for (const { input } of worst.slice(0, 3)) assertQuick(grammar, input);
    });
  });
}

function assertQuick(grammar, input) {
  let found = measure(grammar, input);
  for (let times = 0; found && found.ms > MAX_MS && times < 3; times++) found = measure(grammar, input);
  assert.ok(found, 'larger than 1 MB');
  assert.ok(found.ms <= MAX_MS, `${found.ms.toFixed()} ms to ${found.task}: ${JSON.stringify(input)}`);
}
