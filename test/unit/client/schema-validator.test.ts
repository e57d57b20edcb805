import { assert } from 'chai';
import type { JsonSchema } from '@mcp-web/client';
import { OutOfTimeError, readSchema } from '@mcp-web/client/schema';

const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2019 = 'https://json-schema.org/draft/2019-09/schema';

/** The problems of a value, as `path message`. */
function problems(schema: JsonSchema, value: unknown): string[] {
  // Only the steps count here: these tests have to pass on a slow machine too.
  const { problemsOf } = readSchema(schema, { maxMs: Infinity });
  return problemsOf(value).map(({ path, message }) => `${path} ${message}`.trim());
}

const fits = (schema: JsonSchema, value: unknown): boolean => problems(schema, value).length === 0;

/** Why a schema cannot be used, or a value cannot be checked. */
function refusal(schema: JsonSchema, value: unknown = {}): string {
  try {
    problems(schema, value);
  } catch (error) {
    return error instanceof Error ? error.message : assert.fail(`not an error: ${String(error)}`);
  }
  return assert.fail(`not refused: ${JSON.stringify(schema).slice(0, 200)}`);
}

/** How long something took, in ms, whatever the outcome. */
function timeOf(run: () => void): number {
  const start = performance.now();
  try {
    run();
  } catch (error) {
    assert.match(String(error), /steps|levels/);
  }
  return performance.now() - start;
}

/** JSON as it arrives: `__proto__` is an ordinary member. */
const parsed = (text: string): JsonSchema => Object(JSON.parse(text));

describe('a schema without $schema', () => {
  it('is of 2020-12: prefixItems, dependentRequired, dynamic references, unevaluated members [JS-01]', () => {
    assert.isFalse(fits({ prefixItems: [{ type: 'string' }] }, [1]));
    assert.isFalse(fits({ prefixItems: [true], items: false }, [1, 2]));
    assert.isFalse(fits({ dependentRequired: { a: ['b'] } }, { a: 1 }));
    const composed = { allOf: [{ properties: { a: true } }], unevaluatedProperties: false };
    assert.isTrue(fits(composed, { a: 1 }));
    assert.deepEqual(problems(composed, { a: 1, b: 2 }), ['/b is not allowed here']);
    assert.isFalse(fits({ prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false }, [1, 'a', 2]));
  });

  it('may extend a recursive schema by a dynamic reference [JS-01]', () => {
    const tree = {
      $id: 'https://example.com/strict-tree',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: 'tree',
          $dynamicAnchor: 'node',
          type: 'object',
          properties: { data: true, children: { type: 'array', items: { $dynamicRef: '#node' } } },
        },
      },
    };
    assert.isTrue(fits(tree, { children: [{ data: 1 }] }));
    assert.deepEqual(problems(tree, { children: [{ daat: 1 }] }), ['/children/0/daat is not allowed here']);
  });

  it('takes format for an annotation, as 2020-12 says [JS-01]', () => {
    assert.isTrue(fits({ type: 'string', format: 'email' }, 'not an address'));
  });
});

