import { assert } from 'chai';
import { convertSchema } from '../../../../packages/client/src/tools/schema-dialect.ts';

const converted = (schema: unknown, dialect: 'json-schema' | 'gemini' = 'json-schema') =>
  convertSchema(schema, dialect).schema;
const property = (schema: unknown, dialect: 'json-schema' | 'gemini' = 'json-schema') =>
  Object(converted({ type: 'object', properties: { it: schema } }, dialect)['properties']).it;

/** Fails when it writes JSON so often that a page would stand still: time depends on the machine. */
function counting(what: string, convert: () => Record<string, unknown>): Record<string, unknown> {
  const { stringify } = JSON;
  let count = 0;
  JSON.stringify = (value: unknown) => (count++, stringify(value));
  try {
    return convert();
  } finally {
    JSON.stringify = stringify;
    assert.isBelow(count, 10_000, what);
  }
}

describe('a schema for a model', () => {
  it('stays as it is where every provider takes it', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Which', minLength: 1, enum: ['Bern', 'Basel'] },
        days: { type: 'array', items: { type: 'integer', minimum: 1 } },
      },
      required: ['city'],
      additionalProperties: false,
    };
    assert.deepEqual(converted(schema), schema);
  });

  it('is an object with properties, whatever the server sent', () => {
    for (const schema of [
      {},
      undefined,
      null,
      7,
      true,
      [],
      { type: ['object', 'null'] },
      { properties: 7, required: 'x' },
    ]) {
      const { type, properties } = converted(schema);
      assert.equal(type, 'object', JSON.stringify(schema));
      assert.deepEqual(properties, {}, JSON.stringify(schema));
    }
  });

  it('has references written out, and recursion once', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Node', description: 'The top' } },
      $defs: { Node: { type: 'object', properties: { label: { type: 'string' }, next: { $ref: '#/$defs/Node' } } } },
    };
    assert.deepEqual(Object(converted(schema)['properties']).tree, {
      title: 'Node',
      type: 'object',
      description: 'The top',
      properties: { label: { type: 'string' }, next: { type: 'object', description: 'Also: the same as "Node"' } },
    });
  });

  it('says what no reference leads to', () => {
    for (const $ref of ['https://example.com/schema.json', '#/$defs/none', '#anchor', '#/%'])
      assert.deepEqual(property({ $ref }), { description: `Also: $ref ${JSON.stringify($ref)}` });
  });

  it('has the parts of allOf in one, where they agree', () => {
    assert.deepEqual(
      converted({
        allOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'number' } }, required: ['b'] },
        ],
      }),
      { type: 'object', properties: { b: { type: 'number' }, a: { type: 'string' } }, required: ['b', 'a'] },
    );
    assert.deepEqual(property({ allOf: [{ type: 'string' }, { type: 'number' }] }).allOf, [{ type: 'number' }]);
  });

  it('has no choice at its root, but says which there is', () => {
    const schema = converted({
      type: 'object',
      properties: { id: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'file' }, path: { type: 'string' } }, required: ['path'] },
        { properties: { kind: { const: 'url' }, url: { type: 'string' } }, required: ['url'] },
      ],
    });
    assert.notProperty(schema, 'oneOf');
    assert.deepEqual(Object.keys(Object(schema['properties'])), ['id', 'kind', 'path', 'url']);
    assert.deepEqual(Object(schema['properties']).kind, { anyOf: [{ const: 'file' }, { const: 'url' }] });
    assert.include(
      String(schema['description']),
      'oneOf [{"required":["path"],"properties":{"kind":{"const":"file"}}}',
    );
  });

  it('is of today, where the server wrote an older draft', () => {
    assert.deepEqual(
      property({ type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }),
      {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 9,
      },
    );
    assert.deepEqual(property({ type: 'array', items: [{ type: 'string' }], additionalItems: false }), {
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: { not: {} },
    });
  });

  it('has what a provider does not take in its description', () => {
    assert.deepEqual(
      property({ type: 'string', description: 'A code', pattern: '^a', minLength: 2, default: 'ab' }, 'gemini'),
      {
        type: 'string',
        description: 'A code\nAlso: pattern "^a"; minLength 2; default "ab"',
      },
    );
    assert.deepEqual(property({ type: 'object', patternProperties: { '^x-': { type: 'string' } } }), {
      type: 'object',
      description: 'Also: patternProperties {"^x-":{"type":"string"}}',
    });
    assert.deepEqual(property({ type: 'file', minimum: 'low', enum: [] }), {
      description: 'Also: type "file"; minimum "low"; enum []',
    });
    assert.deepEqual(property({ const: 'one' }, 'gemini'), { enum: ['one'] });
    assert.deepEqual(property({ enum: [true, null] }, 'gemini'), { description: 'Also: enum [true,null]' });
    assert.deepEqual(property({ type: 'array' }), { type: 'array', items: {} });
  });

  it('has names of properties that providers take, and arguments get the names of the server again', () => {
    const { schema, restore } = convertSchema(
      {
        type: 'object',
        properties: {
          $filter: { type: 'string' },
          'Größe (cm)': { type: 'array', items: { type: 'object', properties: { 'a b': {} }, required: ['a b'] } },
          plain: {},
        },
        required: ['$filter', 'plain', 'unknown'],
      },
      'json-schema',
    );
    const names = Object.keys(Object(schema['properties']));
    for (const name of names) assert.match(name, /^[\w.-]{1,64}$/);
    const [filter = '', size = ''] = names;
    assert.deepEqual(schema['required'], [filter, 'plain', 'unknown']);
    assert.equal(Object(schema['properties'])[filter].description, 'The server names it "$filter".');
    const [inner = ''] = Object.keys(Object(schema['properties'])[size].items.properties);
    assert.deepEqual(restore({ [filter]: 'x', [size]: [{ [inner]: 1 }], plain: { $filter: 2 } }), {
      $filter: 'x',
      'Größe (cm)': [{ 'a b': 1 }],
      plain: { $filter: 2 },
    });
  });

  it('keeps __proto__ a name like any other', () => {
    const { schema, restore } = convertSchema(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
      'gemini',
    );
    const [first = ''] = Object.keys(Object(schema['properties']));
    assert.notEqual(first, '__proto__');
    assert.equal(JSON.stringify(restore({ [first]: 'x' })), '{"__proto__":"x"}');
    assert.notProperty(Object.prototype, 'x');
  });

  it('has no characters that nobody sees, except in values', () => {
    const tag = '\u{E0041}\u200B';
    const schema = {
      description: `All${tag}`,
      properties: {
        it: { title: `T${tag}`, description: `D${tag}`, enum: [`v${tag}`], minContains: `m${tag}` },
        list: { type: 'array', items: { title: `I${tag}`, description: `J${tag}` } },
      },
    };
    const { description, properties } = converted(schema);
    assert.equal(description, 'All');
    assert.deepEqual(properties, {
      it: { title: 'T', description: 'D\nAlso: minContains "m"', enum: [`v${tag}`] },
      list: { type: 'array', items: { title: 'I', description: 'J' } },
    });
  });

  it('is read only as far as there is time for, and says that it is', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `n${index}`);
    const many = Object.fromEntries(names.map((name) => [name, {}]));
    for (const [what, often] of Object.entries({
      enum: { enum: names },
      type: { type: names },
      properties: { properties: many },
      required: { required: names },
      keywords: many,
      description: { description: 'x'.repeat(1_000_000) },
      allOf: { allOf: Array.from({ length: 100 }, () => ({ $ref: '#/$defs/many' })) },
      anyOf: { anyOf: Array.from({ length: 100 }, () => ({ $ref: '#/$defs/many' })) },
    })) {
      const properties = Object.fromEntries(names.slice(0, 998).map((name) => [name, { $ref: '#/$defs/often' }]));
      const $defs = { often, many: { properties: many } };
      const out = counting(what, () => converted({ properties, $defs }));
      assert.equal(out['type'], 'object', what);
      assert.include(out['description'], 'too many properties to show', what);
      assert.isBelow(JSON.stringify(out).length, 150_000, what);
    }
  });

  it('is bounded in size, in depth and in work, and says that it is', () => {
    let deep: object = { type: 'string' };
    for (let level = 0; level < 5_000; level++) deep = { type: 'object', properties: { next: deep } };
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `d${index}`,
        { type: 'object', properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    );
    const many = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`p${index}`, { description: 'x'.repeat(100) }]),
    );
    for (const [what, schema] of Object.entries({
      deep,
      doubling: { $ref: '#/$defs/d0', $defs: doubling },
      many: { type: 'object', properties: many },
      'a long enum': { type: 'object', properties: { a: { enum: Object.keys(many) } } },
      'a long choice': { anyOf: Object.values(many) },
      'long parts': { allOf: Object.keys(many).map((name) => ({ properties: { [name]: {} } })) },
      itself: { $ref: '#' },
      'a circle': { $ref: '#/a', a: { $ref: '#/b' }, b: { $ref: '#/a' } },
    })) {
      for (const dialect of ['json-schema', 'gemini'] as const) {
        const out = JSON.stringify(counting(what, () => converted(schema, dialect)));
        assert.isBelow(out.length, 150_000, what);
      }
    }
    assert.include(JSON.stringify(converted(deep)), 'Too large to show whole');
    assert.include(JSON.stringify(converted({ properties: many })), 'too many properties to show');
  });
});
