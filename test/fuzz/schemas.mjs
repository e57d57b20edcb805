/** JSON Schemas, each with a value to validate. */
import { load } from './load.mjs';
import { quietly } from './quietly.mjs';
import { changeRecipe, expand } from './recipes.mjs';

const { readSchema } = await load('packages/client/src/schema/read-schema.ts');

const NAMES = ['a', 'b', '#', 'a#', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa#', '~/%', ''];
const PATTERNS = ['a', '^a*$', '^(a|b)+$', '\\p{L}', '^[^#]{0,500}$', '(?=a)', '#'];
const TYPES = ['string', 'number', 'integer', 'object', 'array', 'null', 'boolean'];
const DIALECTS = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2019-09/schema',
  'http://json-schema.org/draft-07/schema#',
];
const REFERENCES = [
  '#',
  '#/$defs/a',
  '#/$defs/a0',
  '#/$defs/#',
  '#a',
  'b#',
  'https://schema.invalid/a',
  '#/properties/a/%41~1',
];

function text(random) {
  return random.pick([
    ...NAMES,
    { '%': 'text', times: random.size(), of: random.pick(['a', 'ab', '/', 'é', '%41', '😀']) },
  ]);
}

function value(random, depth = 0) {
  if (depth > 3) return random.pick([1, 'a', null]);
  const inner = () => value(random, depth + 1);
  return random.pick([
    () => random.pick([0, 1, -1, 1.5, 1e300, 1e-300, 0.1, 12_345_678_901_234]),
    () => text(random),
    () => random.pick([true, false, null, [], {}]),
    () => [inner(), inner()],
    () => ({ [random.pick(NAMES)]: inner(), [random.pick(NAMES)]: inner() }),
    () => ({ '%': 'list', times: random.size(), of: inner() }),
    () => ({ '%': 'map', times: random.size(), name: random.pick(NAMES), of: inner() }),
    () => ({ '%': 'deep', times: random.below(420), of: random.pick([['@'], { a: '@' }, ['@', '@']]), end: inner() }),
  ])();
}

const many = (random, of, times = random.size()) =>
  random.pick([[of()], [of(), of()], { '%': 'list', times, of: of() }]);
const map = (random, of, name = random.pick(NAMES)) =>
  random.pick([{ [name]: of() }, { [name]: of(), a: of() }, { '%': 'map', times: random.size(), name, of: of() }]);

const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const SCHEMAS = [
  'items',
  'additionalItems',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const MAPS = ['properties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'];

function keyword(random, depth) {
  const inner = () => schema(random, depth + 1);
  const names = () => many(random, () => text(random));
  return random.pick([
    () => [random.pick(COUNTS), random.pick([0, 1, 1_000, 600_000])],
    () => [random.pick(LIMITS), random.pick([0, 1, 0.01, 1e-300, 1e300, 7])],
    () => [random.pick(SCHEMAS), inner()],
    () => [random.pick(SCHEMAS), inner()],
    () => [random.pick(LISTS), many(random, inner)],
    () => [random.pick(LISTS), many(random, inner)],
    () => [random.pick(MAPS), map(random, inner)],
    () => ['patternProperties', map(random, inner, random.pick(PATTERNS))],
    () => ['type', random.pick([random.pick(TYPES), many(random, () => random.pick(TYPES))])],
    () => ['enum', many(random, () => value(random, 1))],
    () => ['const', value(random)],
    () => ['required', names()],
    () => ['dependentRequired', map(random, names)],
    () => ['dependencies', map(random, names)],
    () => ['uniqueItems', true],
    () => [
      'pattern',
      random.pick([
        random.pick(PATTERNS),
        { '%': 'text', times: random.size(), of: random.pick(['a', 'a?', '[a-z]', '(a|']) },
      ]),
    ],
    () => [random.pick(['$ref', '$dynamicRef', '$recursiveRef']), random.pick([...REFERENCES, text(random)])],
    () => [random.pick(['$id', '$anchor', '$dynamicAnchor']), random.pick(['a', 'a#', 'b', '#', text(random)])],
    () => ['$recursiveAnchor', true],
    () => [random.pick(NAMES), value(random, 2)],
  ])();
}

function schema(random, depth = 0) {
  if (depth > 4) return random.pick([true, false, {}, { type: 'string' }]);
  if (random.below(12) === 0)
    return {
      '%': 'deep',
      times: 1 + random.below(99),
      of: { [random.pick(SCHEMAS)]: '@' },
      end: schema(random, depth + 1),
    };
  return Object.fromEntries(Array.from({ length: 1 + random.below(3) }, () => keyword(random, depth)));
}

export const schemas = {
  name: 'schemas',
  make: (random) => ({
    schema: { ...(random.below(3) === 0 && { $schema: random.pick(DIALECTS) }), ...schema(random) },
    value: value(random),
  }),
  change: (random, input) =>
    random.below(3) === 0
      ? { ...input, value: changeRecipe(random, input.value, () => value(random)) }
      : { ...input, schema: changeRecipe(random, input.schema, () => schema(random, random.below(4))) },
  tasks: ({ schema: schemaRecipe, value: valueRecipe }) => {
    // What is no object is refused before it gets here.
    const raw = Object(expand(schemaRecipe));
    const actual = expand(valueRecipe);
    let read;
    return {
      read: () => {
        read = quietly(() => readSchema(raw));
      },
      check: () => quietly(() => read?.problemsOf(actual)),
    };
  },
};
