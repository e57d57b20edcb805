/** What of a requested schema a form can ask for, and an answer can carry: flat members, of five kinds of enum among them. */
import type { ElicitationResult, JsonObject, JsonSchema } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import { looksSecret, maybeSecret, mentionsSecret } from '../schema-form/model/secrets.ts';

export interface AskedFields {
  /** The schema without what cannot be answered. */
  readonly schema: JsonSchema;
  /** The names of what cannot be answered. */
  readonly unsupported: readonly string[];
  /** Whether an answer would lack what the server requires. */
  readonly isUnanswerable: boolean;
  /** Members that may be what no server may ask for in a form: nothing of them is kept. */
  readonly secrets: readonly string[];
}

export function readFields(asked: JsonSchema): AskedFields {
  const given = isJsonObject(asked['properties']) ? asked['properties'] : {};
  const required = Array.isArray(asked['required']) ? asked['required'].filter((name) => typeof name === 'string') : [];
  const entries = Object.entries(given);
  const carried = entries.filter(([, field]) => isFlat(field));
  const has = new Set(carried.map(([name]) => name));
  const lost = required.filter((name) => !has.has(name));
  return {
    // Nothing else of it: a form is flat (client/elicitation, requested schema). A secret is marked, so that the form warns of it.
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        carried.map(([name, field]) => [name, isSecret(name, field) ? { ...Object(field), writeOnly: true } : field]),
      ),
      required: required.filter((name) => has.has(name)),
    },
    unsupported: [...new Set([...entries.map(([name]) => name).filter((name) => !has.has(name)), ...lost])],
    isUnanswerable: lost.length > 0,
    secrets: carried
      .filter(([name, field]) => isSecret(name, field) || maybeSecret(name) || maybeSecret(textOf(field, 'title')))
      .map(([name]) => name),
  };
}

/** Whether an answer can carry it: what was written as JSON may be anything. */
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
