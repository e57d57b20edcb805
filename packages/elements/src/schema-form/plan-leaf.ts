/** From the schema of one member to a field: one without fields of its own. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import { type Field, LONG_NAMES, LONG_TEXT, type Option, stringOf } from './plan.ts';

/** The field for a schema of one type that has nothing within it, or an enum. */
export function planLeaf(name: string, shape: JsonObject, isRequired: boolean, isNullable = false): Field {
  const title = stringOf(shape['title']) || name;
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
  return {
    kind,
    name,
    title,
    isItem: false,
    isRequired,
    isNullable,
    shape,
    description: stringOf(shape['description']),
    default: Object.hasOwn(shape, 'default')
      ? { value: shape['default'] }
      : isRequired && Object.hasOwn(shape, 'const')
        ? { value: shape['const'] }
        : undefined,
    options:
      own && isNullable && !own.some(({ value }) => value === null)
        ? [...own, { value: null, label: 'null' }]
        : (own ?? several ?? []),
  };
}

export function isLongText({ name, shape }: Field): boolean {
  const { format, maxLength = LONG_NAMES.test(name) || shape['contentMediaType'] ? Infinity : 0 } = shape;
  return !format && typeof maxLength === 'number' && maxLength > LONG_TEXT;
}

/** The five shapes of an enum, and a lone `const`. */
export function optionsOf(schema: JsonObject): Option[] | undefined {
  const { enum: values, enumNames } = schema;
  if (Object.hasOwn(schema, 'const')) return [{ value: schema['const'], label: labelOf(schema['const']) }];
  if (Array.isArray(values) && values.length > 0) {
    return values.map((value: unknown, index) => ({
      value,
      label: (Array.isArray(enumNames) && stringOf(enumNames[index])) || labelOf(value),
    }));
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
  if (
    !branches ||
    branches.length === 0 ||
    !branches.every((branch): branch is JsonObject => isJsonObject(branch) && Object.hasOwn(branch, 'const'))
  )
    return undefined;
  return branches.map((branch) => ({
    value: branch['const'],
    label: stringOf(branch['title']) || labelOf(branch['const']),
  }));
}

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
