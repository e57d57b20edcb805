/** The field for any schema: what it holds, which kinds of it there are, or why it is written as JSON. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import { type Field, stringOf, type Variant } from './plan.ts';
import { optionsOf, planLeaf } from './plan-leaf.ts';
import type { Shapes } from './shapes.ts';

/** Of so many kinds nobody chooses one. */
const MAX_KINDS = 300;
const TYPES = ['string', 'number', 'boolean', 'object', 'array'];
/** Keywords that speak of values of one type only: where there is no `type`, they say which is meant. */
const HINTS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'additionalItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];
/** A branch without any of these has no fields: it says what must not be together, and the whole check knows. */
const SHAPING = [
  'type',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'enum',
  'const',
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'format',
  '$dynamicRef',
];
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  '$schema',
  '$defs',
  'definitions',
  '$id',
  'discriminator',
];

export function planField(shapes: Shapes, name: string, raw: unknown, isRequired: boolean): Field {
  const { schema, isNullable, conditions, why } = shapes.of(raw);
  const leaf = planLeaf(name, schema['type'] === 'null' ? { ...schema, const: null } : schema, isRequired, isNullable);
  if (why) return { ...leaf, kind: 'json', options: [], why };
  const { type } = schema;
  if (leaf.kind === 'choice') return leaf;
  const found = branchesOf(schema);
  if (found) {
    const { keyword, branches } = found;
    if (branches.length > MAX_KINDS) return { ...leaf, kind: 'json', why: 'whyMany' };
    const { [keyword]: _branches, title, description, default: _default, ...beside } = schema;
    const isBare = Object.keys(beside).every((one) => ANNOTATIONS.includes(one));
    const schemaOf = (branch: unknown): JsonObject =>
      isBare && isJsonObject(branch) ? branch : { allOf: [branch, beside] };
    const [only] = branches;
    if (branches.length === 1)
      return planField(
        shapes,
        name,
        {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          allOf: [schemaOf(only)],
        },
        isRequired,
      );
    return {
      ...leaf,
      kind: 'variants',
      variants: branches.map((branch) => variantOf(shapes, branch, schemaOf(branch))),
    };
  }
  const types = Array.isArray(type)
    ? [...new Set(type)].filter((one) => !(one === 'integer' && type.includes('number')))
    : [
        type ??
          HINTS.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0] ??
          (conditions.length > 0 ? 'object' : undefined),
      ];
  const [single] = types;
  if (types.length > MAX_KINDS) return { ...leaf, kind: 'json', why: 'whyMany' };
  if (types.length > 1 || single === undefined) {
    const variants = (types.length > 1 ? types : isNullable ? TYPES : [...TYPES, 'null']).map((one): Variant => {
      // What the whole has as its title and default is not that of each kind.
      const { title: _title, description: _description, default: _default, ...rest } = schema;
      return { title: '', type: stringOf(one), raw: undefined, schema: { ...rest, type: one } };
    });
    return { ...leaf, kind: 'variants', variants };
  }
  const planned =
    leaf.kind === 'json'
      ? { ...planLeaf(name, { ...schema, type: single }, isRequired, isNullable), isInferred: type === undefined }
      : leaf;
  if (single === 'object') return { ...planned, kind: 'object', conditions };
  if (single === 'array')
    return planned.kind === 'choices' && schema['prefixItems'] === undefined && isOnlyOptions(schema['items'])
      ? planned
      : { ...planned, kind: 'list', options: [] };
  return planned;
}

function branchesOf(schema: JsonObject): { keyword: 'oneOf' | 'anyOf'; branches: readonly unknown[] } | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const shaping = branches.filter(
      (branch) => isJsonObject(branch) && SHAPING.some((one) => branch[one] !== undefined),
    );
    if (shaping.length > 0) return { keyword, branches: branches.filter((branch) => branch !== false) };
  }
  return undefined;
}

function isOnlyOptions(items: unknown): boolean {
  return isJsonObject(items) && optionsOf(items) !== undefined;
}

function variantOf(shapes: Shapes, raw: unknown, schema: JsonObject): Variant {
  const shape = shapes.of(schema).schema;
  return { title: stringOf(shape['title']) || discriminatorOf(shape), type: stringOf(shape['type']), raw, schema };
}

/** `{ kind: { const: 'circle' } }` is a circle. */
function discriminatorOf({ properties, const: constant }: JsonObject): string {
  if (typeof constant === 'string') return constant;
  if (!isJsonObject(properties)) return '';
  const found = Object.values(properties).find(
    (property) => isJsonObject(property) && typeof property['const'] === 'string',
  );
  return isJsonObject(found) ? stringOf(found['const']) : '';
}

/** The schemas of the first items; before 2020-12 they stood in `items`. */
export function tupleOf({ prefixItems, items }: JsonObject): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
}

export function itemsOf({ items, additionalItems }: JsonObject): unknown {
  return Array.isArray(items) ? additionalItems : items;
}

export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
