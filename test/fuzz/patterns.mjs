/** Regular expressions, each with a text to search. */
import { load } from './load.mjs';
import { quietly } from './quietly.mjs';
import { changeRecipe, expandText } from './recipes.mjs';

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
const MEMBERS = ['a', 'é', '\\s', '\\W', 'a-c', '\\p{Lu}', '\\P{Nd}', '\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Lo}', '\\-'];
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
  // Each character once: nobody has asked the browser about them before.
  if (random.below(6) === 0) return { '%': 'characters', times: random.size() * 2, from: 0x40000 };
  return { '%': 'text', times: random.size() * 2, of };
}

function pattern(random) {
  const one = expression(random, 0);
  const many = (of) => ({ '%': 'list', times: random.size(), of });
  return random.pick([
    () => one,
    () => one,
    () => many(`${one}${random.pick(['', '|'])}`),
    () => [random.pick(['[', '[^']), many(random.pick(MEMBERS)), ']'],
    () => [many(`(?<a#>${random.pick(['', 'a'])})`), '(?:', many(random.pick(['|', '()'])), ')', one],
  ])();
}

function make(random) {
  return { pattern: pattern(random), text: text(random), isMany: random.below(4) === 0 };
}

export const patterns = {
  name: 'patterns',
  make,
  change: (random, input) => {
    if (random.below(2) === 0) return { ...input, text: changeRecipe(random, input.text, () => text(random)) };
    const isMany = random.below(5) === 0 ? !input.isMany : input.isMany;
    return { ...input, pattern: changeRecipe(random, input.pattern, () => pattern(random)), isMany };
  },
  tasks: (input) => {
    const source = expandText(input.pattern);
    const value = expandText(input.text);
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