describe('a dialect', () => {
  it('is followed where $schema names one: draft-07 [JS-02]', () => {
    const schema = {
      $schema: DRAFT_07,
      definitions: { name: { $id: '#name', type: 'string' } },
      properties: { name: { $ref: '#name', maxLength: 1 } },
      dependencies: { name: ['age'] },
    };
    assert.isTrue(fits(schema, { name: 'Ada', age: 1 }), 'what is beside $ref does not count');
    assert.isFalse(fits(schema, { name: 'Ada' }));
    assert.isFalse(fits(schema, { name: 1, age: 1 }));
    const list = {
      $schema: DRAFT_07,
      items: [{ type: 'string' }],
      additionalItems: false,
      prefixItems: [false],
      unevaluatedItems: false,
    };
    assert.isTrue(fits(list, ['a']));
    assert.isFalse(fits(list, ['a', 'b']));
  });

  it('is followed where $schema names one: 2019-09 [JS-02]', () => {
    const schema = {
      $schema: DRAFT_2019,
      $id: 'https://example.com/strict',
      $recursiveAnchor: true,
      $ref: 'tree',
      unevaluatedProperties: false,
      $defs: { tree: { $id: 'tree', $recursiveAnchor: true, properties: { child: { $recursiveRef: '#' } } } },
    };
    assert.isTrue(fits(schema, { child: {} }));
    assert.isFalse(fits(schema, { child: { other: 1 } }));
    assert.isTrue(fits({ $schema: DRAFT_2019, items: [{ type: 'string' }], prefixItems: [false] }, ['a']));
  });

  it('has dependencies, which the newer ones keep for older schemas', () => {
    for (const $schema of [DRAFT_07, DRAFT_2019, undefined]) {
      const schema = { ...($schema && { $schema }), dependencies: { card: ['address'], gift: { required: ['note'] } } };
      assert.deepEqual(problems(schema, { card: 1 }), ['has no "address"'], $schema);
      assert.deepEqual(problems(schema, { gift: 1 }), ['has no "note"'], $schema);
      assert.isTrue(fits(schema, { card: 1, address: 1, gift: 1, note: 1 }));
    }
    assert.include(refusal({ dependencies: { a: 7 } }), '/dependencies/a has to be a schema');
  });

  it('that is not known is an error that names it, and never a guess [JS-02]', () => {
    for (const $schema of ['http://json-schema.org/draft-04/schema#', 'https://example.com/my-dialect', 7, null]) {
      assert.include(refusal({ $schema }), JSON.stringify($schema));
      assert.include(refusal({ $schema }), '2020-12');
    }
    assert.include(refusal({ $defs: { old: { $schema: DRAFT_07 } } }), '/$defs/old is in another dialect');
  });
});

describe('a broken schema', () => {
  const broken: [schema: JsonSchema, reason: string][] = [
    [{ type: 'strin' }, 'type at the root: names "strin"'],
    [{ properties: { a: 7 } }, '/properties/a has to be a schema'],
    [{ properties: { a: { type: [] } } }, 'type at /properties/a: has to name a type'],
    [{ properties: null }, '/properties has to be an object of schemas'],
    [{ anyOf: {} }, '/anyOf has to be a list of schemas'],
    [{ allOf: [] }, 'allOf at the root'],
    [{ items: [{ type: 'string' }] }, '/items has to be a schema'],
    [{ required: 'a' }, 'required at the root'],
    [{ required: [1] }, 'required at the root'],
    [{ minLength: -1 }, 'minLength at the root'],
    [{ maxItems: 1.5 }, 'maxItems at the root'],
    [{ exclusiveMinimum: true }, 'exclusiveMinimum at the root'],
    [{ multipleOf: 0 }, 'multipleOf at the root'],
    [{ uniqueItems: 1 }, 'uniqueItems at the root'],
    [{ enum: 'a' }, 'enum at the root'],
    [{ pattern: '(' }, 'not a regular expression'],
    [{ patternProperties: { '[': true } }, 'not a regular expression'],
    [{ $anchor: 'a b' }, '$anchor at the root'],
    [{ $id: '#a' }, '$id at the root'],
    [{ $defs: { a: { $anchor: 'x' }, b: { $anchor: 'x' } } }, 'two schemas in it have the anchor x'],
    [{ $defs: { a: { $id: 'x' }, b: { $id: 'x' } } }, 'two schemas in it have the $id https://schema.invalid/x'],
    [{ $ref: '#/$defs/nobody' }, '$ref at the root: refers to #/$defs/nobody, which does not exist'],
    [{ $ref: '#nobody' }, '$ref at the root: refers to #nobody, which does not exist'],
    [{ $ref: 'http://[' }, '$ref at the root'],
    [{ $ref: '#' }, 'refers back to itself'],
    [{ anyOf: [{ type: 'string' }, { not: { $ref: '#' } }] }, 'refers back to itself'],
  ];
  for (const [schema, reason] of broken) {
    it(`is refused with its reason: ${JSON.stringify(schema)} [JS-04]`, () => {
      assert.include(refusal(schema), reason);
    });
  }
});

