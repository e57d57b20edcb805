/** Random schemas, each with a value that matches it. The same seed gives the same schemas. */

export type Json = Record<string, unknown>;

export interface Sample {
  readonly schema: Json;
  readonly value: unknown;
}

export interface Random {
  /** A whole number below `end`. */
  (end: number): number;
}

/** A small generator (mulberry32), because those of the engines cannot be seeded. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * end);
  };
}

const WORDS = ['a', 'Zürich', 'two words', '0', 'x'.repeat(40), '{"a":1}', '😀', 'line\nbreak', ' ', 'null', '-1'];
const NAMES = ['name', 'size', 'kind of', 'a/b', 'm~n', 'constructor', '__proto__', 'toString', 'x', 'é'];

export const pick = <T>(random: Random, all: readonly T[]): T => all[random(all.length)] as T;

/** An object schema, as tools and elicitations have them, and a value for it. */
export function sampleOf(random: Random): Sample & { readonly value: Json } {
  const tree = {
    type: 'object',
    properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    required: ['label'],
  };
  const { schema, value } = objectOf(random, 3);
  return {
    schema: {
      ...schema,
      $defs: { tree, word: { type: 'string', minLength: 1 }, level: { enum: [1, 'two', null, true] } },
    },
    value,
  };
}

function anyOf(random: Random, depth: number): Sample {
  const leaves = [textOf, numberOf, booleanOf, enumOf, choicesOf, dateOf, referenceOf, nullableOf];
  const nested = [objectOf, objectOf, listOf, listOf, tupleOf, kindsOf, typesOf, mergedOf, treeOf, conditionOf];
  return pick<(random: Random, depth: number) => Sample>(random, depth > 0 ? [...leaves, ...nested] : leaves)(
    random,
    depth - 1,
  );
}

function textOf(random: Random): Sample {
  const value = pick(random, WORDS);
  const more = pick<Json>(random, [
    {},
    { minLength: 1 },
    { maxLength: 50 },
    { pattern: '^[^]{1,50}$' },
    { title: 'A title' },
    { description: 'words' },
  ]);
  return { schema: { type: 'string', ...more }, value };
}

function numberOf(random: Random): Sample {
  const isWhole = random(2) === 0;
  const value = isWhole ? random(2000) - 1000 : (random(2000) - 1000) / 8;
  return {
    schema: {
      type: isWhole ? 'integer' : 'number',
      ...pick<Json>(random, [
        {},
        { minimum: -1000 },
        { maximum: 1000 },
        { exclusiveMaximum: 1001 },
        { multipleOf: isWhole ? 1 : 0.125 },
      ]),
    },
    value,
  };
}

const booleanOf = (random: Random): Sample => ({ schema: { type: 'boolean' }, value: random(2) === 0 });
const referenceOf = (random: Random): Sample =>
  pick(random, [
    { schema: { $ref: '#/$defs/word' }, value: 'w' },
    { schema: { $ref: '#/$defs/level', title: 'Level' }, value: pick(random, [1, 'two', null, true]) },
  ]);

function enumOf(random: Random): Sample {
  const values = pick<unknown[]>(random, [
    ['s', 'm'],
    [1, 2, '2'],
    [null, true, { a: 1 }],
    Array.from({ length: 30 }, (_none, index) => `o${index}`),
  ]);
  const value = pick(random, values);
  const shape = pick<Json>(random, [
    { enum: values },
    { enum: values, enumNames: values.map(String) },
    { oneOf: values.map((one) => ({ const: one, title: `T ${JSON.stringify(one)}` })) },
  ]);
  return pick(random, [
    { schema: shape, value },
    { schema: { const: value }, value },
  ]);
}

function choicesOf(random: Random): Sample {
  const values = ['x', 'y', 'z'];
  const items = pick<Json>(random, [
    { type: 'string', enum: values },
    { anyOf: values.map((one) => ({ const: one, title: one })) },
  ]);
  return {
    schema: { type: 'array', items, maxItems: 3 },
    value: pick<string[]>(random, [[], ['x'], ['x', 'z'], ['z', 'x'], ['y', 'y']]),
  };
}

const dateOf = (random: Random): Sample =>
  pick(random, [
    { schema: { type: 'string', format: 'date' }, value: '2024-02-29' },
    {
      schema: { type: 'string', format: 'date-time' },
      value: pick(random, ['2026-01-31T09:30:00Z', '2026-01-31T09:30:15.5+05:30', '1999-12-31T23:59:59.123456-11:00']),
    },
    { schema: { type: 'string', format: 'email' }, value: 'a@b.example' },
  ]);

function nullableOf(random: Random, depth: number): Sample {
  const { schema, value } = pick(random, [textOf, numberOf, objectOf])(random, depth);
  const isNull = random(2) === 0;
  const shape = pick<Json>(random, [
    { anyOf: [schema, { type: 'null' }] },
    { ...schema, type: [schema['type'], 'null'] },
    { oneOf: [{ type: 'null' }, schema] },
  ]);
  return { schema: shape, value: isNull ? null : value };
}

