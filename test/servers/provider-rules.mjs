// Which input schemas of tools the providers refuse, by what they document and by what their errors say.

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];
const STRINGS = ['title', 'description', 'format', 'pattern'];
const ONE = ['items', 'not', 'additionalProperties'];
const SEVERAL = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
/** https://ai.google.dev/api/generate-content: what of JSON Schema is supported. */
const GEMINI = new Set(
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'.split(
    ' ',
  ),
);

/** OpenAI and Anthropic: an object with properties at the root and no choice there, else JSON Schema 2020-12. */
export function jsonSchemaProblem(schema) {
  return (
    rootProblem(schema) ??
    everySchema(schema, (part) => {
      const names = Object.keys(part.properties ?? {});
      const odd = names.find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name));
      if (odd !== undefined) return `property keys should match pattern: ${odd}`;
      if (part.type === 'array' && part.items === undefined) return 'array schema missing items';
      return undefined;
    })
  );
}

export function geminiProblem(schema) {
  return (
    rootProblem(schema) ??
    everySchema(schema, (part) => {
      const unknown = Object.keys(part).find((keyword) => !GEMINI.has(keyword));
      if (unknown !== undefined) return `Unknown name "${unknown}"`;
      const names = Object.keys(part.properties ?? {});
      const odd = names.find((name) => !/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name));
      if (odd !== undefined) return `invalid parameter name: ${odd}`;
      if (part.required?.some((name) => !names.includes(name))) return 'required: property is not defined';
      if (part.enum?.some((value) => typeof value !== 'string' && typeof value !== 'number'))
        return 'enum: only strings and numbers';
      if (part.type === 'array' && part.items === undefined) return 'items: missing field';
      return undefined;
    })
  );
}

function rootProblem(schema) {
  if (schema?.type !== 'object') return 'schema must have type "object"';
  if (typeof schema.properties !== 'object') return 'object schema missing properties';
  const choice = ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref'].find((keyword) => keyword in schema);
  return choice && `schema must not have ${choice} at the top level`;
}

function everySchema(schema, look) {
  if (typeof schema === 'boolean') return undefined;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return 'not a schema';
  const problem = formProblem(schema) ?? look(schema);
  if (problem) return problem;
  const parts = [
    ...ONE.map((keyword) => schema[keyword]),
    ...SEVERAL.flatMap((keyword) => schema[keyword] ?? []),
    ...Object.values(schema.properties ?? {}),
  ];
  for (const part of parts) {
    const inner = part === undefined ? undefined : everySchema(part, look);
    if (inner) return inner;
  }
  return undefined;
}

/** What the metaschema of 2020-12 says about the keywords that are used. */
function formProblem(schema) {
  const wrong = (keyword, fits) =>
    schema[keyword] !== undefined && !fits(schema[keyword]) ? `${keyword}: invalid` : undefined;
  const isName = (value) => typeof value === 'string';
  const isSet = (value) =>
    Array.isArray(value) && new Set(value.map((one) => JSON.stringify(one))).size === value.length;
  return (
    wrong('type', (type) =>
      Array.isArray(type)
        ? type.length > 0 && isSet(type) && type.every((one) => TYPES.includes(one))
        : TYPES.includes(type),
    ) ??
    wrong('enum', (values) => isSet(values) && values.length > 0) ??
    wrong('required', (names) => isSet(names) && names.every(isName)) ??
    wrong('properties', (names) => typeof names === 'object' && !Array.isArray(names)) ??
    wrong('uniqueItems', (value) => typeof value === 'boolean') ??
    NUMBERS.map((keyword) => wrong(keyword, (value) => typeof value === 'number')).find(Boolean) ??
    COUNTS.map((keyword) => wrong(keyword, (value) => Number.isInteger(value) && value >= 0)).find(Boolean) ??
    STRINGS.map((keyword) => wrong(keyword, isName)).find(Boolean) ??
    SEVERAL.map((keyword) => wrong(keyword, (value) => Array.isArray(value) && value.length > 0)).find(Boolean) ??
    ('$ref' in schema ? '$ref: not resolved' : undefined)
  );
}