describe('a reference', () => {
  it('out of the schema makes it unusable, whether the value gets there or not, and nothing is fetched [JS-05, JS-07, JS-09, TO-32]', () => {
    const { fetch: before } = globalThis;
    let requests = 0;
    globalThis.fetch = () => Promise.reject(new Error(`request ${++requests}`));
    try {
      const reason = refusal({ properties: { rare: { $ref: 'https://example.com/other.json' } } });
      assert.include(reason, '$ref at /properties/rare: refers to https://example.com/other.json');
      assert.include(reason, 'nothing is fetched');
      assert.include(refusal({ $dynamicRef: 'https://example.com/other.json#node' }), 'nothing is fetched');
      assert.include(refusal({ $ref: 'https://json-schema.org/draft/2020-12/schema' }), 'nothing is fetched');
    } finally {
      globalThis.fetch = before;
    }
    assert.equal(requests, 0);
  });

  it('within it leads by pointer, anchor, id and relative URI', () => {
    const $defs = {
      'a/b~c d': { type: 'string' },
      anchored: { $anchor: 'here', type: 'string' },
      named: {
        $id: 'https://example.com/names/first',
        type: 'string',
        $defs: { inner: { $id: 'second', type: 'string' } },
      },
    };
    for (const $ref of [
      '#/$defs/a~1b~0c%20d',
      '#here',
      'https://example.com/names/first',
      'https://example.com/names/second',
    ]) {
      assert.deepEqual(problems({ $ref, $defs }, 1), ['is of type number, but has to be of type string'], $ref);
      assert.isTrue(fits({ $ref, $defs }, 'a'), $ref);
    }
  });

  it('may come back to its own schema, deeper in the value', () => {
    const list = { type: 'object', properties: { value: { type: 'number' }, next: { $ref: '#' } } };
    assert.isTrue(fits(list, { value: 1, next: { value: 2, next: { value: 3 } } }));
    assert.deepEqual(problems(list, { next: { next: { value: 'x' } } }), [
      '/next/next/value is of type string, but has to be of type number',
    ]);
  });
});

describe('a problem', () => {
  it('says where it is, as a JSON pointer, and what is wrong', () => {
    const schema = {
      type: 'object',
      required: ['id', 'name'],
      properties: {
        'a/b': { items: { type: 'integer', maximum: 9 } },
        code: { pattern: '^[A-Z]+$' },
        kind: { enum: ['x', 'y'] },
      },
      additionalProperties: false,
    };
    assert.deepEqual(problems(schema, { 'a/b': [1, 1.5, 10], code: 'x1', kind: 'z', '~': 0 }), [
      'has no "id", "name"',
      '/a~1b/1 is of type number, but has to be of type integer',
      '/a~1b/2 has to be at most 9',
      '/code has to match the pattern ^[A-Z]+$',
      '/kind has to be one of "x", "y"',
      '/~0 is not allowed here',
    ]);
  });

  it('is that of the alternative that got furthest', () => {
    const schema = {
      anyOf: [{ type: 'object', properties: { at: { properties: { x: { type: 'number' } } } } }, { type: 'null' }],
    };
    assert.deepEqual(problems(schema, { at: { x: '1' } }), ['/at/x is of type string, but has to be of type number']);
    assert.deepEqual(problems({ oneOf: [{ type: 'string' }, { type: 'null' }] }, 1), [
      'fits none of the schemas in oneOf',
    ]);
  });

  it('is told for the first ten only', () => {
    assert.lengthOf(
      problems(
        { items: { type: 'string' } },
        Array.from({ length: 100_000 }, () => 1),
      ),
      10,
    );
  });
});

