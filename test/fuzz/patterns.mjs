/** Regular expressions, each with a text to search. */
import { load } from './load.mjs';
import { quietly } from './quietly.mjs';
import { changeRecipe, expand } from './recipes.mjs';

const { readSchema } = await load('packages/client/src/schema/read-schema.ts');

const ATOMS = [
  'a',
  'b',
  '.',
  '\\d',
  '\\w',
  '[a-c]',
  '[^b]',
  '\\p{L}',
  '\\P{Lu}',
  '[\\p{L}\\d]',
  '\\b',
  '^',
  '$',
  'é',
  '\\u{1F600}',
];
const TIMES = ['', '', '*', '+', '?', '{3}', '{2,}', '{0,50}', '{300}', '{0,5000}', '*?'];
const OPENINGS = ['(', '(?:', '(?=', '(?!', '(?<=', '(?<!'];

function expression(random, depth) {
  const parts = Array.from({ length: 1 + random.below(3) }, () => {
    const isGroup = depth < 6 && random.below(3) === 0;
    const atom = isGroup ? `${random.pick(OPENINGS)}${expression(random, depth + 1)})` : random.pick(ATOMS);
    return atom + random.pick(TIMES);
  });
  const found = parts.join('');
  return random.below(4) === 0 ? `${found}|${expression(random, depth + 1)}` : found;
}

function text(random) {
  const of = random.pick(['a', 'ab', 'aaab', '0', 'é', '😀', 'a b', '\n', 'abcdefgh']);
  return { '%': 'text', times: random.size() * 2, of };
}

function make(random) {
  const one = expression(random, 0);
  const pattern =
    random.below(3) === 0 ? { '%': 'text', times: random.size(), of: `${one}${random.pick(['', '|'])}` } : one;
  return { pattern, text: text(random), isMany: random.below(4) === 0 };
}

export const patterns = {
  name: 'patterns',
  make,
  change: (random, input) => {
    if (random.below(2) === 0) return { ...input, text: changeRecipe(random, input.text, () => text(random)) };
    const pattern = changeRecipe(random, input.pattern, () => expression(random, 0));
    const isMany = random.below(5) === 0 ? !input.isMany : input.isMany;
    return { ...input, pattern, isMany };
  },
  tasks: (input) => {
    const source = String(expand(input.pattern));
    const value = String(expand(input.text));
    // As many patterns as fit into a schema, each a little different.
    const count = input.isMany ? Math.min(5_000, Math.floor(900_000 / (source.length + 20))) : 1;
    const names = Array.from({ length: count }, (_none, index) => [
      `${source}${index === 0 ? '' : `x{${index}}`}`,
      true,
    ]);
    let schema;
    return {
      read: () => {
        schema = quietly(() =>
          readSchema({ anyOf: [{ pattern: source }], patternProperties: Object.fromEntries(names) }),
        );
      },
      check: () => quietly(() => schema?.problemsOf(value)),
      'check a name': () => quietly(() => schema?.problemsOf({ [value]: 1 })),
    };
  },
};
