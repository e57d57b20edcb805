import { assert } from 'chai';
import { mirroredArguments, toolHeaders } from '../../../packages/client/src/client/tools/tool-headers.ts';
import { errorOf } from '../../support/errors.ts';

const schemaOf = (properties: Record<string, unknown>, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...more,
});
const region = { type: 'string', 'x-mcp-header': 'Region' };

function headersOf(schema: Record<string, unknown>, args: Record<string, unknown>): Record<string, string> {
  const mirrored = mirroredArguments(schema);
  assert.isArray(mirrored);
  return toolHeaders(Array.isArray(mirrored) ? mirrored : [], args);
}

describe('x-mcp-header', () => {
  const schema = schemaOf({
    region,
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    isDry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
    plain: { type: 'string' },
    place: schemaOf({ city: { type: 'string', 'x-mcp-header': 'City' } }),
  });

  it('repeats strings, integers and booleans in headers, nested ones too, and nothing else [HD-07][HD-16][HD-18][HD-19]', () => {
    assert.deepEqual(
      headersOf(schema, { region: 'us-west1', count: -7, isDry: false, plain: 'secret', place: { city: '世界' } }),
      {
        'Mcp-Param-Region': 'us-west1',
        'Mcp-Param-Count': '-7',
        'Mcp-Param-Dry-Run': 'false',
        'Mcp-Param-City': '=?base64?5LiW55WM?=',
      },
    );
  });

  it('sends an empty string as an empty header', () => {
    assert.deepEqual(headersOf(schema, { region: '' }), { 'Mcp-Param-Region': '' });
  });

  it('leaves out what is absent or null [HD-17]', () => {
    assert.deepEqual(headersOf(schema, { region: null, place: 'not an object' }), {});
  });

  it('reads own properties only', () => {
    const inherited = schemaOf({ constructor: schemaOf({ name: { type: 'string', 'x-mcp-header': 'Name' } }) });
    assert.deepEqual(headersOf(inherited, {}), {});
  });

  it('writes 42.0 as 42 and -0 as 0, and leaves 3.5 to the server’s validation', () => {
    assert.deepEqual(headersOf(schema, { count: 42.0 }), { 'Mcp-Param-Count': '42' });
    assert.deepEqual(headersOf(schema, { count: -0 }), { 'Mcp-Param-Count': '0' });
    assert.deepEqual(headersOf(schema, { count: 3.5 }), {});
  });

  it('refuses an integer that cannot be sent exactly [HD-13]', async () => {
    await errorOf((async () => headersOf(schema, { count: 2 ** 53 }))(), 'invalid-argument');
  });

  const invalid: [rule: string, schema: Record<string, unknown>][] = [
    ['an empty name [HD-08]', schemaOf({ a: { ...region, 'x-mcp-header': '' } })],
    ['a name that is not a string [HD-08]', schemaOf({ a: { ...region, 'x-mcp-header': 1 } })],
    ['a name with a space [HD-09]', schemaOf({ a: { ...region, 'x-mcp-header': 'My Region' } })],
    ['a name with a line feed [HD-09]', schemaOf({ a: { ...region, 'x-mcp-header': 'Region\n' } })],
    ['a name beyond ASCII [HD-09]', schemaOf({ a: { ...region, 'x-mcp-header': 'Région' } })],
    [
      'a name used twice in different case [HD-10]',
      schemaOf({ a: region, b: { ...region, 'x-mcp-header': 'REGION' } }),
    ],
    ['a number [HD-11]', schemaOf({ a: { ...region, type: 'number' } })],
    ['an object [HD-11]', schemaOf({ a: { ...region, type: 'object' } })],
    ['an array of types [HD-11]', schemaOf({ a: { ...region, type: ['string', 'null'] } })],
    ['no type [HD-11]', schemaOf({ a: { 'x-mcp-header': 'Region' } })],
    ['the root [HD-12]', { ...schemaOf({}), 'x-mcp-header': 'Region' }],
    ['items of an array [HD-12]', schemaOf({ a: { type: 'array', items: region } })],
    ['a branch of oneOf [HD-12]', schemaOf({ a: { oneOf: [region] } })],
    ['a property inside a branch of allOf [HD-12]', schemaOf({}, { allOf: [schemaOf({ a: region })] })],
    ['a definition [HD-12]', schemaOf({}, { $defs: { a: region } })],
  ];
  for (const [rule, wrong] of invalid) {
    it(`makes a tool invalid on ${rule}`, () => {
      assert.isString(mirroredArguments(wrong));
    });
  }

  it('as the name of a property is no annotation', () => {
    assert.deepEqual(mirroredArguments(schemaOf({ 'x-mcp-header': { type: 'string' } })), []);
  });

  it('in example data is no annotation', () => {
    assert.deepEqual(mirroredArguments(schemaOf({ a: { type: 'object', default: { 'x-mcp-header': '' } } })), []);
  });

  it('does not follow a schema that is nested to exhaust the stack', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 20_000; depth++) deep = schemaOf({ a: deep });
    assert.deepEqual(mirroredArguments(deep), []);
  });

  it('leaves a tool out whose schema would keep the page busy, and says why', () => {
    let read = 0;
    const counted = new Proxy({ type: 'string' }, { ownKeys: (target) => (read++, Reflect.ownKeys(target)) });
    let inner = schemaOf(Object.fromEntries(Array.from({ length: 30_000 }, (_item, index) => [`p${index}`, counted])));
    for (let depth = 0; depth < 60; depth++) inner = schemaOf({ a: inner });
    const problem = mirroredArguments(schemaOf({ region, inner }));
    assert.match(typeof problem === 'string' ? problem : '', /schema of more than 20000 members/);
    assert.isBelow(read, 20_000);
    // The limit is for schemas with annotations only.
    assert.deepEqual(mirroredArguments(schemaOf({ inner })), []);
    const fields = Object.fromEntries(
      Array.from({ length: 5_000 }, (_item, index) => [`p${index}`, { type: 'string' }]),
    );
    assert.lengthOf(mirroredArguments(schemaOf({ ...fields, region })), 1);
  });
});
