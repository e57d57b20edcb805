/** Which members of a requested schema a form can ask for and an answer can carry: flat ones, among them five kinds of enum. */
import type { ElicitationResult, JsonObject, JsonSchema } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import { looksSecret, maybeSecret, mentionsSecret } from '../schema-form/model/secrets.ts';

/** Nobody fills in more fields than that. A form shows no more either. */
const MAX_FIELDS = 2_000;

/** In characters. Of fields beyond that no draft is stored, and the form looks for secrets in those that it draws. */
const MAX_READ = 20_000;

export interface RequestedFields {
  /** The schema without the members that cannot be answered. */
  readonly schema: JsonSchema;
  /** The names of the members that cannot be answered. */
  readonly unsupported: readonly string[];
  /** Whether an answer would lack a member that the server requires. */
  readonly isUnanswerable: boolean;
  /** Members that look like secrets, which servers must not ask for in a form. Their values are not stored. */
  readonly secrets: readonly string[];
}

export function readFields(requested: JsonSchema): RequestedFields {
  const given = isJsonObject(requested['properties']) ? requested['properties'] : {};
  const required = Array.isArray(requested['required'])
    ? requested['required'].filter((name) => typeof name === 'string')
    : [];
  const entries = Object.entries(given);
  const carried = entries.filter(([, field]) => isFlat(field)).slice(0, MAX_FIELDS);
  const read = carried.slice(0, readable(carried));
  const unread = carried.slice(read.length);
  const hidden = new Set(read.filter(([name, field]) => isSecret(name, field)).map(([name]) => name));
  const has = new Set(carried.map(([name]) => name));
  const lost = required.filter((name) => !has.has(name));
  return {
    // Only these keywords: the form is flat (client/elicitation, requested schema). Secrets are marked, so that the form warns of them.
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        carried.map(([name, field]) => [name, hidden.has(name) ? { ...Object(field), writeOnly: true } : field]),
      ),
      required: required.filter((name) => has.has(name)),
    },
    unsupported: [...new Set([...entries.map(([name]) => name).filter((name) => !has.has(name)), ...lost])],
    isUnanswerable: lost.length > 0,
    secrets: [
      ...read.filter(([name, field]) => hidden.has(name) || maybeSecret(name) || maybeSecret(textOf(field, 'title'))),
      ...unread,
    ].map(([name]) => name),
  };
}

/** Whether an answer can carry the value: JSON that the user wrote may be anything. */
export function isContent(value: JsonObject): value is NonNullable<ElicitationResult['content']> {
  const isText = (item: unknown): boolean => typeof item === 'string';
  return Object.values(value).every(
    (member) =>
      isText(member) ||
      typeof member === 'boolean' ||
      Number.isFinite(member) ||
      (Array.isArray(member) && member.every(isText)),
  );
}

function isFlat(field: unknown): boolean {
  if (!isJsonObject(field)) return false;
  const { type, items } = field;
  if (type === 'array') return isJsonObject(items) && isStringEnum(items);
  if (type === 'number' || type === 'integer' || type === 'boolean') return true;
  return type === 'string' || (type === undefined && isStringEnum(field));
}

function isStringEnum({ enum: values, oneOf, anyOf }: JsonObject): boolean {
  const branches = [oneOf, anyOf].find(Array.isArray);
  const options: unknown[] | undefined =
    branches?.map((branch) => (isJsonObject(branch) ? branch['const'] : undefined)) ??
    (Array.isArray(values) ? values : undefined);
  return options?.every((option) => typeof option === 'string') === true;
}

/** How many of the fields are read for secrets. */
function readable(fields: readonly (readonly [name: string, field: unknown])[]): number {
  let left = MAX_READ;
  const end = fields.findIndex(
    ([name, field]) => (left -= name.length + textOf(field, 'title').length + textOf(field, 'description').length) < 0,
  );
  return end < 0 ? fields.length : end;
}

function isSecret(name: string, field: unknown): boolean {
  if (!isJsonObject(field) || field['type'] === 'boolean') return false;
  return (
    looksSecret(name) ||
    looksSecret(textOf(field, 'title')) ||
    mentionsSecret(textOf(field, 'description')) ||
    field['format'] === 'password' ||
    field['writeOnly'] === true
  );
}

function textOf(field: unknown, keyword: string): string {
  const text = isJsonObject(field) ? field[keyword] : undefined;
  return typeof text === 'string' ? text : '';
}
