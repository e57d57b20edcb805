// Tries inputs that may keep the page busy. `pnpm fuzz` searches for others, for as long as you like.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timeToParse } from '../fuzz/clock.mjs';
import { finds } from '../fuzz/finds.mjs';
import { grammars } from '../fuzz/grammars.mjs';
import { randomFrom } from '../fuzz/random.mjs';
import { measure, wander } from '../fuzz/search.mjs';

// The same inputs each time and everywhere, so that what one person finds, another can repeat.
const SEED = 14;
const COUNT = 100;

// A task may take 50 ms: up to the last look at the clock, and the stretch after it.
const MAX_MS = 50;
// On a slow or busy machine, all takes longer. There, what counts is how long the engine takes to parse 1 MB of JSON, which
// is about 10 ms elsewhere.
const MAX_PARSES = 5;

for (const grammar of grammars) {
  describe(`the fuzzer's ${grammar.name} (seed ${SEED})`, () => {
    const known = finds.filter(({ name }) => name === grammar.name);
    for (const { title, input } of known)
      test(`do not keep the page busy as once: ${title}`, () => {
        const found = measure(grammar, input);
        assert.ok(found, 'larger than 1 MB');
        assertQuick({ ...found, input });
      });

    test('have no slow one among those that are tried each time', () => {
      const seeds = known.map(({ input }) => input);
      for (const found of wander(grammar, { random: randomFrom(SEED), count: COUNT, seeds })) assertQuick(found);
    });
  });
}

function assertQuick({ ms, task, input }) {
  if (ms <= MAX_MS) return;
  const allowedMs = MAX_PARSES * timeToParse();
  assert.ok(ms <= allowedMs, `${ms.toFixed()} ms to ${task}, of ${allowedMs.toFixed()} ms: ${JSON.stringify(input)}`);
}
