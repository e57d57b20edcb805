/** From a JSON Schema, which a server wrote, to the fields of a form. Pure, bounded, and nothing is ever fetched. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/json.ts';
import { compilePattern, type SafePattern } from '../internal/schema-pattern.ts';
import { resolveRef } from '../internal/schema-ref.ts';
import { looksSecret } from './secrets.ts';

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export interface Option {
  /** What is sent: any JSON value. */
  readonly value: unknown;
  readonly label: string;
}

interface FieldBase {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Wrapped, because null and undefined mean something. */
  readonly default: { readonly value: unknown } | undefined;
  readonly looksSecret: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format: TextFormat | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: SafePattern | undefined;
  /** A pattern that is not checked here, because it is invalid or might never end; beside a format, which is, it says little more. */
  readonly uncheckedPattern: string | undefined;
  readonly isLong: boolean;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly above: number | undefined;
  readonly below: number | undefined;
  readonly multipleOf: number | undefined;
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean';
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly options: readonly Option[];
}

export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly options: readonly Option[];
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
}

/** What has no control of its own is written as JSON. */
export interface JsonField extends FieldBase {
  readonly kind: 'json';
  /** The JSON types that the schema names; empty when any will do. */
  readonly types: readonly string[];
}

export type Field = TextField | NumberField | BooleanField | ChoiceField | ChoicesField | JsonField;

export interface FormPlan {
  readonly fields: readonly Field[];
  /** For all members that have no field of their own. */
  readonly rest: JsonField;
  /** Whether the schema asks for such members. */
  readonly wantsRest: boolean;
}

const LONG_TEXT = 200;
const LONG_NAMES = /^(body|code|content|html|instructions|markdown|notes|script|sql)$/i;
const FORMATS: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];
/** Keywords that say more about an object than its properties do. */
const COMBINATORS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'dependencies', 'propertyNames', '$dynamicRef'];

/**
 * Plans the form for a schema, whatever it is.
 *
 * @example
 * ```ts
 * planForm({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }).fields[0]?.kind; // 'text'
 * ```
 */
export function planForm(schema: unknown): FormPlan {
  const root = isJsonObject(schema) ? schema : {};
  const object = resolveRef(root, root) ?? {};
  const properties = isJsonObject(object['properties']) ? object['properties'] : {};
  const required = new Set(Array.isArray(object['required']) ? object['required'].filter((name) => typeof name === 'string') : []);
  const names = new Set([...Object.keys(properties), ...required]);
  return {
    fields: [...names].map((name) => planField(name, Object.hasOwn(properties, name) ? properties[name] : true, root, required.has(name))),
    rest: { kind: 'json', name: '', title: '', description: '', isRequired: false, isNullable: false, default: undefined, looksSecret: false, types: ['object'] },
    wantsRest: object['additionalProperties'] === true || isJsonObject(object['additionalProperties']) || isJsonObject(object['patternProperties'])
      || (root['$ref'] !== undefined && names.size === 0) || COMBINATORS.some((keyword) => object[keyword] !== undefined),
  };
}

function planField(name: string, schema: unknown, root: JsonObject, isRequired: boolean): Field {
  const resolved = isJsonObject(schema) ? resolveRef(schema, root) : undefined;
  const { schema: shape, isNullable } = withoutNull(resolved ?? {}, root);
  const outer = isJsonObject(schema) ? { ...shape, ...schema } : shape;
  const title = stringOf(outer['title']) || name;
  const constant = Object.hasOwn(shape, 'const') && isRequired ? { value: shape['const'] } : undefined;
  const base: FieldBase = {
    name,
    title,
    description: stringOf(outer['description']),
    isRequired,
    isNullable,
    default: Object.hasOwn(outer, 'default') ? { value: outer['default'] } : constant,
    looksSecret: looksSecret(name) || looksSecret(title),
  };
  const options = optionsOf(shape);
  if (options) return { ...base, kind: 'choice', options: isNullable && !options.some(({ value }) => value === null) ? [...options, { value: null, label: 'null' }] : options };
  switch (shape['type']) {
    case 'string':
      return planText(base, shape);
    case 'number':
    case 'integer':
      return {
        ...base, kind: 'number', isInteger: shape['type'] === 'integer', minimum: numberOf(shape['minimum']), maximum: numberOf(shape['maximum']),
        above: numberOf(shape['exclusiveMinimum']), below: numberOf(shape['exclusiveMaximum']), multipleOf: positiveOf(shape['multipleOf']),
      };
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'array': {
      const items = isJsonObject(shape['items']) ? resolveRef(shape['items'], root) : undefined;
      const itemOptions = items && optionsOf(items);
      if (itemOptions) return { ...base, kind: 'choices', options: itemOptions, minItems: countOf(shape['minItems']), maxItems: countOf(shape['maxItems']) };
    }
  }
  const types = (Array.isArray(shape['type']) ? shape['type'] : [shape['type']]).filter((type) => typeof type === 'string');
  return { ...base, kind: 'json', types: isNullable && types.length > 0 ? [...types, 'null'] : types };
}

function planText(base: FieldBase, shape: JsonObject): TextField {
  const pattern = compilePattern(shape['pattern']);
  const maxLength = countOf(shape['maxLength']);
  const format = FORMATS.find((known) => known === shape['format']);
  return {
    ...base, kind: 'text', format, minLength: countOf(shape['minLength']), maxLength, pattern,
    uncheckedPattern: pattern || format ? undefined : stringOf(shape['pattern']) || undefined,
    isLong: !format && (maxLength ?? (LONG_NAMES.test(base.name) || shape['contentMediaType'] !== undefined ? Infinity : 0)) > LONG_TEXT,
  };
}

/** The schema without its permission to be null. */
function withoutNull(schema: JsonObject, root: JsonObject): { schema: JsonObject; isNullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null') && type.length > 1) {
    const types = type.filter((one) => one !== 'null');
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, isNullable: true };
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) continue;
    const others = branches.filter((branch) => !(isJsonObject(branch) && branch['type'] === 'null'));
    const [only] = others;
    if (branches.length !== 2 || others.length !== 1 || !isJsonObject(only)) continue;
    const { [keyword]: _branches, ...beside } = schema;
    const resolved = resolveRef(only, root);
    return resolved ? { schema: { ...resolved, ...beside }, isNullable: true } : { schema: {}, isNullable: true };
  }
  return { schema, isNullable: schema['nullable'] === true };
}

/** The five shapes of an enum, and a lone `const`. */
function optionsOf(schema: JsonObject): Option[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [{ value: schema['const'], label: labelOf(schema['const']) }];
  const { enum: values, enumNames } = schema;
  if (Array.isArray(values) && values.length > 0) {
    return values.map((value: unknown, index) => ({ value, label: (Array.isArray(enumNames) && stringOf(enumNames[index])) || labelOf(value) }));
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
  if (!branches || branches.length === 0 || !branches.every((branch): branch is JsonObject => isJsonObject(branch) && Object.hasOwn(branch, 'const'))) return undefined;
  return branches.map((branch) => ({ value: branch['const'], label: stringOf(branch['title']) || labelOf(branch['const']) }));
}

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const positiveOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined);
const countOf = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);
