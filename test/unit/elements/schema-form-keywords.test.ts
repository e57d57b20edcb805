/** Each line of the matrix in docs/schema-form.md: what fits is valid, what does not is not, and what is promised is there. */
import { assert } from 'chai';
import '../../../packages/elements/src/schema-form/define.ts';
import type { McpSchemaFormElement } from '../../../packages/elements/src/schema-form/schema-form.ts';

type Json = Record<string, unknown>;

interface Line {
  /** Of the member `x`, or of the whole. */
  readonly schema?: Json;
  readonly whole?: Json;
  readonly fits?: readonly unknown[];
  readonly fails?: readonly unknown[];
  /** What the form has while it shows the first value that fits, or none. */
  readonly shows?: string;
  readonly says?: string;
  /** What it is filled with without a value. */
  readonly filled?: Json;
}

const many = Array.from({ length: 20 }, (_none, index) => `o${index}`);
const conditional = (...parts: [string, unknown][]): Json =>
  Object.fromEntries([['type', 'object'], ['properties', { a: { type: 'string' } }], ...parts]);
const ifA: [string, unknown] = ['if', { required: ['a'] }];

const LINES: Record<string, readonly Line[]> = {
  type: [
    { schema: { type: 'string' }, fits: ['a'], fails: [1], shows: 'input[type=text]' },
    { schema: { type: 'number' }, fits: [1.5], fails: ['1'], shows: 'input[type=number]' },
    { schema: { type: 'integer' }, fits: [1], fails: [1.5], shows: 'input[type=number]' },
    { schema: { type: 'boolean' }, fits: [true], fails: ['true'], shows: 'input[type=checkbox]' },
    { schema: { type: ['string', 'number'] }, fits: ['a', 1], fails: [true], shows: 'select[aria-label="Type of x"]' },
    { schema: { minLength: 2 }, fits: ['ab', 5], shows: 'input[type=text]' },
    { schema: {}, fits: ['a', null, [1], { a: 1 }], shows: 'select[aria-label="Type of x"]' },
  ],
  enum: [
    { schema: { enum: ['a', 1] }, fits: ['a', 1], fails: ['1'], shows: 'select' },
    { schema: { enum: many }, fits: ['o3'], fails: ['no'], shows: '[role=combobox]' },
  ],
  const: [
    { schema: { const: 5 }, fits: [5], fails: [6] },
    { whole: { type: 'object', properties: { x: { const: 5 } }, required: ['x'] }, filled: { x: 5 } },
  ],
  properties: [
    {
      schema: { type: 'object', properties: { a: { type: 'string' } } },
      fits: [{ a: 'b' }],
      fails: [{ a: 1 }],
      shows: '.members input[type=text]',
    },
  ],
  required: [
    {
      schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      fits: [{ a: 'b' }],
      fails: [{}],
      shows: '.required',
    },
  ],
  additionalProperties: [
    {
      schema: { type: 'object', additionalProperties: { type: 'integer' } },
      fits: [{ a: 1 }],
      fails: [{ a: 'b' }],
      shows: '.member-name input',
    },
    { schema: { type: 'object', additionalProperties: false }, fits: [{}], fails: [{ a: 1 }] },
  ],
  patternProperties: [
    {
      schema: { type: 'object', patternProperties: { '^n': { type: 'integer' } } },
      fits: [{ n1: 1, a: 'b' }],
      fails: [{ n1: 'b' }],
      shows: '.member-value input[type=number]',
    },
  ],
  propertyNames: [
    { schema: { type: 'object', propertyNames: { maxLength: 2 } }, fits: [{ ab: 1 }], fails: [{ abc: 1 }] },
  ],
  minProperties: [{ schema: { type: 'object', minProperties: 1 }, fits: [{ a: 1 }], fails: [{}] }],
  maxProperties: [{ schema: { type: 'object', maxProperties: 1 }, fits: [{ a: 1 }], fails: [{ a: 1, b: 2 }] }],
  unevaluatedProperties: [
    {
      schema: { type: 'object', properties: { a: {} }, unevaluatedProperties: false },
      fits: [{ a: 1 }],
      fails: [{ b: 1 }],
    },
    {
      schema: { type: 'object', unevaluatedProperties: { type: 'integer' } },
      fits: [{ b: 1 }],
      fails: [{ b: 'c' }],
      shows: '.member-name input',
    },
  ],
  dependentRequired: [
    {
      whole: conditional(['dependentRequired', { a: ['b'] }]),
      fits: [{ a: '1', b: 2 }, {}],
      fails: [{ a: '1' }],
      says: 'b',
    },
  ],
  dependentSchemas: [
    {
      whole: conditional([
        'dependentSchemas',
        { a: { properties: { late: { type: 'integer' } }, required: ['late'] } },
      ]),
      fits: [{ a: '1', late: 2 }, {}],
      fails: [{ a: '1' }],
      shows: 'input[type=number]',
      says: 'late',
    },
  ],
  items: [
    {
      schema: { type: 'array', items: { type: 'integer' } },
      fits: [[1, 2]],
      fails: [['a']],
      shows: '.list-item input[type=number]',
    },
    {
      schema: { type: 'array', items: { enum: ['a', 'b'] } },
      fits: [['a']],
      fails: [['c']],
      shows: '.options input[type=checkbox]',
    },
    { schema: { type: 'array', items: { enum: many } }, fits: [['o1']], shows: 'input[type=search]' },
  ],
  prefixItems: [
    {
      schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      fits: [['a', 1]],
      fails: [[1, 'a']],
      shows: '.list-item + .list-item input[type=number]',
    },
  ],
  contains: [{ schema: { type: 'array', contains: { type: 'integer' } }, fits: [['a', 1]], fails: [['a']] }],
  minContains: [
    { schema: { type: 'array', contains: { type: 'integer' }, minContains: 2 }, fits: [[1, 1]], fails: [[1]] },
  ],
  maxContains: [
    { schema: { type: 'array', contains: { type: 'integer' }, maxContains: 1 }, fits: [[1]], fails: [[1, 1]] },
  ],
  minItems: [
    { schema: { type: 'array', items: { type: 'string' }, minItems: 1 }, fits: [['a']], fails: [[]] },
    {
      whole: {
        type: 'object',
        properties: { x: { type: 'array', items: { type: 'string' }, minItems: 2 } },
        required: ['x'],
      },
      shows: '.list-item + .list-item',
    },
  ],
  maxItems: [{ schema: { type: 'array', items: { type: 'string' }, maxItems: 1 }, fits: [['a']], fails: [['a', 'b']] }],
  uniqueItems: [{ schema: { type: 'array', uniqueItems: true }, fits: [[1, 2]], fails: [[1, 1]] }],
  unevaluatedItems: [
    { schema: { type: 'array', prefixItems: [{}], unevaluatedItems: false }, fits: [[1]], fails: [[1, 2]] },
  ],
  minLength: [{ schema: { type: 'string', minLength: 2 }, fits: ['😀😀'], fails: ['😀'] }],
  maxLength: [
    { schema: { type: 'string', maxLength: 1 }, fits: ['😀'], fails: ['ab'] },
    { schema: { type: 'string', maxLength: 5000 }, fits: ['a'], shows: 'textarea' },
  ],
  pattern: [{ schema: { type: 'string', pattern: '^(a+)+$' }, fits: ['aaa'], fails: [`${'a'.repeat(60)}!`], says: '' }],
  minimum: [{ schema: { type: 'number', minimum: 2 }, fits: [2], fails: [1] }],
  maximum: [{ schema: { type: 'number', maximum: 2 }, fits: [2], fails: [3] }],
  exclusiveMinimum: [{ schema: { type: 'number', exclusiveMinimum: 2 }, fits: [3], fails: [2] }],
  exclusiveMaximum: [{ schema: { type: 'number', exclusiveMaximum: 2 }, fits: [1], fails: [2] }],
  multipleOf: [{ schema: { type: 'number', multipleOf: 0.1 }, fits: [0.3], fails: [0.25] }],
  allOf: [
    {
      schema: {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } } },
          { properties: { b: { type: 'integer' } }, required: ['b'] },
        ],
      },
      fits: [{ a: 'c', b: 1 }],
      fails: [{ a: 'c' }],
      shows: '.members input[type=number]',
    },
  ],
  anyOf: [
    {
      schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      fits: ['a', 1],
      fails: [true],
      shows: 'select[aria-label="Type of x"]',
    },
    {
      schema: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      fits: [null, 'a'],
      fails: [1],
      shows: 'input[id$="-null"]',
    },
    {
      whole: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      fits: [{ a: '1' }],
      fails: [{}],
    },
  ],
  oneOf: [
    {
      schema: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 5 }] },
      fits: [1, 5.5],
      fails: [6],
      shows: 'select[aria-label="Type of x"]',
    },
  ],
  not: [{ schema: { type: 'string', not: { const: 'a' } }, fits: ['b'], fails: ['a'] }],
  if: [
    {
      whole: conditional(ifA, ['then', { properties: { late: { type: 'integer' } }, required: ['late'] }]),
      fits: [{ a: '1', late: 2 }, {}],
      fails: [{ a: '1' }],
    },
  ],
  // oxlint-disable-next-line unicorn/no-thenable
  then: [
    {
      whole: conditional(ifA, ['then', { properties: { late: { type: 'integer' } } }]),
      fits: [{ a: '1', late: 2 }],
      fails: [{ a: '1', late: 'x' }],
      shows: 'input[type=number]',
    },
  ],
  else: [
    {
      whole: conditional(ifA, ['else', { properties: { late: { type: 'integer' } } }]),
      fits: [{ late: 2 }],
      fails: [{ late: 'x' }],
      shows: 'input[type=number]',
    },
  ],
  $ref: [
    {
      whole: { type: 'object', properties: { x: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'integer' } } },
      fits: [{ x: 1 }],
      fails: [{ x: 'a' }],
      shows: 'input[type=number]',
    },
    {
      whole: { type: 'object', properties: { x: { $ref: '#' } } },
      fits: [{ x: { x: {} } }],
      fails: [{ x: { x: 1 } }],
      shows: '.members .members',
    },
    { schema: { $ref: 'https://unreachable.example/' }, fits: [5], shows: 'textarea', says: 'in another document' },
  ],
  $defs: [
    {
      whole: { type: 'object', properties: { x: { $ref: '#/$defs/n' } }, $defs: { n: { type: 'boolean' } } },
      fits: [{ x: true }],
      fails: [{ x: 'a' }],
    },
  ],
  $anchor: [
    {
      whole: { type: 'object', properties: { x: { $ref: '#n' } }, $defs: { n: { $anchor: 'n', type: 'integer' } } },
      fits: [{ x: 1 }],
      fails: [{ x: 'a' }],
      shows: 'input[type=number]',
    },
  ],
  $dynamicRef: [
    {
      whole: {
        type: 'object',
        properties: { x: { $dynamicRef: '#n' } },
        $defs: { n: { $dynamicAnchor: 'n', type: 'integer' } },
      },
      fits: [{ x: 1 }],
      fails: [{ x: 'a' }],
      shows: 'textarea',
      says: 'depends on where',
    },
  ],
  format: [
    { schema: { type: 'string', format: 'email' }, fits: ['a@b.example'], fails: ['a'], shows: 'input[type=email]' },
    { schema: { type: 'string', format: 'uri' }, fits: ['mailto:a'], fails: ['a'], shows: 'input[type=url]' },
    {
      schema: { type: 'string', format: 'date' },
      fits: ['2024-02-29'],
      fails: ['2023-02-29'],
      shows: 'input[type=date]',
    },
    {
      schema: { type: 'string', format: 'date-time' },
      fits: ['2024-02-29T10:00:00+05:30'],
      fails: ['2024-02-29'],
      shows: 'input[type=datetime-local] + select',
    },
    {
      schema: { type: 'string', format: 'json' },
      fits: ['{"a": 1}', '3'],
      fails: ['{a: 1}', 'x'],
      shows: 'textarea.mono',
    },
    { schema: { type: 'string', format: 'duration' }, fits: ['anything'], says: 'Format: duration' },
  ],
  contentMediaType: [{ schema: { type: 'string', contentMediaType: 'text/plain' }, fits: ['a'], shows: 'textarea' }],
  title: [{ schema: { type: 'string', title: 'The title' }, fits: ['a'], says: 'The title' }],
  description: [{ schema: { type: 'string', description: 'What it is' }, fits: ['a'], says: 'What it is' }],
  default: [{ whole: { type: 'object', properties: { x: { type: 'integer', default: 3 } } }, filled: { x: 3 } }],
  examples: [{ schema: { type: 'string', examples: ['Lima'] }, fits: ['Quito'], shows: 'datalist option[value=Lima]' }],
};

