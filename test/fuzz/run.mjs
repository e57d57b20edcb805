// Searches for inputs that keep the page busy, and prints the worst of each grammar.
//   pnpm fuzz --minutes 60 --seed 7 --only schemas
import { parseArgs } from 'node:util';
import { finds } from './finds.mjs';
import { grammars } from './grammars.mjs';
import { randomFrom } from './random.mjs';
import { search } from './search.mjs';

const SHOWN = 3;

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const seed = Number(options.seed ?? Date.now() % 1_000_000);
const chosen = grammars.filter(({ name }) => !options.only || name === options.only);
console.log(`Seed ${seed}, ${options.minutes} minutes for ${chosen.map(({ name }) => name).join(', ')}`);
for (const grammar of chosen) {
  const { runs, worst } = search(grammar, {
    random: randomFrom(seed),
    seeds: finds.filter(({ name }) => name === grammar.name).map(({ input }) => input),
    seconds: (Number(options.minutes) * 60) / chosen.length,
  });
  console.log(`\n${grammar.name}: ${runs} inputs`);
  for (const { ms, task, input } of worst.slice(0, SHOWN))
    console.log(`${ms.toFixed(1)} ms to ${task}: ${JSON.stringify(input)}`);
}
