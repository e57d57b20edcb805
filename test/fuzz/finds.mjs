/** Inputs that kept the page busy once: found by the fuzzer, or by people. */
export const finds = [
  {
    name: 'schemas',
    title: 'an enum that is written out for each item that it refuses (10 s)',
    input: {
      schema: { items: { not: { enum: { '%': 'list', times: 4_000, of: 'n#' } } } },
      value: { '%': 'list', times: 20_000, of: 1 },
    },
  },
  {
    name: 'schemas',
    title: 'long names that every item lacks (56 s)',
    input: {
      schema: { items: { not: { required: { '%': 'list', times: 900, of: `${'n'.repeat(100)}#` } } } },
      value: { '%': 'list', times: 20_000, of: {} },
    },
  },
  {
    name: 'schemas',
    title: 'a long $id that every reference is resolved against',
    input: {
      schema: {
        $id: { '%': 'text', times: 400_000, of: 'a' },
        allOf: { '%': 'list', times: 5_000, of: { not: { $ref: '#/$defs/a' } } },
        $defs: { a: false },
      },
      value: 1,
    },
  },
  {
    name: 'schemas',
    title: 'many names that are sorted to compare objects',
    input: { schema: { const: { a: 1 } }, value: { '%': 'map', times: 100_000, name: 'n#', of: 1 } },
  },
  {
    name: 'schemas',
    title: 'deep lists whose text is copied at each level',
    input: {
      schema: { enum: [1] },
      value: { '%': 'deep', times: 390, of: ['@'], end: { '%': 'text', times: 900_000, of: 'a' } },
    },
  },
  {
    name: 'schemas',
    title: 'very many properties that mean nothing',
    input: { schema: { properties: { '%': 'map', times: 60_000, name: 'n#', of: true } }, value: {} },
  },
  {
    name: 'schemas',
    title: 'very many keywords that nobody knows',
    input: { schema: { '%': 'map', times: 60_000, name: 'n#', of: true }, value: {} },
  },
  {
    name: 'patterns',
    title: 'a pattern of thousands of Unicode properties (6 s before the call)',
    input: { pattern: { '%': 'text', times: 3_300, of: '\\p{L}|' }, text: 'a', isMany: false },
  },
  {
    name: 'patterns',
    title: 'many large patterns in one schema (12 s)',
    input: { pattern: { '%': 'text', times: 300, of: '\\p{L}|' }, text: 'a', isMany: true },
  },
  {
    name: 'patterns',
    title: 'a text that is made a list of characters for each pattern',
    input: { pattern: 'b', text: { '%': 'text', times: 900_000, of: 'a' }, isMany: true },
  },
  {
    name: 'patterns',
    title: 'a class that has the same property again and again (1 s)',
    input: {
      pattern: ['[', { '%': 'text', times: 3_300, of: '\\p{Lu}' }, ']'],
      text: { '%': 'text', times: 30_000, of: 'a' },
      isMany: false,
    },
  },
  {
    name: 'patterns',
    title: 'many alternatives after many named groups (0.5 s before the call)',
    input: {
      pattern: [{ '%': 'list', times: 250, of: '(?<a#>)' }, '(?:', { '%': 'text', times: 17_400, of: '|' }, ')'],
      text: 'a',
      isMany: false,
    },
  },
  {
    name: 'markdown',
    title: 'a run of spaces within a line, of which each looks at all that follow (0.2 s)',
    input: ['a', { '%': 'text', times: 8_500, of: ' ' }, ':'],
  },
  {
    name: 'markdown',
    title: 'a run of spaces where the line below the head of a table may be (0.1 s)',
    input: ['a\n|\n', { '%': 'text', times: 9_900, of: ' ' }, 'a'],
  },
  {
    name: 'secrets',
    title: 'a token of a million parts (0.1 s)',
    input: ['eyJ', { '%': 'text', times: 990_000, of: '.' }],
  },
  {
    name: 'secrets',
    title: 'a word beside something like a token, and very many more (0.2 s)',
    input: ['eyJ', { '%': 'text', times: 490_000, of: ' a' }],
  },
];
