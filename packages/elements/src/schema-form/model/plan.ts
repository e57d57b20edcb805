/** Plans the field for a schema. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../../internal/text/text.ts';
import { isYesOrNo, named, withoutJsonTwin } from './branches.ts';
import type { Field, Variant } from './node.ts';
import { Options, optionsOf, stringOf } from './options.ts';
import type { References } from './references.ts';

/** Nobody chooses one of more kinds than that. */
const MAX_KINDS = 300;
/** Nobody fills in more fields than that, and the page would stand still while they are made. */
const MAX_MEMBERS = 2_000;
const DEPENDENTS = ['dependentRequired', 'dependentSchemas', 'dependencies'];
const TYPES = ['string', 'number', 'boolean', 'object', 'array'];
/** Keywords that apply to one type only: where `type` is missing, they tell which type is meant. */
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
/** A branch with none of these keywords has no fields: it only restricts the value, which the interpreter checks. */
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
/** Texts that may be longer, or that have one of these names, get a large control. */
const LONG_TEXT = 200;
const LONG_NAMES = /^(body|code|content|html|instructions|markdown|notes|script|sql)$/i;
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

/** The field for a schema: what it holds, which kinds of it there are, or why it is written as JSON. */
export function planField(references: References, name: string, raw: unknown, isRequired: boolean): Field {
  const { schema, isNullable, conditions, why } = references.of(raw);
  const leaf = planLeaf(name, schema['type'] === 'null' ? { ...schema, const: null } : schema, isRequired, isNullable);
  if (why) return { ...leaf, kind: 'json', options: new Options(), why };
  const { type } = schema;
  if (leaf.kind === 'choice') return leaf;
  const found = branchesOf(schema);
  if (found) {
    const { keyword } = found;
    const branches = withoutJsonTwin(found.branches, leaf.description);
    if (isYesOrNo(branches, schema))
      return {
        ...planLeaf(name, { ...annotationsOf(schema), type: 'boolean' }, isRequired, isNullable),
        isInferred: true,
      };
    if (branches.length > MAX_KINDS) return { ...leaf, kind: 'json', why: 'whyMany' };
    const { [keyword]: _branches, title, description, default: own, ...beside } = schema;
    const isBare = Object.keys(beside).every((one) => ANNOTATIONS.includes(one));
    const schemaOf = (branch: unknown): JsonObject =>
      isBare && isJsonObject(branch) ? branch : { allOf: [branch, beside] };
    const [only] = branches;
    if (branches.length === 1)
      return planField(
        references,
        name,
        {
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(own === undefined ? {} : { default: own }),
          allOf: [schemaOf(only)],
        },
        isRequired,
      );
    const schemas = branches.map(schemaOf);
    const shapes = schemas.map((one) => references.of(one).schema);
    const variants = branches.map((branch, index) => variantOf(branch, schemas[index] ?? {}, shapes[index] ?? {}));
    return { ...leaf, kind: 'variants', variants: named(variants, shapes) };
  }
  const types = Array.isArray(type)
    ? [...new Set(type)].filter((one) => !(one === 'integer' && type.includes('number')))
    : [
        type ??
          HINTS.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0] ??
          (conditions.length > 0 ? 'object' : undefined),
      ];
  const [single] = types;
  if (
    isYesOrNo(
      types.map((one) => ({ type: one })),
      schema,
    )
  )
    return {
      ...planLeaf(name, { ...annotationsOf(schema), type: 'boolean' }, isRequired, isNullable),
      isInferred: true,
    };
  if (types.length > MAX_KINDS) return { ...leaf, kind: 'json', why: 'whyMany' };
  if (types.length > 1 || single === undefined) {
    const variants = (types.length > 1 ? types : isNullable ? TYPES : [...TYPES, 'null']).map((one): Variant => {
      // The title and the default belong to the whole, not to each kind.
      const { title: _title, description: _description, default: _default, ...rest } = schema;
      return { title: '', type: stringOf(one), raw: undefined, schema: { ...rest, type: one } };
    });
    return { ...leaf, kind: 'variants', variants };
  }
  const planned =
    leaf.kind === 'json'
      ? { ...planLeaf(name, { ...schema, type: single }, isRequired, isNullable), isInferred: type === undefined }
      : leaf;
  if (single === 'object')
    return hasTooMany(schema, conditions)
      ? { ...planned, kind: 'json', options: new Options(), why: 'whyMany' }
      : { ...planned, kind: 'object', conditions };
  if (single === 'array')
    return planned.kind === 'choices' && schema['prefixItems'] === undefined && isOnlyOptions(schema['items'])
      ? planned
      : { ...planned, kind: 'list', options: new Options() };
  return planned;
}

const annotationsOf = ({ title, description, default: own }: JsonObject): JsonObject => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
  ...(own === undefined ? {} : { default: own }),
});

function hasTooMany(schema: JsonObject, conditions: readonly JsonObject[]): boolean {
  const counts = [schema['properties'], schema['required']].map(countOf);
  const dependents = conditions.flatMap((condition) => DEPENDENTS.map((keyword) => countOf(condition[keyword])));
  return [...counts, dependents.reduce((sum, count) => sum + count, 0)].some((count) => count > MAX_MEMBERS);
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
}

/** The field for a schema of one type that holds nothing else, or for an enum. */
function planLeaf(name: string, shape: JsonObject, isRequired: boolean, isNullable: boolean): Field {
  const { type } = shape;
  const own = optionsOf(shape);
  const several = !own && type === 'array' && isJsonObject(shape['items']) ? optionsOf(shape['items']) : undefined;
  const kind = own
    ? 'choice'
    : several
      ? 'choices'
      : type === 'string'
        ? 'text'
        : type === 'integer'
          ? 'number'
          : type === 'number' || type === 'boolean'
            ? type
            : 'json';
  const options = (isNullable ? own?.withNull() : own) ?? several ?? new Options();
  return {
    kind,
    name,
    title: stringOf(shape['title']) || name,
    description: stringOf(shape['description']),
    isItem: false,
    isRequired,
    isNullable,
    shape,
    default: Object.hasOwn(shape, 'default')
      ? { value: shape['default'] }
      : isRequired && Object.hasOwn(shape, 'const')
        ? { value: shape['const'] }
        : undefined,
    options,
  };
}

/** Whether the text gets a control of several lines. */
export function isLongText({ name, shape }: Field): boolean {
  const { format, maxLength = LONG_NAMES.test(name) || shape['contentMediaType'] ? Infinity : 0 } = shape;
  return !format && typeof maxLength === 'number' && maxLength > LONG_TEXT;
}

/** Whether nothing says how long the text is, or what stands in it: it may have several lines. */
export function isAnyText({ shape: { format, maxLength, pattern } }: Field): boolean {
  const isShort = typeof maxLength === 'number' && maxLength <= LONG_TEXT / 2;
  return format === undefined && pattern === undefined && !isShort;
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

function variantOf(raw: unknown, schema: JsonObject, shape: JsonObject): Variant {
  return { title: stringOf(shape['title']) || stringOf(shape['const']), type: stringOf(shape['type']), raw, schema };
}

/** The schemas of the first items. Before 2020-12 they stood in `items`. */
export function tupleOf({ prefixItems, items }: JsonObject): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
}

/** The schema of the items after those. */
export function itemsOf({ items, additionalItems }: JsonObject): unknown {
  return Array.isArray(items) ? additionalItems : items;
}
