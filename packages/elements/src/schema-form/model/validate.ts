/**
 * Finds what is wrong with a value. Each field first checks what it can explain to a person; the client's interpreter then checks the whole
 * value against the whole schema. The interpreter counts its steps and looks at the clock, so that no schema keeps the page busy.
 */
import type { JsonObject } from '@mcp-web/client';
import { type Limits, OutOfTimeError, readSchema, type ReadSchema } from '@mcp-web/client/schema';
import { isJsonObject, shortText } from '../../internal/text/text.ts';
import type { SchemaFormMessages } from '../messages.ts';
import { type Field, type FormNode, nodeAt } from './node.ts';
import { stringOf } from './options.ts';

type Shape = Field['shape'];
type Say = (limit: number, has: number) => string;

/** Somebody is typing: one key causes several checks, which together take no longer than one may. */
const SHARED_FOR_MS = 100;
/** How soon what took too long, a schema to read or a value to check, is tried again. */
export const AGAIN_MS = 1_000;

/** A date, a time and an offset. */
export const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

interface Format {
  /** The message for a text that does not have this format. */
  readonly problem: 'email' | 'uri' | 'date' | 'dateTime' | 'notJson';
  /** The type of its input. Dates with a time have a control of their own. */
  readonly inputType?: 'email' | 'url' | 'date';
  readonly fits: (value: string) => boolean;
}

/** The formats that are checked and have a control of their own. */
export const FORMATS: ReadonlyMap<unknown, Format> = new Map<unknown, Format>([
  [
    'email',
    { problem: 'email', inputType: 'email', fits: (value) => value.length < 321 && /^[^\s@]+@[^\s@]+$/.test(value) },
  ],
  ['uri', { problem: 'uri', inputType: 'url', fits: (value) => URL.canParse(value) }],
  ['date', { problem: 'date', inputType: 'date', fits: isDate }],
  ['date-time', { problem: 'dateTime', fits: isDateTime }],
  ['json', { problem: 'notJson', fits: isJson }],
]);

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a date as RFC 3339 writes it, and exists in the calendar. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  // 31 February becomes 3 March, so the date has to come back as it was.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Whether a text is a date and a time with an offset, as RFC 3339 writes it. */
export function isDateTime(value: string): boolean {
  const [, day] = RFC_3339.exec(value) ?? [];
  return day !== undefined && isDate(day);
}

/** What is wrong with the value of one field. A value that was written as JSON can be anything. */
export function problemOf(text: SchemaFormMessages, field: Field, value: unknown): string | undefined {
  const { kind, options, shape, isNullable } = field;
  if (value === null && isNullable) return undefined;
  const not = (message: string): string => (value === null ? text.isNull : message);
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? problemOfText(text, shape, value) : not(text.notText);
    case 'number':
      return typeof value === 'number' ? problemOfNumber(text, shape, value) : not(text.notNumber);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : not(text.notBoolean);
    case 'choice':
      return options.indexOf(value) < 0 ? text.notOption : undefined;
    case 'choices':
      if (!Array.isArray(value)) return not(text.notArray);
      return options.indexesOf(value).includes(-1)
        ? text.notOption
        : outside(shape, 'minItems', 'maxItems', value.length, text.tooFew, text.tooMany);
    case 'list':
      return Array.isArray(value)
        ? outside(shape, 'minItems', 'maxItems', value.length, text.tooFewItems, text.tooManyItems)
        : undefined;
    default:
      return undefined;
  }
}

function problemOfText(text: SchemaFormMessages, shape: Shape, value: string): string | undefined {
  const hasBounds = 'minLength' in shape || 'maxLength' in shape;
  // JSON Schema counts characters, not UTF-16 units.
  const length = hasBounds ? Array.from(value).length : 0;
  const problem = hasBounds && outside(shape, 'minLength', 'maxLength', length, text.tooShort, text.tooLong);
  if (problem) return problem;
  const format = FORMATS.get(shape['format']);
  return format && !format.fits(value) ? text[format.problem] : undefined;
}

function problemOfNumber(text: SchemaFormMessages, shape: Shape, value: number): string | undefined {
  const [above, below] = [numberOf(shape['exclusiveMinimum']), numberOf(shape['exclusiveMaximum'])];
  if (above !== undefined && value <= above) return text.notAbove(above);
  if (below !== undefined && value >= below) return text.notBelow(below);
  return shape['type'] === 'integer' && !Number.isInteger(value)
    ? text.notInteger
    : outside(shape, 'minimum', 'maximum', value, text.tooSmall, text.tooBig);
}

