/** What kept a page busy that showed it, by how it was shown: see busy-page.ts. */
const MANY = { '%': 'list', times: 100_000, of: 'k#' };
const NAMES = { '%': 'map', times: 100_000, name: 'k#', of: 0 };

export const pages = [
  { kind: 'form', title: 'a choice of 100,000', input: { schema: { properties: { a: { enum: MANY } } } } },
  {
    kind: 'form',
    title: 'a choice of 30,000 with titles',
    input: {
      schema: { properties: { a: { oneOf: { '%': 'list', times: 30_000, of: { const: 'k#', title: 'K #' } } } } },
    },
  },
  {
    kind: 'form',
    title: 'a list of 100,000',
    input: { schema: { properties: { a: { type: 'array', items: { enum: MANY } } } } },
  },
  {
    kind: 'form',
    title: 'a list of 50,000, all of them chosen',
    input: {
      schema: {
        properties: {
          a: {
            type: 'array',
            items: { enum: { '%': 'list', times: 50_000, of: 'k#' } },
            default: { '%': 'list', times: 50_000, of: 'k#' },
          },
        },
      },
    },
  },
  {
    kind: 'consent',
    title: 'a definition of 100,000 names',
    input: { schema: { type: 'object', 'x-a': NAMES }, value: { a: 1 } },
  },
  {
    kind: 'change',
    title: 'a keyword of 40,000 names that comes, and one that goes',
    input: {
      before: { inputSchema: { type: 'object', 'x-a': { '%': 'map', times: 40_000, name: 'k#', of: 0 } } },
      after: { inputSchema: { type: 'object', 'x-b': { '%': 'map', times: 40_000, name: 'k#', of: 0 } } },
    },
  },
  {
    kind: 'content',
    title: 'structured content of 100,000 names in an object',
    input: { value: { content: [], structuredContent: { a: { b: NAMES } } } },
  },
  {
    kind: 'content',
    title: 'an array of objects',
    input: { value: { content: [], structuredContent: { a: { '%': 'list', times: 40_000, of: { k: 'v#' } } } } },
  },
  {
    kind: 'content',
    title: '30,000 texts beside structured content',
    input: {
      value: { content: { '%': 'list', times: 30_000, of: { type: 'text', text: 'abc' } }, structuredContent: {} },
    },
  },
  { kind: 'copy', title: 'an entry of 100,000 names', input: { data: NAMES } },
  { kind: 'copy', title: 'an entry of one text', input: { data: { '%': 'text', times: 160_000, of: 'words ' } } },
  {
    kind: 'copy',
    title: 'an entry of one text in which tokens begin again and again',
    input: { data: { '%': 'text', times: 240_000, of: 'eyJ ' } },
  },
];