describe('names of JavaScript’s own', () => {
  it('are members like any other', () => {
    assert.isFalse(fits({ required: ['toString'] }, {}));
    assert.isFalse(fits({ required: ['__proto__'] }, {}));
    assert.isTrue(fits({ required: ['__proto__'] }, parsed('{"__proto__":1}')));
    assert.isFalse(fits(parsed('{"properties":{"__proto__":{"type":"string"}}}'), parsed('{"__proto__":1}')));
    assert.isTrue(fits({ properties: { constructor: { type: 'string' } } }, {}));
    assert.deepEqual(problems({ additionalProperties: false }, parsed('{"constructor":1,"__proto__":2}')), [
      '/constructor is not allowed here',
      '/__proto__ is not allowed here',
    ]);
    assert.isFalse(fits(parsed('{"properties":{"__proto__":true},"unevaluatedProperties":false}'), { toString: 1 }));
    assert.isTrue(fits({ dependentRequired: { toString: ['a'] } }, {}));
    assert.isTrue(
      fits({ constructor: 7, hasOwnProperty: [], toString: { $id: 'http://[' } }, {}),
      'as unknown keywords',
    );
  });

  it('leave schema and value as they were, frozen or not', () => {
    const schema = Object.freeze({
      type: 'object',
      properties: Object.freeze({ a: Object.freeze({ $ref: '#/$defs/b' }) }),
      $defs: Object.freeze({ b: Object.freeze({ type: 'string' }) }),
    });
    assert.isFalse(fits(schema, Object.freeze({ a: 1 })));
  });
});

describe('equality', () => {
  it('is that of JSON, in const, enum and uniqueItems', () => {
    assert.isTrue(fits({ const: { a: 1, b: [null, 0] } }, { b: [null, -0], a: 1.0 }));
    assert.isFalse(fits({ const: 1 }, true));
    assert.isFalse(fits({ const: '1' }, 1));
    assert.isFalse(fits({ enum: [[1], {}] }, ['1']));
    assert.deepEqual(problems({ uniqueItems: true }, [{ a: 1, b: 2 }, 1, '1', { b: 2, a: 1 }]), ['/3 is there twice']);
  });

  it('takes numbers for the decimals they are written as', () => {
    assert.isTrue(fits({ multipleOf: 0.1 }, 0.3));
    assert.isTrue(fits({ multipleOf: 0.0001 }, 0.0075));
    assert.isFalse(fits({ multipleOf: 0.01 }, 0.005));
    assert.isFalse(fits({ multipleOf: 1e-300 }, 1.5e-300));
    assert.isTrue(fits({ type: 'integer' }, 1.0));
  });

  it('counts the characters of a text, not its code units', () => {
    assert.isTrue(fits({ maxLength: 2 }, '👋🏽'));
    assert.isFalse(fits({ minLength: 2 }, '👋'));
  });
});