function outside(
  shape: Shape,
  from: string,
  to: string,
  has: number,
  tooLittle: Say,
  tooMuch: Say,
): string | undefined {
  const { [from]: min, [to]: max } = shape;
  if (typeof min === 'number' && has < min) return tooLittle(min, has);
  return typeof max === 'number' && has > max ? tooMuch(max, has) : undefined;
}

/** What to say about a required field without a value. */
export function missing({ field: { kind } }: FormNode, text: SchemaFormMessages): string {
  return ['choice', 'boolean', 'variants'].includes(kind) ? text.requiredChoice : text.isRequired;
}

/** @throws {Error} when the schema is broken. */
export function openCheck(schema: JsonObject): ReadSchema {
  const read = (): ReadSchema => readSchema(schema, { sharedForMs: SHARED_FOR_MS });
  try {
    return read();
  } catch (error) {
    if (!(error instanceof OutOfTimeError)) throw error;
    return readLater(read, error);
  }
}

/** Tries again when it is used: code that runs for the first time is slow, and so is a busy machine. */
function readLater(read: () => ReadSchema, failure: OutOfTimeError): ReadSchema {
  let done: ReadSchema | undefined;
  let triedAt = performance.now();
  const tried = (): ReadSchema => {
    if (done) return done;
    if (performance.now() - triedAt < AGAIN_MS) throw failure;
    triedAt = performance.now();
    return (done = read());
  };
  return {
    problemsOf: (value, limits) => tried().problemsOf(value, limits),
    fits: (part, value, limits) => tried().fits(part, value, limits),
  };
}

/** Says nothing that depends on what a member contains, only on which members there are. */
const LOCAL = new Set([
  '$comment',
  '$defs',
  '$schema',
  'additionalProperties',
  'default',
  'definitions',
  'dependentRequired',
  'description',
  'examples',
  'maxProperties',
  'minProperties',
  'properties',
  'propertyNames',
  'required',
  'title',
  'type',
]);

/**
 * Whether exactly the same is wrong with a value as with an earlier one, as far as that can be told from the members that differ.
 *
 * @param isFine whether nothing was wrong with the earlier one
 */
export function hasSameProblems(
  check: ReadSchema,
  schema: unknown,
  before: unknown,
  value: unknown,
  isFine: boolean,
): boolean {
  if (Object.is(before, value)) return true;
  const canCompare = isJsonObject(schema) && isJsonObject(before) && isJsonObject(value);
  if (canCompare && Object.keys(schema).every((keyword) => LOCAL.has(keyword))) {
    const { properties } = schema;
    const names = Object.keys(value);
    const namesBefore = Object.keys(before);
    return (
      names.length === namesBefore.length &&
      names.every(
        (name, index) =>
          namesBefore[index] === name &&
          (Object.is(before[name], value[name]) ||
            (isJsonObject(properties) &&
              Object.hasOwn(properties, name) &&
              hasSameProblems(check, properties[name], before[name], value[name], isFine))),
      )
    );
  }
  return isFit(check, schema, value) === true && (isFine || isFit(check, schema, before) === true);
}

/** Whether the value fits that part of the schema; undefined when nobody can tell. */
export function isFit(
  check: ReadSchema | undefined,
  part: unknown,
  value: unknown,
  limits?: Limits,
): boolean | undefined {
  try {
    return check?.fits(part, value, limits);
  } catch {
    return undefined;
  }
}

/**
 * Holds the whole value against the whole schema, and finds the field that each problem is about.
 *
 * @param limits of this check alone, rather than what others have left of theirs
 * @throws {Error} when that takes too many steps, or too long.
 */
export function problemsOf(
  check: ReadSchema,
  root: FormNode,
  value: unknown,
  text: SchemaFormMessages,
  limits?: Limits,
): Map<FormNode, string> {
  const problems = new Map<FormNode, string>();
  for (const { path, message } of check.problemsOf(value, limits)) {
    const node = nodeAt(root, path);
    if (!problems.has(node)) problems.set(node, sentence(text, node, message));
  }
  return problems;
}

function sentence(text: SchemaFormMessages, { field: { shape } }: FormNode, message: string): string {
  const step = numberOf(shape['multipleOf']);
  if (message.includes('match the pattern') && shape['pattern'] !== undefined)
    return text.notMatching(shortText(stringOf(shape['pattern'])));
  return step !== undefined && message.includes('a multiple of')
    ? text.notMultiple(step)
    : text.unfit(shortText(message, 300));
}

/** A number of the schema, which may be anything. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
