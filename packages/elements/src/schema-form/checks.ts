/** What a value has to be for its field, in sentences for the person who fills it in. */
import { shortText } from '../internal/text.ts';
import { isDate, isDateTime } from './dates.ts';
import type { ChoicesField, Field, JsonField, NumberField, TextField } from './plan.ts';

const text = {
  notText: 'This has to be text.',
  notNumber: 'This has to be a number.',
  notBoolean: 'This has to be true or false.',
  notArray: 'This has to be a list of options.',
  notOption: 'Choose one of the options.',
  notInteger: 'Enter a whole number.',
  isNull: 'This cannot be null.',
  tooShort: (min: number, has: number) => `Use at least ${characters(min)} (now ${has}).`,
  tooLong: (max: number, has: number) => `Use at most ${characters(max)} (now ${has}).`,
  tooSmall: (min: number) => `Enter ${min} or more.`,
  tooBig: (max: number) => `Enter ${max} or less.`,
  notAbove: (min: number) => `Enter more than ${min}.`,
  notBelow: (max: number) => `Enter less than ${max}.`,
  notMultiple: (step: number) => `Enter a multiple of ${step}.`,
  tooFew: (min: number) => `Choose at least ${min}.`,
  tooMany: (max: number) => `Choose at most ${max}.`,
  pattern: (source: string) => `This has to match the pattern ${shortText(source)}`,
  email: 'Enter an email address, such as name@example.com.',
  uri: 'Enter a whole address, such as https://example.com/.',
  date: 'Enter a date, such as 2026-01-31.',
  'date-time': 'Enter a date and a time, such as 2026-01-31T09:30:00Z.',
  wrongType: (types: readonly string[]) => `This has to be JSON of type ${types.map((type) => shortText(type, 20)).join(' or ')}.`,
};

/** What is wrong with the value, or undefined. */
export function problemOf(field: Field, value: unknown): string | undefined {
  if (value === null && field.kind !== 'choice' && field.kind !== 'json') return field.isNullable ? undefined : text.isNull;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? problemOfText(field, value) : text.notText;
    case 'number':
      return typeof value === 'number' ? problemOfNumber(field, value) : text.notNumber;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : text.notBoolean;
    case 'choice':
      return field.options.some((option) => isSameJson(option.value, value)) ? undefined : text.notOption;
    case 'choices':
      return Array.isArray(value) ? problemOfChoices(field, value) : text.notArray;
    case 'json':
      return problemOfJson(field, value);
  }
}

export function isSameJson(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

function problemOfText({ minLength = 0, maxLength = Infinity, pattern, format }: TextField, value: string): string | undefined {
  // JSON Schema counts characters, not UTF-16 units.
  const length = value.length < minLength || value.length > maxLength || minLength > 0 ? Array.from(value).length : value.length;
  if (length < minLength) return text.tooShort(minLength, length);
  if (length > maxLength) return text.tooLong(maxLength, length);
  if (format && !isOfFormat[format](value)) return text[format];
  return pattern?.matches(value) === false ? text.pattern(pattern.source) : undefined;
}

const isOfFormat = {
  email: (value: string) => value.length < 321 && /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value: string) => URL.canParse(value),
  date: isDate,
  'date-time': isDateTime,
};

function problemOfNumber({ isInteger, minimum, maximum, above, below, multipleOf }: NumberField, value: number): string | undefined {
  if (isInteger && !Number.isInteger(value)) return text.notInteger;
  if (minimum !== undefined && value < minimum) return text.tooSmall(minimum);
  if (maximum !== undefined && value > maximum) return text.tooBig(maximum);
  if (above !== undefined && value <= above) return text.notAbove(above);
  if (below !== undefined && value >= below) return text.notBelow(below);
  if (multipleOf === undefined) return undefined;
  const times = value / multipleOf;
  // 0.3 is a multiple of 0.1 for a person, though not for a processor.
  return Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times)) ? text.notMultiple(multipleOf) : undefined;
}

function problemOfChoices({ options, minItems = 0, maxItems = Infinity }: ChoicesField, values: readonly unknown[]): string | undefined {
  if (values.length < minItems) return text.tooFew(minItems);
  if (values.length > maxItems) return text.tooMany(maxItems);
  return values.every((value) => options.some((option) => isSameJson(option.value, value))) ? undefined : text.notOption;
}

function problemOfJson({ types }: JsonField, value: unknown): string | undefined {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const fits = types.length === 0 || types.includes(type) || (type === 'number' && Number.isInteger(value) && types.includes('integer'));
  return fits ? undefined : text.wrongType(types);
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