describe('a pattern', () => {
  const cases: [pattern: string, matches: string[], others: string[]][] = [
    ['^[a-z0-9]+(-[a-z0-9]+)*$', ['a', 'a-b-c'], ['', '-a', 'a-', 'a--b']],
    [
      "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
      ['ada@example.com', 'a.b@c.de'],
      ['.a@b.de', 'a..b@c.de', 'a@b'],
    ],
    [
      '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
      ['127.0.0.1'],
      ['256.0.0.1', '1.2.3'],
    ],
    ['^\\d{4}-\\d{2}(?:-\\d{2})?$', ['2026-07', '2026-07-28'], ['2026-7', '2026-07-']],
    ['b+', ['abc'], ['ac', '']],
    ['^\\p{Lu}\\p{L}*$', ['Ärger', 'Ω'], ['ärger', 'A1']],
    ['^.{1,2}$', ['👋', 'ab'], ['', 'abc', '\n']],
    ['(?<=\\$)\\d+(?!\\d|%)', ['$42'], ['42', '$4%']],
    ['\\bcat\\b', ['a cat.'], ['concat']],
    ['^(?:a|ab)(?:c|bcd)(?:d*)$', ['abcd', 'acd'], ['abc d']],
    ['^[^]$', ['\n', 'x'], ['']],
    ['^(?:[]|b)$', ['b'], ['', 'a']],
    ['^\\x41\\u0042\\cA?$', ['AB', 'AB\u0001'], ['ab']],
    ['^(?<year>\\d+)-x{0}y{2,}$', ['1-yy'], ['1-xyy', '1-y']],
    ['^-{1}\\-$', ['--'], ['-']],
  ];
  for (const [pattern, matches, others] of cases) {
    it(`means what it means in JavaScript: ${pattern}`, () => {
      for (const text of [...matches, ...others])
        assert.equal(fits({ pattern }, text), matches.includes(text), JSON.stringify(text));
    });
  }

  it('that JavaScript would search for hours is answered in no time [JS-10]', () => {
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*)*x', '(?:a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$']) {
      const text = `${'a'.repeat(5_000)}!`;
      assert.isBelow(
        timeOf(() => assert.isFalse(fits({ pattern }, text))),
        5_000,
        pattern,
      );
    }
    const names = { patternProperties: { '^(a+)+$': false } };
    assert.isBelow(
      timeOf(() => assert.isTrue(fits(names, { [`${'a'.repeat(500)}!`]: 1 }))),
      5_000,
    );
  });

  it('that no automaton can run is refused, not skipped', () => {
    assert.include(refusal({ pattern: '(a)\\1' }), '\\1');
    assert.include(refusal({ pattern: '(?<n>a)\\k<n>' }), '\\k');
    assert.include(refusal({ pattern: '((a{100}){100}){100}' }), 'repeats too much');
    assert.include(refusal({ pattern: '(?i:a)' }), '(?i');
  });

  it('whose escapes mean something old, or nothing, without the flag u is refused by name', () => {
    for (const [pattern, named] of [
      ['\\07', '\\07'],
      ['\\00', '\\00'],
      ['\\p{3}', '\\p'],
      ['\\p{L}\\-', '\\p'],
      ['\\u{41}\\-', '\\u'],
      ['\\c1', '\\c'],
      ['\\c', '\\c'],
      ['[\\c]', '\\c'],
    ] as const)
      assert.include(refusal({ pattern }), `with ${named} in it, which is not supported`, pattern);
  });

  it('may be what JavaScript takes only without the flag u', () => {
    for (const [pattern, text] of [
      ['^\\-{2}$', '--'],
      ['^a{,2}]}$', 'a{,2}]}'],
      ['^[\\w-x]$', '-'],
      ['^\\x4\\e$', 'x4e'],
      ['^(?=a)*b$', 'b'],
      ['^[\\101]$', 'A'],
      ['^\\-\ud83d', '-👋'],
    ] as const)
      assert.isTrue(fits({ pattern }, text), pattern);
    for (const pattern of ['a**', '(', ')', '[b-a]', '{2}', 'a{2,1}', '(?<=a)*', '(?<n>a)(?<n>b)', '(?<1>a)', '\\'])
      assert.include(refusal({ pattern }), 'not a regular expression', pattern);
    assert.isTrue(fits({ pattern: '^(?:(?<n>a)|(?<n>b))$' }, 'b'));
  });
});

