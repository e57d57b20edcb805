/** The keywords of JSON Schema that providers take, and which of their values are valid. */
import { isObject } from '../protocol/guards.ts';

/**
 * Which schemas a provider takes.
 *
 * - `json-schema`: JSON Schema 2020-12 without references (OpenAI, Anthropic, and most others)
 * - `gemini`: what Google documents for `parametersJsonSchema`
 */
export type SchemaDialect = 'json-schema' | 'gemini';

/** What providers allow as the name of a property. */
export const PROPERTY_NAMES: Readonly<Record<SchemaDialect, RegExp>> = {
  'json-schema': /^(?!__proto__$)[\w.-]{1,64}$/,
  gemini: /^(?!__proto__$)[a-z_]\w{0,63}$/i,
};

/** They mean nothing to a model. */
const SILENT = /^(?:\$(?:schema|id|anchor|comment|vocabulary|defs)|definitions|x-.*)$/;

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const MAX_ENUM = 200;

type Check = (value: unknown) => boolean;
const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isType: Check = (value) =>
  Array.isArray(value)
    ? value.length > 0 &&
      value.length <= TYPES.size &&
      new Set(value).size === value.length &&
      value.every((type) => TYPES.has(type))
    : TYPES.has(value);
const isEnum: Check = (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_ENUM;

const EVERYWHERE: Readonly<Record<string, Check>> = {
  type: isType,
  title: isString,
  format: isString,
  minItems: isCount,
  maxItems: isCount,
  minimum: isNumber,
  maximum: isNumber,
};

const VALUES: Readonly<Record<SchemaDialect, Readonly<Record<string, Check>>>> = {
  'json-schema': {
    ...EVERYWHERE,
    enum: isEnum,
    const: () => true,
    default: () => true,
    pattern: isString,
    uniqueItems: isBoolean,
    exclusiveMinimum: isNumber,
    exclusiveMaximum: isNumber,
    multipleOf: (value) => isNumber(value) && Number(value) > 0,
    minLength: isCount,
    maxLength: isCount,
    minProperties: isCount,
    maxProperties: isCount,
  },
  gemini: {
    ...EVERYWHERE,
    enum: (value) => isEnum(value) && Array.isArray(value) && value.every((one) => isString(one) || isNumber(one)),
  },
};

/** Whether the provider takes the keyword with this value. Keywords with schemas in them are not among these. */
export function isTaken(keyword: string, value: unknown, dialect: SchemaDialect): boolean {
  return Object.hasOwn(VALUES[dialect], keyword) && VALUES[dialect][keyword]?.(value) === true;
}

/** Whether a model misses nothing when the keyword is left out. */
export function isSilent(keyword: string): boolean {
  return SILENT.test(keyword);
}

/** Writes what older drafts wrote in other ways as 2020-12 does. */
export function modernized(schema: Readonly<Record<string, unknown>>, dialect: SchemaDialect): Record<string, unknown> {
  const modern = { ...schema };
  if (Array.isArray(modern['items'])) {
    modern['prefixItems'] = modern['items'];
    delete modern['items'];
    if (modern['additionalItems'] !== undefined) modern['items'] = modern['additionalItems'];
    delete modern['additionalItems'];
  }
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof modern[exclusive] !== 'boolean') continue;
    if (modern[exclusive]) {
      modern[exclusive] = modern[limit];
      delete modern[limit];
    } else delete modern[exclusive];
  }
  // A longer one is not taken anyway.
  if (Array.isArray(modern['enum']) && modern['enum'].length <= MAX_ENUM) {
    const seen = new Set<string>();
    modern['enum'] = modern['enum'].filter((value) => seen.size < seen.add(JSON.stringify(value)).size);
  }
  const { const: only } = modern;
  if (dialect === 'gemini' && modern['enum'] === undefined && (isString(only) || isNumber(only))) {
    modern['enum'] = [only];
    delete modern['const'];
  }
  return modern;
}

/** The member, where it is an object. */
export function objectIn(schema: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const member = Object.hasOwn(schema, name) ? schema[name] : undefined;
  return isObject(member) ? member : {};
}
