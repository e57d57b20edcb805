import { assert } from 'chai';
import { schemaValidator } from '../../../../packages/client/src/schema/validator.ts';
import { convertSchema } from '../../../../packages/client/src/tools/schema-dialect.ts';
import { geminiProblem, jsonSchemaProblem } from '../../../servers/provider-rules.mjs';

const RULES = { 'json-schema': jsonSchemaProblem, gemini: geminiProblem };

interface Named {
  name: string;
  schema: Record<string, unknown>;
}

/** An argument object that fits the schema, as far as simple schemas go. */
function sampleOf(schema: unknown, root: unknown, depth = 0): unknown {
  const {
    $ref,
    type,
    properties,
    required,
    items,
    enum: values,
    const: only,
    anyOf,
    oneOf,
    allOf,
    minimum,
    minLength,
    minItems,
    format,
    default: given,
  } = Object(schema);
  if (typeof $ref === 'string' && depth < 8)
    return sampleOf(
      $ref
        .slice(2)
        .split('/')
        .reduce((place: unknown, step) => Object(place)[step], root),
      root,
      depth + 1,
    );
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (given !== undefined) return given;
  const choice = [anyOf, oneOf, allOf].find(Array.isArray);
  if (choice && !properties) return sampleOf(choice[0], root, depth + 1);
  switch (Array.isArray(type) ? type[0] : (type ?? (properties ? 'object' : undefined))) {
    case 'object':
      return Object.fromEntries(
        Object.entries(Object(properties))
          .filter(([name]) => depth < 3 || required?.includes(name))
          .map(([name, part]) => [name, sampleOf(part, root, depth + 1)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, minItems ?? 1) }, () => sampleOf(items ?? {}, root, depth + 1));
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (format === 'uri') return 'https://example.com/';
      if (format === 'date-time') return '2026-11-24T16:00:00Z';
      if (format === 'date') return '2026-11-24';
      return 'x'.repeat(Math.max(1, minLength ?? 1));
  }
}

/** The same arguments by the names that the model has for them. */
function toModelNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => toModelNames(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [names.get(name) ?? name, toModelNames(own, names)]),
  );
}

/** What the model has for names that the provider refuses, by what the descriptions say. */
function renamedIn(schema: unknown, names = new Map<string, string>()): Map<string, string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const [name, part] of Object.entries(schema)) {
    const said = /The server names it ("(?:[^"\\]|\\.)*")\./.exec(String(Object(part).description));
    if (said?.[1]) names.set(String(JSON.parse(said[1])), name);
    renamedIn(part, names);
  }
  return names;
}

async function isValid(schema: Record<string, unknown>, value: unknown): Promise<boolean> {
  try {
    const problems = await (await schemaValidator.compile(schema))(value);
    return problems.length === 0;
  } catch {
    return false;
  }
}

/**
 * `real-schemas.json` has the input schemas of tools that npm servers list, with the license of each server, and without
 * their descriptions.
 */
describe('the schemas of real tools', () => {
  let schemas: Named[] = [];
  before(async () => {
    const response = await fetch('/test/unit/client/tools/real-schemas.json');
    const servers: { server: string; tools: { name: string; inputSchema: Record<string, unknown> }[] }[] =
      await response.json();
    schemas = servers.flatMap(({ server, tools }) =>
      tools.map(({ name, inputSchema }) => ({ name: `${server} ${name}`, schema: inputSchema })),
    );
  });

  for (const dialect of ['json-schema', 'gemini'] as const) {
    it(`are taken by what providers document, in the dialect ${dialect}`, () => {
      assert.isAbove(schemas.length, 300);
      for (const { name, schema } of schemas) {
        const { schema: out } = convertSchema(schema, dialect);
        assert.isUndefined(RULES[dialect](out), `${name}: ${JSON.stringify(out)}`);
        assert.notInclude(JSON.stringify(out), 'Too large to show whole', name);
      }
    });

    it(`let the model say what fits the tool, and bring it back unchanged, in the dialect ${dialect}`, async () => {
      let tried = 0;
      for (const { name, schema } of schemas) {
        const args = sampleOf(schema, schema);
        if (!(await isValid(schema, args))) continue;
        tried++;
        const { schema: out, restore } = convertSchema(schema, dialect);
        const written = Object(toModelNames(args, renamedIn(out)));
        assert.isTrue(await isValid(out, written), `${name}: ${JSON.stringify(written)} in ${JSON.stringify(out)}`);
        assert.deepEqual(restore(written), Object(args), name);
      }
      assert.isAbove(tried, schemas.length * 0.9);
    });

    it(`keep every limit of a value, in the schema or in a description, in the dialect ${dialect}`, () => {
      let kept = 0;
      const lost: string[] = [];
      for (const { name, schema } of schemas) {
        // In a description, it is a text in a text.
        const plain = (text: string) => text.replaceAll('\\', '');
        const text = plain(JSON.stringify(convertSchema(schema, dialect).schema));
        for (const [keyword, value] of limitsIn(schema)) {
          const written = JSON.stringify(value);
          // A constant may be the only value of an enum, and several of them one enum.
          const forms = keyword === 'const' ? [written] : [`"${keyword}":${written}`, `${keyword} ${written}`];
          const isKept = text.includes('[cut:') || forms.some((form) => text.includes(plain(form)));
          if (isKept) kept++;
          else lost.push(`${name}: ${keyword} ${written}`);
        }
      }
      assert.deepEqual(lost, []);
      assert.isAbove(kept, 300);
    });
  }
});

/** The keywords that say which values are valid, without those that are schemas. */
const LIMITS = ['pattern', 'format', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties']; // prettier-ignore

function limitsIn(schema: unknown, isNames = false): [string, unknown][] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (!isNames && LIMITS.includes(key)) return [[key, value]];
    // What nothing refers to is no part of the schema, and the rest of these is written out where it is.
    if (!isNames && ['$defs', 'definitions', 'default', 'examples'].includes(key)) return [];
    return limitsIn(value, !isNames && ['properties', 'patternProperties'].includes(key));
  });
}
