/** A form of texts, numbers, booleans and short enums only, as most elicitations and tools have them: what it says, before and after somebody writes in it. */
import type { JsonObject, JsonSchema } from '@mcp-web/client';
import { isJsonObject, MAX_IN_CONTROL } from '../internal/text/text.ts';
import { missing, problemOf } from './checks.ts';
import type { FormReading, Reading, ReadTouched } from './form.ts';
import type { SchemaFormMessages } from './messages.ts';
import { fillLeaf, FormNode } from './node.ts';
import { type Field, type Kind, LARGE, LONG_NAMES, LONG_TEXT, type Option, stringOf } from './plan.ts';

const ANNOTATIONS = ['type', 'title', 'description'];
const ROOT = [...ANNOTATIONS, 'properties', 'required', 'additionalProperties', '$schema'];
const NUMBER = ['number', 'minimum', 'maximum'] as const;
/** The kind of field for each type, and what may be said of it. */
const KINDS: ReadonlyMap<unknown, readonly [Kind, ...string[]]> = new Map<unknown, readonly [Kind, ...string[]]>([
  ['string', ['text', 'minLength', 'maxLength']],
  ['number', NUMBER],
  ['integer', NUMBER],
  ['boolean', ['boolean']],
]);
/** More than the whole form warns of, in few bytes: it has a second look. */
const MAYBE_SECRET = /pass|pwd|secr|cred|key|token|bearer|pin|cv|card|otp|phrase|wor[dt]|clav|[^\n-\u036f]/i;
/** As many as are shown at once. */
const MAX_FIELDS = 100;

/** Its fields, filled. Undefined when the schema asks for more than a flat form knows, or the value does not fit in. */
export function planFlat(raw: JsonSchema | undefined, given: JsonObject | undefined): FormNode[] | undefined {
  const schema = isJsonObject(raw) ? raw : {};
  const { type = 'object', properties = {}, required = [], additionalProperties = false } = schema;
  if (
    type !== 'object' ||
    additionalProperties !== false ||
    !isJsonObject(properties) ||
    !Array.isArray(required) ||
    !hasOnly(schema, ROOT)
  )
    return undefined;
  const entries = Object.entries(properties);
  // First of all: what follows takes long for many.
  if (
    Math.max(entries.length, required.length) > MAX_FIELDS ||
    [...Object.keys(given ?? {}), ...required].some(
      (name) => typeof name !== 'string' || !Object.hasOwn(properties, name),
    )
  )
    return undefined;
  const items: FormNode[] = [];
  for (const [name, shape] of entries) {
    const field = isJsonObject(shape) && fieldOf(name, shape, required.includes(name));
    if (!field) return undefined;
    const node = new FormNode(field, `field-${items.length}`, 1);
    node.given = !given ? field.default : Object.hasOwn(given, name) ? { value: given[name] } : undefined;
    // A checkbox that nobody ticked says no.
    if (field.kind === 'boolean' && field.isRequired) node.given ??= { value: false };
    if (node.given && (!fillLeaf(node, node.given.value) || node.isLong || node.text.length > MAX_IN_CONTROL))
      return undefined;
    items.push(node);
  }
  return items;
}

/** What it says. */
export function readFlat(
  items: readonly FormNode[],
  { text, problems }: Reading<SchemaFormMessages>,
  readTouched?: ReadTouched,
): FormReading {
  // Defined, not assigned: a member may be called `__proto__`.
  const value = Object.fromEntries(
    items.flatMap((node) => {
      const { field, given, isTouched } = node;
      const said = isTouched ? readTouched?.(node, problems) : given;
      const problem = said
        ? problemOf(text, field, said.value)
        : field.isRequired && !problems.has(node)
          ? missing(node, text)
          : undefined;
      if (problem !== undefined) problems.set(node, problem);
      return said ? [[field.name, said.value]] : [];
    }),
  );
  return { value, problems };
}

function fieldOf(name: string, shape: JsonObject, isRequired: boolean): Field | undefined {
  const options = optionsOf(shape);
  const { type = options && 'string', maxLength } = shape;
  const [kind, ...keywords] =
    (options && type === 'string' ? (['choice', 'enum' in shape ? 'enum' : 'oneOf'] as const) : KINDS.get(type)) ?? [];
  const title = stringOf(shape['title']) || name;
  if (
    !kind ||
    !hasOnly(shape, [...ANNOTATIONS, 'default', ...keywords]) ||
    MAYBE_SECRET.test(name + title) ||
    (kind === 'text' && (LONG_NAMES.test(name) || Number(maxLength) > LONG_TEXT)) ||
    options?.some(({ value }) => typeof value !== 'string') ||
    options?.length === 0 ||
    Number(options?.length) > LARGE
  )
    return undefined;
  return {
    kind,
    name,
    title,
    isRequired,
    shape,
    options: options ?? [],
    description: stringOf(shape['description']),
    default: Object.hasOwn(shape, 'default') ? { value: shape['default'] } : undefined,
  };
}

function optionsOf({ enum: values, oneOf }: JsonObject): Option[] | undefined {
  if (Array.isArray(values)) return values.map((value: unknown) => ({ value, label: stringOf(value) }));
  return Array.isArray(oneOf)
    ? oneOf.map((one: unknown) => {
        const { const: value, title }: JsonObject =
          isJsonObject(one) && hasOnly(one, ['const', 'title', 'description']) ? one : {};
        return { value, label: stringOf(title) || stringOf(value) };
      })
    : undefined;
}

function hasOnly(schema: JsonObject, keywords: readonly string[]): boolean {
  return Object.keys(schema).every((keyword) => keywords.includes(keyword));
}