function objectOf(random: Random, depth: number): Sample & { readonly value: Json } {
  const properties: [string, unknown][] = [];
  const value: [string, unknown][] = [];
  const required: string[] = [];
  for (const name of NAMES.filter(() => random(3) === 0)) {
    const member = anyOf(random, depth);
    const isRequired = random(2) === 0;
    properties.push([name, random(4) === 0 ? { default: member.value, ...member.schema } : member.schema]);
    if (isRequired) required.push(name);
    if (isRequired || random(2) === 0) value.push([name, member.value]);
  }
  const more = pick<Json>(random, [
    {},
    {},
    { additionalProperties: false },
    { additionalProperties: { type: 'integer' } },
    { patternProperties: { '^n_': { type: 'boolean' } } },
  ]);
  if (more['additionalProperties'] !== undefined && more['additionalProperties'] !== false)
    value.push(['extra one', random(9)]);
  if (more['patternProperties'] !== undefined) value.push(['n_1', true], ['else', ['anything']]);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      ...more,
    },
    value: Object.fromEntries(value),
  };
}

function listOf(random: Random, depth: number): Sample {
  const { schema, value } = anyOf(random, depth);
  return {
    schema: { type: 'array', items: schema, ...pick<Json>(random, [{}, { maxItems: 3 }, { minItems: 0 }]) },
    value: Array.from({ length: random(4) }, () => value),
  };
}

function tupleOf(random: Random, depth: number): Sample {
  const parts = [anyOf(random, depth), anyOf(random, depth)];
  return {
    schema: {
      type: 'array',
      prefixItems: parts.map(({ schema }) => schema),
      ...pick<Json>(random, [{}, { items: false }]),
    },
    value: parts.map(({ value }) => value).slice(0, 1 + random(2)),
  };
}

/** Objects that a constant distinguishes. */
function kindsOf(random: Random, depth: number): Sample {
  const kinds = ['circle', 'square'].map((kind) => {
    const { schema, value } = objectOf(random, depth);
    // Both were made by `objectOf`: there is no trust boundary in between.
    const properties = schema['properties'] as Json;
    return {
      schema: {
        type: 'object',
        properties: { ...properties, kind: { const: kind } },
        required: ['kind', ...((schema['required'] as string[] | undefined) ?? [])],
      },
      value: { ...only(value, Object.keys(properties)), kind },
    };
  });
  return {
    schema: { [pick(random, ['oneOf', 'anyOf'])]: kinds.map(({ schema }) => schema) },
    value: pick(random, kinds).value,
  };
}

const only = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

const typesOf = (random: Random): Sample =>
  pick<Sample>(random, [
    { schema: { type: ['string', 'number', 'object'] }, value: pick<unknown>(random, ['s', 5, { deep: [{}] }]) },
    { schema: {}, value: pick<unknown>(random, ['s', 5, null, false, { a: { b: [1] } }, [1, 'x', null, [[]]]]) },
    {
      schema: {
        anyOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }, { type: 'array', items: { type: 'string' } }],
      },
      value: pick<unknown>(random, ['abc', 5, ['x']]),
    },
  ]);

function mergedOf(random: Random, depth: number): Sample {
  const { schema, value } = objectOf(random, depth);
  const { additionalProperties: _more, ...open } = schema;
  return {
    schema: {
      allOf: [open, { type: 'object', properties: { merged: { type: 'string', minLength: 1 } }, required: ['merged'] }],
    },
    value: { ...value, merged: 'm' },
  };
}

function treeOf(random: Random): Sample {
  const grow = (levels: number): Json => ({
    label: 'l',
    ...(levels > 0 && { children: Array.from({ length: random(3) }, () => grow(levels - 1)) }),
  });
  return { schema: { $ref: '#/$defs/tree' }, value: grow(random(4)) };
}

function conditionOf(random: Random): Sample {
  const schema = Object.fromEntries<unknown>([
    ['type', 'object'],
    ['properties', { on: { type: 'boolean' }, level: { type: 'integer' } }],
    ['if', { properties: { on: { const: true } }, required: ['on'] }],
    // oxlint-disable-next-line unicorn/no-thenable
    ['then', { properties: { level: { minimum: 5 }, why: { type: 'string' } }, required: ['level'] }],
    ['else', { properties: { note: { type: 'string' } } }],
    ['dependentRequired', { why: ['on'] }],
  ]);
  return {
    schema,
    value: pick<Json>(random, [
      { on: true, level: 7, why: 'w' },
      { on: true, level: 5 },
      { on: false, level: 1, note: 'n' },
      {},
    ]),
  };
}

/** The value with one change, which may or may not match. */
export function changed(random: Random, value: unknown): unknown {
  const others: unknown[] = [null, 0, '', 'zz', -1.5, true, [], {}, ['q'], { q: 1 }];
  if (random(4) === 0 || typeof value !== 'object' || value === null) return pick(random, others);
  if (Array.isArray(value))
    return value.length === 0
      ? [pick(random, others)]
      : value.flatMap((one: unknown, index) => (index > 0 ? [one] : random(3) === 0 ? [] : [changed(random, one)]));
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  return Object.fromEntries([
    ...entries.flatMap(([name, one], index): [string, unknown][] =>
      index !== at ? [[name, one]] : random(3) === 0 ? [] : [[name, changed(random, one)]],
    ),
    ...(at === entries.length ? [['new', pick(random, others)] as const] : []),
  ]);
}