async function show(schema: Json, value: Json | undefined): Promise<McpSchemaFormElement> {
  const form = document.createElement('mcp-schema-form');
  form.schema = schema;
  if (value) form.value = value;
  document.body.replaceChildren(form);
  await form.updateComplete;
  return form;
}

describe('the keywords of docs/schema-form.md', () => {
  after(() => document.body.replaceChildren());

  it('are those that are tried here', async () => {
    const text = await (await fetch('/docs/schema-form.md')).text();
    const lines = [...text.matchAll(/^\| `([$\w]+)` \|/gm)].map(([, keyword]) => keyword);
    assert.deepEqual(lines, Object.keys(LINES));
  });

  for (const [keyword, lines] of Object.entries(LINES)) {
    it(`${keyword} does what its line says`, async () => {
      for (const {
        schema,
        whole = { type: 'object', properties: { x: schema } },
        fits = [],
        fails = [],
        shows,
        says,
        filled,
      } of lines) {
        const valueOf = (value: unknown): Json => (schema ? { x: value } : (value as Json));
        for (const value of fits) {
          const form = await show(whole, valueOf(value));
          assert.deepEqual(form.value, valueOf(value));
          assert.isTrue(
            form.checkValidity(),
            `${JSON.stringify(value)} fits ${JSON.stringify(whole)}: ${form.validationMessage}`,
          );
        }
        for (const value of fails) {
          const form = await show(whole, valueOf(value));
          assert.isFalse(form.reportValidity(), `${JSON.stringify(value)} does not fit ${JSON.stringify(whole)}`);
          await form.updateComplete;
          assert.isNotEmpty(form.shadowRoot?.querySelector('p.problem')?.textContent, 'it is said what is wrong');
        }
        const form = await show(whole, fits.length > 0 ? valueOf(fits[0]) : undefined);
        if (filled) assert.deepEqual(form.value, filled);
        if (shows) assert.isNotNull(form.shadowRoot?.querySelector(shows), `${shows} for ${JSON.stringify(whole)}`);
        if (says) assert.include(form.shadowRoot?.textContent, says);
      }
    });
  }
});