describe('a schema that would keep the page busy', () => {
  /** Each level references the next one twice. */
  const doubling = (keyword: string, levels: number): JsonSchema => {
    const steps = Array.from({ length: levels }, (_, level) => [
      `s${level}`,
      { [keyword]: [{ $ref: `#/$defs/s${level + 1}` }, { $ref: `#/$defs/s${level + 1}` }] },
    ]);
    return { $ref: '#/$defs/s0', $defs: { ...Object.fromEntries(steps), [`s${levels}`]: { type: 'string' } } };
  };

  it('is given up after a number of steps [JS-10]', () => {
    for (const [keyword, value] of [
      ['anyOf', 1],
      ['oneOf', 1],
      ['oneOf', 'x'],
      ['allOf', 'x'],
    ] as const) {
      assert.include(refusal(doubling(keyword, 60), value), '5,000,000 steps', keyword);
    }
    const large = Array.from({ length: 50_000 }, (_, index) => index);
    assert.include(
      refusal({ allOf: Array.from({ length: 4_000 }, () => ({ items: { type: 'number' } })) }, large),
      'steps',
    );
    const long = 'x'.repeat(2_000_000);
    assert.include(refusal({ allOf: Array.from({ length: 5_000 }, () => ({ minLength: 1_500_000 })) }, long), 'steps');
  });

  it('says that its time is over wherever that is, so that a worker can go on [JS-10]', () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `name ${index}`);
    for (const schema of [{ enum: names }, { properties: Object.fromEntries(names.map((name) => [name, true])) }])
      assert.throws(() => readSchema(schema, { maxMs: -1 }), OutOfTimeError);
  });

  it('is charged for all that its patterns do, not only for their length [JS-10]', () => {
    const outcomeOf = (pattern: string, text: string): string => {
      const limits = { maxMs: Infinity, maxSteps: 1_000_000 };
      try {
        return String(readSchema({ pattern }, limits).problemsOf(text).length);
      } catch (error) {
        return String(error);
      }
    };
    const categories = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc'.split(' ');
    const properties = categories.map((category) => `\\p{${category}}`).join('');
    const unassigned = '\u{40000}'.repeat(30_000);
    assert.include(outcomeOf(`[${properties}]`, unassigned), '1,000,000 steps');
    assert.equal(outcomeOf(`[${'\\p{Lu}'.repeat(3_000)}]`, unassigned), '1', 'a property counts once');
    const groups = Array.from({ length: 100 }, (_, index) => `(?<a${index}>)`).join('');
    assert.include(outcomeOf(`${groups}(?:${'|'.repeat(17_500)})`, 'a'), '1,000,000 steps');
  });

  it('is refused when it is too deep or of too many parts [JS-10]', () => {
    let deep: JsonSchema = {};
    for (let level = 0; level < 200; level++) deep = { properties: { a: deep } };
    assert.include(refusal(deep), '100 levels');
    assert.include(refusal({ allOf: Array.from({ length: 20_000 }, () => ({})) }), '10,000 schemas');
    let list: unknown = 1;
    for (let level = 0; level < 100_000; level++) list = [list];
    assert.include(refusal({ enum: [list] }), '400 levels');
  });

  it('meets values that are too deep for it with an error, not with an overflow [JS-10]', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100_000; level++) value = [value];
    assert.include(refusal({ items: { $ref: '#' } }, value), '400 levels');
    assert.include(refusal({ const: 1 }, value), '400 levels');
    const circle: unknown[] = [];
    circle.push(circle);
    assert.include(refusal({ items: { $ref: '#' } }, circle), '400 levels');
  });

  it('does not come in the way of large, honest results', () => {
    const row = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 50 }, kind: { enum: ['a', 'b'] } },
      required: ['id'],
      additionalProperties: false,
    };
    const rows = Array.from({ length: 50_000 }, (_, id) => ({ id, name: `row ${id}`, kind: 'b' }));
    assert.isTrue(fits({ type: 'array', items: row, uniqueItems: true }, rows));
  });
});

describe('the validator', () => {
  it('runs where text cannot be run as code [JS-11]', () => {
    const { Function: before } = globalThis;
    const forbidden = (): never => assert.fail('text was run as code');
    globalThis.Function = new Proxy(before, { apply: forbidden, construct: forbidden });
    try {
      assert.isFalse(
        fits({ type: 'object', properties: { a: { pattern: '^a+$' } }, unevaluatedProperties: false }, { a: 'b' }),
      );
    } finally {
      globalThis.Function = before;
    }
  });
});
