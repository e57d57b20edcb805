/** What a value has to be for any field: also where it was written as JSON, and can be anything. */
import { outside, problemOf } from './checks.ts';
import { FORMATS } from './formats.ts';
import type { OptionPlaces } from './option-places.ts';
import type { Field } from './plan.ts';
import type { FormMessages } from './rare-messages.ts';
import { numberOf } from './rare-values.ts';
import { isDateTime } from './rfc-3339.ts';

export function fullProblemOf(
  text: FormMessages,
  field: Field,
  value: unknown,
  places: OptionPlaces,
): string | undefined {
  if (value === null && field.isNullable) return undefined;
  return problemOfKind(text, field, value, places) ?? problemOf(text, field, value);
}

function problemOfKind(text: FormMessages, field: Field, value: unknown, places: OptionPlaces): string | undefined {
  const { kind, options, shape } = field;
  const isOption = (one: unknown): boolean => places.of(options, one) >= 0;
  const not = (words: string): string => (value === null ? text.isNull : words);
  switch (kind) {
    case 'text':
      return typeof value !== 'string'
        ? not(text.notText)
        : (problemOf(text, field, value) ?? problemOfFormat(text, shape['format'], value));
    case 'number':
      return typeof value === 'number' ? problemOfBounds(text, shape, value) : not(text.notNumber);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : not(text.notBoolean);
    case 'choice':
      return isOption(value) ? undefined : text.notOption;
    case 'choices':
      return !Array.isArray(value)
        ? not(text.notArray)
        : !value.every(isOption)
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

function problemOfFormat(text: FormMessages, format: unknown, value: string): string | undefined {
  if (format === 'date-time') return isDateTime(value) ? undefined : text.dateTime;
  const known = FORMATS.get(format);
  return known && !known.fits(value) ? text[known.word] : undefined;
}

function problemOfBounds(text: FormMessages, shape: Field['shape'], value: number): string | undefined {
  const [above, below] = [numberOf(shape['exclusiveMinimum']), numberOf(shape['exclusiveMaximum'])];
  return above !== undefined && value <= above
    ? text.notAbove(above)
    : below !== undefined && value >= below
      ? text.notBelow(below)
      : undefined;
}

export function isSameJson(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
