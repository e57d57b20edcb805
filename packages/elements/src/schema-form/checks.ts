/** What a value has to be for its field, in sentences for the person who fills it in. */
import type { SchemaFormMessages } from './messages.ts';
import type { FormNode } from './node.ts';
import type { Field } from './plan.ts';

type Shape = Field['shape'];
type Say = (limit: number, has: number) => string;

/** What is wrong with the value of a text or a number, or undefined. The interpreter of the client knows the rest. */
export function problemOf(text: SchemaFormMessages, { kind, shape }: Field, value: unknown): string | undefined {
  if (kind === 'number' && typeof value === 'number') {
    return shape['type'] === 'integer' && !Number.isInteger(value)
      ? text.notInteger
      : outside(shape, 'minimum', 'maximum', value, text.tooSmall, text.tooBig);
  }
  if (kind !== 'text' || typeof value !== 'string' || !('minLength' in shape || 'maxLength' in shape)) return undefined;
  // JSON Schema counts characters, not UTF-16 units.
  return outside(shape, 'minLength', 'maxLength', Array.from(value).length, text.tooShort, text.tooLong);
}

export function outside(
  shape: Shape,
  from: string,
  to: string,
  has: number,
  tooLittle: Say,
  tooMuch: Say,
): string | undefined {
  const { [from]: min, [to]: max } = shape;
  return typeof min === 'number' && has < min
    ? tooLittle(min, has)
    : typeof max === 'number' && has > max
      ? tooMuch(max, has)
      : undefined;
}

export function missing({ field: { kind } }: FormNode, text: SchemaFormMessages): string {
  return ['choice', 'boolean', 'variants'].includes(kind) ? text.requiredChoice : text.isRequired;
}
